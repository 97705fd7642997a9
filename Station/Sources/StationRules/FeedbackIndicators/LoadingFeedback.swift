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
