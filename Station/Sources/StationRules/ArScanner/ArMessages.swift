/// Texts about scenes.
public enum ArMessages {
    public static let empty = IllustratedMessage.empty(
        .noScenes, title: "No scenes yet",
        description: "Pick a poster, label or cover and attach notes to it.",
        actions: [MessageAction(label: "New Scene", destination: .newAnchor)])

    public static let noAnnotations = IllustratedMessage.empty(
        .noScenes, title: "No annotations yet", description: "Tap the picture to add one.")

    /// For the card of a scene without its picture.
    public static let noPicture = IllustratedMessage.error(
        .notFound, title: "The picture is missing",
        description: "Its file is no longer there. Create the scene again with another picture.",
        actions: [MessageAction(label: "New Scene", destination: .newAnchor)])

    public static let unknownScene = IllustratedMessage.error(
        .notFound, title: "Scene not found",
        description: "It may have been deleted. Go back to the AR scenes.",
        actions: [MessageAction(label: "Open AR Scenes", destination: .scenes)])

    /// Why a chosen picture was refused.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        case unreadable
        case tooLarge
        case gone

        public var text: String {
            switch self {
            case .unreadable: "This file is not a JPEG or PNG image. Choose another one."
            case .tooLarge: "This file is too large. The limit is 64 MB."
            case .gone: "This picture has expired. Choose it again."
            }
        }
    }

    /// The texts of toasts.
    public enum Done: String, Hashable, Sendable, CaseIterable {
        case created
        case renamed
        case deleted
        case annotationAdded
        case annotationSaved
        case annotationDeleted

        public var text: String {
            switch self {
            case .created: "Scene created"
            case .renamed: "Scene renamed"
            case .deleted: "Scene deleted"
            case .annotationAdded: "Annotation added"
            case .annotationSaved: "Annotation saved"
            case .annotationDeleted: "Annotation deleted"
            }
        }
    }

    public static func annotationCount(_ count: Int) -> String {
        switch count {
        case 0: "No annotations"
        case 1: "1 annotation"
        default: "\(count) annotations"
        }
    }

    /// The instructions of the coaching view.
    /// - Parameter width: The width of the print.
    public static func instructions(_ width: AnchorWidth?) -> [String] {
        let size = width.map { " It is \($0.text) wide." } ?? ""
        return [
            "Find this picture around you.\(size)",
            "Point the camera at it until it fills the frame.",
            "Hold still until its annotations appear.",
        ]
    }

    public static let widthHint = "The width of the print, if you know it."
    public static let pictureHint =
        "Use a straight-on image, cropped to its edges: a cover, a label, a poster. "
        + "To use the camera, scan the picture first."
}
