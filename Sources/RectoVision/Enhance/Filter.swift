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
    /// The one of the others that suits what the page shows: see ``FilterSuggestion``.
    case automatic
}
