/// What a page is taken for, and the filter that suits it.
public struct FilterSuggestion: Hashable, Codable, Sendable {
    /// What a page shows.
    public enum Content: String, Hashable, Codable, Sendable, CaseIterable {
        /// Black on paper.
        case text
        /// Print with colours: forms, stamps, highlighter, charts.
        case coloredDocument
        case photo
        /// Strokes of several colours on a white board.
        case whiteboard
    }

    public let content: Content
    /// How sure that is, 0…1: the share of such pages that are what they are taken for.
    public let confidence: Double

    /// Below this confidence colours are kept, by which nothing is lost.
    public static let leastConfidence = 0.5

    /// ``Filter/color`` where the content is in doubt.
    public var filter: Filter {
        guard confidence >= Self.leastConfidence else { return .color }
        return switch content {
        case .text: .blackAndWhite
        case .coloredDocument, .whiteboard: .color
        case .photo: .photo
        }
    }
}
