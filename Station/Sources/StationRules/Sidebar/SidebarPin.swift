/// A document that is kept at hand.
public struct SidebarPin: Hashable, Sendable {
    /// Most that are kept at once: each page shows them.
    public static let maximum = 30

    public let document: Int64
    public let title: String
    public let isHidden: Bool

    public init(document: Int64, title: String, isHidden: Bool = false) {
        self.document = document
        self.title = title
        self.isHidden = isHidden
    }
}
