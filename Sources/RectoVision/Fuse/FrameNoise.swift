package import RectoCore

/// The noise of frames that show the same, from two of them: within one, JPEG hides it.
///
/// Sums of 2 × 2 pixels are compared, which interpolation changes little, and differences of neighbours, which light does not
/// reach. Print that has moved between the frames differs too; most of a page is paper, so the median is that of noise.
package enum FrameNoise {
    /// Pixels to the neighbour, and columns and rows from one place to the next.
    private static let distance = 4
    private static let columns = 10
    private static let rows = 6
    /// The standard deviation in medians of absolute deviations, of normally distributed numbers.
    private static let deviationOfMedian = 1.4826

    /// - Parameters:
    ///   - xs, ys: Where the frames are compared; what lies too near to their right and lower border is left out.
    /// - Returns: The standard deviation of a pixel in gray levels; `nil` if the frames differ in size, or nothing is left.
    package static func measured(_ a: GrayImage, _ b: GrayImage, _ xs: Range<Int>, _ ys: Range<Int>) -> Double? {
        guard a.size == b.size else { return nil }
        var steps: [Int] = []
        a.withView { a in
            b.withView { b in
                for y in stride(from: max(ys.lowerBound, 0), to: min(ys.upperBound, a.height - 1), by: rows) {
                    let (upper, lower) = ((a.row(y), b.row(y)), (a.row(y + 1), b.row(y + 1)))
                    func difference(_ x: Int) -> Int {
                        let own = Int(upper.0[x]) + Int(upper.0[x + 1]) + Int(lower.0[x]) + Int(lower.0[x + 1])
                        let other = Int(upper.1[x]) + Int(upper.1[x + 1]) + Int(lower.1[x]) + Int(lower.1[x + 1])
                        return own - other
                    }
                    let end = min(xs.upperBound, a.width - distance - 1)
                    for x in stride(from: max(xs.lowerBound, 0), to: end, by: columns) {
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
