public import StationRules

/// A screen's structure, in the containers of the real one.
public struct SkeletonView: View {
    struct Part: Sendable {
        let container: String
        let placeholders: [String]
    }

    let parts: [Part]

    public init(_ skeleton: Skeleton) {
        parts = skeleton.parts.map { part in
            Part(
                container: Self.container(of: part),
                placeholders: Skeleton([part]).placeholders.map { PlaceholderView($0).html })
        }
    }

    public static let template = """
        <div class="skeleton">{{#parts}}<div class="skeleton-part {{container}}">{{#placeholders}}{{{.}}}{{/placeholders}}</div>{{/parts}}</div>
        """

    /// The class of the real one.
    private static func container(of part: Skeleton.Part) -> String {
        switch part {
        case .bar: "titlebar"
        case .header: "skeleton-header"
        case .list: "documents"
        case .cards: "scenes"
        case .pages: "sheets"
        }
    }
}
