/// The kinds of cards that have a placeholder.
public enum CardPlaceholder: String, Hashable, Sendable, CaseIterable {
    case oneLine = "one-line"
    case multiline
    case table
    case list
    /// Of a card whose kind is not known.
    case generic

    /// - Parameter card: The name of a kind; nothing, or a name that is none, is the generic one.
    public init(of card: String?) { self = card.flatMap { CardPlaceholder(rawValue: $0) } ?? .generic }
}
