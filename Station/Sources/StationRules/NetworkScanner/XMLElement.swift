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
            case .malformed(let line): "no XML in line \(line)"
            case .documentType: "document types are not read"
            case .tooDeep: "more than \(XMLElement.maximumLevels) elements inside one another"
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
