/// Navigation between the children of one parent in their order.
public struct SiblingNavigation: Hashable, Sendable {
    /// The appearance of the buttons.
    public enum Variant: String, Hashable, Sendable {
        case text
        case icon
    }

    /// The width of a window: compact below 640 pixels.
    public enum Width: Hashable, Sendable, CaseIterable {
        case compact
        case regular
    }

    /// The index of the current sibling.
    public let position: Int
    public let count: Int
    /// The number of other actions beside the buttons.
    public let otherActions: Int
    /// Whether those actions are icons in a compact window.
    public let hasIcons: Bool

    /// - Parameter position: The index of one of the siblings.
    public init(position: Int, count: Int, otherActions: Int = 0, hasIcons: Bool = false) {
        precondition((0..<count).contains(position), "the position is one of the siblings")
        (self.position, self.count) = (position, count)
        (self.otherActions, self.hasIcons) = (otherActions, hasIcons)
    }

    public var previous: Int? { position > 0 ? position - 1 : nil }
    public var next: Int? { position + 1 < count ? position + 1 : nil }

    /// The position, such as "2 of 7".
    public var text: String { localized("\(position + 1) of \(count)") }

    /// Returns the variant. Icons save space among other icons; alone they would be less clear than words.
    public func variant(in width: Width) -> Variant {
        width == .compact && hasIcons && otherActions >= Self.minimumActionsForIcons ? .icon : .text
    }

    private static let minimumActionsForIcons = 2
}
