public import RectoCore

/// Follows the page through a stream of frames, at a fraction of what it costs to find it in each.
///
/// In each frame the corners are predicted (α-β), the four sides are looked for near there on narrow profiles and
/// fitted by robust lines, and what was found is verified: by the share of each side that shows the color step that was
/// remembered of it, sign and size. One side may be hidden or outside the frame: it is kept in its place beside the other
/// three. With two sides gone the page is lost, and the detector looks for it in the whole frame. Corners at rest are
/// smoothed, corners in motion are not.
///
/// In the first frames, and then every few, the detector looks in any case. If it prefers another quad to the one that is
/// tracked, by the same score and twice in a row (in the first frames: once), the tracker goes over to that one: a start on
/// a frame printed on the page, or on a shadow beside it, does not last.
///
/// Cost at 1920 × 1080 on one core: about 0.17 ms for a tracked gray frame and 0.25 ms for a color one, and a detection
/// in every ``Parameters/detectionInterval``-th frame; more often, and at two scales, while it is not sure.
public struct QuadTracker: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// How the detector looks for pages. Second looks are rare: see ``secondLookInterval``.
        public var detection = PageDetector.Parameters()
        /// Frames from one second look to the next while no page is followed, `1...1000`. Default 5: faint pages are found
        /// within a moment, and most frames of an empty desk get one look. While one is followed that the detector is not
        /// sure of, it looks in each fifth frame, twice if need be.
        public var secondLookInterval = 5
        /// Least confidence of a detection to be followed, `0...1`. Default 0.35: below, a quad is as likely no page.
        public var minimumConfidence = 0.35
        /// Frames from one detection to the next while a page is tracked, `1...1000`. Default 10: a wrong quad lasts for
        /// less than a second, and the detector's cost is a tenth.
        public var detectionInterval = 10
        /// By how much the detector must prefer another quad, `0...100` in units of its score, which are natural
        /// logarithms of odds. Default 0.5: less makes quads flicker that are almost as good as each other.
        public var switchMargin = 0.5
        /// How far off its prediction a side is looked for at most, `0.005...0.1` of the frame's long side. Default 0.03:
        /// more costs time in proportion and reaches lines inside the page.
        public var searchRadius = 0.03
        /// Share of a side that must show the remembered step, `0.1...1`; below, or below half of what it usually shows,
        /// the side counts as hidden. Default 0.35: lines at random places seldom find a third.
        public var minimumSupport = 0.35
        /// For how long a lost page is looked for where it was, `0...10` seconds. Default 0.5: a shake of the hand.
        public var patience = 0.5
        /// Cutoff of the smoothing at rest, `0.1...100` Hz. Default 1: lower trembles less and settles later.
        public var restCutoff = 1.0
        /// Hertz of cutoff gained for each percent of the diagonal a second, `0.1...100`. Default 4: corners then lag by
        /// at most 0.04 % of the diagonal.
        public var cutoffGain = 4.0

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("minimumConfidence", minimumConfidence, 0...1)
            try checkParameter("secondLookInterval", secondLookInterval, 1...1000)
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
    private var search = SideSearch()
    private var track: PageTrack?
    /// Of the outline that was lost last.
    private var former: OutlinePrior?
    private var frameSize: PixelSize?
    private var identities = 0
    /// Frames since the detector looked twice while no page was followed.
    private var framesSinceSecondLook = 0

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
    }

    /// Looks at the next frame.
    ///
    /// A frame of another size than the last starts afresh.
    /// - Parameters:
    ///   - frame: As the camera delivers it; of gray ones, and so of a camera's Y plane lent as gray, no chroma is looked
    ///     at.
    ///   - time: When it was taken, by any clock that does not stand still; frames may come at irregular times.
    /// - Returns: The page, or nothing if none is in view.
    public mutating func track(_ frame: FrameView, at time: Duration) -> TrackedQuad? {
        prepare(for: frame)
        return switch frame {
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

    /// Follows a quad that is known, such as one set by hand, from this frame on.
    ///
    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: Nothing, and no change, if the quad is not convex and clockwise or hardly in the frame.
    public mutating func follow(_ quad: Quad, in frame: FrameView, at time: Duration) -> TrackedQuad? {
        prepare(for: frame)
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

    private mutating func prepare(for frame: FrameView) {
        // What is remembered of the sides is of one owner: a copy of the tracker takes its own when first used.
        if !isKnownUniquelyReferenced(&search) { search = SideSearch(copying: search) }
        if frame.size != frameSize {
            reset()
            frameSize = frame.size
            search.reserve(radius: 2 * parameters.searchRadius * Double(frame.size.longSide), in: frame.size)
        }
    }

    // MARK: Following

    private mutating func track<Sampler: PixelSampler>(
        _ frame: FrameView, _ picture: Sampler, at time: Duration
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

    /// Looks for the sides where they should be, and a second time in a wider range if that fails.
    private func locate<Sampler: PixelSampler>(
        _ expected: PageTrack.Expectation, in picture: Sampler
    ) -> SideSearch.Finding? {
        guard expected.quad.canBeFollowed(in: picture.size) else { return nil }
        let long = Double(picture.size.longSide)
        let maximum = parameters.searchRadius * long
        let likely = max(3, 0.004 * long) + 2.5 * expected.uncertainty
        if likely < maximum, let finding = search.find(expected, radius: likely, in: picture) { return finding }
        return search.find(expected, radius: maximum, in: picture)
    }

    private mutating func accept<Sampler: PixelSampler>(
        _ finding: SideSearch.Finding, _ picture: Sampler, at time: Duration
    ) {
        track?.follow(finding, at: time, diagonal: picture.size.diagonal)
        search.adapt(to: finding.quad, seen: { $0 != finding.hidden }, in: picture)
        // What hides a side hides a part of the page.
        guard finding.hidden == nil else { return }
        if track?.look(PageAppearance(of: finding.quad, in: picture), at: time) == true {
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

    /// Where a page is likely to lie that is not followed.
    private func expectedQuad(at time: Duration) -> ExpectedQuad? {
        let (own, other) = (track?.prior.expectedQuad(at: time), former?.expectedQuad(at: time))
        guard let own, let other else { return own ?? other }
        return own.lead >= other.lead ? own : other
    }

    // MARK: Detecting

    /// Looks for a page in the whole frame, and more willingly where the last one lay.
    private mutating func detect<Sampler: PixelSampler>(
        _ frame: FrameView, _ picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        let expected = expectedQuad(at: time)
        framesSinceSecondLook += 1
        let allowsFallback = framesSinceSecondLook >= parameters.secondLookInterval
        if allowsFallback { framesSinceSecondLook = 0 }
        guard let page = detector.detect(frame, expecting: expected, allowsFallback: allowsFallback),
            page.quad.canBeFollowed(in: picture.size)
        else { return nil }
        let isExpected = expected?.isMet(by: page.quad) == true
        guard page.confidence >= (isExpected ? 0.5 : 1) * parameters.minimumConfidence else { return nil }
        return start(page, in: picture, at: time)
    }

    /// Starts to follow a page; one that was lost a moment ago goes on.
    private mutating func start<Sampler: PixelSampler>(
        _ page: PageDetection, in picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        let diagonal = picture.size.diagonal
        let appearance = PageAppearance(of: page.quad, in: picture)
        guard var known = track, known.isContinued(by: page.quad, appearance, at: time, diagonal: diagonal) else {
            var new = PageTrack(page, appearance, at: time, identity: nextIdentity(), parameters)
            rememberOutlinePrior(at: time)
            if let former, former.expectedQuad(at: time)?.isMet(by: page.quad) == true { new.prior = former }
            return begin(new, in: picture)
        }
        known.resume(page, appearance, at: time, diagonal: diagonal, parameters)
        return begin(known, in: picture)
    }

    /// Follows what was detected in this frame.
    private mutating func begin<Sampler: PixelSampler>(_ page: PageTrack, in picture: Sampler) -> TrackedQuad {
        track = page
        search.learn(page.complete, in: picture)
        return page.result(.detected, support: 1, diagonal: picture.size.diagonal)
    }

    /// Asks the detector what it thinks of the tracked quad.
    ///
    /// - Returns: The page, if the detector prefers another quad for the second time.
    private mutating func compare<Sampler: PixelSampler>(
        _ frame: FrameView, _ picture: Sampler, _ tracked: Quad, at time: Duration
    ) -> TrackedQuad? {
        track?.scheduleDetection(interval: parameters.detectionInterval)
        let expected = former?.expectedQuad(at: time)
        let (possible, ownScore, assessment) = detector.detect(
            frame, beside: tracked, expecting: expected, allowsFallback: track?.isSure == false)
        guard let known = assessment, let found = possible else { return nil }
        let score = ownScore + (expected?.isMet(by: found.quad) == true ? expected?.lead ?? 0 : 0)
        let other = found.quad.aligned(with: tracked)
        let agrees = other.farthestCorner(from: tracked) < Self.sameness * tracked.area.squareRoot()
        let preference = agrees ? .infinity : Double(known.score - score)
        track?.prior.add(preference, for: tracked, at: time)
        let confidence = agrees ? max(found.confidence, known.confidence) : known.confidence
        track?.judge(confidence: confidence)
        if track?.hidden != nil, found.confidence >= PageDetection.Level.lock.minimumConfidence,
            other.farthestCorner(from: tracked) < Self.hiddenSameness * tracked.area.squareRoot()
        {
            // Nothing hides the side: another page has come, or other light, and it only looks otherwise than it did.
            search.learn(other, in: picture)
            track?.uncover(other, at: time)
        }
        if track?.hidden != nil, known.confidence >= PageDetection.Level.lock.minimumConfidence {
            search.learn(tracked, in: picture)
            track?.uncover(tracked, at: time)
        }
        if doubt(confidence, at: time) { return nil }
        let isPreferred =
            !agrees && !completes(tracked, other, at: time) && found.confidence >= parameters.minimumConfidence
            && -preference > parameters.switchMargin + (track?.prior.lead ?? 0)
        guard isPreferred, let toSquare = Homography(from: tracked, to: Quad(width: 1, height: 1)) else {
            track?.rival = nil
            return nil
        }
        if let former = track, former.framesOnProbation > 0 {
            let appearance = PageAppearance(of: found.quad, in: picture)
            return begin(PageTrack(found, appearance, at: time, inPlaceOf: former, parameters), in: picture)
        }
        let rival = other.map(toSquare.map)
        if let former = track?.rival, rival.farthestCorner(from: former) < Self.rivalSameness {
            let identity = track?.identity
            reset()
            var corrected = start(found, in: picture, at: time)
            corrected?.formerIdentity = identity
            return corrected
        }
        track?.rival = rival
        track?.framesToDetection = min(Self.framesToSecondLook, parameters.detectionInterval)
        return nil
    }

    /// Gives up what the detector never was sure of, or what has long not been seen on all sides, and now, twice in a row,
    /// is hardly taken for a page.
    ///
    /// - Returns: Whether there is any doubt.
    private mutating func doubt(_ confidence: Double, at time: Duration) -> Bool {
        guard let known = track, !known.isTrusted || known.isHidden(forMoreThan: Self.longestDoubtfulHiding, at: time),
            confidence < 0.25 * parameters.minimumConfidence
        else {
            track?.isDoubted = false
            return false
        }
        track?.isDoubted = true
        track?.framesToDetection = min(Self.framesToSecondLook, parameters.detectionInterval)
        if known.isDoubted { lose(at: time) }
        return true
    }

    /// Quads whose corners are nearer than this, in roots of the area, are the same to the detector.
    private static let sameness = 0.015
    /// The same where a side is not seen: its place is known less well.
    private static let hiddenSameness = 0.04
    /// Rivals whose corners are nearer than this, in sides of the tracked quad, are one.
    private static let rivalSameness = 0.1
    /// A page of which a side is hidden for longer, in seconds, is doubted like one that the detector never was sure of.
    private static let longestDoubtfulHiding = 1.0
    /// Frames to the detection that decides on a rival or a doubt.
    private static let framesToSecondLook = 3

    /// Whether a quad differs from the tracked one in nothing but a side that was hidden a moment ago: the detector sees
    /// the page up to what lies on it, or with it.
    private func completes(_ tracked: Quad, _ other: Quad, at time: Duration) -> Bool {
        // What lies on a page makes it smaller.
        guard let track, let hidden = track.hidden, other.area < tracked.area,
            (time - track.lastComplete).inSeconds < Self.longestHiding
        else { return false }
        let limit = 2 * Self.sameness * tracked.area.squareRoot()
        return [(hidden + 2) & 3, (hidden + 3) & 3].allSatisfy { tracked[$0].distance(to: other[$0]) < limit }
    }

    /// For so long the place of a hidden side is held against the detector, in seconds.
    private static let longestHiding = 2.0
}
