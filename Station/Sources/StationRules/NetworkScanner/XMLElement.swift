import Foundation
import FoundationXML

/// An element of an XML document as scanning programs write it: name without prefix, text and child elements.
/// Attributes are ignored.
///
/// Document types are refused, so only the five predefined entities exist, and nothing is loaded or expanded.
public struct XMLElement: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// This line is not XML in UTF-8.
        case malformed(line: Int)
        /// The document has a document type.
        case documentType
        /// Elements are nested deeper than ``XMLElement/maximumLevels``.
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

    /// The name without its prefix.
    public let name: String
    /// The element's own text without its children's, trimmed.
    public internal(set) var text = ""
    public internal(set) var children: [XMLElement] = []

    init(name: String) { self.name = name }

    /// - Parameter bytes: A document in UTF-8.
    public init(document bytes: [UInt8]) throws(Failure) { self = try XMLTreeBuilder().element(of: bytes) }

    /// Returns the first child with that name.
    public subscript(name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// Builds the tree of elements from the events of Foundation's parser.
final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    /// The open elements, from the root.
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var isTooDeep = false

    func element(of bytes: [UInt8]) throws(XMLElement.Failure) -> XMLElement {
        // The parser would accept other encodings and silently ignore document types.
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(line: 1) }
        guard !text.contains("<!DOCTYPE") else { throw .documentType }
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        let isRead = parser.parse()
        guard !isTooDeep else { throw .tooDeep }
        // Content after the root element is an error, but the parser reports success.
        let code = (parser.parserError as NSError?)?.code
        guard isRead, code == nil || code == Self.undeclaredPrefix, let root else {
            throw .malformed(line: max(1, parser.lineNumber))
        }
        return root
    }

    /// libxml2's `XML_NS_ERR_UNDEFINED_NAMESPACE`, which is accepted: prefixes are ignored.
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
