/// How a part of a screen shows that it is loading. A skeleton is never combined with another indicator.
public enum LoadingFeedback: Hashable, Sendable {
    /// There is no content yet, and its structure is known.
    case skeleton(Skeleton)
    /// There is no content yet, and its structure is unknown: an indicator in the middle.
    case fullScreen
    /// More content follows: an indicator below it.
    case inline
    /// The content will be replaced: an indicator on an overlay.
    case overlay

    /// The content while it is loading.
    public enum Content: Hashable, Sendable, CaseIterable {
        case nothing
        case beginning
        case outdated
    }

    /// - Parameter structure: The structure of the content; `nil` if it is unknown.
    public init(of content: Content, structure: Skeleton? = nil) {
        switch content {
        case .nothing: self = structure.map { .skeleton($0) } ?? .fullScreen
        case .beginning: self = .inline
        case .outdated: self = .overlay
        }
    }
}

/// When loading feedback appears.
public enum LoadingTime {
    /// Milliseconds before a skeleton appears.
    public static let skeleton = 1000
    /// Milliseconds before the notice that loading takes longer than usual.
    public static let late = 10_000
    /// Milliseconds for which a success is shown.
    public static let success = 900

    public enum Stage: Hashable, Sendable {
        case nothing
        case skeleton
        case late
    }

    /// The feedback after this many milliseconds.
    public static func stage(after milliseconds: Int) -> Stage {
        if milliseconds < skeleton { return .nothing }
        return milliseconds < late ? .skeleton : .late
    }
}

/// Texts of loading feedback.
public enum FeedbackMessages {
    public static var activity: String { localized("Network activity") }
    public static var pictures: String { localized("Loading pictures") }
    public static var older: String { localized("Loading older documents") }
    public static var olderFailed: String { localized("Older documents were not loaded.") }
    public static var camera: String { localized("Starting the camera") }
    public static var updating: String { localized("Updating the scan") }
    /// The station gave no answer, or an invalid one.
    public static var noAnswer: String {
        localized("Recto did not answer. Check the connection, then try again.")
    }
    /// Shown to a person who leaves the camera view.
    public static var notSent: String {
        localized("The last page is not saved yet. Stay here until Recto answers again.")
    }

    /// Shown after ``LoadingTime/late``.
    public static var late: String { localized("This is taking longer than usual.") }
    public static var reload: String { localized("Reload") }

    /// Shown for a part of a screen that the station failed to load.
    public static var partNotLoaded: IllustratedMessage {
        .error(
            .failed, .system, title: localized("This part was not loaded"),
            description: localized("The rest of the page is complete. Try again."),
            actions: [MessageAction(label: tryAgain, destination: .reload)])
    }
    /// Shown for a part of a screen that got no response from the station.
    public static var partUnreachable: IllustratedMessage {
        .error(
            .disconnected, .system, title: localized("Recto did not answer"),
            description: localized("Check the connection, then try again."),
            actions: [MessageAction(label: tryAgain, destination: .reload)])
    }

    /// The text with `{n}` in place of the number.
    public static var pictureFailed: String { localized("{n} picture was not loaded.") }
    public static var picturesFailed: String { localized("{n} pictures were not loaded.") }
    public static var tryAgain: String { localized("Try Again") }
}
