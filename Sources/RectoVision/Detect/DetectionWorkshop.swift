import RectoCore

/// The detector's steps and the scratch they keep from frame to frame.
final class DetectionWorkshop: @unchecked Sendable {
    // Sendable: `PageDetector` hands a workshop to one owner at a time.
    private let frame = WorkingFrame()
    private let coarseFrame = WorkingFrame()
    private let field = GradientField()
    private let coarseField = GradientField()
    private let hough = LineHough()
    private let profiles = LineProfiles()
    private let ranker = QuadRanker()
    private let refiner = CornerRefiner()
    private let confidence = DetectionConfidence()

    func detect(_ source: SourceView, _ parameters: PageDetector.Parameters) -> PageDetection? {
        guard let best = propose(source, parameters),
            let quad = try? Quad(sorting: placed(candidates[best].proposal.corners, in: source.size).corners)
        else { return nil }
        let evidence = DetectionEvidence(winner: candidates[best], among: candidates)
        return PageDetection(quad: refine(quad, source), confidence: confidence.probability(of: evidence))
    }

    /// All quads of a picture with their scores, and what speaks for the best; for training and for reasons.
    func candidates(
        _ source: SourceView, _ parameters: PageDetector.Parameters
    ) -> (quads: [PageDetector.Candidate], evidence: DetectionEvidence?) {
        let best = propose(source, parameters)
        let quads = candidates.compactMap { candidate -> PageDetector.Candidate? in
            guard let quad = try? Quad(sorting: placed(candidate.proposal.corners, in: source.size).corners) else {
                return nil
            }
            return PageDetector.Candidate(quad: quad, features: candidate.features, score: candidate.score)
        }
        return (quads, best.map { DetectionEvidence(winner: candidates[$0], among: candidates) })
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
        _ source: SourceView, beside known: Quad, _ parameters: PageDetector.Parameters
    ) -> (found: PageDetection?, score: Float, known: Assessment?) {
        guard let found = detect(source, parameters) else { return (nil, -.infinity, nil) }
        return (found, assess(found.quad, in: source.size)?.score ?? -.infinity, assess(known, in: source.size))
    }

    /// What speaks for a quad in the picture that was last looked at.
    private func assess(_ quad: Quad, in size: PixelSize) -> Assessment? {
        let corners = centred(quad, in: size)
        let lines = (0..<4).compactMap { Line(through: corners[($0 + 3) & 3], corners[$0]) }
        guard lines.count == 4 else { return nil }
        profiles.measure(lines, field: field, colour: frame, LineProfiles.Parameters())
        let proposal = QuadProposals.Proposal(
            lines: SIMD4(0, 1, 2, 3), corners: corners, area: corners.area,
            sides: SIMD4((0..<4).map { corners[$0].distance(to: corners[($0 + 1) & 3]) }))
        let features = QuadFeatures(
            proposal, lines: lines, firstBorderLine: 4, profiles: LineProfiles.View(profiles),
            frame: (frame.width, frame.height))
        let candidate = Candidate(proposal: proposal, features: features, score: ranker.score(features))
        let evidence = DetectionEvidence(winner: candidate, among: candidates)
        return Assessment(score: candidate.score, confidence: confidence.probability(of: evidence))
    }

    /// A proposed quad with its features.
    struct Candidate {
        var proposal: QuadProposals.Proposal
        var features: QuadFeatures
        var score: Float
    }

    private var candidates: [Candidate] = []

    /// Fills ``candidates``.
    /// - Returns: Index of the best one.
    private func propose(_ source: SourceView, _ parameters: PageDetector.Parameters) -> Int? {
        candidates.removeAll(keepingCapacity: true)
        let (width, height) = WorkingFrame.workingSize(of: source.size, longSide: parameters.workingSide)
        guard min(width, height) >= Self.shortestSide else { return nil }
        frame.load(source, width: width, height: height)
        field.measure(frame, GradientField.Parameters())
        let lines = findLines()
        profiles.measure(lines, field: field, colour: frame, LineProfiles.Parameters())
        let view = LineProfiles.View(profiles)
        let proposals = QuadProposals(lines, width: width, height: height, QuadProposals.Parameters())
        collectEntries(proposals, view)
        guard !entries.isEmpty else { return nil }
        let least = Self.threshold(keeping: Self.shortlistLength, of: entries.lazy.map(\.roughScore))
        var best = 0
        for entry in entries where entry.roughScore >= least {
            let proposal = proposals.proposal(entry.combination)
            let features = QuadFeatures(
                proposal, lines: lines, firstBorderLine: lines.count - 4, profiles: view, frame: (width, height))
            candidates.append(Candidate(proposal: proposal, features: features, score: ranker.score(features)))
            if candidates[candidates.count - 1].score > candidates[best].score { best = candidates.count - 1 }
        }
        return best
    }

    /// A proposed quad before it has all its features.
    private struct Entry {
        var combination: QuadProposals.Combination
        var roughScore: Float
    }

    private var entries: [Entry] = []

    /// At most so many quads get all their features.
    private static let shortlistLength = 1000

    /// Fills ``entries`` with all proposals and their rough scores.
    private func collectEntries(_ proposals: QuadProposals, _ profiles: LineProfiles.View) {
        entries.removeAll(keepingCapacity: true)
        let frameArea = Float(frame.width * frame.height)
        proposals.forEach { sketch in
            var coverage: Float = 0
            for side in 0..<4 {
                let samples = profiles.samples(from: sketch.low[side], to: sketch.high[side])
                coverage += profiles.sums(ofLine: Int(sketch.combination[side]))
                    .coverage(of: samples, leastVisible: 3)
            }
            let score = ranker.roughScore(meanCoverage: coverage / 4, area: sketch.area / frameArea)
            entries.append(Entry(combination: sketch.combination, roughScore: score))
        }
    }

    /// A value that about `count` of the values reach, from a histogram of a thousand bins.
    private static func threshold(keeping count: Int, of values: some Collection<Float>) -> Float {
        guard values.count > count, let low = values.min(), let high = values.max(), high > low else {
            return -.infinity
        }
        let bins = 1000
        let scale = Float(bins - 1) / (high - low)
        var histogram = [Int](repeating: 0, count: bins)
        for value in values { histogram[Int((value - low) * scale)] += 1 }
        var bin = bins - 1
        var kept = histogram[bin]
        while bin > 0, kept + histogram[bin - 1] <= count {
            bin -= 1
            kept += histogram[bin]
        }
        return low + Float(bin) / scale
    }

    /// Corners in the frame, counted from its centre, as corners in the picture.
    private func placed(_ quad: Quad, in size: PixelSize) -> Quad {
        let scale = Point2D(
            x: Double(size.width) / Double(frame.width), y: Double(size.height) / Double(frame.height))
        let centre = Point2D(x: Double(frame.width) / 2 + 0.5, y: Double(frame.height) / 2 + 0.5)
        return quad.map { Point2D(x: ($0.x + centre.x) * scale.x, y: ($0.y + centre.y) * scale.y) }
    }

    /// Corners in the picture as corners in the frame: the inverse of ``placed(_:in:)``.
    private func centred(_ quad: Quad, in size: PixelSize) -> Quad {
        let scale = Point2D(
            x: Double(frame.width) / Double(size.width), y: Double(frame.height) / Double(size.height))
        let centre = Point2D(x: Double(frame.width) / 2 + 0.5, y: Double(frame.height) / 2 + 0.5)
        return quad.map { Point2D(x: $0.x * scale.x - centre.x, y: $0.y * scale.y - centre.y) }
    }

    private func refine(_ quad: Quad, _ source: SourceView) -> Quad {
        switch source {
        case .gray(let view): refiner.refine(quad, in: GraySampler(view: view))
        case .rgb(let view): refiner.refine(quad, in: RGBSampler(view: view))
        }
    }

    /// Frames with a shorter side hold no page that could be told from noise.
    private static let shortestSide = 16

    /// Lines of both scales, best first, then the frame's four borders.
    private func findLines() -> [Line] {
        var lines = hough.lines(in: field, LineHough.Parameters()).map(\.line)
        lines += coarseLines(notAmong: lines)
        let (width, height) = (Double(frame.width), Double(frame.height))
        lines += [
            Line(normalX: 1, normalY: 0, offset: -width / 2 + 0.5),
            Line(normalX: 1, normalY: 0, offset: width / 2 - 1.5),
            Line(normalX: 0, normalY: 1, offset: -height / 2 + 0.5),
            Line(normalX: 0, normalY: 1, offset: height / 2 - 1.5),
        ]
        return lines
    }

    /// Lines that show only on the half-size level: blurred edges, and pages on fine texture.
    private func coarseLines(notAmong known: [Line]) -> [Line] {
        coarseFrame.load(halfOf: frame)
        var gradient = GradientField.Parameters()
        gradient.surroundRadius = 8
        gradient.floor *= 0.5
        gradient.minimum *= 0.5
        coarseField.measure(coarseFrame, gradient)
        var hough = LineHough.Parameters()
        hough.maximumLines = 12
        hough.minimumVotes = 2.5
        let shift = Point2D(
            x: Double(coarseFrame.width) + 0.5 - Double(frame.width) / 2,
            y: Double(coarseFrame.height) + 0.5 - Double(frame.height) / 2)
        return self.hough.lines(in: coarseField, hough).map { candidate in
            let line = candidate.line
            // A coarse pixel at x covers pixels 2 x and 2 x + 1; both frames count from their own centre.
            let moved = line.normalX * shift.x + line.normalY * shift.y
            return Line(normalX: line.normalX, normalY: line.normalY, offset: 2 * line.offset + moved)
        }.filter { line in
            !known.contains { other in
                let alignment = line.alignment(with: other)
                return abs(alignment) > 0.9995 && abs(line.offset - (alignment < 0 ? -1 : 1) * other.offset) < 2.5
            }
        }
    }
}
