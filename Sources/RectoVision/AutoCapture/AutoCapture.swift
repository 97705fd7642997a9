public import RectoCore

/// Decides when to take a page: once, when it is still and clearly visible, and not again until another one appears.
///
/// A value without a clock or pixels: it receives what each frame shows and when it was taken, and returns guidance for
/// the person at the camera and, now and then, a shot. A shot names the best frame of the last moments, so the caller
/// keeps ``Parameters/lookBack`` seconds of frames.
///
/// A page is taken after ``Parameters/dwell`` seconds without an obstacle: it is a page, entirely in view, well lit and
/// sharp, its corners are still and nothing moves on it. If the detector is not sure of the page, this takes longer.
/// Capture then waits until the page has gone or another signature is seen in its place. A page with the signature of
/// an earlier one is not taken again. Blank pages cannot be distinguished: a blank page that replaces another counts as
/// the same page; one that appears after the place was empty counts as the next page.
///
/// A caller that keeps pages reports which ones it has: ``know(_:as:)`` for pages from elsewhere, ``name(_:)`` for the
/// last page taken, ``forget(_:)`` for a deleted page, ``expect(_:)`` for a page that is to be taken again.
///
/// Times need not be regular: a clock that stands still, jumps or runs backwards delays a shot and does no other harm.
public struct AutoCapture: Sendable {
    /// A frame to keep.
    public struct Shot: Sendable {
        /// When the frame was taken.
        public var time: Duration
        /// The page in the frame; `nil` if the shot was requested while no page was in view.
        public var page: TrackedQuad?
        /// Whether it was taken for want of a better one, although the page is tilted, dark or shows reflections.
        public var isLowQuality: Bool
    }

    /// The answer to one observation.
    public struct Decision: Sendable {
        public var guidance: CaptureGuidance
        public var shot: Shot?
        /// Whether a future shot may name this frame, so that the caller must keep a copy of it.
        public var isWorthKeeping: Bool
        /// The caller's number for the page in view; `nil` if it has none or is unknown.
        public var knownPage: Int?
    }

    private enum State {
        /// No page has been in order for long enough yet.
        case seeking
        case capturing(Capturing)
        case waiting(RearmState)
    }

    /// A shot that has been decided on.
    private struct Capturing {
        /// When it was decided on, and the earliest time of a frame to choose, in seconds.
        var since: Double
        var framesSince: Double
        var isLowQuality = false
        /// The signature of the page, if it is known by now.
        var signature: PageSignature?
    }

    public private(set) var parameters: Parameters
    private var state = State.seeking
    private var stillness = PageStillness()
    private var motion = SignatureMotion()
    /// The average signature since the page has been still.
    private var average = SignatureAverage()
    private var stability = StabilityTimer()
    private var frames = CaptureHistory()
    private var known = KnownPages()
    /// The page that is to be taken again.
    private var expected: Int?
    /// Seconds since the first frame, without jumps and steps backwards.
    private var now = 0.0
    private var lastTime: Duration?
    private var lastStep = 0.0
    private var lastShot = -Double.infinity
    private var shown: (guidance: CaptureGuidance, since: Double)?
    private var isShotRequested = false
    private var lastIdentity: Int?
    /// The entry of the last page taken, once its signature is known.
    private var lastTaken: Int?
    /// Where the last page taken lay.
    private var place: Quad?

    /// How long the guidance reports a shot that was taken, in seconds.
    private static let captureDisplay = 1.0
    /// The longest time that is counted between two frames, in seconds.
    private static let longestStep = 0.25
    /// The longest gap between two frames, in seconds, after which the state of the page is kept. A longer gap, or a
    /// jump backwards, drops it.
    private static let longestGap = 2.0
    /// How long before a shot the signatures of the page are compared, in seconds.
    private static let signatureTime = 0.15
    /// How long a frame serves as the reference for sharpness, and how long frames are remembered, in seconds.
    private static let measureTime = 0.7
    private static let historyTime = 3.0
    /// How many times as much each second counts of a page in the place of the last one: where it lies and how sharp it
    /// can be is known, and in a pile that is shown fast it lies for a second.
    private static let successorGain = 1.3
    /// The lowest sharpness in the reference time, as a share of the best, at which the lens counts as focused.
    private static let focusSpread: Float = 0.7

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
    }

    /// Whether the next observation should include a signature, the most expensive part of an observation.
    public var needsSignature: Bool {
        switch state {
        case .seeking:
            parameters.mode == .automatic
                && stability.isComplete(within: max(Self.signatureTime, 2 * lastStep) + 2 * lastStep, parameters)
        case .capturing: false
        case .waiting(let rearm): rearm.needsSignature(at: now + lastStep)
        }
    }

    /// Continues in another mode; the pages taken so far stay known.
    public mutating func setMode(_ mode: Mode) {
        parameters.mode = mode
        stability = StabilityTimer()
    }

    /// Requests a shot at the next frame, whatever it shows.
    public mutating func requestShot() { isShotRequested = true }

    /// Allows the page in view to be taken again, as for a retake.
    public mutating func rearm() {
        if case .waiting(let rearm) = state, let page = rearm.page {
            known.removeAll(like: page.signature, dissimilarity)
        } else if !known.isEmpty {
            known.removeLast()
        }
        seekAgain()
    }

    // MARK: The caller's pages

    /// Registers a page that the caller already has, so that it is not taken.
    /// - Parameter page: The caller's number for the page. A page may have several signatures.
    public mutating func know(_ signature: PageSignature, as page: Int) {
        _ = known.add(KnownPage(signature), number: page, limit: parameters.memory)
    }

    /// Gives the last page taken the caller's number.
    public mutating func name(_ page: Int) {
        guard case .waiting(var rearm) = state, rearm.isShot else {
            if let lastTaken { known.setNumber(page, of: lastTaken) }
            return
        }
        rearm.number = page
        if let entry = rearm.entry { known.setNumber(page, of: entry) }
        state = .waiting(rearm)
    }

    /// Forgets a page that the caller no longer has, so that it may be taken even if it is in view.
    public mutating func forget(_ page: Int) {
        known.removeAll(numbered: page)
        if case .waiting(let rearm) = state, rearm.number == page { seekAgain() }
    }

    /// Waits for one of the caller's pages, which is taken although it is known; `nil` waits for none. Other known
    /// pages are not taken; unknown ones are.
    public mutating func expect(_ page: Int?) {
        guard page != expected else { return }
        expected = page
        if page != nil { seekAgain() }
    }

    /// Begins a new view of the same pages: forgets what the last frames showed, and any shot that was being chosen.
    /// - Parameter page: The last page taken, if it may still be in view. It counts as being there, so that it is not
    ///   taken again even if it is blank.
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
    /// - Returns: The shot that was still waiting for better frames, if any.
    public mutating func finish() -> Shot? {
        guard case .capturing(let capturing) = state, let last = lastTime else { return nil }
        let best = frames.best(since: capturing.framesSince)
        reset()
        return Shot(time: best?.time ?? last, page: best?.page, isLowQuality: capturing.isLowQuality)
    }

    /// Processes what the next frame shows, and decides.
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
        stability.follow(
            check, speed: stillness.speed, at: now, after: lastStep * (isSuccessor ? Self.successorGain : 1),
            parameters)
        // Without signatures, as from a caller that computes none, the page counts as still and new.
        let mayTrigger =
            observation.signature == nil ? hasSignatureBeenAsked : motion.isStill == true && average.isSettled
        let (guidance, shot) = advance(observation, check, mayTrigger: mayTrigger)
        return Decision(
            guidance: displayed(guidance), shot: shot, isWorthKeeping: check.isKept && !isWaiting,
            knownPage: waitingPage)
    }

    /// Discards the signatures and parts seen so far, after the outline of the page was corrected: they describe
    /// another area of the picture.
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

    /// Averages the page's signature while the page is still.
    private mutating func followSignature(_ observation: CaptureObservation) {
        if observation.page == nil || stillness.since == nil { average.clear() }
        if let signature = observation.signature { average.add(signature, at: now) }
    }

    private var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }

    /// The number of the page that capture waits to be replaced.
    private var waitingPage: Int? {
        if case .waiting(let rearm) = state { rearm.number } else { nil }
    }

    /// The dissimilarity at or above which two signatures count as different, for the page in view.
    private var dissimilarity: Double { motion.dissimilarity(parameters.dissimilarity) }

    /// Whether a page lies in the place of the last one taken, so that less confidence is required of it.
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
        // Frames from while a hand or glare lay on the page do not count, unless the page is taken in spite of them.
        let inOrder = isLowQuality ? stillness.since : stability.clearSince
        let framesSince = max(now - parameters.lookBack, stillness.since ?? now, inOrder ?? now)
        return begin(
            Capturing(since: now, framesSince: framesSince, isLowQuality: isLowQuality, signature: average.signature))
    }

    /// The known page that a signature matches and that must not be taken again, if any.
    private func knownPage(_ signature: PageSignature) -> KnownPages.Entry? {
        // A blank signature matches any blank page.
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
            // After a requested shot, or a corrected outline, the next signature is that of the page.
            rearm.page = KnownPage(signature)
            rearm.entry = remember(KnownPage(signature), number: rearm.number)
            if rearm.isShot { lastTaken = rearm.entry }
            average.clear()
        }
        rearm.follow(
            observation, &average, isStill: stillness.since != nil, dissimilarity: dissimilarity, at: now)
        // Keep what was learned about how much the page varies, for when it appears again.
        if rearm.isShot, let page = rearm.page, let entry = rearm.entry { known.update(entry, to: page) }
        if rearm.isOver(average, at: now, absence: parameters.absence, changeTime: parameters.changeTime) {
            state = .seeking
            return seek(check, mayTrigger: mayTrigger)
        }
        state = .waiting(rearm)
        return (guidance(rearm, observation, check), nil)
    }

    /// What is known of a page before it counts as the next one: a page that may be another is called neither the same
    /// nor new.
    private func guidance(
        _ rearm: RearmState, _ observation: CaptureObservation, _ check: CaptureCheck
    ) -> CaptureGuidance {
        if rearm.isShot, now - rearm.since < Self.captureDisplay { return .captured }
        guard observation.page != nil else { return check.obstacle ?? .noDocument }
        guard rearm.mayBeOther else { return .samePage }
        return check.obstacle ?? .holdSteady(progress: stability.progress(parameters))
    }

    // MARK: Display

    /// The guidance to show, which is not replaced before it can be read.
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
    /// Whether both are the same guidance, regardless of progress.
    fileprivate func isSame(as other: CaptureGuidance) -> Bool {
        if case (.holdSteady, .holdSteady) = (self, other) { return true }
        return self == other
    }
}

extension Quad {
    /// Whether the quad has the size and shape of another and lies near it, like the next page under the same camera.
    fileprivate func isNear(_ other: Quad) -> Bool {
        let way = other.centroid - centroid
        return way.length < Self.nearness * other.area.squareRoot()
            && map { $0 + way }.intersectionOverUnion(with: other) > Self.sameShape
    }
    /// The largest distance between the centroids, in square roots of the area.
    private static var nearness: Double { 0.3 }
    /// Minimum overlap (intersection over union) after one is moved onto the other.
    private static var sameShape: Double { 0.85 }
}
