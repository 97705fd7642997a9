/// How forms and filters present a set of options, by their number and length.
public enum ValueArrangement: Hashable, Sendable {
    /// Up to three short options side by side.
    case segments
    /// Up to eight short options.
    case chips
    /// Any number of options in a list.
    case list

    static let maximumSegments = 3
    static let maximumChips = 8
    /// The maximum length for chips. Longer texts need a separate line.
    static let maximumChipCharacters = 20

    public init(of labels: [String]) {
        let areShort = labels.allSatisfy { $0.count <= Self.maximumChipCharacters }
        self =
            areShort && labels.count <= Self.maximumSegments
            ? .segments : areShort && labels.count <= Self.maximumChips ? .chips : .list
    }
}
