public import RectoCore

/// Follows the page through a stream of frames, at a fraction of what it costs to find it in each.
///
/// In each frame the corners are predicted (α-β), the four sides are looked for near there on narrow profiles and
/// fitted by robust lines, and what was found is verified: by the share of each side that shows the colour step that was
/// remembered of it, sign and size. One side may be hidden or outside the frame: it is kept in its place beside the other
/// three. With two sides gone the page is lost, and the detector looks for it in the whole frame. Corners at rest are
/// smoothed, corners in motion are not.
///
/// Every few frames the detector looks in any case. If it twice in a row prefers another quad to the one that is tracked,
/// by the same score, the tracker goes over to that one: a start on a frame printed on the page does not last.
///
/// Cost at 1920 × 1080 on one core: about 0.1 ms a frame that is tracked, and a detection in every
/// ``Parameters/detectionInterval``-th frame.
public struct QuadTracker: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// How the detector looks for pages.
        public var detection = PageDetector.Parameters()
        /// Least confidence of a detection to be followed, `0...1`. Default 0.35: below, a quad is as likely no page.
        public var leastConfidence = 0.35
        /// Frames from one detection to the next while a page is tracked, `1...1000`. Default 10: a wrong quad lasts for
        /// less than a second, and the detector's cost is a tenth.
        public var detectionInterval = 10
        /// By how much the detector must prefer another quad, `0...100` in units of its score, which are natural
        /// logarithms of odds. Default 1: less makes quads flicker that are almost as good as each other.
        public var switchMargin = 1.0
        /// How far off its prediction a side is looked for at most, `0.005...0.1` of the frame's long side. Default 0.03:
        /// more costs time in proportion and reaches lines inside the page.
        public var searchRadius = 0.03
        /// Share of a side that must show the remembered step, `0.1...1`; below, the side counts as hidden. Default 0.35:
        /// lines at random places seldom find a third.
        public var leastSupport = 0.35
        /// For how long a lost page is looked for where it was, `0...10` seconds. Default 0.5: a shake of the hand.
        public var patience = 0.5
        /// Cutoff of the smoothing at rest, `0.1...100` Hz. Default 1: lower trembles less and settles later.
        public var restCutoff = 1.0
        /// Hertz of cutoff gained for each percent of the diagonal a second, `0.1...100`. Default 2: corners then lag by
        /// at most a twelfth of a percent of the diagonal.
        public var cutoffGain = 2.0

        public init() {}

        func validate() throws(ParameterError) {
            func check<Value: Comparable>(
                _ name: String, _ value: Value, _ range: ClosedRange<Value>
            ) throws(ParameterError) {
                guard range.contains(value) else {
                    throw ParameterError(
                        name, found: "\(value)", required: "\(range.lowerBound)...\(range.upperBound)")
                }
            }
            try check("leastConfidence", leastConfidence, 0...1)
            try check("detectionInterval", detectionInterval, 1...1000)
            try check("switchMargin", switchMargin, 0...100)
            try check("searchRadius", searchRadius, 0.005...0.1)
            try check("leastSupport", leastSupport, 0.1...1)
            try check("patience", patience, 0...10)
            try check("restCutoff", restCutoff, 0.1...100)
            try check("cutoffGain", cutoffGain, 0.1...100)
        }
    }

    public let parameters: Parameters
    private var detector: PageDetector
    private var search = SideSearch()
    private var track: Track?
    private var frameSize: PixelSize?
    private var identities = 0

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
        detector = try PageDetector(parameters.detection)
    }

    /// Forgets the page, as at a cut in the stream.
    public mutating func reset() { track = nil }

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
        guard Self.isPlausible(quad, in: frame.size) else { return nil }
        let page = PageDetection(quad: quad, confidence: 1)
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
            track = nil
            frameSize = frame.size
        }
    }

    // MARK: State

    /// A page that is followed, or was a moment ago.
    private struct Track {
        var predictor: QuadPredictor
        var smoother: QuadSmoother
        /// Where all four sides were last seen.
        var complete: Quad
        var occluded: TrackedQuad.Sides = []
        var confidence: Double
        var since: Duration
        var lastSeen: Duration
        var identity: Int
        var appearance: PageAppearance
        var lastAppearance: PageAppearance
        /// Frames in a row in which the page looks otherwise than before, but not otherwise than in the frame before.
        var framesOfNewLook = 0
        var framesToDetection: Int
        /// A quad that the detector prefers, in shares of the tracked quad's sides.
        var rival: Quad?
        /// How often in a row the detector took the tracked quad for no page.
        var doubts = 0
    }

    private struct Finding {
        var quad: Quad
        var occluded: TrackedQuad.Sides
        /// Mean support of the sides in sight.
        var support: Double
    }

    // MARK: Following

    private mutating func track<Sampler: ColourSampler>(
        _ frame: FrameView, _ picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        guard var track else { return detect(frame, picture, at: time) }
        guard let finding = locate(track, in: picture, at: time.inSeconds) else {
            let isForgotten = (time - track.lastSeen).inSeconds > parameters.patience
            if isForgotten { self.track = nil }
            return detect(frame, picture, at: time)
        }
        accept(finding, into: &track, picture, at: time)
        self.track = track
        if track.framesToDetection <= 0, let switched = compare(frame, picture, finding.quad, at: time) {
            return switched
        }
        return self.track.map { Self.result($0, .tracked, support: finding.support, diagonal: picture.size.diagonal) }
    }

    /// Looks for the sides where they should be, and a second time in a wider range if that fails.
    private func locate<Sampler: ColourSampler>(
        _ track: Track, in picture: Sampler, at time: Double
    ) -> Finding? {
        let predicted = track.predictor.prediction(at: time)
        guard Self.isPlausible(predicted, in: picture.size) else { return nil }
        let long = Double(picture.size.longSide)
        let most = parameters.searchRadius * long
        let likely = max(3, 0.004 * long) + 2.5 * track.predictor.uncertainty(at: time)
        if likely < most, let finding = measure(predicted, track, radius: likely, in: picture) { return finding }
        return measure(predicted, track, radius: most, in: picture)
    }

    private func measure<Sampler: ColourSampler>(
        _ predicted: Quad, _ track: Track, radius: Double, in picture: Sampler
    ) -> Finding? {
        var sides = InlineArray<4, SideSearch.Side>(repeating: SideSearch.Side())
        var hidden: Int?
        var support: Float = 0
        for side in 0..<4 {
            let wasHidden = track.occluded.contains(TrackedQuad.Sides(side: side))
            sides[side] = search.find(
                side, of: predicted, radius: Float(wasHidden ? 2 * radius : radius), in: picture)
            if sides[side].support >= Float(parameters.leastSupport) {
                support += sides[side].support
            } else {
                guard hidden == nil else { return nil }
                hidden = side
            }
        }
        support /= hidden == nil ? 4 : 3
        guard support >= Self.leastMeanSupport, var quad = Quad(crossing: sides) else { return nil }
        if let hidden { quad = Self.completed(quad, without: hidden, like: track.complete) }
        guard Self.isPlausible(quad, in: picture.size) else { return nil }
        return Finding(
            quad: quad, occluded: hidden.map { TrackedQuad.Sides(side: $0) } ?? [], support: Double(support))
    }

    /// Least mean support of the sides in sight.
    private static let leastMeanSupport: Float = 0.5

    /// Puts a hidden side where a former quad has it, relative to the opposite side and along the two beside it.
    private static func completed(_ quad: Quad, without side: Int, like former: Quad) -> Quad {
        let (start, end) = (side, (side + 1) & 3)
        let (afterEnd, beforeStart) = ((side + 2) & 3, (side + 3) & 3)
        let scale =
            quad[afterEnd].distance(to: quad[beforeStart]) / former[afterEnd].distance(to: former[beforeStart])
        func placed(_ corner: Int, from neighbour: Int) -> Point2D {
            let side = quad[corner] - quad[neighbour]
            let length = scale * former[corner].distance(to: former[neighbour])
            return quad[neighbour] + side * (length / side.length)
        }
        var completed = quad
        completed[start] = placed(start, from: beforeStart)
        completed[end] = placed(end, from: afterEnd)
        return completed
    }

    /// Whether a quad can be followed: convex, not tiny, and not far outside the frame.
    private static func isPlausible(_ quad: Quad, in size: PixelSize) -> Bool {
        let reach = Double(size.longSide)
        for corner in 0..<4 {
            let point = quad[corner]
            guard point.x > -reach, point.y > -reach, point.x < 2 * reach, point.y < 2 * reach else { return false }
        }
        let centre = quad.centroid
        return quad.isConvexClockwise && quad.area > 0.005 * Double(size.area) && centre.x > 0 && centre.y > 0
            && centre.x < Double(size.width) && centre.y < Double(size.height)
    }

    private mutating func accept<Sampler: ColourSampler>(
        _ finding: Finding, into track: inout Track, _ picture: Sampler, at time: Duration
    ) {
        track.predictor.correct(with: finding.quad, at: time.inSeconds)
        track.smoother.add(finding.quad, at: time.inSeconds, diagonal: picture.size.diagonal)
        track.occluded = finding.occluded
        track.lastSeen = time
        track.framesToDetection -= 1
        if finding.occluded.isEmpty { track.complete = finding.quad }
        let occluded = finding.occluded
        search.adapt(to: finding.quad, seen: { !occluded.contains(TrackedQuad.Sides(side: $0)) }, in: picture)
        look(at: finding.quad, &track, picture, at: time)
    }

    /// Notices when another page has come into the same place.
    private mutating func look<Sampler: ColourSampler>(
        at quad: Quad, _ track: inout Track, _ picture: Sampler, at time: Duration
    ) {
        let appearance = PageAppearance(of: quad, in: picture)
        defer { track.lastAppearance = appearance }
        if appearance.correlation(with: track.appearance) >= Self.sameLook {
            track.appearance.follow(appearance, by: 0.05)
            track.framesOfNewLook = 0
            return
        }
        let settles = appearance.correlation(with: track.lastAppearance) >= Self.steadyLook
        track.framesOfNewLook = settles ? track.framesOfNewLook + 1 : 0
        if track.framesOfNewLook >= 3 {
            track.identity = nextIdentity()
            track.since = time
            track.appearance = appearance
            track.framesOfNewLook = 0
            track.framesToDetection = 0
        }
    }

    /// Correlation of the page's appearance with what it was, and from frame to frame.
    private static let sameLook: Float = 0.6
    private static let steadyLook: Float = 0.9

    private mutating func nextIdentity() -> Int {
        identities += 1
        return identities
    }

    // MARK: Detecting

    /// Looks for a page in the whole frame.
    private mutating func detect<Sampler: ColourSampler>(
        _ frame: FrameView, _ picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        guard let page = detector.detect(frame), page.confidence >= parameters.leastConfidence,
            Self.isPlausible(page.quad, in: picture.size)
        else { return nil }
        return start(page, in: picture, at: time)
    }

    /// Starts to follow a page; one that was lost a moment ago goes on.
    private mutating func start<Sampler: ColourSampler>(
        _ page: PageDetection, in picture: Sampler, at time: Duration
    ) -> TrackedQuad? {
        var quad = page.quad
        let appearance = PageAppearance(of: quad, in: picture)
        var started = Track(
            predictor: QuadPredictor(quad, at: time.inSeconds),
            smoother: QuadSmoother(
                quad, at: time.inSeconds, restCutoff: parameters.restCutoff, cutoffGain: parameters.cutoffGain),
            complete: quad, confidence: page.confidence, since: time, lastSeen: time, identity: 0,
            appearance: appearance, lastAppearance: appearance, framesToDetection: parameters.detectionInterval)
        if let lost = track, isContinued(lost, by: page.quad, appearance, in: picture.size, at: time) {
            let expected = lost.predictor.prediction(at: time.inSeconds)
            quad = quad.aligned(with: expected)
            started.complete = quad
            started.identity = lost.identity
            started.predictor = lost.predictor
            started.predictor.correct(with: quad, at: time.inSeconds)
            started.smoother = lost.smoother
            started.smoother.add(quad, at: time.inSeconds, diagonal: picture.size.diagonal)
        } else {
            started.identity = nextIdentity()
        }
        search.learn(quad, in: picture)
        track = started
        return Self.result(started, .detected, support: 1, diagonal: picture.size.diagonal)
    }

    /// Whether a page that was found is the one that was lost: near where it should be, and with the same look.
    private func isContinued(
        _ lost: Track, by quad: Quad, _ appearance: PageAppearance, in size: PixelSize, at time: Duration
    ) -> Bool {
        let expected = lost.predictor.prediction(at: time.inSeconds)
        return quad.aligned(with: expected).farthestCorner(from: expected) < 0.1 * size.diagonal
            && appearance.correlation(with: lost.appearance) >= Self.sameLook
    }

    /// Asks the detector what it thinks of the tracked quad.
    ///
    /// - Returns: The page, if the detector prefers another quad for the second time.
    private mutating func compare<Sampler: ColourSampler>(
        _ frame: FrameView, _ picture: Sampler, _ tracked: Quad, at time: Duration
    ) -> TrackedQuad? {
        let (found, score, known) = detector.detect(frame, beside: tracked)
        guard let known, let found else { return nil }
        let other = found.quad.aligned(with: tracked)
        let agrees = other.farthestCorner(from: tracked) < Self.sameness * tracked.area.squareRoot()
        let isPreferred =
            !agrees && found.confidence >= parameters.leastConfidence
            && Double(score - known.score) > parameters.switchMargin
        let shape = isPreferred ? Homography(from: tracked, to: Quad(width: 1, height: 1)).map { other.map($0.map) } : nil
        if let shape, let rival = track?.rival, shape.farthestCorner(from: rival) < Self.rivalSameness {
            track = nil
            return start(found, in: picture, at: time)
        }
        track?.rival = shape
        track?.framesToDetection = shape == nil ? parameters.detectionInterval : min(3, parameters.detectionInterval)
        track?.confidence = agrees ? max(found.confidence, known.confidence) : known.confidence
        return nil
    }

    /// Quads whose corners are nearer than this, in roots of the area, are the same to the detector.
    private static let sameness = 0.015
    /// Rivals whose corners are nearer than this, in sides of the tracked quad, are one.
    private static let rivalSameness = 0.1
    /// Mean support of sides that show well.
    private static let usualSupport = 0.8

    private static func result(
        _ track: Track, _ source: TrackedQuad.Source, support: Double, diagonal: Double
    ) -> TrackedQuad {
        TrackedQuad(
            quad: track.smoother.quad, confidence: track.confidence * min(1, support / usualSupport), source: source,
            occludedSides: track.occluded, velocity: track.smoother.velocity,
            speed: 100 * track.smoother.speed / diagonal, since: track.since, identity: track.identity)
    }
}
