/// What a card shows, and how much of it: a card is looked over, not read.
public enum CardKind: String, Hashable, Sendable, CaseIterable {
    /// A few things of one list, below each other.
    case list
    /// One thing, with its picture.
    case object
    /// A scene, or an annotation of one.
    case ar

    /// Rows and actions that it has, beside the card's own way on.
    public var maximumElements: Int {
        switch self {
        case .list: 4
        case .object, .ar: 2
        }
    }

    /// The first elements, as many as there is room for.
    public func shown<Element>(_ elements: [Element]) -> ArraySlice<Element> { elements.prefix(maximumElements) }
}
