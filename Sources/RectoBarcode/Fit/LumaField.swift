import RectoCore
import RectoKernels

/// A gray picture to be sampled at points of a grid.
struct LumaField {
    let view: GrayView
    /// The level beyond the border: that of the picture's light parts, as a quiet zone has it.
    let outside: Float

    init(_ view: GrayView) {
        self.view = view
        outside = Self.lightLevel(of: view)
    }

    /// - Parameters:
    ///   - x: Grid coordinates; these, `y` and `result` have room for `count` rounded up to 8.
    @inline(__always)
    func sample(
        _ map: GridMap, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        // SAFETY: the view holds its rows; the rest is the caller's.
        sampleGrid(
            view.base, stride: view.stride, width: view.width, height: view.height, outside: outside, map: map, x: x,
            y: y, count: count, into: result)
    }

    /// The 90th percentile of about ten thousand pixels.
    private static func lightLevel(of view: GrayView) -> Float {
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
            var left = total / 10
            for level in (0...255).reversed() {
                left -= Int(counts[level])
                if left < 0 { return Float(level) }
            }
            return 0
        }
    }
}
