/// How some values are offered that are known, by their number and length: in forms and in filters alike.
public enum ValueArrangement: Hashable, Sendable {
    /// Up to three short ones, beside each other.
    case segments
    /// Up to eight short ones.
    case chips
    /// Any number, below one another.
    case list

    static let maximumSegments = 3
    static let maximumChips = 8
    /// Longer texts need a line of their own.
    static let maximumChipCharacters = 20

    public init(of labels: [String]) {
        let areShort = labels.allSatisfy { $0.count <= Self.maximumChipCharacters }
        self =
            areShort && labels.count <= Self.maximumSegments
            ? .segments : areShort && labels.count <= Self.maximumChips ? .chips : .list
    }
}
