import Foundation
import FoundationXML

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
