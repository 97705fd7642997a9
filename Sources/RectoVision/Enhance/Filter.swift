/// How a page is made to look.
public enum Filter: String, Hashable, Codable, Sendable, CaseIterable {
    /// The document's own colors on white, evenly lit paper.
    case color
    /// Shades of gray on white, evenly lit paper.
    case grayscale
    /// Ink or paper, nothing between.
    case blackAndWhite
    /// A photograph: natural tones, no local correction.
    case photo
    /// As the camera saw it: nothing is corrected.
    case original
    /// The one of the others that suits what the page shows: see ``FilterSuggestion``.
    case automatic
}

/// What a page is taken for, and the filter that suits it.
public struct FilterSuggestion: Hashable, Codable, Sendable {
    /// What a page shows.
    public enum Content: String, Hashable, Codable, Sendable, CaseIterable {
        /// Black on paper.
        case text
        /// Print with colors: forms, stamps, highlighter, charts.
        case coloredDocument
        case photo
        /// Strokes of several colors on a white board.
        case whiteboard
    }

    public let content: Content
    /// The probability of the content, 0…1, by the regression.
    public let confidence: Double

    /// ``Filter/color`` where the content is in doubt: by it nothing is lost. Black and white would lose colors, and
    /// photo keep shadows, so these must be surer.
    public var filter: Filter {
        switch content {
        case .text where confidence >= 0.6: .blackAndWhite
        case .photo where confidence >= 0.75: .photo
        case .text, .photo, .coloredDocument, .whiteboard: .color
        }
    }
}
