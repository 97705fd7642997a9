/// What is told about scenes.
public enum ArMessages {
    public static let empty = IllustratedMessage.empty(
        .noScenes, title: "No scenes yet",
        description: "Choose a picture that hangs or lies somewhere, and put annotations on it.",
        actions: [MessageAction(label: "New Anchor", destination: .newAnchor)])

    public static let noAnnotations = IllustratedMessage.empty(
        .noScenes, title: "No annotations yet", description: "Tap the picture where the first one belongs.")

    /// Of a scene's card whose picture is lost.
    public static let noPicture = IllustratedMessage.error(
        .notFound, title: "The picture is missing",
        description: "Its file is gone from the station. Make the scene anew from another picture.",
        actions: [MessageAction(label: "New Anchor", destination: .newAnchor)])

    public static let unknownScene = IllustratedMessage.error(
        .notFound, title: "Nothing is here",
        description: "The scene may have been deleted. Go back to the AR scenes.",
        actions: [MessageAction(label: "Open AR Scenes", destination: .scenes)])

    /// Why a picture that was chosen is not shown.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        case unreadable
        case tooLarge
        case gone

        public var text: String {
            switch self {
            case .unreadable: "The file is not a picture that can be read. Choose a JPEG or PNG file."
            case .tooLarge: "The file is too large. Choose a picture of at most 64 MB."
            case .gone: "The picture is no longer at hand. Choose it again."
            }
        }
    }

    /// What a toast says.
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

    /// The steps of the scan, as the coaching view tells them.
    /// - Parameter width: Of the print.
    public static func instructions(_ width: AnchorWidth?) -> [String] {
        let size = width.map { " It is \($0.text) wide." } ?? ""
        return [
            "Find this picture around you.\(size)",
            "Point the camera at it, so that it fills the guide.",
            "Hold still until it is matched. Its annotations appear then.",
        ]
    }

    public static let widthHint = "How wide the print is, if you know it."
    public static let pictureHint =
        "Choose the flat picture itself, seen from the front and without what surrounds it: a cover, a label, a poster. "
        + "To take one with the camera, scan it first."
}
