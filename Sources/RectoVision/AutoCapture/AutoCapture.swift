public import RectoCore

/// Decides when a page is taken: once, when it is still and shows well, and not again until another one has come.
///
/// A value without a clock or pixels: it is fed with what each frame shows and when it was taken, and answers with guidance
/// for the person at the camera and, now and then, a shot. A shot names the frame that shows the page best among those of
/// the last moments, so the caller keeps ``Parameters/lookBack`` seconds of frames.
///
/// From looking to steadying as soon as nothing speaks against the page; to capturing when it has been still for
/// ``Parameters/dwell``; then at rest until the page has gone or another print is seen in its place. A page whose print is
/// that of one taken before is not taken again.
public struct AutoCapture: Sendable {
    /// A frame that is to be kept.
    public struct Shot: Sendable {
        /// When the frame was taken.
        public var time: Duration
        /// The page in it; nothing where a picture was asked for and none was in view.
        public var page: TrackedQuad?
        /// Whether it was taken for want of a better one: tilted, dark or with reflections.
        public var isLowQuality: Bool
    }

    /// The answer to one observation.
    public struct Decision: Sendable {
        public var guidance: CaptureGuidance
        public var shot: Shot?
    }

    private enum State {
        case looking
        /// Seconds gathered towards the dwell, when a page was last in order, and since when it has been still.
        case steadying(gathered: Double, lastInOrder: Duration, since: Duration)
        case capturing(Capturing)
        case resting(CaptureRest)
    }

    /// A shot that has been decided on.
    private struct Capturing {
        var since: Duration
        var isLowQuality = false
        /// Of the page, if it is known by now.
        var print: PagePrint?
    }

    public let parameters: Parameters
    private var state = State.looking
    private var stillness = PageStillness()
    private var frames = CaptureHistory()
    private var known: [KnownPage] = []
    private var lastTime: Duration?
    private var lastShot: Duration?
    private var shown: (guidance: CaptureGuidance, since: Duration)?
    private var isShotRequested = false

    /// How long the guidance tells of a shot that was taken, in seconds.
    private static let captureDisplay = 1.0
    /// A page this still, in shares of the still speed, gathers faster.
    private static let calm = 0.35
    private static let calmGain = 1.8
    /// Frames farther apart than this count as this far, in seconds.
    private static let longestStep = 0.2

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
    }

    /// Whether the next observation should say what is on the page: it costs more than all else.
    public var needsPrint: Bool {
        switch state {
        case .looking, .capturing: false
        case .steadying(let gathered, _, _): gathered > 0.4 * parameters.dwell
        case .resting: true
        }
    }

    /// Takes the picture with the next frame, whatever it shows.
    public mutating func requestShot() { isShotRequested = true }

    /// Lets the page in view be taken again, as for a retake.
    public mutating func rearm() {
        state = .looking
        if !known.isEmpty { known.removeLast() }
    }

    /// Forgets all pages, as for a new document.
    public mutating func reset() {
        state = .looking
        known.removeAll()
        frames.removeAll()
        stillness = PageStillness()
        shown = nil
        isShotRequested = false
    }

    /// Looks at what the next frame shows.
    public mutating func observe(_ observation: CaptureObservation) -> Decision {
        let time = observation.time
        let passed = min(max((time - (lastTime ?? time)).inSeconds, 0), Self.longestStep)
        lastTime = time
        stillness.follow(observation.page, after: passed)
        let check = CaptureCheck(
            observation, speed: stillness.speed, isSteadying: isSteadying, frames.bestSharpness(of: observation), parameters)
        frames.append(observation, isUsable: check.isUsable, since: time - .seconds(2))
        let (guidance, shot) = advance(observation, check, passed)
        return Decision(guidance: displayed(guidance, at: time), shot: shot)
    }

    private var isSteadying: Bool {
        if case .steadying = state { true } else { false }
    }

    // MARK: States

    private mutating func advance(
        _ observation: CaptureObservation, _ check: CaptureCheck, _ passed: Double
    ) -> (CaptureGuidance, Shot?) {
        if isShotRequested {
            isShotRequested = false
            return begin(Capturing(since: observation.time, print: observation.print))
        }
        switch state {
        case .looking: return look(observation, check)
        case .steadying(let gathered, let lastInOrder, let since):
            return steady(observation, check, passed, gathered, lastInOrder, since)
        case .capturing(let capturing): return capture(observation, capturing)
        case .resting(let rest): return self.rest(rest, observation)
        }
    }

    private mutating func look(
        _ observation: CaptureObservation, _ check: CaptureCheck
    ) -> (CaptureGuidance, Shot?) {
        if let obstacle = check.obstacle, !(check.isStill && check.isTakenInTime) { return (obstacle, nil) }
        guard parameters.mode == .automatic else { return (check.obstacle ?? .holdSteady(progress: 0), nil) }
        state = .steadying(gathered: 0, lastInOrder: observation.time, since: observation.time)
        return (check.obstacle ?? .holdSteady(progress: 0), nil)
    }

    private mutating func steady(
        _ observation: CaptureObservation, _ check: CaptureCheck, _ passed: Double, _ gathered: Double,
        _ lastInOrder: Duration, _ since: Duration
    ) -> (CaptureGuidance, Shot?) {
        let time = observation.time
        guard check.isKept else {
            if (time - lastInOrder).inSeconds > parameters.grace {
                state = .looking
                return (check.obstacle ?? .moving, nil)
            }
            return (.holdSteady(progress: progress(gathered)), nil)
        }
        guard let obstacle = check.obstacle else {
            let gain = stillness.speed < Self.calm * parameters.stillSpeed ? Self.calmGain : 1
            let gathered = gathered + passed * gain
            state = .steadying(gathered: gathered, lastInOrder: time, since: since)
            guard gathered >= parameters.dwell, isPauseOver(at: time) else {
                return (.holdSteady(progress: progress(gathered)), nil)
            }
            return trigger(observation, isLowQuality: false)
        }
        // What is soft enough to be kept delays the shot, but not for ever.
        state = .steadying(gathered: 0, lastInOrder: time, since: since)
        if (time - since).inSeconds > parameters.patience { return trigger(observation, isLowQuality: true) }
        return (obstacle, nil)
    }

    private func progress(_ gathered: Double) -> Double {
        parameters.dwell > 0 ? min(1, gathered / parameters.dwell) : 1
    }

    private func isPauseOver(at time: Duration) -> Bool {
        lastShot.map { (time - $0).inSeconds >= parameters.pause } ?? true
    }

    private mutating func trigger(
        _ observation: CaptureObservation, isLowQuality: Bool
    ) -> (CaptureGuidance, Shot?) {
        if let page = observation.print.flatMap(knownPage) {
            state = .resting(CaptureRest(page, since: observation.time, isShot: false))
            return (.samePage, nil)
        }
        return begin(
            Capturing(since: observation.time, isLowQuality: isLowQuality, print: observation.print))
    }

    private mutating func begin(_ capturing: Capturing) -> (CaptureGuidance, Shot?) {
        state = .capturing(capturing)
        return (.capturing, nil)
    }

    /// The page that has this print, if it was taken before.
    private func knownPage(_ print: PagePrint) -> KnownPage? {
        known.last { $0.isLike(print, parameters.sameness) }.map { _ in KnownPage(print) }
    }

    private mutating func capture(
        _ observation: CaptureObservation, _ capturing: Capturing
    ) -> (CaptureGuidance, Shot?) {
        let waited = (observation.time - capturing.since).inSeconds
        guard waited >= parameters.lookAhead || observation.page == nil else { return (.capturing, nil) }
        let best = frames.best(since: capturing.since - .seconds(parameters.lookBack))
        let shot = Shot(
            time: best?.time ?? observation.time, page: best?.page ?? observation.page,
            isLowQuality: capturing.isLowQuality)
        lastShot = observation.time
        let page = capturing.print.map { KnownPage($0) }
        if let page { remember(page) }
        state = .resting(CaptureRest(page, since: observation.time, isShot: true))
        return (.captured, shot)
    }

    private mutating func remember(_ page: KnownPage) {
        known.append(page)
        if known.count > parameters.memory { known.removeFirst(known.count - parameters.memory) }
    }

    private mutating func rest(
        _ rest: CaptureRest, _ observation: CaptureObservation
    ) -> (CaptureGuidance, Shot?) {
        var rest = rest
        if rest.page == nil, let print = observation.print {
            // A shot that was asked for: the first frame after it shows the page that was taken.
            rest.page = KnownPage(print)
            remember(KnownPage(print))
        }
        rest.follow(observation, sameness: parameters.sameness)
        // What was learnt of the page's likeness to itself counts when it comes again.
        if rest.isShot, let page = rest.page, !known.isEmpty { known[known.count - 1] = page }
        if rest.isOver(at: observation.time, absence: parameters.absence, changeTime: parameters.changeTime) {
            // How sharp the former page was says nothing of the next one.
            frames.removeAll()
            state = .looking
        } else {
            state = .resting(rest)
        }
        let isFresh = rest.isShot && (observation.time - rest.since).inSeconds < Self.captureDisplay
        return (isFresh ? .captured : observation.page == nil ? .noDocument : .samePage, nil)
    }

    // MARK: Display

    /// The guidance to show: none gives way to another before it can be read.
    private mutating func displayed(_ guidance: CaptureGuidance, at time: Duration) -> CaptureGuidance {
        guard let shown, shown.guidance.code != guidance.code else {
            shown = (guidance, shown?.since ?? time)
            return guidance
        }
        let isUrgent = guidance == .capturing || guidance == .captured
        guard isUrgent || (time - shown.since).inSeconds >= parameters.displayTime else { return shown.guidance }
        self.shown = (guidance, time)
        return guidance
    }
}
