public import StationRules

/// A part of a screen that `part.js` loads later: its skeleton, and the messages if loading fails. Without the module
/// it is a link.
public struct PartView: View {
    let id: String
    let path: String
    let heading: String
    let label: String
    let skeleton: String
    let failed = IllustratedMessageView(FeedbackMessages.partNotLoaded, size: .medium).html
    let unreachable = IllustratedMessageView(FeedbackMessages.partUnreachable, size: .medium).html

    public init(_ part: LoadingPart) {
        id = Self.id(part)
        path = part.path
        heading = part.heading
        label = part.label
        skeleton =
            switch part.feedback {
            case .skeleton(let skeleton): SkeletonView(skeleton).html
            case .fullScreen, .inline, .overlay: LoadingIndicatorView(.inline, label: part.label).html
            }
    }

    /// Returns the `id` of the element that the content replaces.
    static func id(_ part: LoadingPart) -> String { "part-\(part.rawValue)" }

    public static let template = """
        <st-part id="{{id}}" data-loads="{{path}}" data-label="{{label}}"><template data-skeleton>{{{skeleton}}}</template><template data-failed>{{{failed}}}</template><template data-unreachable>{{{unreachable}}}</template><noscript><a href="{{path}}">{{heading}}</a></noscript></st-part>
        """
}
