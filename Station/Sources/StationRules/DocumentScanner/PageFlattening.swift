/// Whether a bent page is made flat. The raw values are the engine's.
public enum PageFlattening: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    /// Where the engine is sure to make it flatter.
    case automatic

    public var label: String {
        switch self {
        case .off: localized("Off")
        case .automatic: localized("Automatic")
        }
    }
}

/// What became of a page that was to be made flat. The raw values but for the first are the codes of the engine's refusals.
public enum FlatteningOutcome: String, Hashable, Sendable, CaseIterable {
    case flattened
    case tooLarge
    case noPage
    case noText
    case fewLines
    case flat
    case unsure
    case distorted

    public var text: String {
        switch self {
        case .flattened: localized("Made flat")
        case .flat: localized("This page is flat already")
        case .noText, .fewLines: localized("Too few lines to be sure")
        case .unsure, .distorted: localized("Could not be made flat reliably. Cropping closer may help.")
        case .noPage: localized("There is no page at the corners")
        case .tooLarge: localized("The picture is too large to be made flat")
        }
    }
}
