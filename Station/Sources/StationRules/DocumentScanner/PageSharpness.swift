public import RectoCore
import RectoVision

/// How sharp a page will be that is captured where it lies now.
public struct PageSharpness: Hashable, Sendable {
    /// Below this, small print is hard to read.
    public static let minimum = FusionReasons.enoughDotsPerInch
    /// A page whose width or height is such a share of the picture's cannot come much nearer.
    private static let fullSpan = 0.85

    /// Of its picture in full size.
    public let dotsPerInch: Double
    /// Whether the page could be nearer to the camera and still be in its picture.
    public let hasRoom: Bool

    public init(dotsPerInch: Double, hasRoom: Bool) {
        self.dotsPerInch = dotsPerInch
        self.hasRoom = hasRoom
    }

    /// - Parameters:
    ///   - quad: The page in a preview.
    ///   - dotsPerInch: Of the page in the preview.
    ///   - still: The size of the picture in full size, perhaps turned. It shows what the preview shows, or more.
    public init(_ quad: Quad, in preview: PixelSize, dotsPerInch: Double, still: PixelSize) {
        let scale = min(
            Double(still.longSide) / Double(preview.longSide), Double(still.shortSide) / Double(preview.shortSide))
        let (xs, ys) = (quad.corners.map(\.x), quad.corners.map(\.y))
        let width = ((xs.max() ?? 0) - (xs.min() ?? 0)) / Double(preview.width)
        let height = ((ys.max() ?? 0) - (ys.min() ?? 0)) / Double(preview.height)
        self.init(dotsPerInch: dotsPerInch * scale, hasRoom: max(width, height) < Self.fullSpan)
    }

    public var isLow: Bool { dotsPerInch < Self.minimum }

    /// What helps, instead of a guidance's own words; `nil` if nothing is to be said.
    ///
    /// In manual mode a page that can be captured waits for the shutter, and the prompt says so; how sharp it is is told then.
    func prompt(_ guidance: ScanGuidance, _ mode: CaptureMode) -> String? {
        guard isLow else { return nil }
        switch (guidance, hasRoom) {
        case (.holdSteady, true):
            return mode == .automatic ? localized("Move closer for a sharper page") : nil
        case (.captured, true): return localized("Captured at \(Int(dotsPerInch)) dpi. Move closer for sharper pages.")
        case (.captured, false):
            return localized("Captured at \(Int(dotsPerInch)) dpi. Take a photo for sharper pages.")
        default: return nil
        }
    }
}
