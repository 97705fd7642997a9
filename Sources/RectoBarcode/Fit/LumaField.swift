import RectoCore
import RectoKernels

/// A gray picture that is sampled at grid points.
struct LumaField {
    let view: GrayView
    /// Whether light and dark are swapped in the samples.
    let isInverted: Bool
    let levels: Levels
    /// The level outside the picture: like that of a quiet zone, the level of its light parts, or of its dark parts
    /// if inverted.
    private var outside: Float { isInverted ? levels.dark : levels.light }

    init(_ view: GrayView) { self.init(view: view, isInverted: false, levels: Levels(of: view)) }

    private init(view: GrayView, isInverted: Bool, levels: Levels) {
        (self.view, self.isInverted, self.levels) = (view, isInverted, levels)
    }

    /// The same picture with light and dark swapped.
    var inverted: LumaField { LumaField(view: view, isInverted: true, levels: levels) }

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

    /// Percentiles of the levels of about 2,500 pixels of a picture: nearly the lowest, the 10th, the 50th and the 90th.
    struct Levels {
        let black, dark, median, light: Float

        /// Whether half of the picture lies in shadow too deep for the contrast of finder patterns, and some of it shows
        /// more than noise.
        var isDim: Bool { median - black < (255 - black) / 7 && light - black >= 16 }

        init(of view: GrayView) {
            (black, dark, median, light) = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
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
                let most = SIMD4(0.002, 0.1, 0.5, 0.9) * Double(total)
                var (levels, known, below) = (SIMD4<Float>(repeating: 255), 0, 0)
                for level in 0..<256 {
                    below += Int(counts[level])
                    while known < 4, below > Int(most[known]) {
                        levels[known] = Float(level)
                        known += 1
                    }
                }
                return (levels[0], levels[1], levels[2], levels[3])
            }
        }
    }
}
