public import RectoCore

/// Extracts a page from a picture: straight, in its true proportions and at the picture's resolution.
///
/// First a ``Plan`` is made from the corners alone, then pixels are rendered by it, as luminance or in color. Sampling
/// is bilinear, from a halved picture if the page has fewer pixels than the picture, or from a doubled one
/// (``Parameters/sampling``). Beyond the picture's border its outermost pixels are repeated; a flattened page gets
/// paper there.
public struct PageRectifier: Sendable {
    public struct Parameters: Hashable, Codable, Sendable {
        /// Standard deviation of a corner's coordinates in pixels, `0.05...50`. Default 0.7: the accuracy of the corner
        /// refinement on sharp photos, with some reserve. Determines how far a single view is trusted.
        public var cornerNoisePixels = 0.7
        /// The usual focal length in long sides of the picture, `0.2...5`. Default 0.95: between webcams (0.95) and
        /// the main cameras of phones (0.75–0.85 of the diagonal).
        public var usualFocalLength = 0.95
        /// Standard deviation of the natural logarithm of the focal length, `0.01...2`. Default 0.2. This and the usual
        /// length apply if ``PageRectifier/plan(for:in:paper:dotsPerInch:focalLength:)`` gets no focal length.
        public var focalSpread = 0.2
        /// Standard sizes considered for the page. Default: one of the A series, which all share a ratio, Letter, Legal
        /// and bank cards.
        public var paperCandidates: [PaperSize] = [.a4, .letter, .legal, .id1]
        /// Largest relative deviation of measured proportions from those of a standard size, `0...0.1`. Default 0.025.
        public var snapDistance = 0.025
        /// Smallest posterior probability for assuming a standard size, `0.5...1`. Default 0.8.
        public var snapConfidence = 0.8
        /// Relative deviation of sheets from their standard size, `0.0001...0.1`. Default 0.003.
        public var paperTolerance = 0.003
        /// Prior probability that a page has no standard size, `0.01...1`. Default 0.3.
        public var otherPaperShare = 0.3
        /// Ratio above which pages are receipts and never a standard size, `1.1...10`. Default 2.2.
        public var longestPaperRatio = 2.2
        /// Largest number of pixels of a page without a requested resolution, `1...2³⁰`. Default 12 million.
        public var largestNaturalArea = 12_000_000
        /// Number of pixels above which a page is refused, so that a requested resolution cannot exhaust memory.
        /// Default 178 956 970, the limit for pictures that are read: A4 at 1,350 dpi.
        public var largestPageArea = 178_956_970
        /// Lowest resolution of a page of known size if none is requested, `1...2400`. Default 150.
        public var minimumDotsPerInch = 150.0
        /// Largest enlargement of a page to reach ``minimumDotsPerInch``, `1...8`. Default 2.
        public var maximumEnlargement = 2.0
        /// Resolution assumed for a page of unknown size, `1...2400`. Default 200.
        public var assumedDotsPerInch = 200.0
        /// Pixels of the picture per pixel of the page above which the picture is halved first, `1...4`. Default 2: on
        /// pages of text, compared with the same view sampled 64 times per pixel, bilinear sampling stays above 42.8 dB
        /// at any minification up to 4. Halving from 1.4 on would blur more (39 dB at 1.5) than the skipped pixels
        /// cost.
        public var largestMinification = 2.0
        /// Smallest area of a quad in pixels of the picture, `1...`. Default 16.
        public var smallestQuadArea = 16.0
        /// Interpolation of the picture's pixels. Default ``Sampling/bilinear``.
        public var sampling = Sampling.bilinear
        /// Number of threads that share the pixels of a page, `1...64`. Default 1. The page does not depend on it.
        public var workers = 1
        /// Largest distance of a corner from the picture's center, in long sides, `0.5...100`. Default 10.
        public var farthestCorner = 10.0

        /// Valid requested resolutions, in dots per inch.
        public static let dotsPerInchRange = 1.0...2400.0
        /// Valid proportions of a page, width over height.
        public static let aspectRatioRange = 0.005...200.0

        public init() {}
    }

    /// Interpolation of the picture's pixels.
    public enum Sampling: String, Hashable, Codable, Sendable, CaseIterable {
        /// Bilinear, from four pixels.
        case bilinear
        /// Bilinear in the picture enlarged to twice its size by cubic convolution: sharper strokes if a page has about
        /// as many pixels as its picture or more (6 to 9 dB closer to the view sampled sixteen times), in several times
        /// the time. Otherwise as ``bilinear``.
        case fine
    }

    /// Why a page cannot be extracted from a picture. Each message follows the name of the picture.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The corners are not those of a flat page: not finite, not convex and clockwise, without area, or reaching
        /// the horizon.
        case notAPage(Quad)
        /// A corner is farther from the picture's center than `maximumDistance` pixels.
        case cornersTooFar(Quad, maximumDistance: Double)
        /// The page would exceed the allowed number of pixels.
        case pageTooLarge(width: Double, height: Double)
        /// The resolution in dots per inch, requested or resulting from the paper, is out of range.
        case resolution(Double, required: ClosedRange<Double>)
        /// The picture to render does not have the plan's size.
        case pictureSize(PixelSize, required: PixelSize)
        /// The picture is too long and thin, or its stride too large, to be sampled.
        case pictureTooLarge(PixelSize)

        public var description: String {
            switch self {
            case .notAPage(let quad): "has corners that do not form a flat page: \(quad)"
            case .cornersTooFar(let quad, let distance):
                "has corners too far away: \(quad), more than \(distance.plainText) pixels from its center"
            case .pageTooLarge(let width, let height):
                "would become a page of \(width.plainText) x \(height.plainText) pixels, which is too large"
            case .resolution(let found, let range):
                "would have \(found.plainText) dots per inch, required: "
                    + "\(range.lowerBound.plainText) to \(range.upperBound.plainText)"
            case .pictureSize(let found, let required): "is \(found) pixels, required: \(required)"
            case .pictureTooLarge(let size): "is \(size) pixels, too long to be straightened"
            }
        }
    }

    public let parameters: Parameters
    /// The picture's luma and halved pictures, kept to reuse memory.
    var luma: GrayImage?
    var grayLevels: [GrayImage] = []
    var rgbLevels: [RGBImage] = []
    /// A part of the picture at twice its size.
    var doubled: [UInt8] = []

    /// Creates a rectifier with default parameters.
    public init() { parameters = Parameters() }

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters) throws(ParameterError) {
        try parameters.check()
        self.parameters = parameters
    }
}

extension PageRectifier.Parameters {
    func check() throws(ParameterError) {
        try checkParameter("cornerNoisePixels", cornerNoisePixels, 0.05...50)
        try checkParameter("usualFocalLength", usualFocalLength, 0.2...5)
        try checkParameter("focalSpread", focalSpread, 0.01...2)
        try checkParameter("snapDistance", snapDistance, 0...0.1)
        try checkParameter("snapConfidence", snapConfidence, 0.5...1)
        try checkParameter("paperTolerance", paperTolerance, 0.0001...0.1)
        try checkParameter("otherPaperShare", otherPaperShare, 0.01...1)
        try checkParameter("longestPaperRatio", longestPaperRatio, 1.1...10)
        try checkParameter("largestNaturalArea", Double(largestNaturalArea), 1...Double(PixelSize.maximumArea))
        try checkParameter("largestPageArea", Double(largestPageArea), 1...Double(PixelSize.maximumArea))
        try checkParameter("minimumDotsPerInch", minimumDotsPerInch, Self.dotsPerInchRange)
        try checkParameter("maximumEnlargement", maximumEnlargement, 1...8)
        try checkParameter("assumedDotsPerInch", assumedDotsPerInch, Self.dotsPerInchRange)
        try checkParameter("largestMinification", largestMinification, 1...4)
        try checkParameter("smallestQuadArea", smallestQuadArea, 1...Double(PixelSize.maximumArea))
        try checkParameter("workers", Double(workers), 1...64)
        try checkParameter("farthestCorner", farthestCorner, 0.5...100)
    }
}
