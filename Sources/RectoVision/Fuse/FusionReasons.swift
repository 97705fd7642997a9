public import RectoCore

/// Why several frames of a page make a better picture of it than one.
public enum FusionReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The frames show the page at fewer than ``FusionReasons/enoughDotsPerInch``, assuming A4 length: small print
    /// becomes sharper.
    case sampling
    /// A lamp is reflected in the page. Its place may change from frame to frame, so some frames show what it hides in
    /// others.
    case glare
    /// The frames are noisy.
    case noise
}

/// All reasons to fuse several frames of a page; empty if one frame is enough.
public struct FusionReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let sampling = FusionReasons(rawValue: 1)
    public static let glare = FusionReasons(rawValue: 2)
    public static let noise = FusionReasons(rawValue: 4)

    /// Resolution for A4 at or above which one frame is enough, in pixels per inch, unless it is noisy or has glare.
    public static let enoughDotsPerInch = 150.0
    /// Smallest share of the page with a reflected lamp: see ``PageQuality/glareShare``.
    public static let minimumGlareShare: Float = 0.001
    /// Smallest standard deviation of a pixel, in gray levels.
    public static let minimumNoise = 3.0
    private static let inchesOfA4 = 297 / 25.4

    /// - Parameters:
    ///   - quad: The page in a frame as stored, in pixels.
    ///   - glareShare: Share of the page that reflects a lamp, `0...1`.
    ///   - noise: Standard deviation of a pixel, in gray levels; `nil` if it is not known.
    public init(of quad: Quad, glareShare: Float = 0, noise: Double? = nil) {
        var longest = 0.0
        for corner in 0..<4 { longest = max(longest, quad[corner].distance(to: quad[(corner + 1) & 3])) }
        self = []
        if longest < Self.enoughDotsPerInch * Self.inchesOfA4 { insert(.sampling) }
        if glareShare >= Self.minimumGlareShare { insert(.glare) }
        if let noise, noise >= Self.minimumNoise { insert(.noise) }
    }

    /// The reasons in the order of their cases.
    public var list: [FusionReason] { FusionReason.allCases.filter { contains(FusionReasons($0)) } }
    /// The first reason.
    public var first: FusionReason? { FusionReason.allCases.first { contains(FusionReasons($0)) } }

    private init(_ reason: FusionReason) {
        switch reason {
        case .sampling: self = .sampling
        case .glare: self = .glare
        case .noise: self = .noise
        }
    }
}
