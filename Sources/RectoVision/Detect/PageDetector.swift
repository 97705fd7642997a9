public import RectoCore

/// Finds the page in a picture: gradient, lines, quads, and the quad most like a page.
///
/// The pipeline, at a working scale of 320 pixels: a color gradient with surround suppression, an orientation-gated
/// Hough transform at two scales, running sums along every line, all quads that the lines enclose, a linear ranking of
/// their features, and a reranking of the best quads, each compared with the quads around it and in it. The winner's
/// sides, straight or bowed, are then refined on the full picture.
///
/// If that shows no page, quads with one or two sides on the picture's border, or with corners outside it, may be the
/// visible part of a page that the picture cuts: see ``PageDetection/cutSides``.
public struct PageDetector: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Long side of the pyramid level that is searched, in pixels, `64...1024`. Default 320: a finer level finds
        /// fainter and smaller pages, at a cost proportional to its area.
        public var workingSide = 320
        /// Long side of a finer level, in pixels, `64...1024`, that is searched if the first pass is not sure; the
        /// surer pass counts. Default 480: faint and small pages are visible there. With `nil`, the time for a frame
        /// has a tighter bound, as live streams need.
        public var fallbackSide: Int? = 480
        /// Confidence at or above which there is no second pass, `0...1`. Default 0.9: on tuning scenes, higher values
        /// found pages no more often and no more exactly, and cost every tenth scene another pass.
        public var sureConfidence = 0.9
        public init() {}

        /// Parameters for the frames of a stream: one pass over each.
        public static var live: Parameters {
            var parameters = Parameters()
            parameters.fallbackSide = nil
            return parameters
        }
    }

    public let parameters: Parameters
    private var ingest = Scratch(FrameIngest())
    private var pipeline = Scratch(DetectionPipeline())
    /// The pipeline for second passes.
    private var finerPipeline = Scratch(DetectionPipeline())

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("workingSide", parameters.workingSide, 64...1024)
        if let side = parameters.fallbackSide { try checkParameter("fallbackSide", side, 64...1024) }
        try checkParameter("sureConfidence", parameters.sureConfidence, 0...1)
        self.parameters = parameters
    }

    /// - Parameter picture: Red, green, blue.
    /// - Returns: The page, or `nil` if no quad can be formed.
    public mutating func detect(_ picture: RGBView) -> PageDetection? { detect(.rgb(picture)) }

    /// - Parameter picture: Luminance.
    /// - Returns: The page, or `nil` if no quad can be formed.
    public mutating func detect(_ picture: GrayView) -> PageDetection? { detect(.gray(picture)) }

    /// - Parameter frame: A picture or camera frame. No chroma is computed for a gray one, or for a camera's Y plane
    ///   that is passed as one.
    /// - Returns: The page, or `nil` if no quad can be formed.
    public mutating func detect(_ frame: FrameView) -> PageDetection? {
        surestPass(over: ingest.own().ingest(frame), limit: 1).detection
    }

    /// Finds several pages that lie beside each other: first the one that ``detect(_:)-(FrameView)`` finds, then the
    /// quad most like a page among those that lie elsewhere, and so on.
    ///
    /// Two quads are two pages if they share at most a fifth of the smaller one's area, which excludes a page's other
    /// outlines, a frame printed on it, and half of it. Each has a separate confidence, which pages elsewhere do not
    /// affect. When there are no more pages, the remaining results are quads without a
    /// ``PageDetection/level-swift.property``.
    ///
    /// - Parameters:
    ///   - frame: A picture or camera frame.
    ///   - limit: The maximum number of quads, 1 or more.
    /// - Returns: Quads in the order of their scores.
    public mutating func detectAll(_ frame: FrameView, limit: Int) -> [PageDetection] {
        surestPass(over: ingest.own().ingest(frame), limit: limit).detections
    }

    /// Finds the pages that ``detectAll(_:limit:)`` finds, with the reasons for and against each quad.
    public mutating func explain(_ frame: FrameView, limit: Int) -> [PageCandidate] {
        surestPass(over: ingest.own().ingest(frame), limit: limit).explanations
    }

    /// Finds the same pages, and returns copies of all intermediate results for pictures of the steps.
    package mutating func trace(_ view: FrameView, limit: Int) -> DetectionTrace {
        let frame = ingest.own().ingest(view)
        let longSide = surestPass(over: frame, limit: limit).longSide
        return pipeline.own().trace(frame, longSide: longSide, limit: limit)
    }

    /// Finds the page of a stream, which is more likely where one is expected. A part of a page does not count.
    /// - Parameter allowsFallback: Whether there is time for a second pass.
    mutating func findWholePage(
        _ frame: IngestedFrame, expecting expected: ExpectedQuad?, allowsFallback: Bool
    ) -> DetectionPass {
        surestPass(over: frame, limit: 1, expecting: expected, allowsFallback: allowsFallback, seeksParts: false)
    }

    /// Finds the page, and rates a known quad by the same measure.
    /// - Returns: `nil` if no page is found, or if the known quad is degenerate.
    mutating func compare(
        _ known: Quad, in frame: IngestedFrame, expecting expected: ExpectedQuad?, allowsFallback: Bool
    ) -> DetectionPass.Comparison? {
        surestPass(over: frame, limit: 1, expecting: expected, allowsFallback: allowsFallback, seeksParts: false)
            .comparison(with: known)
    }

    /// A quad that was considered, unrefined, in pixels of the picture.
    package struct Candidate: Sendable {
        package var quad: Quad
        package var features: QuadFeatures
        package var rankerScore: Float
        /// The reranker's score; minus infinity for a quad that did not take part.
        package var score: Float
    }

    /// All quads that the first pass considers, and the evidence for the best of them.
    package mutating func candidates(_ view: FrameView) -> (quads: [Candidate], evidence: DetectionEvidence?) {
        let pass = firstPass(over: ingest.own().ingest(view), limit: 1)
        return (pass.candidates, pass.evidence)
    }

    /// A quad that competes with others, unrefined, in pixels of the picture.
    package struct RerankedQuad: Sendable {
        package var quad: Quad
        package var input: RerankerNetwork.Input
    }

    /// The quads that compete to be the page in the first pass.
    package mutating func rerankedQuads(_ view: FrameView) -> [RerankedQuad] {
        firstPass(over: ingest.own().ingest(view), limit: 1).rerankedQuads
    }

    /// A quad that may be the visible part of a page, unrefined, in pixels of the picture.
    package struct CutQuad: Sendable {
        package var quad: Quad
        package var features: CutQuadFeatures
    }

    /// The quads that the first pass considers as parts of a page that the picture cuts, and the confidence in the best
    /// one that it considers as a whole page.
    package mutating func cutQuads(_ view: FrameView) -> (quads: [CutQuad], confidence: Double) {
        let pass = firstPass(over: ingest.own().ingest(view), limit: 1)
        return (pass.cutQuads, pass.ordinaryConfidence)
    }

    /// The pass at the usual scale or, if that is not sure, a finer one if it is surer.
    private mutating func surestPass(
        over frame: IngestedFrame, limit: Int, expecting expected: ExpectedQuad? = nil, allowsFallback: Bool = true,
        seeksParts: Bool = true
    ) -> DetectionPass {
        let first = firstPass(over: frame, limit: limit, expecting: expected, seeksParts: seeksParts)
        guard allowsFallback, let side = parameters.fallbackSide, side > parameters.workingSide,
            frame.size.longSide > parameters.workingSide, first.confidence < parameters.sureConfidence
        else { return first }
        let finer = finerPipeline.own().detect(
            in: frame, longSide: side, limit: limit, expecting: expected, seeksParts: seeksParts)
        return finer.confidence > first.confidence ? finer : first
    }

    private mutating func firstPass(
        over frame: IngestedFrame, limit: Int, expecting expected: ExpectedQuad? = nil, seeksParts: Bool = true
    ) -> DetectionPass {
        pipeline.own().detect(
            in: frame, longSide: parameters.workingSide, limit: limit, expecting: expected, seeksParts: seeksParts)
    }
}
