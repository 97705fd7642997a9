public import FoundationEssentials

/// A document of the library.
public struct DocumentRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    public let captured: Date
    public var changed: Date
    public let pages: Int
}
