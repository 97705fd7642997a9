import RectoCore

/// The detector's steps and the scratch they keep from frame to frame.
final class DetectionWorkshop: @unchecked Sendable {
    // Sendable: `PageDetector` hands a workshop to one owner at a time.
    private let frame = WorkingFrame()
    private let coarseFrame = WorkingFrame()
    private let field = GradientField()
    private let coarseField = GradientField()
    private let hough = LineHough()
    private let coarseHough = LineHough()
    private let profiles = LineProfiles()
    private let proposals = QuadProposals()
    private let search = QuadSearch()
    private let ranker = QuadRanker()
    private let refiner = CornerRefiner()
    private let confidence = DetectionConfidence()
    /// Filled on the way if it is there.
    private var trace: DetectionTrace?

    /// The best quad.
    func detect(_ source: FrameView, _ parameters: PageDetector.Parameters) -> PageDetection? {
        propose(source, parameters, limit: 1)
        return search.finds.first.map { detection(of: $0, in: source) }
    }

    /// The best quads that lie beside each other, at most `limit`.
    func detect(_ source: FrameView, _ parameters: PageDetector.Parameters, limit: Int) -> [PageDetection] {
        propose(source, parameters, limit: limit)
        return search.finds.map { detection(of: $0, in: source) }
    }

    /// The same with the reasons.
    func explain(_ source: FrameView, _ parameters: PageDetector.Parameters, limit: Int) -> [PageCandidate] {
        propose(source, parameters, limit: limit)
        return search.finds.map { find in
            PageCandidate(
                detection: detection(of: find, in: source), score: Double(find.evidence.score),
                reasons: ranker.contributions(of: find.evidence.features).map(PageCandidate.Reason.init))
        }
    }

    /// The same with all that led to it.
    func trace(_ source: FrameView, _ parameters: PageDetector.Parameters, limit: Int) -> DetectionTrace {
        trace = DetectionTrace()
        defer { trace = nil }
        let found = explain(source, parameters, limit: limit)
        trace?.candidates = considered(in: source)
        trace?.found = found
        return trace ?? DetectionTrace()
    }

    /// What the detector thinks of a quad.
    struct Assessment {
        /// Natural logarithm of odds, up to a constant of the picture.
        var score: Float
        /// As ``PageDetection/confidence``.
        var confidence: Double
    }

    /// The page as the detector finds it, and by the same measure a quad that is thought to be the page.
    func detect(
        _ source: FrameView, beside known: Quad, _ parameters: PageDetector.Parameters
    ) -> (found: PageDetection?, score: Float, known: Assessment?) {
        guard let found = detect(source, parameters, limit: 1).first else { return (nil, -.infinity, nil) }
        return (found, assess(found.quad, in: source.size)?.score ?? -.infinity, assess(known, in: source.size))
    }

    /// What speaks for a quad in the picture that was last looked at.
    private func assess(_ quad: Quad, in size: PixelSize) -> Assessment? {
        let corners = quad.map { centred($0, in: size) }
        let lines = (0..<4).compactMap { Line(through: corners[($0 + 3) & 3], corners[$0]) }
        guard lines.count == 4 else { return nil }
        profiles.measure(lines, field: field, colour: frame, LineProfiles.Parameters())
        let proposal = QuadProposals.Proposal(
            lines: SIMD4(0, 1, 2, 3), corners: corners, area: corners.area,
            sides: SIMD4((0..<4).map { corners[$0].distance(to: corners[($0 + 1) & 3]) }))
        let features = QuadFeatures(
            proposal, lines: lines, firstBorderLine: 4, profiles: LineProfiles.View(profiles),
            frame: (frame.width, frame.height))
        let score = ranker.score(features)
        let candidate = QuadSearch.Candidate(
            quad: corners, features: features, score: score, shapeScore: score - ranker.sizeScore(area: features[.area])
        )
        let evidence = DetectionEvidence(winner: candidate, among: search.candidates, apartFrom: [])
        return Assessment(score: candidate.score, confidence: confidence.probability(of: evidence))
    }

    /// All quads that got their features, and what speaks for the best.
    func candidates(
        _ source: FrameView, _ parameters: PageDetector.Parameters
    ) -> (quads: [PageDetector.Candidate], evidence: DetectionEvidence?) {
        propose(source, parameters, limit: 1)
        return (considered(in: source), search.finds.first?.evidence)
    }

    private func considered(in source: FrameView) -> [PageDetector.Candidate] {
        search.candidates.map { candidate in
            PageDetector.Candidate(
                quad: placed(candidate.quad, in: source.size), features: candidate.features, score: candidate.score)
        }
    }

    private func detection(of find: QuadSearch.Find, in source: FrameView) -> PageDetection {
        let quad = placed(search.candidates[find.candidate].quad, in: source.size)
        return PageDetection(
            quad: refiner.refine(quad, in: source), confidence: confidence.probability(of: find.evidence))
    }

    /// Lets ``search`` find the quads of a picture.
    private func propose(_ source: FrameView, _ parameters: PageDetector.Parameters, limit: Int) {
        search.clear()
        let (width, height) = WorkingFrame.workingSize(of: source.size, longSide: parameters.workingSide)
        guard min(width, height) >= Self.shortestSide else { return }
        frame.load(source, width: width, height: height)
        field.measure(frame, GradientField.Parameters())
        findLines(source.size)
        profiles.measure(lines, field: field, colour: frame, LineProfiles.Parameters())
        let view = LineProfiles.View(profiles)
        proposals.take(lines, view, width: width, height: height, QuadProposals.Parameters())
        search.run(
            proposals, lines: lines, view, frame: (width, height), limit: limit,
            QuadSearch.Parameters())
    }

    /// A quad of the frame in the picture, from the corner with the smallest x + y on.
    private func placed(_ quad: Quad, in size: PixelSize) -> Quad {
        quad.map { placed($0, in: size) }.startingAtSmallestSum
    }

    /// A point of the frame, counted from its centre, in pixels of the picture.
    private func placed(_ point: Point2D, in size: PixelSize) -> Point2D {
        Point2D(
            x: (point.x + Double(frame.width) / 2 + 0.5) * (Double(size.width) / Double(frame.width)),
            y: (point.y + Double(frame.height) / 2 + 0.5) * (Double(size.height) / Double(frame.height)))
    }

    /// A point of the picture in the frame: the inverse of ``placed(_:in:)-(Point2D,_)``.
    private func centred(_ point: Point2D, in size: PixelSize) -> Point2D {
        Point2D(
            x: point.x * (Double(frame.width) / Double(size.width)) - Double(frame.width) / 2 - 0.5,
            y: point.y * (Double(frame.height) / Double(size.height)) - Double(frame.height) / 2 - 0.5)
    }

    /// Frames with a shorter side hold no page that could be told from noise.
    private static let shortestSide = 16

    /// Lines of both scales, best first, then the frame's four borders.
    private var lines: [Line] = []
    /// Those of the coarse scale.
    private var coarse: [LineHough.Candidate] = []

    /// Fills ``lines``.
    private func findLines(_ size: PixelSize) {
        let fine = hough.lines(in: field, LineHough.Parameters())
        trace?.scales.append(DetectionTrace.Scale(field, hough, fine))
        lines.removeAll(keepingCapacity: true)
        for candidate in fine { lines.append(candidate.line) }
        findCoarseLines()
        let (width, height) = (Double(frame.width), Double(frame.height))
        for candidate in coarse { lines.append(candidate.line) }
        let firstBorder = lines.count
        lines.append(Line(normalX: 1, normalY: 0, offset: -width / 2 + 0.5))
        lines.append(Line(normalX: 1, normalY: 0, offset: width / 2 - 1.5))
        lines.append(Line(normalX: 0, normalY: 1, offset: -height / 2 + 0.5))
        lines.append(Line(normalX: 0, normalY: 1, offset: height / 2 - 1.5))
        trace?.lines =
            fine.map { traced($0.line, votes: $0.votes, .fine, in: size) }
            + coarse.map { traced($0.line, votes: $0.votes, .coarse, in: size) }
            + lines[firstBorder...].map { traced($0, votes: 0, .border, in: size) }
    }

    private func traced(
        _ line: Line, votes: Float, _ origin: DetectionTrace.TracedLine.Origin, in size: PixelSize
    ) -> DetectionTrace.TracedLine {
        let foot = Point2D(x: line.normalX * line.offset, y: line.normalY * line.offset)
        let along = Point2D(x: -line.normalY, y: line.normalX) * Double(frame.width + frame.height)
        return DetectionTrace.TracedLine(
            start: placed(foot - along, in: size), end: placed(foot + along, in: size), votes: votes, origin: origin)
    }

    /// Fills ``coarse`` with lines that show only on the half-size level: blurred edges, and pages on fine texture.
    private func findCoarseLines() {
        coarseFrame.load(halfOf: frame)
        var gradient = GradientField.Parameters()
        gradient.surroundRadius = 8
        gradient.floor *= 0.5
        gradient.minimum *= 0.5
        coarseField.measure(coarseFrame, gradient)
        var parameters = LineHough.Parameters()
        parameters.maximumLines = 12
        parameters.minimumVotes = 2.5
        let found = coarseHough.lines(in: coarseField, parameters)
        trace?.scales.append(DetectionTrace.Scale(coarseField, coarseHough, found))
        let shift = Point2D(
            x: Double(coarseFrame.width) + 0.5 - Double(frame.width) / 2,
            y: Double(coarseFrame.height) + 0.5 - Double(frame.height) / 2)
        coarse.removeAll(keepingCapacity: true)
        for var candidate in found {
            let line = candidate.line
            // A coarse pixel at x covers pixels 2 x and 2 x + 1; both frames count from their own centre.
            let moved = line.normalX * shift.x + line.normalY * shift.y
            candidate.line = Line(normalX: line.normalX, normalY: line.normalY, offset: 2 * line.offset + moved)
            let isKnown = lines.contains { other in
                let alignment = candidate.line.alignment(with: other)
                return abs(alignment) > 0.9995
                    && abs(candidate.line.offset - (alignment < 0 ? -1 : 1) * other.offset) < 2.5
            }
            if !isKnown { coarse.append(candidate) }
        }
    }
}
