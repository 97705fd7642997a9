public import RectoCore

/// Decides when a page is taken: once, when it is still and shows well, and not again until another one has come.
///
/// A value without a clock or pixels: it is fed with what each frame shows and when it was taken, and answers with
/// guidance for the person at the camera and, now and then, a shot. A shot names the frame that shows the page best
/// among those of the last moments, so the caller keeps ``Parameters/lookBack`` seconds of frames.
///
/// A page is taken when nothing has spoken against it for ``Parameters/dwell`` seconds: it is a page, all in view, well
/// lit and sharp, its corners are still and nothing moves on it; for longer if the detector is not sure of it. Then
/// capture waits until the page has gone or another signature is seen in its place. A page whose signature is that of
/// one taken before is not taken again. Blank pages cannot be told apart: one in the place of another is taken for the
/// same, one that comes after the place was empty for the next.
///
/// A caller that keeps pages tells which ones it has: ``know(_:as:)`` for pages from elsewhere, ``name(_:)`` for the one
/// that was taken last, ``forget(_:)`` for one that was deleted, ``expect(_:)`` for one that is to be taken again.
///
/// Times are taken as they come: a clock that stands still, leaps or runs backwards delays a shot and does no other
/// harm.
public struct AutoCapture: Sendable {
    /// A frame that is to be kept.
    public struct Shot: Sendable {
        /// When the frame was taken.
        public var time: Duration
        /// The page in it; `nil` where a picture was asked for and none was in view.
        public var page: TrackedQuad?
        /// Whether it was taken for want of a better one: tilted, dark or with reflections.
        public var isLowQuality: Bool
    }

    /// The answer to one observation.
    public struct Decision: Sendable {
        public var guidance: CaptureGuidance
        public var shot: Shot?
        /// Whether a shot to come may name this frame: then the caller keeps a copy of it.
        public var isWorthKeeping: Bool
        /// Of the page in view, the number that the caller gave it; `nil` if it has none, or is not known.
        public var knownPage: Int?
    }

    private enum State {
        /// Until a page is in order for long enough.
        case seeking
        case capturing(Capturing)
        case waiting(RearmState)
    }

    /// A shot that has been decided on.
    private struct Capturing {
        /// When, in seconds, and from when on frames may be chosen.
        var since: Double
        var framesSince: Double
        var isLowQuality = false
        /// Of the page, if it is known by now.
        var signature: PageSignature?
    }

    public private(set) var parameters: Parameters
    private var state = State.seeking
    private var stillness = PageStillness()
    private var motion = SignatureMotion()
    /// The signature since the page lies still.
    private var average = SignatureAverage()
    private var stability = StabilityTimer()
    private var frames = CaptureHistory()
    private var known = KnownPages()
    /// The page that is to be taken again.
    private var expected: Int?
    /// Seconds since the first frame, without leaps and steps backwards.
    private var now = 0.0
    private var lastTime: Duration?
    private var lastStep = 0.0
    private var lastShot = -Double.infinity
    private var shown: (guidance: CaptureGuidance, since: Double)?
    private var isShotRequested = false
    private var lastIdentity: Int?
    /// The entry of the page that was taken last, once its signature is known.
    private var lastTaken: Int?
    /// Where the page that was taken last lay.
    private var place: Quad?

    /// How long the guidance tells of a shot that was taken, in seconds.
    private static let captureDisplay = 1.0
    /// Frames farther apart than this count as this far, in seconds.
    private static let longestStep = 0.25
    /// After a gap of so many seconds, or a leap backwards, what was known of the page is dropped.
    private static let longestGap = 2.0
    /// For how long before a shot the signatures of the page are compared, in seconds.
    private static let signatureTime = 0.15
    /// For how long a frame sets the measure of sharpness, and for how long frames are remembered, in seconds.
    private static let measureTime = 0.7
    private static let historyTime = 3.0
    /// The least sharpness of that time, as a share of the best, by which the lens does not look for its focus.
    private static let focusSpread: Float = 0.7

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
    }

    /// Whether the next observation should say what is on the page: it costs more than all else.
    public var needsSignature: Bool {
        switch state {
        case .seeking:
            parameters.mode == .automatic
                && stability.isComplete(within: max(Self.signatureTime, 2 * lastStep) + 2 * lastStep, parameters)
        case .capturing: false
        case .waiting(let rearm): rearm.needsSignature(at: now + lastStep)
        }
    }

    /// Goes on in another mode: what was taken so far stays known.
    public mutating func setMode(_ mode: Mode) {
        parameters.mode = mode
        stability = StabilityTimer()
    }

    /// Takes the picture with the next frame, whatever it shows.
    public mutating func requestShot() { isShotRequested = true }

    /// Lets the page in view be taken again, as for a retake.
    public mutating func rearm() {
        if case .waiting(let rearm) = state, let page = rearm.page {
            known.removeAll(like: page.signature, dissimilarity)
        } else if !known.isEmpty {
            known.removeLast()
        }
        seekAgain()
    }

    // MARK: The caller's pages

    /// Takes note of a page that the caller has: it is not taken.
    /// - Parameter page: The caller's number. A page may have several looks.
    public mutating func know(_ signature: PageSignature, as page: Int) {
        _ = known.add(KnownPage(signature), number: page, limit: parameters.memory)
    }

    /// Gives the page that was taken last the caller's number.
    public mutating func name(_ page: Int) {
        guard case .waiting(var rearm) = state, rearm.isShot else {
            if let lastTaken { known.setNumber(page, of: lastTaken) }
            return
        }
        rearm.number = page
        if let entry = rearm.entry { known.setNumber(page, of: entry) }
        state = .waiting(rearm)
    }

    /// Forgets a page of the caller's that it no longer has: it may be taken, also if it lies in view.
    public mutating func forget(_ page: Int) {
        known.removeAll(numbered: page)
        if case .waiting(let rearm) = state, rearm.number == page { seekAgain() }
    }

    /// Waits for a page of the caller's, which is taken though it is known; `nil` to wait for none. Other pages that are
    /// known are not taken, unknown ones are.
    public mutating func expect(_ page: Int?) {
        guard page != expected else { return }
        expected = page
        if page != nil { seekAgain() }
    }

    /// Begins a new view of the same pages: what the last frames showed is forgotten, and so is a shot that was being
    /// chosen.
    /// - Parameter page: The page that was taken last, if it may still lie in view. It counts as being there, so that it is
    ///   not taken again, were it blank.
    public mutating func resume(after page: Int? = nil) {
        startAfresh()
        (shown, isShotRequested, expected, lastTaken, lastTime) = (nil, false, nil, nil, nil)
        state = .seeking
        guard let page, let last = known.last(numbered: page) else { return }
        begin(RearmState(last.page, entry: last.id, number: page, since: now, isShot: false))
    }

    private mutating func seekAgain() {
        state = .seeking
        stability = StabilityTimer()
    }

    /// Forgets all pages, as for a new document.
    public mutating func reset() {
        state = .seeking
        known.removeAll()
        startAfresh()
        (shown, isShotRequested, expected, lastTaken) = (nil, false, nil, nil)
    }

    /// Ends the stream.
    /// - Returns: The shot for which better frames were still waited for.
    public mutating func finish() -> Shot? {
        guard case .capturing(let capturing) = state, let last = lastTime else { return nil }
        let best = frames.best(since: capturing.framesSince)
        reset()
        return Shot(time: best?.time ?? last, page: best?.page, isLowQuality: capturing.isLowQuality)
    }

    /// Takes note of what the next frame shows, and decides.
    public mutating func observe(_ observation: CaptureObservation) -> Decision {
        let hasSignatureBeenAsked = needsSignature
        step(to: observation.time)
        if let page = observation.page, let former = page.formerIdentity, former == lastIdentity { correctOutline() }
        lastIdentity = observation.page?.identity
        motion.follow(
            observation.signature, dissimilarity: parameters.dissimilarity, isQuiet: stillness.isQuiet, at: now)
        stillness.follow(observation, isSignatureStill: motion.isStill != false, after: lastStep, at: now)
        followSignature(observation)
        let measureStart = max(now - Self.measureTime, stillness.since ?? now)
        let sharpness = observation.quality?.sharpness ?? 0
        let isFocused =
            now - measureStart >= Self.measureTime - lastStep
            && frames.minimumSharpness(since: measureStart) >= Self.focusSpread
                * frames.bestSharpness(since: measureStart)
        let isSuccessor = isSuccessor(observation.page)
        let check = CaptureCheck(
            observation, stillness,
            CaptureCheck.History(
                minimumConfidence: minimumConfidence(ofSuccessor: isSuccessor),
                sureConfidence: isSuccessor ? parameters.successorConfidence : parameters.sureConfidence,
                isHeld: stability.since != nil,
                bestSharpness: max(sharpness, frames.bestSharpness(since: measureStart)), isFocused: isFocused),
            parameters)
        frames.append(
            CaptureHistory.Frame(
                time: observation.time, clock: now, page: observation.page, sharpness: sharpness,
                isUsable: check.isKept), keepingSince: now - Self.historyTime)
        if stillness.since == nil { stability = StabilityTimer() }
        stability.follow(check, speed: stillness.speed, at: now, after: lastStep, parameters)
        // Without signatures, as of a caller that takes none, the page counts as still and new.
        let mayTrigger =
            observation.signature == nil ? hasSignatureBeenAsked : motion.isStill == true && average.isSettled
        let (guidance, shot) = advance(observation, check, mayTrigger: mayTrigger)
        return Decision(
            guidance: displayed(guidance), shot: shot, isWorthKeeping: check.isKept && !isWaiting,
            knownPage: waitingPage)
    }

    /// Takes note that the page that was seen has another outline than was thought: all that its signatures and parts
    /// said of it was of another piece of the picture.
    private mutating func correctOutline() {
        guard stillness.since != nil else { return }
        stillness.forgetParts()
        motion = SignatureMotion()
        average.clear()
        frames.removeAll()
        switch state {
        case .seeking: break
        case .capturing(var capturing):
            capturing.framesSince = now
            capturing.signature = nil
            state = .capturing(capturing)
        case .waiting(var rearm):
            guard !rearm.isDisturbed else { break }
            rearm.page = nil
            state = .waiting(rearm)
        }
    }

    /// Averages the page's signature while it lies still.
    private mutating func followSignature(_ observation: CaptureObservation) {
        if observation.page == nil || stillness.since == nil { average.clear() }
        if let signature = observation.signature { average.add(signature, at: now) }
    }

    private var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }

    /// The number of the page for whose end is waited.
    private var waitingPage: Int? {
        if case .waiting(let rearm) = state { rearm.number } else { nil }
    }

    /// From which on two signatures are different, in what is in view.
    private var dissimilarity: Double { motion.dissimilarity(parameters.dissimilarity) }

    /// Whether a page lies in the place of the one that was taken last: then it need not prove that it is one.
    private func isSuccessor(_ page: TrackedQuad?) -> Bool {
        guard let place, let page else { return false }
        return page.quad.isNear(place)
    }

    private func minimumConfidence(ofSuccessor isSuccessor: Bool) -> Double {
        if isSuccessor { return parameters.successorConfidence }
        return stability.since != nil ? parameters.keptConfidence : parameters.minimumConfidence
    }

    private mutating func step(to time: Duration) {
        defer { lastTime = time }
        guard let lastTime else { return }
        let passed = (time - lastTime).inSeconds
        if !(0...Self.longestGap ~= passed) { startAfresh() }
        lastStep = min(max(passed, 0), Self.longestStep)
        now += lastStep
    }

    /// Forgets what the last frames showed.
    private mutating func startAfresh() {
        stillness = PageStillness()
        motion = SignatureMotion()
        average.clear()
        stability = StabilityTimer()
        frames.removeAll()
    }

    // MARK: States

    private mutating func advance(
        _ observation: CaptureObservation, _ check: CaptureCheck, mayTrigger: Bool
    ) -> (CaptureGuidance, Shot?) {
        if isShotRequested {
            isShotRequested = false
            return begin(
                Capturing(since: now, framesSince: now - parameters.lookBack, signature: observation.signature))
        }
        switch state {
        case .seeking: return seek(check, mayTrigger: mayTrigger)
        case .capturing(let capturing): return capture(observation, capturing)
        case .waiting(let rearm): return wait(rearm, observation, check, mayTrigger: mayTrigger)
        }
    }

    private mutating func seek(_ check: CaptureCheck, mayTrigger: Bool) -> (CaptureGuidance, Shot?) {
        guard let since = stability.since else { return (check.obstacle ?? .moving, nil) }
        let progress = CaptureGuidance.holdSteady(progress: stability.progress(parameters))
        guard parameters.mode == .automatic else { return (check.obstacle ?? progress, nil) }
        guard check.isKept else { return (progress, nil) }
        if let obstacle = check.obstacle {
            guard now - since > parameters.patience else { return (obstacle, nil) }
            return trigger(isLowQuality: true)
        }
        let isDue = stability.isComplete(within: 0, parameters) && now - lastShot >= parameters.pause
        return isDue && mayTrigger ? trigger(isLowQuality: false) : (progress, nil)
    }

    private mutating func trigger(isLowQuality: Bool) -> (CaptureGuidance, Shot?) {
        if let signature = average.signature, let page = knownPage(signature) {
            begin(RearmState(KnownPage(signature), entry: nil, number: page.number, since: now, isShot: false))
            return (.samePage, nil)
        }
        let framesSince = max(now - parameters.lookBack, stillness.since ?? now)
        return begin(
            Capturing(since: now, framesSince: framesSince, isLowQuality: isLowQuality, signature: average.signature))
    }

    /// The page that is not to be taken again, if a signature is like one.
    private func knownPage(_ signature: PageSignature) -> KnownPages.Entry? {
        // A blank page may be any.
        guard !signature.isBlank else { return nil }
        if let expected, known.isPage(expected, signature, dissimilarity) { return nil }
        return known.first(like: signature, dissimilarity)
    }

    private mutating func begin(_ capturing: Capturing) -> (CaptureGuidance, Shot?) {
        state = .capturing(capturing)
        return (.capturing, nil)
    }

    private mutating func capture(_ observation: CaptureObservation, _ capturing: Capturing) -> (CaptureGuidance, Shot?)
    {
        let awaitsBetter = now - capturing.since < parameters.lookAhead && observation.page != nil
        guard !awaitsBetter else { return (.capturing, nil) }
        let best = frames.best(since: capturing.framesSince)
        let shot = Shot(
            time: best?.time ?? observation.time, page: best?.page ?? observation.page,
            isLowQuality: capturing.isLowQuality)
        lastShot = now
        place = shot.page?.quad
        let page = capturing.signature.map { KnownPage($0) }
        lastTaken = page.map { remember($0, number: nil) }
        begin(RearmState(page, entry: lastTaken, number: nil, since: now, isShot: true))
        return (.captured, shot)
    }

    private mutating func begin(_ rearm: RearmState) {
        state = .waiting(rearm)
        average.clear()
    }

    private mutating func remember(_ page: KnownPage, number: Int?) -> Int {
        known.add(page, number: number, limit: parameters.memory)
    }

    private mutating func wait(
        _ rearm: RearmState, _ observation: CaptureObservation, _ check: CaptureCheck, mayTrigger: Bool
    ) -> (CaptureGuidance, Shot?) {
        var rearm = rearm
        if rearm.page == nil, let signature = observation.signature {
            // After a shot that was asked for, or of an outline that was corrected, the next signature is that of the
            // page.
            rearm.page = KnownPage(signature)
            rearm.entry = remember(KnownPage(signature), number: rearm.number)
            if rearm.isShot { lastTaken = rearm.entry }
            average.clear()
        }
        rearm.follow(
            observation, &average, isStill: stillness.since != nil, dissimilarity: dissimilarity, at: now)
        // What was learnt of how like itself the page looks counts when it comes again.
        if rearm.isShot, let page = rearm.page, let entry = rearm.entry { known.update(entry, to: page) }
        if rearm.isOver(average, at: now, absence: parameters.absence, changeTime: parameters.changeTime) {
            state = .seeking
            return seek(check, mayTrigger: mayTrigger)
        }
        state = .waiting(rearm)
        let isFresh = rearm.isShot && now - rearm.since < Self.captureDisplay
        return (isFresh ? .captured : observation.page == nil ? .noDocument : .samePage, nil)
    }

    // MARK: Display

    /// The guidance to show: none gives way to another before it can be read.
    private mutating func displayed(_ guidance: CaptureGuidance) -> CaptureGuidance {
        guard let shown, !shown.guidance.isSame(as: guidance) else {
            shown = (guidance, shown?.since ?? now)
            return guidance
        }
        let isUrgent = guidance == .capturing || guidance == .captured
        guard isUrgent || now - shown.since >= parameters.displayTime else { return shown.guidance }
        self.shown = (guidance, now)
        return guidance
    }
}

extension CaptureGuidance {
    /// Whether both say the same, whatever the progress.
    fileprivate func isSame(as other: CaptureGuidance) -> Bool {
        if case (.holdSteady, .holdSteady) = (self, other) { return true }
        return self == other
    }
}

extension Quad {
    /// Whether a quad has the size and shape of another and lies near it, as of the next page under the same camera.
    fileprivate func isNear(_ other: Quad) -> Bool {
        let way = other.centroid - centroid
        return way.length < Self.nearness * other.area.squareRoot()
            && map { $0 + way }.intersectionOverUnion(with: other) > Self.sameShape
    }
    /// In roots of the area.
    private static var nearness: Double { 0.3 }
    /// Minimum overlap (intersection over union) once one is moved onto the other.
    private static var sameShape: Double { 0.85 }
}
