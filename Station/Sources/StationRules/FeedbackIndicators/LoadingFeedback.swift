/// How a part of a screen tells that it waits for the station: in one way at a time, so a skeleton is never beside another
/// indicator.
public enum LoadingFeedback: Hashable, Sendable {
    /// Nothing is there yet, and the structure of what comes is known.
    case skeleton(Skeleton)
    /// Nothing is there yet, and what comes has no structure that is known before: an indicator in the middle.
    case fullScreen
    /// More follows what is there: an indicator below it.
    case inline
    /// What is there is about to be replaced: an indicator on an overlay over it.
    case overlay

    /// What the part shows while it waits.
    public enum Content: Hashable, Sendable, CaseIterable {
        case nothing
        case beginning
        case outdated
    }

    /// - Parameter structure: Of what comes; nothing where it is not known.
    public init(of content: Content, structure: Skeleton? = nil) {
        switch content {
        case .nothing: self = structure.map { .skeleton($0) } ?? .fullScreen
        case .beginning: self = .inline
        case .outdated: self = .overlay
        }
    }
}

/// From when on waiting is told, and how.
public enum LoadingTime {
    /// Milliseconds before a skeleton: what comes sooner needs none.
    public static let skeleton = 1000
    /// Milliseconds after which the person is told that it takes longer than it should.
    public static let late = 10_000
    /// Milliseconds that a success stays before the screen goes on.
    public static let success = 900

    public enum Stage: Hashable, Sendable {
        case nothing
        case skeleton
        case late
    }

    /// What is told of something that has been loading for so many milliseconds.
    public static func stage(after milliseconds: Int) -> Stage {
        if milliseconds < skeleton { return .nothing }
        return milliseconds < late ? .skeleton : .late
    }
}

/// What is told while something loads.
public enum FeedbackMessages {
    public static let activity = "Network activity"
    public static let pictures = "Loading pictures"
    public static let older = "Loading older documents"
    public static let olderFailed = "Older documents were not loaded."
    public static let camera = "Starting the camera"
    public static let updating = "Updating the scan"
    public static let measuring = "Measuring the picture"
    /// The station gave no answer, or none that can be read.
    public static let noAnswer = "The station did not answer. Check the connection, then try again."

    /// After ``LoadingTime/late``.
    public static let late = "This is taking longer than usual."
    public static let reload = "Reload"

    /// With `{n}` in the place of the number.
    public static let pictureFailed = "{n} picture was not loaded."
    public static let picturesFailed = "{n} pictures were not loaded."
    public static let tryAgain = "Try Again"
}
