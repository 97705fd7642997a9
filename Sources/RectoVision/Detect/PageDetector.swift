public import RectoCore

/// Finds the page in a picture: gradient, lines, quads, and the quad most like a page.
///
/// The pipeline, at a working scale of 320 pixels: color gradient with surround suppression, an orientation-gated Hough
/// transform at two scales, running sums along every line, all quads that the lines close, a linear ranking of their
/// features, and a reranker of the best, each seen beside the quads around it and in it. The winner's sides, straight or
/// bowed, are then refined on the full picture.
public struct PageDetector: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Long side of the working frame in pixels, `64...1024`. Default 320: finer finds fainter and smaller pages
        /// and costs in proportion to the area.
        public var workingSide = 320
        /// Long side of a second, finer frame, `64...1024`, that is looked at where the first look is not sure; the surer
        /// look counts. Default 480: faint and small pages show there. Without one the time for a frame is bounded more
        /// closely, as live streams need it.
        public var secondLookSide: Int? = 480
        /// Confidence from which there is no second look, `0...1`. Default 0.9: on tuning scenes higher values found no
        /// page more nor closer, and cost every tenth scene a look more.
        public var sureConfidence = 0.9
        public init() {}

        /// For frames of a stream: one look at each.
        public static var live: Parameters {
            var parameters = Parameters()
            parameters.secondLookSide = nil
            return parameters
        }
    }

    public let parameters: Parameters
    private var scratch = Scratch(DetectionPipeline())
    /// Of second looks.
    private var finerScratch = Scratch(DetectionPipeline())

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("workingSide", parameters.workingSide, 64...1024)
        if let side = parameters.secondLookSide, !(64...1024 ~= side) {
            throw ParameterError("secondLookSide", found: "\(side)", required: "64...1024, or none")
        }
        try checkParameter("sureConfidence", parameters.sureConfidence, 0...1)
        self.parameters = parameters
    }

    /// - Parameter picture: Red, green, blue.
    /// - Returns: The page, or nothing if no quad can be formed.
    public mutating func detect(_ picture: RGBView) -> PageDetection? { detect(.rgb(picture)) }

    /// - Parameter picture: Luminance.
    /// - Returns: The page, or nothing if no quad can be formed.
    public mutating func detect(_ picture: GrayView) -> PageDetection? { detect(.gray(picture)) }

    /// - Parameter frame: A picture or camera frame; of gray ones, and so of a camera's Y plane lent as gray, no chroma is
    ///   worked out.
    /// - Returns: The page, or nothing if no quad can be formed.
    public mutating func detect(_ frame: FrameView) -> PageDetection? {
        surestLook(at: frame, limit: 1).detection(in: frame)
    }

    /// Finds several pages that lie beside each other: first what ``detect(_:)-(FrameView)`` finds, then the quad that is
    /// most like a page among those that lie elsewhere, and so on.
    ///
    /// Two quads are two pages if they share at most a fifth of the smaller one's area: neither a page's other outlines
    /// nor a frame printed on it or a half of it count beside it. Each has a confidence of its own, to which pages
    /// elsewhere make no difference. Where there are no more pages the rest are quads without a
    /// ``PageDetection/level-swift.property``.
    ///
    /// - Parameters:
    ///   - frame: A picture or camera frame.
    ///   - limit: At most so many, 1 or more.
    /// - Returns: Quads in the order of their scores.
    public mutating func detectAll(_ frame: FrameView, limit: Int) -> [PageDetection] {
        surestLook(at: frame, limit: limit).detections(in: frame)
    }

    /// What ``detectAll(_:limit:)`` finds, with what speaks for and against each quad.
    public mutating func explain(_ frame: FrameView, limit: Int) -> [PageCandidate] {
        surestLook(at: frame, limit: limit).explanations(in: frame)
    }

    /// The same with all that led to it, copied: for pictures of the steps.
    package mutating func trace(_ frame: FrameView, limit: Int) -> DetectionTrace {
        let isSecond = surestLook(at: frame, limit: limit) === finerScratch.memory
        return scratch.own().trace(
            frame, side: isSecond ? parameters.secondLookSide ?? parameters.workingSide : parameters.workingSide,
            limit: limit)
    }

    /// The page, which is likelier where one is expected.
    /// - Parameter allowsFallback: Whether there is time for a second look.
    mutating func detect(
        _ frame: FrameView, expecting expected: ExpectedQuad?, allowsFallback: Bool
    ) -> PageDetection? {
        surestLook(at: frame, limit: 1, expecting: expected, allowsFallback: allowsFallback).detection(in: frame)
    }

    /// The page as it is found, with its score, and a known quad by the same measure.
    mutating func detect(
        _ frame: FrameView, beside known: Quad, expecting expected: ExpectedQuad?, allowsFallback: Bool
    ) -> (found: PageDetection?, score: Float, known: DetectionPipeline.Assessment?) {
        surestLook(at: frame, limit: 1, expecting: expected, allowsFallback: allowsFallback)
            .detection(in: frame, beside: known)
    }

    /// A quad that was considered, in pixels of the picture and not refined.
    package struct Candidate: Sendable {
        package var quad: Quad
        package var features: QuadFeatures
        package var rankerScore: Float
        /// Score of the reranker; minus infinity for a quad that did not take part.
        package var score: Float
    }

    /// All quads that the first look considers, and what speaks for the best of them.
    package mutating func candidates(_ frame: FrameView) -> (quads: [Candidate], evidence: DetectionEvidence?) {
        let look = firstLook(at: frame, limit: 1)
        return (look.candidates(in: frame), look.evidence)
    }

    /// A quad that competes with others, in pixels of the picture and not refined.
    package struct RerankedQuad: Sendable {
        package var quad: Quad
        package var input: RerankerNetwork.Input
    }

    /// The quads that compete to be the page in the first look.
    package mutating func rerankedQuads(_ frame: FrameView) -> [RerankedQuad] {
        firstLook(at: frame, limit: 1).rerankedQuads(in: frame)
    }

    /// The look at the usual scale, or where that is not sure a finer one if it is surer.
    private mutating func surestLook(
        at frame: FrameView, limit: Int, expecting expected: ExpectedQuad? = nil, allowsFallback: Bool = true
    ) -> DetectionPipeline {
        let first = firstLook(at: frame, limit: limit, expecting: expected)
        guard allowsFallback, let side = parameters.secondLookSide, side > parameters.workingSide,
            frame.size.longSide > parameters.workingSide,
            first.bestConfidence < parameters.sureConfidence
        else { return first }
        let finer = finerScratch.own()
        finer.look(at: frame, side: side, limit: limit, expecting: expected)
        return finer.bestConfidence > first.bestConfidence ? finer : first
    }

    private mutating func firstLook(
        at frame: FrameView, limit: Int, expecting expected: ExpectedQuad? = nil
    ) -> DetectionPipeline {
        let pipeline = scratch.own()
        pipeline.look(at: frame, side: parameters.workingSide, limit: limit, expecting: expected)
        return pipeline
    }
}
