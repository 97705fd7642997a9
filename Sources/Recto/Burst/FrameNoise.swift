import RectoCore

/// The noise of frames of a page that lies still, from two of them: within one, JPEG hides it.
///
/// Sums of 2 × 2 pixels are compared, and differences of neighbours, which light does not reach. Print that has moved between the
/// frames differs too; most of a page is paper, so the median is that of noise.
enum FrameNoise {
    /// Pixels to the neighbour, and from one place to the next.
    private static let distance = 4
    private static let columns = 10
    private static let rows = 6
    /// The standard deviation in medians of absolute deviations, of normally distributed numbers.
    private static let deviationOfMedian = 1.4826

    /// - Parameter quad: Where the page lies in both, in pixels.
    /// - Returns: The standard deviation of a pixel in gray levels; `nil` if the frames differ in size, or the page is too small.
    static func measured(_ a: GrayImage, _ b: GrayImage, in quad: Quad) -> Double? {
        guard a.size == b.size else { return nil }
        let (low, high) = quad.bounds
        // The quad's middle half each way lies on the page, however it is turned.
        func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
            let (start, end) = (low + (high - low) / 4, high - (high - low) / 4)
            let first = Int(min(max(start, 0), Double(limit)))
            return first..<max(first, Int(min(max(end, 0), Double(limit - distance - 2))))
        }
        let (xs, ys) = (range(low.x, high.x, a.width), range(low.y, high.y, a.height))
        var steps: [Int] = []
        a.withView { a in
            b.withView { b in
                for y in stride(from: ys.lowerBound, to: ys.upperBound, by: rows) {
                    let rows = [a.row(y), a.row(y + 1), b.row(y), b.row(y + 1)]
                    func difference(_ x: Int) -> Int {
                        func sum(_ row: Int) -> Int { Int(rows[row][x]) + Int(rows[row][x + 1]) }
                        return sum(0) + sum(1) - sum(2) - sum(3)
                    }
                    for x in stride(from: xs.lowerBound, to: xs.upperBound, by: columns) {
                        steps.append(abs(difference(x) - difference(x + distance)))
                    }
                }
            }
        }
        guard !steps.isEmpty else { return nil }
        steps.sort()
        return deviationOfMedian * Double(steps[steps.count / 2]) / 4
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
