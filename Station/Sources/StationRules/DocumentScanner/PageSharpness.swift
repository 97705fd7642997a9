public import RectoCore
import RectoVision

/// The sharpness of a page if it is captured at its current position.
public struct PageSharpness: Hashable, Sendable {
    /// The minimum resolution: below it, small print is hard to read.
    public static let minimum = FusionReasons.enoughDotsPerInch
    /// The share of the picture's width or height at which a page cannot come much nearer.
    private static let fullSpan = 0.85

    /// The resolution in the full-size picture.
    public let dotsPerInch: Double
    /// Whether the page could be nearer to the camera and still fit in the picture.
    public let hasRoom: Bool

    public init(dotsPerInch: Double, hasRoom: Bool) {
        self.dotsPerInch = dotsPerInch
        self.hasRoom = hasRoom
    }

    /// - Parameters:
    ///   - quad: The page in a preview.
    ///   - dotsPerInch: The resolution of the page in the preview.
    ///   - still: The size of the full-size picture, which may be rotated. It shows at least what the preview shows.
    public init(_ quad: Quad, in preview: PixelSize, dotsPerInch: Double, still: PixelSize) {
        let scale = min(
            Double(still.longSide) / Double(preview.longSide), Double(still.shortSide) / Double(preview.shortSide))
        let (xs, ys) = (quad.corners.map(\.x), quad.corners.map(\.y))
        let width = ((xs.max() ?? 0) - (xs.min() ?? 0)) / Double(preview.width)
        let height = ((ys.max() ?? 0) - (ys.min() ?? 0)) / Double(preview.height)
        self.init(dotsPerInch: dotsPerInch * scale, hasRoom: max(width, height) < Self.fullSpan)
    }

    public var isLow: Bool { dotsPerInch < Self.minimum }

    /// Returns a hint that replaces the guidance's text; `nil` if none is needed.
    ///
    /// In manual mode the prompt for a page that can be captured mentions the shutter; its sharpness is reported
    /// then.
    func prompt(_ guidance: ScanGuidance, _ mode: CaptureMode) -> String? {
        guard isLow else { return nil }
        switch (guidance, hasRoom) {
        case (.holdSteady, true):
            return mode == .automatic ? localized("Move closer for a sharper page") : nil
        case (.captured, true): return localized("Captured. Move closer for a sharper page.")
        case (.captured, false):
            return localized("Captured. Take a photo for a sharper page.")
        default: return nil
        }
    }
}
