import RectoCore
import RectoKernels

/// A gray picture to be sampled at points of a grid.
struct LumaField {
    let view: GrayView
    /// Whether light and dark are exchanged in the samples.
    let isInverted: Bool
    /// The level beyond the border: that of the picture's light parts, or dark ones if it is inverted, as a quiet zone has
    /// it.
    private let outside: Float

    init(_ view: GrayView, isInverted: Bool = false) {
        self.view = view
        self.isInverted = isInverted
        outside = Self.quietLevel(of: view, share: isInverted ? 0.1 : 0.9)
    }

    /// - Parameters:
    ///   - x: Grid coordinates; these, `y` and `result` have room for `count` rounded up to 8.
    @inline(__always)
    func sample(
        _ map: GridMap, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        // SAFETY: the view holds its rows; the rest is the caller's.
        sampleGrid(view.plane, outside: outside, at: GridPoints(x: x, y: y, count: count, map: map), into: result)
        guard isInverted else { return }
        for i in 0..<count { result[i] = 255 - result[i] }
    }

    /// The level that a share of about ten thousand pixels lies below.
    private static func quietLevel(of view: GrayView, share: Double) -> Float {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            let (stepX, stepY) = (view.width / 100 + 1, view.height / 100 + 1)
            var total = 0
            for y in Swift.stride(from: 0, to: view.height, by: stepY) {
                let row = view.row(y)
                for x in Swift.stride(from: 0, to: view.width, by: stepX) {
                    counts[Int(row[x])] += 1
                    total += 1
                }
            }
            var left = Int(Double(total) * share)
            for level in 0..<255 {
                left -= Int(counts[level])
                if left < 0 { return Float(level) }
            }
            return 255
        }
    }
}
