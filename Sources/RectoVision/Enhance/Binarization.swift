public import RectoCore

/// How ink is separated from paper.
///
/// ``Method/adaptive`` is the default and needs no parameters. The others are established rules. In their formulas, m
/// is the mean and s the standard deviation of the square window around a pixel, with replicated borders; pixels not
/// above the threshold T are ink. Sauvola and Wolf agree with OpenCV's `niBlackThreshold`, which rounds thresholds to
/// integers, on all pixels that are not within half a level of T. Its NICK uses the mean of squares for m² and
/// differs on about 0.3% of the pixels. doxapy, whose windows end at the border, agrees on all inner pixels, except
/// for Wolf's S.
public struct Binarization: Hashable, Sendable {
    public enum Method: String, Hashable, Codable, Sendable, CaseIterable {
        /// Recto's own method; see ``Enhancer``.
        case adaptive
        /// T = m (1 + k (s / 128 − 1)).
        /// Source: Sauvola & Pietikäinen, "Adaptive document image binarization", 2000.
        case sauvola
        /// T = m − k (1 − s / S) (m − M), where S is the largest s and M the smallest value of the page.
        /// Source: Wolf & Jolion, "Extraction and recognition of artificial text in multimedia documents", 2003.
        case wolf
        /// T = m + k √(s² + m²).
        /// Source: Khurshid et al., "Comparison of Niblack inspired binarization methods for ancient documents", 2009.
        case nick
        /// T = m (1 − k).
        /// Source: Bradley & Roth, "Adaptive thresholding using the integral image", 2007.
        case bradley
        /// One global threshold that maximizes the between-class variance; window and k are not used.
        /// Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
        case otsu

        /// The k recommended by the method's authors.
        public var usualWeight: Double {
            switch self {
            case .adaptive, .otsu: 0
            case .sauvola: 0.2
            case .wolf: 0.5
            case .nick: -0.2
            case .bradley: 0.15
            }
        }
    }

    /// The valid window sides, which must be odd.
    public static let windowSides = 3...255
    /// The valid weights.
    public static let weights = -1.0...1.0
    /// Values of ``darkness`` that may be given.
    public static let darknesses = -100...100

    public let method: Method
    /// The side of the window in pixels.
    public let windowSide: Int
    /// The method's k.
    public let weight: Double
    /// How much more becomes ink by ``Method/adaptive``, within ``darknesses``; less if it is negative.
    public let darkness: Int

    /// Recto's own method.
    public static let adaptive = Binarization()

    private init(darkness: Int = 0) {
        (method, windowSide, weight, self.darkness) = (.adaptive, 51, 0, darkness)
    }

    /// Recto's own method.
    /// - Parameter darkness: How much more becomes ink, within ``darknesses``; less if it is negative.
    /// - Throws: `ParameterError` if it is outside its range.
    public static func adaptive(darkness: Int) throws(ParameterError) -> Binarization {
        try checkParameter("darkness", darkness, darknesses)
        return Binarization(darkness: darkness)
    }

    /// - Parameters:
    ///   - windowSide: Odd, within ``windowSides``; by default 51 pixels, about 6 mm at 200 dpi.
    ///   - weight: k, within ``weights``; by default ``Method/usualWeight``.
    /// - Throws: `ParameterError` if one is out of range.
    public init(_ method: Method, windowSide: Int = 51, weight: Double? = nil) throws(ParameterError) {
        guard Self.windowSides ~= windowSide, windowSide % 2 == 1 else {
            throw ParameterError("windowSide", found: "\(windowSide)", required: "an odd number from 3 to 255")
        }
        let weight = weight ?? method.usualWeight
        try checkParameter("weight", weight, Self.weights)
        self.method = method
        self.windowSide = windowSide
        self.weight = weight
        darkness = 0
    }
}
