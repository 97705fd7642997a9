/// How the appearance of a page is changed.
public enum Filter: String, Hashable, Codable, Sendable, CaseIterable {
    /// The document's colors on white, evenly lit paper.
    case color
    /// Shades of gray on white, evenly lit paper.
    case grayscale
    /// Ink or paper, nothing in between.
    case blackAndWhite
    /// A photograph: natural tones, no local correction.
    case photo
    /// No correction.
    case original
    /// The filter that suits the page's content; see ``FilterSuggestion``.
    case automatic
}

/// The classification of a page, and the suitable filter.
public struct FilterSuggestion: Hashable, Codable, Sendable {
    /// The content of a page.
    public enum Content: String, Hashable, Codable, Sendable, CaseIterable {
        /// Black on paper.
        case text
        /// Print with colors: forms, stamps, highlighter, charts.
        case coloredDocument
        case photo
        /// Strokes of several colors on a whiteboard.
        case whiteboard
    }

    public let content: Content
    /// The probability of the content, 0…1, by logistic regression.
    public let confidence: Double

    /// The suitable filter. If the content is in doubt, it is ``Filter/color``, which loses nothing. Black and white
    /// would lose colors, and photo would keep shadows, so these need a higher confidence.
    public var filter: Filter {
        switch content {
        case .text where confidence >= 0.6: .blackAndWhite
        case .photo where confidence >= 0.75: .photo
        case .text, .photo, .coloredDocument, .whiteboard: .color
        }
    }
}
