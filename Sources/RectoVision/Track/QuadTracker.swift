public import RectoCore

/// Follows the page through a stream of frames, at a fraction of the cost of detecting it in each.
///
/// In each frame the corners are predicted by an α-β filter, and the four sides are searched for nearby on narrow
/// profiles and fitted by robust lines. The result is verified by the share of each side that shows its remembered
/// color step, in sign and size. One side may be hidden or outside the frame: it keeps its place relative to the other
/// three. With two sides gone the page is lost, and the detector searches the whole frame. Still corners are smoothed,
/// moving corners are not.
///
/// In the first frames, and at intervals after that, the detector runs in any case. If it prefers another quad to the
/// tracked one, by the same score and twice in a row (in the first frames: once), the tracker switches to that quad, so
/// that a start on a frame printed on the page, or on a shadow beside it, does not last.
///
/// Cost at 1920 × 1080 on one core: about 0.17 ms for a tracked gray frame and 0.25 ms for a color one, and a detection
/// in every ``Parameters/detectionInterval``-th frame, or more often and at two scales while the detector is not sure.
public struct QuadTracker: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// How the detector finds pages. Its second passes are rare: see ``fallbackInterval``.
        public var detection = PageDetector.Parameters()
        /// Frames between the detector's second passes while no page is followed, `1...1000`. Default 5: faint pages
        /// are found within a moment, and most frames of an empty desk get one pass. While the detector is not sure of
        /// the page that is followed, it runs in every fifth frame, with a second pass if needed.
        public var fallbackInterval = 5
        /// Minimum confidence of a detection to be followed, `0...1`. Default 0.35: below it, a quad is just as likely
        /// not a page.
        public var minimumConfidence = 0.35
        /// Frames from one detection to the next while a page is tracked, `1...1000`. Default 10: a wrong quad lasts
        /// less than a second, and the detector costs a tenth of what it would in every frame.
        public var detectionInterval = 10
        /// How much the detector must prefer another quad, `0...100` in units of its score, which are natural
        /// logarithms of odds. Default 0.5: with less, quads that are almost equally good flicker.
        public var switchMargin = 0.5
        /// The farthest from its prediction that a side is searched for, `0.005...0.1` of the frame's long side.
        /// Default 0.03: more costs proportionally more time and reaches lines inside the page.
        public var searchRadius = 0.03
        /// The share of a side that must show the remembered step, `0.1...1`; below it, or below half of its usual
        /// share, the side counts as hidden. Default 0.35: lines at random places rarely reach a third.
        public var minimumSupport = 0.35
        /// How long a lost page is searched for where it was, `0...10` seconds. Default 0.5: a shake of the hand.
        public var patience = 0.5
        /// Cutoff of the smoothing of still corners, `0.1...100` Hz. Default 1: a lower cutoff jitters less and settles
        /// later.
        public var restCutoff = 1.0
        /// Hertz added to the cutoff for each percent of the diagonal per second, `0.1...100`. Default 4: corners then
        /// lag by at most 0.04 % of the diagonal.
        public var cutoffGain = 4.0

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("minimumConfidence", minimumConfidence, 0...1)
            try checkParameter("fallbackInterval", fallbackInterval, 1...1000)
            try checkParameter("detectionInterval", detectionInterval, 1...1000)
            try checkParameter("switchMargin", switchMargin, 0...100)
            try checkParameter("searchRadius", searchRadius, 0.005...0.1)
            try checkParameter("minimumSupport", minimumSupport, 0.1...1)
            try checkParameter("patience", patience, 0...10)
            try checkParameter("restCutoff", restCutoff, 0.1...100)
            try checkParameter("cutoffGain", cutoffGain, 0.1...100)
        }
    }

    public let parameters: Parameters
    private var detector: PageDetector
    private var ingest = Scratch(FrameIngest())
    private var search = SideSearch()
    private var track: PageTrack?
    /// The prior of the outline that was lost last.
    private var former: OutlinePrior?
    private var frameSize: PixelSize?
    private var identities = 0
    /// What the last frames show of a page if none is followed.
    public private(set) var glimpse: PageGlimpse?
    /// What the last look has shown, which counts once the next one agrees.
    private var firstGlimpse: PageGlimpse?
    /// Frames since the detector was last allowed a second pass while no page was followed.
    private var framesSinceFallback = 0

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
        detector = try PageDetector(parameters.detection)
    }

    /// Forgets the page, as at a cut in the stream.
    public mutating func reset() {
        track = nil
        former = nil
        forgetGlimpse()
    }

    private mutating func forgetGlimpse() { (glimpse, firstGlimpse) = (nil, nil) }

    /// Finds the page in the next frame.
    ///
    /// A frame whose size differs from the last one starts afresh.
    /// - Parameters:
    ///   - frame: The frame as the camera delivers it. No chroma is used of a gray frame, or of a camera's Y plane
    ///     that is passed as one.
    ///   - time: When it was taken, by any clock that does not stand still; frames may come at irregular intervals.
    /// - Returns: The page, or `nil` if none is in view.
    public mutating func track(_ frame: FrameView, at time: Duration) -> TrackedQuad? {
        track(ingest.own().ingest(frame), at: time)
    }

    /// Finds the page in the next frame, which has already been ingested for other stages as well.
    package mutating func track(_ frame: IngestedFrame, at time: Duration) -> TrackedQuad? {
        prepare(for: frame.size)
        return switch frame.view {
        case .gray(let view): track(frame, GraySampler(view: view), at: time)
        case .rgb(let view): track(frame, RGBSampler(view: view), at: time)
        case .nv12(let view): track(frame, NV12Sampler(view: view), at: time)
        case .yuyv(let view): track(frame, YUYVSampler(view: view), at: time)
        }
    }

    /// See ``track(_:at:)-(FrameView,_)``.
    public mutating func track(_ frame: GrayView, at time: Duration) -> TrackedQuad? { track(.gray(frame), at: time) }

    /// See ``track(_:at:)-(FrameView,_)``.
    public mutating func track(_ frame: RGBView, at time: Duration) -> TrackedQuad? { track(.rgb(frame), at: time) }

    /// Follows a known quad, such as one set by hand, from this frame on.
    ///
    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: `nil`, and no change, if the quad is not convex and clockwise or barely in the frame.
    public mutating func follow(_ quad: Quad, in frame: FrameView, at time: Duration) -> TrackedQuad? {
        prepare(for: frame.size)
        guard quad.canBeFollowed(in: frame.size) else { return nil }
        reset()
        let page = PageDetection(quad: quad, confidence: 1)
        defer { track?.skipProbation(interval: parameters.detectionInterval) }
        return switch frame {
        case .gray(let view): start(page, in: GraySampler(view: view), at: time)
        case .rgb(let view): start(page, in: RGBSampler(view: view), at: time)
        case .nv12(let view): start(page, in: NV12Sampler(view: view), at: time)
        case .yuyv(let view): start(page, in: YUYVSampler(view: view), at: time)
        }
    }

    private mutating func prepare(for size: PixelSize) {
        // The remembered sides have one owner: a copy of the tracker copies them when first used.
        if !isKnownUniquelyReferenced(&search) { search = SideSearch(copying: search) }
        if size != frameSize {
            reset()
            frameSize = size
            search.reserve(radius: 2 * parameters.searchRadius * Double(size.longSide), in: size)
        }
    }

    // MARK: Following

    private mutating func track<Sampler: PixelSampler>(
        _ frame: IngestedFrame, _ picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        guard let expected = track?.expectation(at: time, minimumSupport: parameters.minimumSupport) else {
            return detect(frame, picture, at: time)
        }
        guard let finding = locate(expected, in: picture) else {
            if expected.secondsUnseen > parameters.patience { lose(at: time) }
            return detect(frame, picture, at: time)
        }
        accept(finding, picture, at: time)
        if track?.isDueForDetection == true, let other = compare(frame, picture, finding.quad, at: time) {
            return other
        }
        return track?.result(.tracked, support: finding.support, diagonal: picture.size.diagonal)
    }

    /// Finds the sides where they should be or, in a second search, in a wider range.
    private func locate<Sampler: PixelSampler>(
        _ expected: PageTrack.Expectation, in picture: Sampler
    ) -> SideSearch.Finding? {
        guard expected.quad.canBeFollowed(in: picture.size) else { return nil }
        let long = Double(picture.size.longSide)
        let maximum = parameters.searchRadius * long
        let likely =
            max(Self.minimumLikelyRadius, Self.likelyRadius * long) + Self.uncertaintyWeight * expected.uncertainty
        if likely < maximum, let finding = search.find(expected, radius: likely, in: picture) { return finding }
        return search.find(expected, radius: maximum, in: picture)
    }

    /// The first search radius: its minimum in pixels, its share of the frame's long side, and the factor by which the
    /// uncertainty of the prediction adds to it.
    private static let minimumLikelyRadius = 3.0
    private static let likelyRadius = 0.004
    private static let uncertaintyWeight = 2.5

    private mutating func accept<Sampler: PixelSampler>(
        _ finding: SideSearch.Finding, _ picture: Sampler, at time: Duration
    ) {
        track?.follow(finding, at: time, diagonal: picture.size.diagonal)
        search.adapt(to: finding.quad, seen: { $0 != finding.hidden }, in: picture)
        // Whatever hides a side also hides a part of the page.
        guard finding.hidden == nil else { return }
        if track?.update(appearance: PageAppearance(of: finding.quad, in: picture), at: time) == true {
            let identity = nextIdentity()
            track?.identity = identity
        }
    }

    private mutating func nextIdentity() -> Int {
        identities += 1
        return identities
    }

    private mutating func lose(at time: Duration) {
        rememberOutlinePrior(at: time)
        track = nil
    }

    private mutating func rememberOutlinePrior(at time: Duration) {
        guard let prior = track?.prior.ofNextPage else { return }
        if let former, former.expectedQuad(at: time) != nil, former.lead > prior.lead { return }
        former = prior
    }

    /// Where a page that is not followed is likely to lie.
    private func expectedQuad(at time: Duration) -> ExpectedQuad? {
        let (own, other) = (track?.prior.expectedQuad(at: time), former?.expectedQuad(at: time))
        guard let own, let other else { return own ?? other }
        return own.lead >= other.lead ? own : other
    }

    // MARK: Detecting

    /// The share of the minimum confidence that suffices where a page is expected.
    private static let expectedShare = 0.5

    /// Finds a page in the whole frame, with a lower minimum confidence where the last one lay.
    private mutating func detect<Sampler: PixelSampler>(
        _ frame: IngestedFrame, _ picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        let expected = expectedQuad(at: time)
        framesSinceFallback += 1
        let allowsFallback = framesSinceFallback >= parameters.fallbackInterval
        if allowsFallback { framesSinceFallback = 0 }
        let pass = detector.findWholePage(frame, expecting: expected, allowsFallback: allowsFallback)
        if let page = pass.detection, page.quad.canBeFollowed(in: picture.size) {
            let isExpected = expected?.isMet(by: page.quad) == true
            let minimum = (isExpected ? Self.expectedShare : 1) * parameters.minimumConfidence
            if page.confidence >= minimum { return start(page, in: picture, at: time) }
        }
        if allowsFallback { look(for: pass.glimpse) }
        return nil
    }

    /// Keeps what two looks in a row have shown.
    private mutating func look(for found: PageGlimpse?) {
        let isConfirmed = found.map { firstGlimpse?.isSame(as: $0) == true } ?? false
        (glimpse, firstGlimpse) = (isConfirmed ? found : nil, found)
    }

    /// Starts to follow a page, or resumes one that was lost a moment ago.
    private mutating func start<Sampler: PixelSampler>(
        _ page: PageDetection, in picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        let diagonal = picture.size.diagonal
        let appearance = PageAppearance(of: page.quad, in: picture)
        guard var known = track, known.isContinued(by: page.quad, appearance, at: time, diagonal: diagonal) else {
            var new = PageTrack(page, appearance, at: time, identity: nextIdentity(), parameters)
            rememberOutlinePrior(at: time)
            if let former, former.expectedQuad(at: time)?.isMet(by: page.quad) == true { new.prior = former }
            return begin(new, at: page, in: picture)
        }
        known.resume(page, appearance, at: time, diagonal: diagonal, parameters)
        return begin(known, at: page, in: picture)
    }

    /// Begins to follow a page that was detected in this frame.
    private mutating func begin<Sampler: PixelSampler>(
        _ page: PageTrack, at found: PageDetection, in picture: Sampler
    ) -> TrackedQuad {
        track = page
        forgetGlimpse()
        search.learn(page.complete, found.sagittas(along: page.complete), in: picture)
        return page.result(.detected, support: 1, diagonal: picture.size.diagonal)
    }

    /// The tracked quad and the one that the detector finds in the same frame.
    private struct Comparison {
        let tracked: Quad
        let found: PageDetection
        /// The quad that was found, with its corners in the order of the tracked quad.
        let other: Quad
        /// Whether both are the same quad.
        let agrees: Bool
        /// How much the detector prefers the tracked quad, as a logarithm of odds; infinite if both are the same.
        let preference: Double
        /// The confidence of the tracked quad, by its own sides.
        let trackedConfidence: Double
        /// The confidence of the tracked quad, raised to that of the found one if both are the same.
        var confidence: Double { agrees ? max(found.confidence, trackedConfidence) : trackedConfidence }
    }

    /// Compares the tracked quad with what the detector finds in the whole frame.
    ///
    /// - Returns: The page, if another quad replaces the tracked one; `nil` if the tracked one stays.
    private mutating func compare<Sampler: PixelSampler>(
        _ frame: IngestedFrame, _ picture: Sampler, _ tracked: Quad, at time: Duration
    ) -> TrackedQuad? {
        track?.scheduleDetection(interval: parameters.detectionInterval)
        guard let comparison = comparison(of: tracked, in: frame, at: time) else { return nil }
        track?.prior.add(comparison.preference, for: tracked, at: time)
        track?.update(confidence: comparison.confidence)
        if let seen = completeQuad(comparison) {
            search.learn(seen, comparison.found.sagittas(along: seen), in: picture)
            track?.uncover(seen, at: time)
        }
        if doubt(comparison.confidence, at: time) { return nil }
        guard isOtherPreferred(comparison, at: time),
            let toSquare = Homography(from: tracked, to: Quad(width: 1, height: 1))
        else {
            track?.rival = nil
            return nil
        }
        return replaceOnProbation(by: comparison.found, in: picture, at: time)
            ?? replaceByRival(comparison, comparison.other.map(toSquare.map), in: picture, at: time)
    }

    private mutating func comparison(of tracked: Quad, in frame: IngestedFrame, at time: Duration) -> Comparison? {
        let expected = former?.expectedQuad(at: time)
        guard
            let both = detector.compare(
                tracked, in: frame, expecting: expected, allowsFallback: track?.isSure == false)
        else { return nil }
        let lead = expected?.isMet(by: both.found.quad) == true ? expected?.lead ?? 0 : 0
        let other = both.found.quad.aligned(with: tracked)
        let agrees = other.farthestCorner(from: tracked) < Self.sameness * tracked.area.squareRoot()
        return Comparison(
            tracked: tracked, found: both.found, other: other, agrees: agrees,
            preference: agrees ? .infinity : Double(both.knownScore - (both.foundScore + lead)),
            trackedConfidence: both.knownConfidence)
    }

    /// Where all four sides are, if one counts as hidden but the detector is sure of the whole page. Then nothing hides
    /// the side: it only looks different, because the page or the light has changed.
    private func completeQuad(_ comparison: Comparison) -> Quad? {
        guard track?.hidden != nil else { return nil }
        let sure = PageDetection.Level.lock.minimumConfidence
        let reach = Self.hiddenSameness * comparison.tracked.area.squareRoot()
        if comparison.found.confidence >= sure, comparison.other.farthestCorner(from: comparison.tracked) < reach {
            return comparison.other
        }
        return comparison.trackedConfidence >= sure ? comparison.tracked : nil
    }

    /// Whether the detector prefers another quad by enough that it may replace the tracked one.
    private func isOtherPreferred(_ comparison: Comparison, at time: Duration) -> Bool {
        !comparison.agrees && !completes(comparison.tracked, comparison.other, at: time)
            && comparison.found.confidence >= parameters.minimumConfidence
            && -comparison.preference > parameters.switchMargin + (track?.prior.lead ?? 0)
    }

    /// Replaces the tracked quad at once, in the first frames of a page.
    private mutating func replaceOnProbation<Sampler: PixelSampler>(
        by found: PageDetection, in picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        guard let former = track, former.framesOnProbation > 0 else { return nil }
        let appearance = PageAppearance(of: found.quad, in: picture)
        return begin(
            PageTrack(found, appearance, at: time, inPlaceOf: former, parameters), at: found, in: picture)
    }

    /// Replaces the tracked quad later on, if the detector prefers the same other quad twice in a row.
    /// - Parameter rival: The other quad, mapped so that the tracked one is the unit square.
    private mutating func replaceByRival<Sampler: PixelSampler>(
        _ comparison: Comparison, _ rival: Quad, in picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        guard let former = track?.rival, rival.farthestCorner(from: former) < Self.rivalSameness else {
            track?.rival = rival
            track?.framesToDetection = min(Self.framesToSecondComparison, parameters.detectionInterval)
            return nil
        }
        let identity = track?.identity
        reset()
        var corrected = start(comparison.found, in: picture, at: time)
        corrected?.formerIdentity = identity
        return corrected
    }

    /// Gives up a page of which the detector was never sure, or which has not been seen on all sides for long, if its
    /// confidence is very low twice in a row.
    ///
    /// - Returns: Whether the page is in doubt.
    private mutating func doubt(_ confidence: Double, at time: Duration) -> Bool {
        guard let known = track, !known.isTrusted || known.isHidden(forMoreThan: Self.longestDoubtfulHiding, at: time),
            confidence < Self.doubtfulShare * parameters.minimumConfidence
        else {
            track?.isDoubted = false
            return false
        }
        track?.isDoubted = true
        track?.framesToDetection = min(Self.framesToSecondComparison, parameters.detectionInterval)
        if known.isDoubted { lose(at: time) }
        return true
    }

    /// The distance between corners below which two quads are the same to the detector, in square roots of the area.
    private static let sameness = 0.015
    /// The same distance while a side is not seen: its place is less certain.
    private static let hiddenSameness = 0.04
    /// The distance between corners below which two rivals are the same, where the tracked quad is the unit square.
    private static let rivalSameness = 0.1
    /// The share of the minimum confidence below which a page is in doubt.
    private static let doubtfulShare = 0.25
    /// The longest time that a side may be hidden, in seconds, before the page can be doubted like one of which the
    /// detector was never sure.
    private static let longestDoubtfulHiding = 1.0
    /// Frames until the comparison that decides on a rival or a doubt.
    private static let framesToSecondComparison = 3

    /// Whether a quad differs from the tracked one only in a side that was hidden a moment ago: the detector ends the
    /// page at the object on it, or includes the object.
    private func completes(_ tracked: Quad, _ other: Quad, at time: Duration) -> Bool {
        // An object on a page makes it smaller.
        guard let track, let hidden = track.hidden, other.area < tracked.area,
            (time - track.lastComplete).inSeconds < Self.longestHiding
        else { return false }
        let limit = 2 * Self.sameness * tracked.area.squareRoot()
        return [(hidden + 2) & 3, (hidden + 3) & 3].allSatisfy { tracked[$0].distance(to: other[$0]) < limit }
    }

    /// How long the place of a hidden side is defended against the detector, in seconds.
    private static let longestHiding = 2.0
}

extension PageDetection {
    /// How far the sides are bowed, for the same or almost the same quad with another first corner.
    fileprivate func sagittas(along other: Quad) -> SideSagittas {
        let first = (0..<4).min { quad[$0].distance(to: other[0]) < quad[$1].distance(to: other[0]) } ?? 0
        var turned = SideSagittas()
        for side in 0..<4 { turned[side] = sagittas[(first + side) & 3] }
        return turned
    }
}
