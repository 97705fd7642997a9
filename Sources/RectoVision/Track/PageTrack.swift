import RectoCore

/// A page that is followed, or was a moment ago.
struct PageTrack: Sendable {
    private(set) var predictor: QuadPredictor
    private(set) var smoother: QuadSmoother
    /// Where all four sides were last seen, and when.
    private(set) var complete: Quad
    private(set) var lastComplete: Duration
    /// The side that is hidden.
    private(set) var hidden: Int?
    /// Support that each side has while it is seen.
    private var usualSupports = SIMD4<Float>(repeating: 1)
    /// Since when, and when last.
    private(set) var since: Duration
    private(set) var lastSeen: Duration
    private(set) var appearance: PageAppearance
    private var lastAppearance: PageAppearance
    /// Frames in a row in which the page looks otherwise than before, but not otherwise than in the frame before.
    private var framesOfNewAppearance = 0

    var identity: Int
    /// The detector's, of its last runs.
    private(set) var confidence: Double
    /// Whether the detector was ever sure of it.
    private(set) var isTrusted: Bool
    var framesToDetection: Int
    /// Frames left of those at the start in each of which the detector runs again.
    private(set) var framesOnProbation = probation
    /// A quad that the detector prefers, in shares of the tracked quad's sides.
    var rival: Quad?
    /// Whether the detector hardly took it for a page when it last ran.
    var isDoubted = false
    /// Of the outline.
    var prior = OutlinePrior()

    /// The detector's first answer stands after so many frames: it may have been taken in by a shadow or a blur.
    private static let probation = 3
    /// While a side is hidden, or the detector in doubt, it runs more often: the side may only look otherwise, and
    /// several runs tell more than one.
    private static let framesToNextDetection = 5
    /// Correlation of the page's appearance with what it was, and from frame to frame.
    private static let sameAppearance: Float = 0.8
    private static let steadyAppearance: Float = 0.85
    /// A new appearance must last for so many frames.
    private static let settlingFrames = 3
    /// Shares by which what is known of a page follows what is seen: its appearance, and the support of its sides.
    private static let appearanceAdaption: Float = 0.05
    private static let supportAdaption: Float = 0.1
    /// A page that was lost is found again if no corner is farther from where it should be, in diagonals of the frame.
    private static let continuationReach = 0.1
    /// Mean support of sides that show well.
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

    /// The same page at another place, which the detector found during its probation.
    init(
        _ page: PageDetection, _ appearance: PageAppearance, at time: Duration, inPlaceOf former: PageTrack,
        _ parameters: QuadTracker.Parameters
    ) {
        self.init(page, appearance, at: time, identity: former.identity, parameters)
        framesOnProbation = former.framesOnProbation
    }

    /// A page that was set by hand is not doubted at once.
    mutating func skipProbation(interval: Int) {
        framesOnProbation = 0
        framesToDetection = interval
    }

    /// Takes note that the detector has run.
    mutating func scheduleDetection(interval: Int) {
        framesToDetection =
            framesOnProbation > 0 ? 1 : hidden == nil && isSure ? interval : min(interval, Self.framesToNextDetection)
    }

    /// Whether the detector is as sure of it as it need be.
    var isSure: Bool { confidence >= PageDetection.Level.capture.minimumConfidence }

    private static func canBeTrusted(_ confidence: Double) -> Bool {
        confidence >= PageDetection.Level.lock.minimumConfidence
    }

    /// Takes note of how sure the detector is now.
    mutating func update(confidence: Double) {
        // A first answer may be of a blur or a shadow; later ones count half: print that comes and goes misleads single
        // runs.
        self.confidence = framesOnProbation > 0 ? confidence : Self.evenOdds(self.confidence, confidence)
        if Self.canBeTrusted(confidence) { isTrusted = true }
    }

    /// The probability whose odds are the geometric mean of two probabilities' odds.
    private static func evenOdds(_ a: Double, _ b: Double) -> Double {
        let (yes, no) = ((a * b).squareRoot(), ((1 - a) * (1 - b)).squareRoot())
        return yes + no > 0 ? yes / (yes + no) : 0.5
    }

    /// Goes on with a page that was lost and is detected again.
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

    /// Whether a page that was found is the one that was lost: near where it should be, and with the same appearance.
    func isContinued(by quad: Quad, _ appearance: PageAppearance, at time: Duration, diagonal: Double) -> Bool {
        let expected = predictor.prediction(at: time.inSeconds)
        return quad.aligned(with: expected).farthestCorner(from: expected) < Self.continuationReach * diagonal
            && appearance.correlation(with: self.appearance) >= Self.sameAppearance
    }

    /// Where and how the page should be found.
    struct Expectation {
        var quad: Quad
        /// How far off it may be, in pixels.
        var uncertainty: Double
        /// The side that was hidden.
        var hidden: Int?
        /// Where all four sides were last seen.
        var complete: Quad
        /// Share of each side that must show what is remembered of it.
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

    /// The least support of each side by which it counts as seen: half its usual one, if that is more than the given.
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

    /// Takes note that no side is hidden after all.
    mutating func uncover(_ quad: Quad, at time: Duration) {
        hidden = nil
        usualSupports = SIMD4(repeating: 1)
        (complete, lastComplete) = (quad, time)
    }

    /// Takes note of what the page looks like.
    ///
    /// - Returns: Whether another page has come into the same place and has settled there.
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
