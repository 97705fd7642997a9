import RectoCore

/// A page that is being followed, or was a moment ago.
struct PageTrack: Sendable {
    private(set) var predictor: QuadPredictor
    private(set) var smoother: QuadSmoother
    /// Where and when all four sides were last seen.
    private(set) var complete: Quad
    private(set) var lastComplete: Duration
    /// The hidden side, if any.
    private(set) var hidden: Int?
    /// The support that each side usually has while it is seen.
    private var usualSupports = SIMD4<Float>(repeating: 1)
    /// When the page was first seen, and when it was last seen.
    private(set) var since: Duration
    private(set) var lastSeen: Duration
    private(set) var appearance: PageAppearance
    private var lastAppearance: PageAppearance
    /// Consecutive frames in which the page differs from ``appearance`` but not from the previous frame.
    private var framesOfNewAppearance = 0

    var identity: Int
    /// The detector's confidence over its last runs.
    private(set) var confidence: Double
    /// Whether the detector was ever sure of the page.
    private(set) var isTrusted: Bool
    var framesToDetection: Int
    /// Frames left of the probation at the start, during which the detector runs in every frame.
    private(set) var framesOnProbation = probation
    /// The other quad that the detector preferred in its last run, mapped so that the tracked quad is the unit square.
    var rival: Quad?
    /// Whether the detector's last run gave the page very low confidence.
    var isDoubted = false
    /// The prior of the outline.
    var prior = OutlinePrior()

    /// Frames until the detector's first answer is accepted: a shadow or a blur may have misled it.
    private static let probation = 3
    /// The longest detection interval, in frames, while a side is hidden or the detector is in doubt: the side may only
    /// have changed its look, and several runs are more reliable than one.
    private static let framesToNextDetection = 5
    /// Lowest correlations with the remembered appearance (same page) and with the previous frame (steady page).
    private static let sameAppearance: Float = 0.8
    private static let steadyAppearance: Float = 0.85
    /// Frames for which a new appearance must last.
    private static let settlingFrames = 3
    /// Shares by which the remembered appearance and the usual supports move toward each new observation.
    private static let appearanceAdaption: Float = 0.05
    private static let supportAdaption: Float = 0.1
    /// The farthest that a corner of a lost page may be from its expected place for the page to be found again, in
    /// diagonals of the frame.
    private static let continuationReach = 0.1
    /// Mean support of clearly visible sides.
    private static let usualSupport = 0.8

    init(
        _ page: PageDetection, _ appearance: PageAppearance, at time: Duration, identity: Int,
        _ parameters: QuadTracker.Parameters
    ) {
        predictor = QuadPredictor(page.quad, at: time.inSeconds)
        smoother = QuadSmoother(
            page.quad, at: time.inSeconds, restCutoff: parameters.restCutoff, cutoffGain: parameters.cutoffGain)
        complete = page.quad
        lastComplete = time
        since = time
        lastSeen = time
        self.appearance = appearance
        lastAppearance = appearance
        self.identity = identity
        confidence = page.confidence
        isTrusted = Self.canBeTrusted(page.confidence)
        framesToDetection = 1
    }

    /// The same page at another place, where the detector found it during its probation.
    init(
        _ page: PageDetection, _ appearance: PageAppearance, at time: Duration, inPlaceOf former: PageTrack,
        _ parameters: QuadTracker.Parameters
    ) {
        self.init(page, appearance, at: time, identity: former.identity, parameters)
        framesOnProbation = former.framesOnProbation
    }

    /// Ends the probation at once, for a page that was set by hand.
    mutating func skipProbation(interval: Int) {
        framesOnProbation = 0
        framesToDetection = interval
    }

    /// Schedules the next run of the detector, after it has run.
    mutating func scheduleDetection(interval: Int) {
        framesToDetection =
            framesOnProbation > 0 ? 1 : hidden == nil && isSure ? interval : min(interval, Self.framesToNextDetection)
    }

    /// Whether the detector is sure enough of the page for a capture.
    var isSure: Bool { confidence >= PageDetection.Level.capture.minimumConfidence }

    private static func canBeTrusted(_ confidence: Double) -> Bool {
        confidence >= PageDetection.Level.lock.minimumConfidence
    }

    /// Updates the confidence with that of the detector's latest run.
    mutating func update(confidence: Double) {
        // On probation the new confidence replaces the old one, which may come from a blur or a shadow. Later it counts
        // half, because print that comes and goes misleads single runs.
        self.confidence = framesOnProbation > 0 ? confidence : Self.evenOdds(self.confidence, confidence)
        if Self.canBeTrusted(confidence) { isTrusted = true }
    }

    /// The probability whose odds are the geometric mean of two probabilities' odds.
    private static func evenOdds(_ a: Double, _ b: Double) -> Double {
        let (yes, no) = ((a * b).squareRoot(), ((1 - a) * (1 - b)).squareRoot())
        return yes + no > 0 ? yes / (yes + no) : 0.5
    }

    /// Resumes following a page that was lost and has been detected again.
    mutating func resume(
        _ page: PageDetection, _ appearance: PageAppearance, at time: Duration, diagonal: Double,
        _ parameters: QuadTracker.Parameters
    ) {
        let quad = page.quad.aligned(with: predictor.prediction(at: time.inSeconds))
        predictor.correct(with: quad, at: time.inSeconds)
        smoother.add(quad, at: time.inSeconds, diagonal: diagonal)
        complete = quad
        lastComplete = time
        hidden = nil
        since = time
        lastSeen = time
        lastAppearance = appearance
        confidence = page.confidence
        if Self.canBeTrusted(confidence) { isTrusted = true }
        framesToDetection = parameters.detectionInterval
        rival = nil
        isDoubted = false
    }

    /// Whether a detected page is the lost one: near its expected place, and with the same appearance.
    func isContinued(by quad: Quad, _ appearance: PageAppearance, at time: Duration, diagonal: Double) -> Bool {
        let expected = predictor.prediction(at: time.inSeconds)
        return quad.aligned(with: expected).farthestCorner(from: expected) < Self.continuationReach * diagonal
            && appearance.correlation(with: self.appearance) >= Self.sameAppearance
    }

    /// Where and how the page should be found.
    struct Expectation {
        var quad: Quad
        /// How far the expected quad may be off, in pixels.
        var uncertainty: Double
        /// The side that was hidden.
        var hidden: Int?
        /// Where all four sides were last seen.
        var complete: Quad
        /// The share of each side that must show its remembered steps.
        var minimumSupports: SIMD4<Float>
        /// How long ago the page was seen.
        var secondsUnseen: Double
    }

    func expectation(at time: Duration, minimumSupport: Double) -> Expectation {
        Expectation(
            quad: predictor.prediction(at: time.inSeconds), uncertainty: predictor.uncertainty(at: time.inSeconds),
            hidden: hidden, complete: complete, minimumSupports: minimumSupports(minimumSupport),
            secondsUnseen: (time - lastSeen).inSeconds)
    }

    var isDueForDetection: Bool { framesToDetection <= 0 }

    /// The support at or above which each side counts as seen: half its usual support, but at least `minimum`.
    private func minimumSupports(_ minimum: Double) -> SIMD4<Float> {
        let half: SIMD4<Float> = 0.5 * usualSupports
        return half.replacing(with: Float(minimum), where: half .< Float(minimum))
    }

    mutating func follow(_ finding: SideSearch.Finding, at time: Duration, diagonal: Double) {
        predictor.correct(with: finding.quad, at: time.inSeconds)
        smoother.add(finding.quad, at: time.inSeconds, diagonal: diagonal)
        if hidden == nil, finding.hidden != nil {
            framesToDetection = min(framesToDetection, Self.framesToNextDetection)
        }
        hidden = finding.hidden
        for side in 0..<4 where side != hidden {
            usualSupports[side] += Self.supportAdaption * (finding.supports[side] - usualSupports[side])
        }
        if finding.hidden == nil { (complete, lastComplete) = (finding.quad, time) }
        lastSeen = time
        framesToDetection -= 1
        framesOnProbation = max(0, framesOnProbation - 1)
    }

    func isHidden(forMoreThan seconds: Double, at time: Duration) -> Bool {
        hidden != nil && (time - lastComplete).inSeconds > seconds
    }

    /// Records that no side is hidden after all.
    mutating func uncover(_ quad: Quad, at time: Duration) {
        hidden = nil
        usualSupports = SIMD4(repeating: 1)
        (complete, lastComplete) = (quad, time)
    }

    /// Updates the appearance of the page.
    ///
    /// - Returns: Whether another page has taken the same place and has settled there.
    mutating func update(appearance now: PageAppearance, at time: Duration) -> Bool {
        defer { lastAppearance = now }
        if now.correlation(with: appearance) >= Self.sameAppearance {
            appearance.follow(now, by: Self.appearanceAdaption)
            framesOfNewAppearance = 0
            return false
        }
        let settles = now.correlation(with: lastAppearance) >= Self.steadyAppearance
        framesOfNewAppearance = settles ? framesOfNewAppearance + 1 : 0
        guard framesOfNewAppearance >= Self.settlingFrames else { return false }
        framesOfNewAppearance = 0
        appearance = now
        since = time
        framesToDetection = 0
        prior.turnPage()
        return true
    }

    func result(_ source: TrackedQuad.Source, support: Double, diagonal: Double) -> TrackedQuad {
        TrackedQuad(
            quad: smoother.quad, confidence: confidence * min(1, support / Self.usualSupport), source: source,
            occludedSides: hidden.map { TrackedQuad.Sides(side: $0) } ?? [], velocity: smoother.velocity,
            speed: 100 * smoother.speed / diagonal, since: since, identity: identity)
    }
}
