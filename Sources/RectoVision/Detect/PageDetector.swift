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

    package mutating func detect(_ source: SourceView) -> PageDetection? {
        takeOwnWorkshop()
        return workshop.detect(source, parameters)
    }

    /// The page as it is found, with its score, and a known quad by the same measure.
    mutating func detect(
        _ source: SourceView, beside known: Quad
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
        _ source: SourceView
    ) -> (quads: [Candidate], evidence: DetectionEvidence?) {
        takeOwnWorkshop()
        return workshop.candidates(source, parameters)
    }

    /// Scratch is of one owner: a copy of the detector takes its own when first used.
    private mutating func takeOwnWorkshop() {
        if !isKnownUniquelyReferenced(&workshop) { workshop = DetectionWorkshop() }
    }
}
