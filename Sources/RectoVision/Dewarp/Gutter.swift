/// Where the two pages of an open book meet: a straight line from the top of a picture to its bottom.
public struct Gutter: Hashable, Sendable {
    /// Where the line crosses the top and the bottom of the picture, in pixels from its left; never beyond its sides.
    public let top: Double
    public let bottom: Double
    /// How much more the picture looks like a gutter along this line than along any line well beside it. A spread has
    /// some tenths; 0 where every line looks the same.
    public let confidence: Double

    package init(top: Double, bottom: Double, confidence: Double) {
        (self.top, self.bottom, self.confidence) = (top, bottom, confidence)
    }

    /// The line's column at a row of a picture of this height, in pixels.
    public func column(at row: Double, height: Int) -> Double {
        top + (bottom - top) * row / Double(height)
    }
}
