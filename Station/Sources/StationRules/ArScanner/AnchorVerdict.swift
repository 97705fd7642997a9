public import RectoAnchors

/// Whether a picture may become an anchor, and the reasons.
public struct AnchorVerdict: Hashable, Sendable {
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Refused: it would hardly ever be recognized.
        case poor
        case fair
        case good

        public var label: String {
            switch self {
            case .poor: localized("Poor")
            case .fair: localized("Fair")
            case .good: localized("Good")
            }
        }
    }

    /// The minimum scores of fair and good pictures. ``AnchorQuality/score`` is the share of views in which the
    /// picture is recognized; at one in two views, people have to wait.
    public static let minimumFair = 40
    public static let minimumGood = 70

    /// The score, `0...100`.
    public let score: Int
    public let level: Level
    /// The picture's weaknesses, and how to choose a better one.
    public let reasons: [String]

    public init(_ quality: AnchorQuality) { self.init(score: quality.score, reasons: quality.reasons) }

    public init(score: Int, reasons: [AnchorQuality.Reason]) {
        self.score = score
        level = score < Self.minimumFair ? .poor : score < Self.minimumGood ? .fair : .good
        self.reasons = reasons.map(Self.text)
    }

    public var isAccepted: Bool { level != .poor }
    public var scoreText: String { localized("\(score) of 100") }

    /// The meaning of the score, in a sentence.
    public var summary: String {
        switch level {
        case .poor: localized("The camera would hardly recognize this picture. Choose another one.")
        case .fair: localized("The camera recognizes this picture up close and from the front.")
        case .good: localized("The camera recognizes this picture well.")
        }
    }

    private static func text(_ reason: AnchorQuality.Reason) -> String {
        switch reason {
        case .tooSmall: localized("The picture is small. Use one of 300 pixels or more.")
        case .tooFewPoints: localized("Too little detail to recognize. Text, edges and patterns help.")
        case .unevenlySpread:
            localized("All detail is in one part. The camera follows pictures with detail everywhere better.")
        case .repetitive: localized("Repeating patterns can be confused. Use a picture without them.")
        case .lowContrast: localized("Low contrast. More contrast helps in dim light.")
        }
    }
}
