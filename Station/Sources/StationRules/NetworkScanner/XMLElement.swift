import Foundation
import FoundationXML

/// An element of an XML document, as far as programs write them that ask for scans: names without their prefix, text and
/// elements inside. Attributes are passed over.
///
/// Strict where it matters: a document type is refused, so there are no entities but the five that every document has, and
/// nothing is ever loaded or multiplied.
public struct XMLElement: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is there is no XML in UTF-8, from this line on.
        case malformed(line: Int)
        /// The document has a type of its own.
        case documentType
        /// Elements lie in one another deeper than ``XMLElement/maximumLevels``.
        case tooDeep

        public var description: String {
            switch self {
            case .malformed(let line): "invalid XML in line \(line)"
            case .documentType: "document types are not supported"
            case .tooDeep: "elements are nested more than \(XMLElement.maximumLevels) deep"
            }
        }
    }

    public static let maximumLevels = 16

    /// Without the prefix.
    public let name: String
    /// All of it that lies in this element and in none inside it, without the spaces around it.
    public internal(set) var text = ""
    public internal(set) var children: [XMLElement] = []

    init(name: String) { self.name = name }

    /// - Parameter bytes: A document in UTF-8.
    public init(document bytes: [UInt8]) throws(Failure) { self = try XMLTreeBuilder().element(of: bytes) }

    /// The first element of that name inside this one.
    public subscript(name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// Makes the tree of a document's elements from what Foundation's parser tells on its way.
final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    /// The elements that have begun and not ended, from the document's own.
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var isTooDeep = false

    func element(of bytes: [UInt8]) throws(XMLElement.Failure) -> XMLElement {
        // The parser would take other encodings, and pass over in silence what a document type declares.
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(line: 1) }
        guard !text.contains("<!DOCTYPE") else { throw .documentType }
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        let isRead = parser.parse()
        guard !isTooDeep else { throw .tooDeep }
        // What follows the document's element is an error, and yet the parser says that it has read it.
        let code = (parser.parserError as NSError?)?.code
        guard isRead, code == nil || code == Self.undeclaredPrefix, let root else {
            throw .malformed(line: max(1, parser.lineNumber))
        }
        return root
    }

    /// The parser's own number of this error (libxml2's `XML_NS_ERR_UNDEFINED_NAMESPACE`): prefixes are passed over.
    private static let undeclaredPrefix = 201

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard open.count < XMLElement.maximumLevels else {
            isTooDeep = true
            return parser.abortParsing()
        }
        open.append(XMLElement(name: name.split(separator: ":").last.map(String.init) ?? name))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard var element = open.popLast() else { return }
        element.text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { add(characters) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { add(String(decoding: block, as: UTF8.self)) }

    private func add(_ text: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += text
    }
}
