import RectoCore

/// The contents of one frame.
public struct OnboardingObservation: Sendable {
    /// A code that was found but not decoded.
    public struct Located: Hashable, Sendable {
        /// Side of a module in pixels of the frame; `nil` if unknown.
        public var modulePixels: Double?

        public init(modulePixels: Double? = nil) { self.modulePixels = modulePixels }
    }

    /// The time of capture, by a clock that does not go back. Frames with the same time count as one.
    public var time: Duration
    /// All codes decoded in the frame, within the alignment guide if there is one.
    public var codes: [ScannedCode]
    /// All codes found but not decoded.
    public var located: [Located]

    public init(time: Duration, codes: [ScannedCode] = [], located: [Located] = []) {
        self.time = time
        self.codes = codes
        self.located = located
    }
}

/// The content that a code reader read from one code. It was printed by another party and is not trusted.
///
/// Two reads are equal if their bytes are equal; the text follows from the bytes.
public struct ScannedCode: Hashable, Sendable {
    /// The bytes of the message, as stored in the code.
    public var bytes: [UInt8]
    /// The text in an encoding that the code itself names (ECI designator, Kanji mode); `nil` if it names none, in
    /// which case the bytes must be UTF-8. A text in an encoding that the reader only guessed does not belong here.
    public var declaredText: String?
    /// Whether this is one part of a message that is split over several codes (structured append).
    public var isPart: Bool

    public init(bytes: [UInt8], declaredText: String? = nil, isPart: Bool = false) {
        self.bytes = bytes
        self.declaredText = declaredText
        self.isPart = isPart
    }

    /// Creates a code whose message is this text in UTF-8.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// The text; `nil` if the code names no encoding and its bytes are not UTF-8.
    var text: String? { declaredText ?? String(validating: bytes, as: UTF8.self) }
}

extension ScannedCode: Redacted {
    public var facts: [OnboardingFact] { [OnboardingFact("bytes", "\(bytes.count)")] }
    public var description: String { "code of \(bytes.count) bytes" }
}

/// Accumulates seconds from untrusted timestamps.
struct ObservationClock: Sendable {
    /// Seconds since the first frame. Never decreases.
    private(set) var now = 0.0
    private var last: Duration?

    /// Maximum number of seconds that a jump counts as: longer than any timeout.
    private static let longestStep = 120.0
    /// Bound of timestamps in either direction, so that their differences do not overflow.
    private static let farthest = Duration.seconds(1 << 40)

    /// - Returns: Whether the frame is later than the last one.
    mutating func advance(to time: Duration) -> Bool {
        let time = min(max(time, .zero - Self.farthest), Self.farthest)
        guard let last else {
            self.last = time
            return true
        }
        self.last = time
        guard time > last else { return false }
        now += min((time - last).inSeconds, Self.longestStep)
        return true
    }
}
