package import RectoCore

/// How much of a JPEG frame is decoded.
public struct FrameDetail: Hashable, Sendable {
    /// The frame comes at the least of the scales 1/1, 1/2, 1/4 and 1/8 whose long side still has so many pixels; in full if
    /// nothing is given.
    public var longSide: Int?
    /// Whether color is wanted, or luma alone.
    public var isColor: Bool

    /// - Parameter longSide: 1 or more.
    public init(longSide: Int? = nil, isColor: Bool = true) {
        self.longSide = longSide
        self.isColor = isColor
    }

    /// All that there is.
    public static let full = FrameDetail()
    /// Enough to find a page and to follow it.
    public static let detection = FrameDetail(longSide: 640)
    /// The same, without color: less by about a third.
    public static let luma = FrameDetail(longSide: 640, isColor: false)

    /// By what a picture's sides are divided.
    package func divisor(for size: PixelSize) -> Int {
        guard let longSide else { return 1 }
        return [8, 4, 2].first { size.longSide >= $0 * longSide } ?? 1
    }
}
