import RectoCore
import RectoVision

extension FrameNoise.Steps {
    /// Adds the samples of a page.
    /// - Parameter quad: The page's corners, in pixels.
    mutating func take(_ image: GrayView, in quad: Quad) {
        let (low, high) = quad.bounds
        // The middle half of the quad in each direction lies on the page, whatever its rotation.
        func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
            let (start, end) = (low + (high - low) / 4, high - (high - low) / 4)
            let first = Int(min(max(start, 0), Double(limit)))
            return first..<max(first, Int(min(max(end, 0), Double(limit))))
        }
        take(image, range(low.x, high.x, image.width), range(low.y, high.y, image.height))
    }
}

extension Quad {
    /// The smallest and largest coordinates of the corners.
    var bounds: (low: Point2D, high: Point2D) {
        let (xs, ys) = (corners.map { $0.x }, corners.map { $0.y })
        return (
            Point2D(x: xs.min() ?? 0, y: ys.min() ?? 0), Point2D(x: xs.max() ?? 0, y: ys.max() ?? 0)
        )
    }
}
