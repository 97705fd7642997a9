/// Texts about scenes.
public enum ArMessages {
    public static var empty: IllustratedMessage {
        .empty(
            .noScenes, title: localized("No scenes yet"),
            description: localized("Pick a poster, label or cover and attach notes to it."),
            actions: [MessageAction(label: localized("New Scene"), destination: .newAnchor)])
    }

    /// Has no drawing, because it is next to the picture that it describes.
    public static var noAnnotations: IllustratedMessage {
        .empty(
            nil, title: localized("No annotations yet"), description: localized("Tap the picture to add one."))
    }

    /// Shown on the card of a scene without its picture.
    public static var noPicture: IllustratedMessage {
        .error(
            .notFound, .system, title: localized("The picture is missing"),
            description: localized("Its file is no longer there. Create the scene again with another picture."),
            actions: [MessageAction(label: localized("New Scene"), destination: .newAnchor)])
    }

    public static var unknownScene: IllustratedMessage {
        .error(
            .notFound, .configuration, title: localized("Scene not found"),
            description: localized("It may have been deleted. Go back to the AR scenes."),
            actions: [MessageAction(label: localized("Open AR Scenes"), destination: .scenes)])
    }

    /// Shown for a picture that did not reach the station.
    public static var notUploaded: IllustratedMessage {
        .error(
            .notUploaded, .system, title: localized("The picture was not uploaded"),
            description: localized("Recto did not answer. Check the connection, then try again."),
            actions: [MessageAction(label: localized("Try Again"), destination: .upload)])
    }

    /// The reason why a chosen picture was refused.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        case unreadable
        case tooLarge
        case gone

        public var text: String {
            switch self {
            case .unreadable: localized("This file is not a JPEG or PNG image. Choose another one.")
            case .tooLarge: localized("This file is too large. The limit is 64 MB.")
            case .gone: localized("This picture has expired. Choose it again.")
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
            case .created: localized("Scene created")
            case .renamed: localized("Scene renamed")
            case .deleted: localized("Scene deleted")
            case .annotationAdded: localized("Annotation added")
            case .annotationSaved: localized("Annotation saved")
            case .annotationDeleted: localized("Annotation deleted")
            }
        }
    }

    public static func annotationCount(_ count: Int) -> String {
        switch count {
        case 0: localized("No annotations")
        case 1: localized("1 annotation")
        default: localized("\(count) annotations")
        }
    }

    /// The instructions of the coaching view.
    /// - Parameter width: The width of the print.
    public static func instructions(_ width: AnchorWidth?) -> [String] {
        [
            width.map { localized("Find this picture around you. It is \($0.text) wide.") }
                ?? localized("Find this picture around you."),
            localized("Point the camera at it until it fills the frame."),
            localized("Hold still until its annotations appear."),
        ]
    }

    public static var widthHint: String { localized("The width of the print, if you know it.") }
    public static var pictureHint: String {
        localized(
            "Use a straight-on image, cropped to its edges: a cover, a label, a poster. To use the camera, scan the picture first."
        )
    }
}
