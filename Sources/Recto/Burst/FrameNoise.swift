import RectoCore
import RectoVision

extension FrameNoise {
    /// The noise of two frames of a page that lies still.
    /// - Parameter quad: Where the page lies in both, in pixels.
    /// - Returns: As ``measured(_:_:_:_:)``; `nil` too if the page is too small.
    static func measured(_ a: GrayImage, _ b: GrayImage, in quad: Quad) -> Double? {
        let (low, high) = quad.bounds
        // The quad's middle half each way lies on the page, however it is turned.
        func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
            let (start, end) = (low + (high - low) / 4, high - (high - low) / 4)
            let first = Int(min(max(start, 0), Double(limit)))
            return first..<max(first, Int(min(max(end, 0), Double(limit))))
        }
        return measured(a, b, range(low.x, high.x, a.width), range(low.y, high.y, a.height))
    }
}

extension Quad {
    /// The least and greatest coordinates of the corners.
    var bounds: (low: Point2D, high: Point2D) {
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        return (
            Point2D(x: xs.min() ?? 0, y: ys.min() ?? 0), Point2D(x: xs.max() ?? 0, y: ys.max() ?? 0)
        )
    }
}
