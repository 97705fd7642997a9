import RectoCore

/// The steps of the detector, with the scratch memory that they keep from frame to frame.
final class DetectionPipeline: @unchecked Sendable {
    // Sendable: `PageDetector` hands a pipeline to one owner at a time.
    private let field = GradientField()
    private let coarseField = GradientField()
    private let hough = LineHough()
    private let coarseHough = LineHough()
    private let profiles = LineProfiles()
    private let proposals = QuadProposals()
    private let density = EdgeDensity()
    private let search = QuadSearch()
    private let cutSearch = CutPageSearch()
    /// The lines of the pass, and what the search for a cut page found among them, once it has run.
    private var measured: MeasuredLines?
    private var cutFind: CutPageSearch.Find??
    private let ranker = QuadRanker()
    private let refiner = CornerRefiner()
    private let confidence = DetectionConfidence()
    /// Scratch memory of ``findLines(_:_:)``.
    private var lines: [Line] = []
    private var coarseLines: [LineHough.Candidate] = []
    /// Scratch memory of ``compare(_:with:)``: the quads that compete, and the sides of one.
    private var rivals: [QuadSearch.Candidate] = []
    private var sides: [Line] = []
    /// The last appraisal of the pass, and the candidate that it is for.
    private var appraised: (candidate: Int, appraisal: Appraisal)?
    /// The trace to fill during detection, if any.
    private var trace: DetectionTrace?

    /// The shortest side of a level, in pixels, on which a page can be distinguished from noise.
    private static let minimumSide = 16
    /// Lines are the same if their normals are at least this aligned (cosine, about 2°) and their offsets differ by
    /// less than this many pixels.
    private static let sameAlignment = 0.9995
    private static let sameDistance = 2.5

    /// Finds the quads of a frame.
    /// - Parameters:
    ///   - longSide: Long side of the pyramid level that is searched.
    ///   - limit: The maximum number of quads to pick.
    ///   - expected: Where a page is likely, in pixels of the frame.
    ///   - seeksParts: Whether a part of a page counts, too.
    /// - Returns: What was found; valid until the next pass.
    func detect(
        in frame: IngestedFrame, longSide: Int, limit: Int, expecting expected: ExpectedQuad? = nil,
        seeksParts: Bool = true
    ) -> DetectionPass {
        search.clear()
        (appraised, measured, cutFind) = (nil, nil, nil)
        let size = PyramidLevel.size(for: frame.size, longSide: longSide)
        let geometry = LevelGeometry(size, of: frame.size)
        let pass = DetectionPass(
            pipeline: self, frame: frame, longSide: longSide, geometry: geometry, seeksParts: seeksParts)
        guard min(size.width, size.height) >= Self.minimumSide else { return pass }
        let level = frame.level(longSide: longSide)
        field.measure(level.planes, GradientField.Parameters())
        let lines = measuredLines(level, geometry)
        proposals.take(lines, QuadProposals.Parameters())
        density.measure(field.magnitude)
        search.run(
            proposals, lines, density, limit: limit,
            expecting: expected.map { QuadSearch.Expectation(quad: geometry.inLevel($0.quad), of: $0) },
            QuadSearch.Parameters())
        measured = lines
        return pass
    }

    /// Finds the same quads, and returns all intermediate results.
    func trace(_ frame: IngestedFrame, longSide: Int, limit: Int) -> DetectionTrace {
        trace = DetectionTrace()
        defer { trace = nil }
        let pass = detect(in: frame, longSide: longSide, limit: limit)
        trace?.candidates = pass.candidates.filter { $0.score.isFinite }
        trace?.found = pass.explanations
        return trace ?? DetectionTrace()
    }

    // MARK: Lines

    private func measuredLines(_ level: PyramidLevel, _ geometry: LevelGeometry) -> MeasuredLines {
        let lines = findLines(level, geometry)
        profiles.measure(lines, field: field, colors: level.averaged, LineProfiles.Parameters())
        return MeasuredLines(
            lines: lines, firstBorder: lines.count - 4, profiles: LineProfiles.View(profiles), width: level.width,
            height: level.height)
    }

    /// The lines of both scales, best first, then the level's four borders.
    private func findLines(_ level: PyramidLevel, _ geometry: LevelGeometry) -> [Line] {
        let fine = hough.lines(in: field, LineHough.Parameters())
        trace?.scales.append(DetectionTrace.Scale(field, hough, fine))
        lines.removeAll(keepingCapacity: true)
        for candidate in fine { lines.append(candidate.line) }
        let coarse = findCoarseLines(level)
        for candidate in coarse { lines.append(candidate.line) }
        let borders = geometry.borders
        for index in borders.indices { lines.append(borders[index]) }
        trace?.lines =
            fine.map { DetectionTrace.TracedLine($0.line, votes: $0.votes, .fine, geometry) }
            + coarse.map { DetectionTrace.TracedLine($0.line, votes: $0.votes, .coarse, geometry) }
            + lines.suffix(4).map { DetectionTrace.TracedLine($0, votes: 0, .border, geometry) }
        return lines
    }

    /// Lines that are visible only on the half-size level: blurred edges, and pages on fine texture.
    private func findCoarseLines(_ level: PyramidLevel) -> [LineHough.Candidate] {
        coarseField.measure(level.half, .coarse)
        let found = coarseHough.lines(in: coarseField, .coarse)
        trace?.scales.append(DetectionTrace.Scale(coarseField, coarseHough, found))
        let shift = Point2D(
            x: Double(level.half.width) + 0.5 - Double(level.width) / 2,
            y: Double(level.half.height) + 0.5 - Double(level.height) / 2)
        coarseLines.removeAll(keepingCapacity: true)
        for var candidate in found {
            let line = candidate.line
            // A coarse pixel at x covers pixels 2 x and 2 x + 1; each level measures from its center.
            let moved = line.normalX * shift.x + line.normalY * shift.y
            candidate.line = Line(normalX: line.normalX, normalY: line.normalY, offset: 2 * line.offset + moved)
            if !isKnown(candidate.line) { coarseLines.append(candidate) }
        }
        return coarseLines
    }

    /// Whether ``lines`` contains a line almost like this one.
    private func isKnown(_ line: Line) -> Bool {
        lines.contains { other in
            let alignment = line.alignment(with: other)
            return abs(alignment) > Self.sameAlignment
                && abs(line.offset - (alignment < 0 ? -1 : 1) * other.offset) < Self.sameDistance
        }
    }

    // MARK: Results

    fileprivate var finds: [QuadSearch.Find] { search.finds }

    fileprivate var candidates: [QuadSearch.Candidate] { search.candidates }

    /// The quads that may be the visible part of a page that the picture cuts.
    fileprivate func cutCandidates() -> [CutPageSearch.Candidate] {
        guard let measured else { return [] }
        cutSearch.measure(search, proposals, measured, density)
        return cutSearch.candidates
    }

    /// The visible part of a page that the picture cuts, if the ordinary search shows no page.
    private func cutPage(in pass: DetectionPass) -> CutPageSearch.Find? {
        guard pass.seeksParts else { return nil }
        if let cutFind { return cutFind }
        let found = newCutPage(in: pass)
        cutFind = found
        return found
    }

    /// The confidence at or above which the part of a page is shown. It is higher than for whole pages, because a wrong
    /// part loses content.
    private static let leastCut = 0.7

    private func newCutPage(in pass: DetectionPass) -> CutPageSearch.Find? {
        guard let measured, PageDetection.Level(confidence: ordinaryConfidence(of: pass)) == nil else { return nil }
        cutSearch.measure(search, proposals, measured, density)
        guard let found = cutSearch.best(), found.confidence >= Self.leastCut else { return nil }
        let level = pass.frame.level(longSide: pass.longSide)
        let surroundings = PageSurroundings(
            of: found.quad, in: level, outline: pass.geometry.inPicture(found.quad), of: pass.frame.luma)
        return surroundings.isPrintOnPage || surroundings.isDrawn ? nil : found
    }

    fileprivate var rerankedQuads: [(quad: CenteredQuad, input: RerankerNetwork.Input)] { search.rerankedQuads }

    /// The confidence in a find, and whether the page fills the picture.
    private typealias Appraisal = (confidence: Double, fillsPicture: Bool)

    /// The confidence in the best find.
    fileprivate func confidence(of pass: DetectionPass) -> Double {
        cutPage(in: pass)?.confidence ?? ordinaryConfidence(of: pass)
    }

    fileprivate func ordinaryConfidence(of pass: DetectionPass) -> Double {
        finds.first.map { appraisal(of: $0, in: pass).confidence } ?? 0
    }

    private func appraisal(of find: QuadSearch.Find, in pass: DetectionPass) -> Appraisal {
        if let known = appraised, known.candidate == find.candidate { return known.appraisal }
        let appraisal = newAppraisal(of: find, in: pass)
        appraised = (find.candidate, appraisal)
        return appraisal
    }

    private func newAppraisal(of find: QuadSearch.Find, in pass: DetectionPass) -> Appraisal {
        let probability = confidence.probability(of: find.evidence)
        let level = pass.frame.level(longSide: pass.longSide)
        guard probability >= Self.leastAppraised else { return (probability, PictureFill(level).isFilled) }
        let quad = search.candidates[find.candidate].quad
        let outline = pass.geometry.inPicture(quad)
        let surroundings = PageSurroundings(of: quad, in: level, outline: outline, of: pass.frame.luma)
        if surroundings.isPrintOnPage { return (Self.shareOfPrint * probability, true) }
        // A table with shaded rows has steps on all sides, but the page has print beside it, too.
        if probability < Self.surePage, surroundings.isLevelInPrint, PictureFill(level).isFilled {
            return (Self.shareOfPrint * probability, true)
        }
        if surroundings.isFramedPicture(outline, in: pass.frame.size), !PictureFill(level).isPaper {
            return (Self.shareOfPrint * probability, false)
        }
        // Only dark quads are compared with the picture, which takes time.
        if surroundings.lightness < Self.darkQuad, PictureFill(level).isBeyondPrint(surroundings.lightness) {
            return (Self.shareOfPrint * probability, false)
        }
        let isShown = PageDetection.Level(confidence: probability) != nil
        return (probability, isShown ? false : PictureFill(level).isFilled)
    }

    /// The confidence below which a find shows no page in any case.
    private static let leastAppraised = 0.1
    /// The confidence at or above which a find is a page even if the picture looks like one page with print: that of a
    /// table is at most .7, that of sheets on a desk of their color usually more.
    private static let surePage = 0.8
    /// The brightness below which a quad may be a screen.
    private static let darkQuad: Float = 20
    /// The factor by which the confidence is reduced for print on a page, a picture with a border, or a screen.
    private static let shareOfPrint = 0.1

    fileprivate func detection(of find: QuadSearch.Find, in pass: DetectionPass) -> PageDetection {
        let candidate = search.candidates[find.candidate]
        let quad = pass.geometry.inPicture(candidate.quad)
        let (confidence, fillsPicture) = appraisal(of: find, in: pass)
        var refined = outermost(refiner.refine(quad, in: pass.frame.view), in: pass.frame)
        if candidate.features[.borderSides] > 0 { refined = completed(refined, in: pass.frame.size) }
        return PageDetection(
            quad: refined.quad, confidence: confidence, sagittas: refined.sagittas, fillsPicture: fillsPicture,
            cutSides: PictureSides(cutting: refined.quad, in: pass.frame.size))
    }

    /// The best quad, refined.
    fileprivate func detection(in pass: DetectionPass) -> PageDetection? {
        guard let best = finds.first else { return nil }
        guard let cut = cutPage(in: pass) else { return detection(of: best, in: pass) }
        return detection(of: cut, in: pass)
    }

    /// What is seen of a page if the ordinary search shows none.
    fileprivate func glimpse(in pass: DetectionPass) -> PageGlimpse? {
        guard let best = finds.first else { return nil }
        if let cut = newCutPage(in: pass) {
            let size = pass.frame.size
            let visible = pass.geometry.inPicture(cut.quad).snapped(toBordersOf: size, within: Self.borderReach).quad
            return .cut(PictureSides(cutting: visible, in: size))
        }
        let (confidence, fillsPicture) = appraisal(of: best, in: pass)
        return PageDetection.Level(confidence: confidence) == nil && fillsPicture ? .fillsFrame : nil
    }

    private func detection(of cut: CutPageSearch.Find, in pass: DetectionPass) -> PageDetection {
        let quad = pass.geometry.inPicture(cut.quad)
        let (visible, sides) = quad.snapped(toBordersOf: pass.frame.size, within: Self.borderReach)
        let refined = completed(
            visible.isConvexClockwise
                ? refiner.refine(visible, in: pass.frame.view, fixed: sides)
                : RefinedQuad(quad: quad, sagittas: SideSagittas()), in: pass.frame.size)
        return PageDetection(
            quad: refined.quad, confidence: cut.confidence, sagittas: refined.sagittas,
            cutSides: PictureSides(cutting: refined.quad, in: pass.frame.size))
    }

    /// The outline of a page, without the directions of the picture's border.
    private func completed(_ refined: RefinedQuad, in size: PixelSize) -> RefinedQuad {
        let (visible, sides) = refined.quad.snapped(toBordersOf: size, within: Self.borderReach)
        let outline = visible.completed(beyond: sides)
        // Of quads of few pixels nothing may be left between two borders.
        guard outline.isConvexClockwise else { return refined }
        let first = outline.indexOfSmallestSum
        return RefinedQuad(quad: outline.rotatingCorners(by: first), sagittas: refined.sagittas.rotated(by: first))
    }

    /// Whether two quads cannot be two pages.
    fileprivate func overlap(_ a: Quad, _ b: Quad) -> Bool {
        a.clockwise.intersectionArea(with: b.clockwise)
            > QuadSearch.Parameters().largestOverlap * min(a.area, b.area)
    }

    /// Distance from the picture's border within which a side of a cut page lies on it, in long sides of the picture.
    private static let borderReach = 0.008

    /// The quad, or the outline of the sheet if the quad is a frame printed along it.
    private func outermost(_ found: RefinedQuad, in frame: IngestedFrame) -> RefinedQuad {
        guard let margin = SheetMargin(around: found.quad.clockwise, in: frame.luma) else { return found }
        return refiner.refine(margin.outline.startingAtSmallestSum, in: frame.view)
    }

    fileprivate func explanation(of find: QuadSearch.Find, in pass: DetectionPass) -> PageCandidate {
        PageCandidate(
            detection: detection(of: find, in: pass), score: Double(find.evidence.score),
            reasons: ranker.contributions(of: find.evidence.features).map(PageCandidate.Reason.init)
                + [PageCandidate.Reason(reranker: find.evidence.score - find.evidence.rankerScore)])
    }

    /// The visible part of a page that the picture cuts, if that is the best quad.
    fileprivate func explanationOfCutPage(in pass: DetectionPass) -> PageCandidate? {
        cutPage(in: pass).map {
            PageCandidate(
                detection: detection(of: $0, in: pass), score: Double($0.score),
                reasons: [PageCandidate.Reason(ofCut: $0.score)])
        }
    }

    // MARK: Comparing

    /// Scores a found quad and a known one in one ranking. Both are ranked anew, because the score from the search is
    /// that of the corners before refinement, among other candidates.
    /// - Returns: `nil` if two corners of either quad coincide.
    fileprivate func compare(
        _ found: PageDetection, with known: Quad, in pass: DetectionPass
    ) -> DetectionPass.Comparison? {
        let level = pass.frame.level(longSide: pass.longSide)
        rivals.removeAll(keepingCapacity: true)
        guard let best = rival(pass.geometry.inLevel(found.quad), in: level) else { return nil }
        rivals.append(best)
        guard let other = rival(pass.geometry.inLevel(known), in: level) else { return nil }
        rivals.append(other)
        let meanScore = search.rerank(with: &rivals, density)
        let evidence = DetectionEvidence(
            winner: rivals[1], meanScore: meanScore, among: search.candidates, apartFrom: [])
        return DetectionPass.Comparison(
            found: found, foundScore: rivals[0].score, knownScore: rivals[1].score,
            knownConfidence: confidence.probability(of: evidence))
    }

    /// A candidate for a quad, as if it had been proposed; `nil` if two of its corners coincide.
    private func rival(_ quad: CenteredQuad, in level: PyramidLevel) -> QuadSearch.Candidate? {
        sides.removeAll(keepingCapacity: true)
        var lengths = SIMD4<Double>(repeating: 0)
        for side in 0..<4 {
            guard let line = Line(through: quad[(side + 3) & 3], quad[side]) else { return nil }
            sides.append(line)
            lengths[side] = quad[side].distance(to: quad[(side + 1) & 3])
        }
        profiles.measure(sides, field: field, colors: level.averaged, LineProfiles.Parameters())
        let proposal = QuadProposals.Proposal(
            lines: SIMD4(0, 1, 2, 3), corners: quad, area: quad.area, sides: lengths)
        let lines = MeasuredLines(
            lines: sides, firstBorder: sides.count, profiles: LineProfiles.View(profiles), width: level.width,
            height: level.height)
        return search.candidate(proposal, QuadFeatures(proposal, lines))
    }
}

/// The result of one pass of the detector over a frame; valid until the next pass of its pipeline.
struct DetectionPass {
    fileprivate let pipeline: DetectionPipeline
    fileprivate let frame: IngestedFrame
    /// Long side of the pyramid level that was searched.
    let longSide: Int
    fileprivate let geometry: LevelGeometry
    /// Whether the visible part of a page that the picture cuts counts as found.
    fileprivate let seeksParts: Bool

    /// The confidence in the best quad; 0 if there is none.
    var confidence: Double { pipeline.confidence(of: self) }

    /// The evidence for the best quad.
    var evidence: DetectionEvidence? { pipeline.finds.first?.evidence }

    /// The best quad, refined.
    var detection: PageDetection? { pipeline.detection(in: self) }

    /// What is seen of a page that is not shown.
    var glimpse: PageGlimpse? { pipeline.glimpse(in: self) }

    /// The best quads that lie beside each other.
    var detections: [PageDetection] {
        guard let first = detection else { return [] }
        let others = pipeline.finds.dropFirst().map { pipeline.detection(of: $0, in: self) }
        return [first] + others.filter { !pipeline.overlap($0.quad, first.quad) }
    }

    /// The best quads that lie beside each other, with the reasons for and against them.
    var explanations: [PageCandidate] {
        let found = pipeline.finds.map { pipeline.explanation(of: $0, in: self) }
        guard let cut = pipeline.explanationOfCutPage(in: self) else { return found }
        return [cut] + found.dropFirst().filter { !pipeline.overlap($0.detection.quad, cut.detection.quad) }
    }

    /// The confidence in the best quad of the ordinary search.
    var ordinaryConfidence: Double { pipeline.ordinaryConfidence(of: self) }

    /// The quads cut by the picture that were considered.
    var cutQuads: [PageDetector.CutQuad] {
        pipeline.cutCandidates().map { PageDetector.CutQuad(quad: geometry.inPicture($0.quad), features: $0.features) }
    }

    /// All quads whose features were computed.
    var candidates: [PageDetector.Candidate] {
        pipeline.candidates.map { candidate in
            PageDetector.Candidate(
                quad: geometry.inPicture(candidate.quad), features: candidate.features,
                rankerScore: candidate.rankerScore, score: candidate.score)
        }
    }

    /// The quads that were ranked last, with the inputs of the network.
    var rerankedQuads: [PageDetector.RerankedQuad] {
        pipeline.rerankedQuads.map {
            PageDetector.RerankedQuad(quad: geometry.inPicture($0.quad), input: $0.input)
        }
    }

    /// Two quads rated by the same measure: the best one, and one that is assumed to be the page.
    struct Comparison {
        var found: PageDetection
        /// Natural logarithm of odds, up to a constant of the frame.
        var foundScore: Float
        var knownScore: Float
        /// The confidence in the known quad, like ``PageDetection/confidence``.
        var knownConfidence: Double
    }

    /// Compares the best quad with one that is assumed to be the page, in pixels of the frame.
    /// - Returns: `nil` if no quad was found, or if the known one is degenerate.
    func comparison(with known: Quad) -> Comparison? {
        detection.flatMap { pipeline.compare($0, with: known, in: self) }
    }
}

/// The lines from which quads are formed, with the profiles along them.
struct MeasuredLines {
    /// The lines; the last ones are the borders of the level, if any.
    let lines: [Line]
    /// Index of the first border.
    let firstBorder: Int
    let profiles: LineProfiles.View
    /// Size of the level.
    let width: Int
    let height: Int
}

extension GradientField.Parameters {
    /// Surround radius in pixels: half of that at full size.
    private static let coarseSurroundRadius = 8
    /// The factor for gradients: edges of the half-size level are half as steep.
    private static let coarseSteepness: Float = 0.5

    /// For the half-size level.
    fileprivate static var coarse: Self {
        var parameters = Self()
        parameters.surroundRadius = coarseSurroundRadius
        parameters.floor *= coarseSteepness
        parameters.minimum *= coarseSteepness
        return parameters
    }
}

extension LineHough.Parameters {
    /// Maximum number of lines of the half-size level, which only supplements the other.
    private static let coarseMaximumLines = 12

    /// For the half-size level.
    fileprivate static var coarse: Self {
        var parameters = Self()
        parameters.maximumLines = coarseMaximumLines
        return parameters
    }
}
