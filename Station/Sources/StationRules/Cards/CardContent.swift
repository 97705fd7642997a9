/// Whether a card has what it is to show.
public enum CardContent: Hashable, Sendable {
    case whole
    /// Its header and actions alone: a message stands in the place of its body.
    case bodyMissing(IllustratedMessage)
    /// Nothing: a message stands in the place of the whole card.
    case missing(IllustratedMessage)
}
