/// Texts about scenes.
public enum ArMessages {
    public static let empty = IllustratedMessage.empty(
        .noScenes, title: "No scenes yet",
        description: "Pick a poster, label or cover and attach notes to it.",
        actions: [MessageAction(label: "New Scene", destination: .newAnchor)])

    /// Without a drawing: it stands beside the picture that it speaks of.
    public static let noAnnotations = IllustratedMessage.empty(
        nil, title: "No annotations yet", description: "Tap the picture to add one.")

    /// For the card of a scene without its picture.
    public static let noPicture = IllustratedMessage.error(
        .notFound, .system, title: "The picture is missing",
        description: "Its file is no longer there. Create the scene again with another picture.",
        actions: [MessageAction(label: "New Scene", destination: .newAnchor)])

    public static let unknownScene = IllustratedMessage.error(
        .notFound, .configuration, title: "Scene not found",
        description: "It may have been deleted. Go back to the AR scenes.",
        actions: [MessageAction(label: "Open AR Scenes", destination: .scenes)])

    /// For a picture that did not reach the station.
    public static let notUploaded = IllustratedMessage.error(
        .notUploaded, .system, title: "The picture was not uploaded",
        description: "The station did not answer. Check the connection, then try again.",
        actions: [MessageAction(label: "Try Again", destination: .upload)])

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
