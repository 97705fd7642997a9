/// The kinds of cards, and how much each shows: cards are for a glance.
public enum CardKind: String, Hashable, Sendable, CaseIterable {
    /// The first items of a list.
    case list
    /// One object with its picture.
    case object
    /// A scene, or an annotation of one.
    case ar

    /// The maximum number of rows and actions, besides the link of the card itself.
    public var maximumElements: Int {
        switch self {
        case .list: 4
        case .object, .ar: 2
        }
    }

    /// The first elements that fit.
    public func shown<Element>(_ elements: [Element]) -> ArraySlice<Element> { elements.prefix(maximumElements) }
}

/// Whether the content of a card is there.
public enum CardContent: Hashable, Sendable {
    case whole
    /// Only its header and actions. A message replaces its body.
    case bodyMissing(IllustratedMessage)
    /// A message replaces the whole card.
    case missing(IllustratedMessage)
}
