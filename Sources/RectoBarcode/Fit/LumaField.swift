import RectoCore
import RectoKernels

/// A gray picture that is sampled at grid points.
struct LumaField {
    let view: GrayView
    /// Whether light and dark are swapped in the samples.
    let isInverted: Bool
    /// The level outside the picture: like that of a quiet zone, the level of its light parts, or of its dark parts
    /// if inverted.
    private let outside: Float

    /// The level of the dark parts.
    private let dark: Float

    init(_ view: GrayView) {
        let levels = Self.quietLevels(of: view)
        self.init(view: view, isInverted: false, outside: levels.light, dark: levels.dark)
    }

    private init(view: GrayView, isInverted: Bool, outside: Float, dark: Float) {
        (self.view, self.isInverted, self.outside, self.dark) = (view, isInverted, outside, dark)
    }

    /// The same picture with light and dark swapped.
    var inverted: LumaField { LumaField(view: view, isInverted: true, outside: dark, dark: outside) }

    /// - Parameters:
    ///   - x: Grid coordinates; these, `y` and `result` have room for `count` rounded up to 8.
    @inline(__always)
    func sample(
        _ map: GridMap, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int,
        into result: UnsafeMutablePointer<Float>
    ) {
        // SAFETY: the view holds its rows; the caller guarantees the rest.
        sampleGrid(view.plane, outside: outside, at: GridPoints(x: x, y: y, count: count, map: map), into: result)
        guard isInverted else { return }
        for i in 0..<count { result[i] = 255 - result[i] }
    }

    /// Returns the levels that a tenth of about 2,500 pixels are below, and above.
    private static func quietLevels(of view: GrayView) -> (dark: Float, light: Float) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            let (stepX, stepY) = (view.width / 50 + 1, view.height / 50 + 1)
            var total = 0
            for y in Swift.stride(from: 0, to: view.height, by: stepY) {
                let row = view.row(y)
                for x in Swift.stride(from: 0, to: view.width, by: stepX) {
                    counts[Int(row[x])] &+= 1
                    total &+= 1
                }
            }
            func level(share: Double) -> Float {
                var left = Int(Double(total) * share)
                for level in 0..<255 {
                    left -= Int(counts[level])
                    if left < 0 { return Float(level) }
                }
                return 255
            }
            return (level(share: 0.1), level(share: 0.9))
        }
    }
}
