/// Whether a curved page is flattened. The raw values are the engine's.
public enum PageFlattening: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    /// Flattens if the engine is confident of an improvement.
    case automatic

    public var label: String {
        switch self {
        case .off: localized("Off")
        case .automatic: localized("Automatic")
        }
    }
}

/// The result of flattening a page. Except for the first, the raw values are the engine's codes for refusals.
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
