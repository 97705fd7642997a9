import RectoCore

/// What one frame shows.
public struct OnboardingObservation: Sendable {
    /// A code that was found and not decoded.
    public struct Located: Hashable, Sendable {
        /// Side of a module in pixels of the frame; `nil` where it is not known.
        public var modulePixels: Double?

        public init(modulePixels: Double? = nil) { self.modulePixels = modulePixels }
    }

    /// When the frame was taken, by a clock that does not go back. Frames of one and the same time count as one.
    public var time: Duration
    /// All that were decoded in it, within the alignment guide if there is one.
    public var codes: [ScannedCode]
    /// All that were found and not decoded.
    public var located: [Located]

    public init(time: Duration, codes: [ScannedCode] = [], located: [Located] = []) {
        self.time = time
        self.codes = codes
        self.located = located
    }
}

/// What a code reader read from one code. It is what another party has printed: nothing about it is trusted.
///
/// Two reads are equal if the same bytes were read; the text follows from them.
public struct ScannedCode: Hashable, Sendable {
    /// The bytes of the message, as the code holds them.
    public var bytes: [UInt8]
    /// The text in an encoding that the code itself names (ECI designator, Kanji mode); `nil` where it names none:
    /// then the bytes must be UTF-8. A text in an encoding that the reader only guessed does not belong here.
    public var declaredText: String?
    /// Whether this is one part of a message that spreads over several codes (structured append).
    public var isPart: Bool

    public init(bytes: [UInt8], declaredText: String? = nil, isPart: Bool = false) {
        self.bytes = bytes
        self.declaredText = declaredText
        self.isPart = isPart
    }

    /// A code whose message is this text in UTF-8.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// The text; `nil` if the code names no encoding and its bytes are no UTF-8.
    var text: String? { declaredText ?? String(validating: bytes, as: UTF8.self) }
}

extension ScannedCode: Redacted {
    public var facts: [OnboardingFact] { [OnboardingFact("bytes", "\(bytes.count)")] }
    public var description: String { "code of \(bytes.count) bytes" }
}

/// Seconds that add up from timestamps that nobody vouches for.
struct ObservationClock: Sendable {
    /// Since the first frame; never less than before.
    private(set) var now = 0.0
    private var last: Duration?

    /// A leap counts as so many seconds: longer than anything that is waited for.
    private static let longestStep = 120.0
    /// Timestamps are cut to so many seconds either way, so that their differences can be told.
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
