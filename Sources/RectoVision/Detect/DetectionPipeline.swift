import RectoCore

/// The detector's steps and the scratch they keep from frame to frame.
final class DetectionPipeline: @unchecked Sendable {
    // Sendable: `PageDetector` hands a pipeline to one owner at a time.
    private let frame = WorkingFrame()
    private let coarseFrame = WorkingFrame()
    private let field = GradientField()
    private let coarseField = GradientField()
    private let hough = LineHough()
    private let coarseHough = LineHough()
    private let profiles = LineProfiles()
    private let proposals = QuadProposals()
    private let density = EdgeDensity()
    private let search = QuadSearch()
    private let ranker = QuadRanker()
    private let refiner = CornerRefiner()
    private let confidence = DetectionConfidence()
    /// Filled on the way if it is there.
    private var trace: DetectionTrace?

    /// Looks for the quads of a picture; the other methods tell of what was seen.
    /// - Parameters:
    ///   - side: Long side of the working frame.
    ///   - limit: At most so many quads are picked.
    ///   - expected: Where a page is likely.
    func look(at source: FrameView, side: Int, limit: Int, expecting expected: ExpectedQuad? = nil) {
        search.clear()
        let (width, height) = WorkingFrame.workingSize(of: source.size, longSide: side)
        guard min(width, height) >= Self.shortestSide else { return }
        frame.load(source, width: width, height: height)
        field.measure(frame, GradientField.Parameters())
        findLines(source.size)
        profiles.measure(lines, field: field, color: frame, LineProfiles.Parameters())
        let view = LineProfiles.View(profiles)
        proposals.take(lines, view, width: width, height: height, QuadProposals.Parameters())
        density.measure(field.magnitude)
        search.run(
            proposals, lines: lines, view, density, frame: (width, height), limit: limit,
            expecting: expected.map { expected in
                ExpectedQuad(quad: expected.quad.map { centred($0, in: source.size) }, lead: expected.lead)
            }, QuadSearch.Parameters())
    }

    /// The same with all that led to it.
    func trace(_ source: FrameView, side: Int, limit: Int) -> DetectionTrace {
        trace = DetectionTrace()
        defer { trace = nil }
        look(at: source, side: side, limit: limit)
        trace?.candidates = candidates(in: source).filter { $0.score.isFinite }
        trace?.found = explanations(in: source)
        return trace ?? DetectionTrace()
    }

    /// How sure the best quad is; 0 if there is none.
    var bestConfidence: Double { evidence.map(confidence.probability) ?? 0 }

    /// What speaks for the best quad.
    var evidence: DetectionEvidence? { search.finds.first?.evidence }

    /// The best quad.
    func detection(in source: FrameView) -> PageDetection? { search.finds.first.map { detection(of: $0, in: source) } }

    /// The best quads that lie beside each other.
    func detections(in source: FrameView) -> [PageDetection] { search.finds.map { detection(of: $0, in: source) } }

    /// The same with the reasons.
    func explanations(in source: FrameView) -> [PageCandidate] {
        search.finds.map { find in
            PageCandidate(
                detection: detection(of: find, in: source), score: Double(find.evidence.score),
                reasons: ranker.contributions(of: find.evidence.features).map(PageCandidate.Reason.init)
                    + [PageCandidate.Reason(reranker: find.evidence.score - find.evidence.rankerScore)])
        }
    }

    /// What the detector thinks of a quad.
    struct Assessment {
        /// Natural logarithm of odds, up to a constant of the picture.
        var score: Float
        /// As ``PageDetection/confidence``.
        var confidence: Double
    }

    /// The best quad with its score, and by the same measure a quad that is thought to be the page.
    func detection(
        in source: FrameView, beside known: Quad
    ) -> (found: PageDetection?, score: Float, known: Assessment?) {
        guard let found = detection(in: source) else { return (nil, -.infinity, nil) }
        rivals.removeAll(keepingCapacity: true)
        guard addRival(found.quad, in: source.size) else { return (found, -.infinity, nil) }
        let isKnownSeen = addRival(known, in: source.size)
        let meanScore = search.rerank(with: &rivals, density)
        guard isKnownSeen else { return (found, rivals[0].score, nil) }
        let evidence = DetectionEvidence(
            winner: rivals[1], meanScore: meanScore, among: search.candidates, apartFrom: [])
        return (
            found, rivals[0].score,
            Assessment(score: rivals[1].score, confidence: confidence.probability(of: evidence))
        )
    }

    /// Quads that are held against each other, and the sides of one; kept for their memory.
    private var rivals: [QuadSearch.Candidate] = []
    private var sides: [Line] = []

    /// Adds a quad in the picture that was last looked at to ``rivals``, as if it had been proposed.
    /// - Returns: Whether it could be: not if two of its corners are one.
    private func addRival(_ quad: Quad, in size: PixelSize) -> Bool {
        let corners = quad.map { centred($0, in: size) }
        sides.removeAll(keepingCapacity: true)
        var lengths = SIMD4<Double>(repeating: 0)
        for side in 0..<4 {
            guard let line = Line(through: corners[(side + 3) & 3], corners[side]) else { return false }
            sides.append(line)
            lengths[side] = corners[side].distance(to: corners[(side + 1) & 3])
        }
        profiles.measure(sides, field: field, color: frame, LineProfiles.Parameters())
        let proposal = QuadProposals.Proposal(
            lines: SIMD4(0, 1, 2, 3), corners: corners, area: corners.area, sides: lengths)
        let features = QuadFeatures(
            proposal, lines: sides, firstBorderLine: 4, profiles: LineProfiles.View(profiles),
            frame: (frame.width, frame.height))
        rivals.append(search.candidate(proposal, features))
        return true
    }

    /// All quads that got their features.
    func candidates(in source: FrameView) -> [PageDetector.Candidate] {
        search.candidates.map { candidate in
            PageDetector.Candidate(
                quad: placed(candidate.quad, in: source.size), features: candidate.features,
                rankerScore: candidate.rankerScore, score: candidate.score)
        }
    }

    /// The quads of the last reranker with what its network sees of them.
    func rerankedQuads(in source: FrameView) -> [PageDetector.RerankedQuad] {
        zip(search.shortlist, search.rerankerInputs).map { index, input in
            PageDetector.RerankedQuad(quad: placed(search.candidates[index].quad, in: source.size), input: input)
        }
    }

    private func detection(of find: QuadSearch.Find, in source: FrameView) -> PageDetection {
        let quad = placed(search.candidates[find.candidate].quad, in: source.size)
        let refined = refiner.refine(quad, in: source)
        return PageDetection(
            quad: refined.quad, confidence: confidence.probability(of: find.evidence), sagittas: refined.sagittas)
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
