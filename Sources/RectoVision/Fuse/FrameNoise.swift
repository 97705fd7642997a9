package import RectoCore

/// The noise of frames with the same content, measured between two of them: within one frame, JPEG hides it.
///
/// Sums of 2 × 2 pixels are compared, which interpolation changes little, as differences of neighbors, which light does
/// not affect. Print that moved between the frames differs too, but most of a page is paper, so the median is that of
/// noise.
package enum FrameNoise {
    /// Pixels to the neighbor, and columns and rows between places.
    private static let distance = 4
    private static let columns = 10
    private static let rows = 6
    /// Standard deviation of a normal distribution in median absolute deviations.
    private static let deviationOfMedian = 1.4826

    /// The compared values of a frame. Memory is reused from frame to frame.
    package struct Steps {
        fileprivate var values: [Int16] = []
        private var size: PixelSize?

        package init() {}

        /// - Parameters:
        ///   - xs, ys: Columns and rows to compare; places too near the right and lower border are left out.
        package mutating func take(_ image: GrayView, _ xs: Range<Int>, _ ys: Range<Int>) {
            size = image.size
            values.removeAll(keepingCapacity: true)
            for y in stride(from: max(ys.lowerBound, 0), to: min(ys.upperBound, image.height - 1), by: rows) {
                let (upper, lower) = (image.row(y), image.row(y + 1))
                func sum(_ x: Int) -> Int {
                    Int(upper[x]) + Int(upper[x + 1]) + Int(lower[x]) + Int(lower[x + 1])
                }
                let end = min(xs.upperBound, image.width - distance - 1)
                for x in stride(from: max(xs.lowerBound, 0), to: end, by: columns) {
                    values.append(Int16(sum(x) - sum(x + distance)))
                }
            }
        }

        /// Compares the values with those of another frame taken at the same places, and consumes them.
        /// - Returns: The standard deviation of a pixel in gray levels; `nil` if the frames differ in size or there are
        ///   no places.
        package mutating func noise(with other: Steps) -> Double? {
            guard size == other.size, values.count == other.values.count, !values.isEmpty else { return nil }
            for place in values.indices { values[place] = abs(values[place] - other.values[place]) }
            values.sort()
            return deviationOfMedian * Double(values[values.count / 2]) / 4
        }
    }

    /// - Parameters:
    ///   - xs, ys: Columns and rows to compare; places too near the right and lower borders are left out.
    /// - Returns: The standard deviation of a pixel in gray levels; `nil` if the frames differ in size, or nothing is left.
    package static func measured(_ a: GrayImage, _ b: GrayImage, _ xs: Range<Int>, _ ys: Range<Int>) -> Double? {
        guard a.size == b.size else { return nil }
        var (first, second) = (Steps(), Steps())
        a.withView { first.take($0, xs, ys) }
        b.withView { second.take($0, xs, ys) }
        return first.noise(with: second)
    }
}
