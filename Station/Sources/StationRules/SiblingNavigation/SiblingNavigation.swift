/// The ways between the children of one parent, in their order.
public struct SiblingNavigation: Hashable, Sendable {
    /// What the buttons show.
    public enum Variant: String, Hashable, Sendable {
        case text
        case icon
    }

    /// Of a window: below 640 pixels it is compact.
    public enum Width: Hashable, Sendable, CaseIterable {
        case compact
        case regular
    }

    /// From 0.
    public let position: Int
    public let count: Int
    /// The actions beside the ways to the siblings.
    public let otherActions: Int
    /// Whether those show icons where the window is compact.
    public let hasIcons: Bool

    /// - Parameter position: One of the siblings.
    public init(position: Int, count: Int, otherActions: Int = 0, hasIcons: Bool = false) {
        precondition((0..<count).contains(position), "the position is one of the siblings")
        (self.position, self.count) = (position, count)
        (self.otherActions, self.hasIcons) = (otherActions, hasIcons)
    }

    public var previous: Int? { position > 0 ? position - 1 : nil }
    public var next: Int? { position + 1 < count ? position + 1 : nil }

    /// "2 of 7".
    public var text: String { localized("\(position + 1) of \(count)") }

    /// Icons save room among other icons; alone they would say less than their words.
    public func variant(in width: Width) -> Variant {
        width == .compact && hasIcons && otherActions >= Self.minimumActionsForIcons ? .icon : .text
    }

    private static let minimumActionsForIcons = 2
}
