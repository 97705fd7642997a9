public import RectoCore

/// Turns the contents of successive frames into feedback for the scanning user.
///
/// A value without a clock or pixels. Its input is what was read in each frame and the time of the frame. A code counts
/// once it was read in ``OnboardingPolicy/requiredReads`` frames, and is then classified once. Success lasts until
/// ``reset()``; after an invalid code the next one is accepted at once.
///
/// Times are not trusted: a clock that stops or runs backward adds nothing, a large jump lets everything expire, and no
/// time is an error.
public struct OnboardingFeedback: Sendable {
    /// The answer to one observation.
    public struct Answer: Hashable, Sendable, Redacted {
        public let state: OnboardingState
        /// Whether the state reports a code for the first time. This is the moment for a sound, and for the caller to
        /// act.
        public let isNews: Bool

        public var facts: [OnboardingFact] { state.facts }
        public var description: String { state.description }
    }

    /// A recently read code.
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
    /// The code of the last frame that had exactly one.
    private var lastAlone: ScannedCode?
    /// Time until which two different codes count as in view.
    private var severalUntil = -Double.infinity
    private var lastSeen = -Double.infinity
    private var state = OnboardingState.unsuccessful
    private var shownSince = -Double.infinity
    private var lastInvalid: (decision: OnboardingDecision, time: Double)?

    /// Maximum number of codes used per frame, and maximum number remembered.
    private static let maximumCodes = 8

    /// - Parameters:
    ///   - classifier: The classifier that decides which codes are valid.
    ///   - parameters: Times of the feedback.
    /// - Throws: `ParameterError` if a field is outside its range.
    public init(
        classifier: OnboardingClassifier, parameters: Parameters = Parameters()
    ) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
        self.classifier = classifier
    }

    /// Restarts, for example for the next user.
    public mutating func reset() {
        reads.removeAll()
        lastAlone = nil
        severalUntil = -.infinity
        lastSeen = -.infinity
        state = .unsuccessful
        shownSince = -.infinity
        lastInvalid = nil
    }

    /// Processes the contents of the next frame.
    ///
    /// - Parameters:
    ///   - observation: The observation. Frames must be passed in the order of capture.
    ///   - date: Seconds since 1970, to check expiry; `nil` without a reliable clock.
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
            // A return to a code after another one: both are in view, and the reader alternates between them.
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

    /// The state that this frame alone would give.
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
        // A reader occasionally misses a frame, so the shown state stays.
        let isMissed = now - (reads.map(\.last).max() ?? -.infinity) < parameters.absence
        if isMissed, case .invalid = state { return state }
        if !located.isEmpty { return .seen(hint(located)) }
        return now - lastSeen < parameters.absence ? state : .unsuccessful
    }

    /// The nearest code determines the hint.
    private func hint(_ located: [OnboardingObservation.Located]) -> OnboardingState.Hint {
        let largest = located.compactMap(\.modulePixels).filter(\.isFinite).max() ?? 0
        return largest < parameters.minimumModulePixels ? .comeCloser : .holdSteady
    }

    // MARK: Display

    /// Replaces the shown state once it has been visible long enough to read.
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
        /// Seconds within which reads of a code add up, and within which a second code counts as in view with the
        /// first, `0.05...10`. Default 1.
        public var readWindow = 1.0
        /// Seconds without a code after which none is in view, `0...10`. Default 0.7: readers occasionally miss a
        /// frame.
        public var absence = 0.7
        /// Minimum time for which a state is shown, `0...10` seconds. Default 0.3. Success is shown without delay.
        public var displayTime = 0.3
        /// How long an invalid code is reported, `0...10` seconds, unless another code follows. Default 1.5: time to
        /// read a line.
        public var invalidTime = 1.5
        /// Seconds before the same invalid code is news again, `0...60`. Default 2.
        public var repeatPause = 2.0
        /// Minimum side of a module that readers can read, `0...100` pixels. Default 2.5: a smaller code is too far
        /// away.
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
