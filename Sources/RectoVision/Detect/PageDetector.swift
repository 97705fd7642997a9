public import RectoCore

/// Finds the page in a picture: gradient, lines, quads, and the quad most like a page.
///
/// The pipeline, at a working scale of 320 pixels: colour gradient with surround suppression, an orientation-gated Hough
/// transform at two scales, running sums along every line, all quads that the lines close, and a linear ranking of their
/// features. The winner's sides are then refined on the full picture.
public struct PageDetector: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Long side of the working frame in pixels, `64...1024`. Default 320: finer finds fainter and smaller pages
        /// and costs in proportion to the area.
        public var workingSide = 320
        public init() {}
    }

    public let parameters: Parameters
    private var workshop = DetectionWorkshop()

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        guard 64...1024 ~= parameters.workingSide else {
            throw ParameterError("workingSide", found: "\(parameters.workingSide)", required: "64...1024")
        }
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
        takeOwnWorkshop()
        return workshop.detect(frame, parameters)
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
        takeOwnWorkshop()
        return workshop.detect(frame, parameters, limit: limit)
    }

    /// What ``detectAll(_:limit:)`` finds, with what speaks for and against each quad.
    public mutating func explain(_ frame: FrameView, limit: Int) -> [PageCandidate] {
        takeOwnWorkshop()
        return workshop.explain(frame, parameters, limit: limit)
    }

    /// The same with all that led to it, copied: for pictures of the steps.
    package mutating func trace(_ frame: FrameView, limit: Int) -> DetectionTrace {
        takeOwnWorkshop()
        return workshop.trace(frame, parameters, limit: limit)
    }

    /// The page as it is found, with its score, and a known quad by the same measure.
    mutating func detect(
        _ source: FrameView, beside known: Quad
    ) -> (found: PageDetection?, score: Float, known: DetectionWorkshop.Assessment?) {
        takeOwnWorkshop()
        return workshop.detect(source, beside: known, parameters)
    }

    /// A quad that was considered, in pixels of the picture and not refined.
    package struct Candidate: Sendable {
        package var quad: Quad
        package var features: QuadFeatures
        package var score: Float
    }

    /// All quads that were considered, and what speaks for the best of them.
    package mutating func candidates(
        _ source: FrameView
    ) -> (quads: [Candidate], evidence: DetectionEvidence?) {
        takeOwnWorkshop()
        return workshop.candidates(source, parameters)
    }

    /// Scratch is of one owner: a copy of the detector takes its own when first used.
    private mutating func takeOwnWorkshop() {
        if !isKnownUniquelyReferenced(&workshop) { workshop = DetectionWorkshop() }
    }
}
