public import RectoCore

/// Turns what frame after frame shows into the feedback for the one who scans.
///
/// A value without a clock or pixels: it is fed with what was read in each frame and when the frame was taken. A code
/// counts when it was read in ``OnboardingPolicy/requiredReads`` frames, and is classified then, once. Success lasts
/// until ``reset()``; after an invalid code the next one is taken at once.
///
/// Times are not trusted: a clock that stands still or goes back adds nothing, one that leaps lets everything expire,
/// and no value of it is an error.
public struct OnboardingFeedback: Sendable {
    /// The answer to one observation.
    public struct Answer: Hashable, Sendable, Redacted {
        public let state: OnboardingState
        /// Whether the state tells of a code of which it has not told: time for a sound, and for whoever acts.
        public let isNews: Bool

        public var facts: [OnboardingFact] { state.facts }
        public var description: String { state.description }
    }

    /// A code that was read lately.
    private struct Read {
        let code: ScannedCode
        var count: Int
        var last: Double
        var decision: OnboardingDecision?
    }

    public let parameters: Parameters
    public let classifier: OnboardingClassifier
    private var clock = ObservationClock()
    private var reads: [Read] = []
    /// The code of the last frame that had one only.
    private var lastAlone: ScannedCode?
    /// Until then two different codes are in view.
    private var severalUntil = -Double.infinity
    private var lastSeen = -Double.infinity
    private var state = OnboardingState.unsuccessful
    private var shownSince = -Double.infinity
    private var lastInvalid: (decision: OnboardingDecision, time: Double)?

    /// The most codes of a frame that count, and the most that are remembered.
    private static let maximumCodes = 8

    /// - Parameters:
    ///   - classifier: Decides which codes are valid.
    ///   - parameters: Times of the feedback.
    /// - Throws: `ParameterError` if a field is outside its range.
    public init(
        classifier: OnboardingClassifier, parameters: Parameters = Parameters()
    ) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
        self.classifier = classifier
    }

    /// Starts again, as for the next user.
    public mutating func reset() {
        reads.removeAll()
        lastAlone = nil
        severalUntil = -.infinity
        lastSeen = -.infinity
        state = .unsuccessful
        shownSince = -.infinity
        lastInvalid = nil
    }

    /// Takes in what the next frame shows.
    ///
    /// - Parameters:
    ///   - observation: Of the frames in the order in which they were taken.
    ///   - date: Seconds since 1970, to hold a time of expiry against; `nil` where no clock is right.
    public mutating func observe(_ observation: OnboardingObservation, at date: Int64? = nil) -> Answer {
        let isNewFrame = clock.advance(to: observation.time)
        let now = clock.now
        if case .successful = state { return Answer(state: state, isNews: false) }
        var codes: [ScannedCode] = []
        for code in observation.codes.prefix(Self.maximumCodes) where !codes.contains(code) { codes.append(code) }
        if isNewFrame { count(codes, at: now) }
        if !codes.isEmpty || !observation.located.isEmpty { lastSeen = now }
        return show(next(codes, observation.located, at: now, date), at: now)
    }

    // MARK: Reads

    private mutating func count(_ codes: [ScannedCode], at now: Double) {
        let window = parameters.readWindow
        reads.removeAll { now - $0.last > window }
        if codes.count > 1 { severalUntil = now + window }
        if codes.count == 1 {
            // Back to a code after another one: both are in view, and the reader takes them in turn.
            let isKnown = reads.contains { $0.code == codes[0] }
            if isKnown, let lastAlone, lastAlone != codes[0] { severalUntil = now + window }
            lastAlone = codes[0]
        }
        for code in codes {
            if let index = reads.firstIndex(where: { $0.code == code }) {
                reads[index].count = min(reads[index].count + 1, 1000)
                reads[index].last = now
            } else {
                reads.append(Read(code: code, count: 1, last: now))
            }
        }
        if reads.count > Self.maximumCodes { reads.removeFirst(reads.count - Self.maximumCodes) }
    }

    /// The decision on a code that was read often enough.
    private mutating func decision(on code: ScannedCode, _ date: Int64?) -> OnboardingDecision? {
        guard let index = reads.firstIndex(where: { $0.code == code }),
            reads[index].count >= classifier.policy.requiredReads
        else { return nil }
        if let decision = reads[index].decision { return decision }
        let decision = classifier.decide(code, at: date)
        reads[index].decision = decision
        return decision
    }

    // MARK: States

    /// What this frame by itself would show.
    private mutating func next(
        _ codes: [ScannedCode], _ located: [OnboardingObservation.Located], at now: Double, _ date: Int64?
    ) -> OnboardingState {
        guard codes.isEmpty else {
            let decisions = codes.compactMap { decision(on: $0, date) }
            guard let preferred = decisions.first(where: \.isAccepted) ?? decisions.first else {
                return .seen(.holdSteady)
            }
            let isSeveral = now < severalUntil
            return OnboardingState(of: isSeveral ? preferred.adding(.severalCodes, by: classifier.policy) : preferred)
        }
        // A reader misses a frame now and then: what was shown stays.
        let isMissed = now - (reads.map(\.last).max() ?? -.infinity) < parameters.absence
        if isMissed, case .invalid = state { return state }
        if !located.isEmpty { return .seen(hint(located)) }
        return now - lastSeen < parameters.absence ? state : .unsuccessful
    }

    /// The nearest code decides.
    private func hint(_ located: [OnboardingObservation.Located]) -> OnboardingState.Hint {
        let largest = located.compactMap(\.modulePixels).filter(\.isFinite).max() ?? 0
        return largest < parameters.minimumModulePixels ? .comeCloser : .holdSteady
    }

    // MARK: Display

    /// Puts the state in the place of the one shown, as soon as that one could be read.
    private mutating func show(_ next: OnboardingState, at now: Double) -> Answer {
        guard next != state, now - shownSince >= minimumTime(before: next) else {
            return Answer(state: state, isNews: false)
        }
        state = next
        shownSince = now
        guard case .invalid(let decision) = next else { return Answer(state: state, isNews: next.decision != nil) }
        let isRepeated = lastInvalid.map { $0.decision == decision && now - $0.time < parameters.repeatPause } ?? false
        lastInvalid = (decision, now)
        return Answer(state: state, isNews: !isRepeated)
    }

    private func minimumTime(before next: OnboardingState) -> Double {
        switch (state, next) {
        case (_, .successful): 0
        case (.invalid, .invalid): parameters.displayTime
        case (.invalid, _): parameters.invalidTime
        case (_, .invalid): 0
        default: parameters.displayTime
        }
    }
}

extension OnboardingFeedback {
    /// Times of the feedback.
    public struct Parameters: Hashable, Sendable {
        /// Within so many seconds the reads of a code add up, and a second code counts as in view with the first,
        /// `0.05...10`. Default 1.
        public var readWindow = 1.0
        /// After so many seconds without a code none is in view, `0...10`. Default 0.7: readers miss a frame now and
        /// then.
        public var absence = 0.7
        /// For how long a state is shown at least, `0...10` seconds. Default 0.3. Success waits for nothing.
        public var displayTime = 0.3
        /// For how long an invalid code is told of, `0...10` seconds, unless another code follows. Default 1.5: time to
        /// read a line.
        public var invalidTime = 1.5
        /// The same invalid code is no news again for so many seconds, `0...60`. Default 2.
        public var repeatPause = 2.0
        /// Minimum side of a module that readers read, `0...100` pixels. Default 2.5: a code below it is too far away.
        public var minimumModulePixels = 2.5

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("readWindow", readWindow, 0.05...10)
            try checkParameter("absence", absence, 0...10)
            try checkParameter("displayTime", displayTime, 0...10)
            try checkParameter("invalidTime", invalidTime, 0...10)
            try checkParameter("repeatPause", repeatPause, 0...60)
            try checkParameter("minimumModulePixels", minimumModulePixels, 0...100)
        }
    }
}
