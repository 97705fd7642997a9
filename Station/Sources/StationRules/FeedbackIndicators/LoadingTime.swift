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
