internal import CVector

/// A threshold from the mean and the deviation of a square window.
///
/// T = meanWeight × m + offset + (spreadMeanWeight × m + spreadOffset) × √(σ² + meanSquareWeight × m²), where m is the
/// window's mean and σ² its variance.
public struct MomentThreshold: Hashable, Sendable {
    public var meanWeight: Float
    public var offset: Float
    public var spreadMeanWeight: Float
    public var spreadOffset: Float
    public var meanSquareWeight: Float

    public init(
        meanWeight: Float, offset: Float = 0, spreadMeanWeight: Float = 0, spreadOffset: Float = 0,
        meanSquareWeight: Float = 0
    ) {
        self.meanWeight = meanWeight
        self.offset = offset
        self.spreadMeanWeight = spreadMeanWeight
        self.spreadOffset = spreadOffset
        self.meanSquareWeight = meanSquareWeight
    }

    fileprivate var coefficients: [Float] {
        [meanWeight, offset, spreadMeanWeight, spreadOffset, meanSquareWeight]
    }
}

/// Scratch bytes that ``momentThreshold(_:radius:by:into:scratch:)`` and ``maximumVariance(_:radius:scratch:)`` need.
public func momentScratchByteCount(width: Int, radius: Int) -> Int {
    MomentColumns.byteCount(width: width, radius: radius)
}

/// The ink of a gray picture by the mean and the deviation of the square window around each pixel, packed to one bit
/// per pixel.
///
/// A bit is 1 (ink) where value ≤ T. Borders are replicated. Sums of values minus 128 and of their squares are exact;
/// the rest is single precision without fused operations: with d = Σ / n the mean is d + 128 and the variance max(Σ² /
/// n − d², 0).
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit; the bits after the last pixel are 0.
///   - scratch: ``momentScratchByteCount(width:radius:)`` bytes, aligned to 4.
/// - Complexity: O(`width` × `height`) for any radius.
public func momentThreshold(
    _ source: PlaneView<UInt8>, radius: Int, by threshold: MomentThreshold, into bits: MutablePlaneView<UInt8>,
    scratch: UnsafeMutableRawPointer
) {
    bits.check(width: (source.width + 7) / 8, height: source.height)
    let columns = MomentColumns(source, radius, scratch)
    threshold.coefficients.withUnsafeBufferPointer { coefficients in
        columns.forEachRow { y, sums, squares in
            recto_moment_threshold(
                sums, squares, source.row(y), source.width, radius, coefficients.baseAddress, bits.row(y))
        }
    }
}

/// The largest variance of the square windows around the pixels of a gray picture, computed as by
/// ``momentThreshold(_:radius:by:into:scratch:)``; 0 for an empty picture.
///
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - scratch: ``momentScratchByteCount(width:radius:)`` bytes, aligned to 4.
public func maximumVariance(
    _ source: PlaneView<UInt8>, radius: Int, scratch: UnsafeMutableRawPointer
) -> Float {
    var greatest: Float = 0
    MomentColumns(source, radius, scratch).forEachRow { _, sums, squares in
        recto_maximum_variance(sums, squares, source.width, radius, &greatest)
    }
    return greatest
}

extension Reference {
    /// The plain reference of the kernel `momentThreshold`.
    public static func momentThreshold(
        _ source: PlaneView<UInt8>, radius: Int, by t: MomentThreshold, into bits: MutablePlaneView<UInt8>
    ) {
        packBits(of: source, into: bits) { x, y in
            let (d, variance) = moments(source, radius, x, y)
            let mean = d + 128
            let spread = (variance + t.meanSquareWeight * (mean * mean)).squareRoot()
            let level = (t.meanWeight * mean + t.offset) + (t.spreadMeanWeight * mean + t.spreadOffset) * spread
            return Float(source.row(y)[x]) <= level
        }
    }

    /// The plain reference of the kernel `maximumVariance`.
    public static func maximumVariance(_ source: PlaneView<UInt8>, radius: Int) -> Float {
        var greatest: Float = 0
        for y in 0..<source.height {
            for x in 0..<source.width {
                greatest = max(greatest, moments(source, radius, x, y).variance)
            }
        }
        return greatest
    }

    /// The mean minus 128 and the variance of the window around a pixel.
    private static func moments(
        _ source: PlaneView<UInt8>, _ radius: Int, _ x: Int, _ y: Int
    ) -> (mean: Float, variance: Float) {
        var (sum, squares): (Int32, Int32) = (0, 0)
        for j in y - radius...y + radius {
            let row = source.row(min(max(j, 0), source.height - 1))
            for i in x - radius...x + radius {
                let value = Int32(row[min(max(i, 0), source.width - 1)]) - 128
                sum += value
                squares += value * value
            }
        }
        let side = Float(2 * radius + 1)
        let share = 1 / (side * side)
        let mean = Float(sum) * share
        return (mean, max(Float(squares) * share - mean * mean, 0))
    }
}

// MARK: - Sums

/// For each column, the sums of the window's values minus 128 and of their squares, row by row.
private struct MomentColumns {
    private let source: PlaneView<UInt8>
    private let radius: Int
    /// Column x is at index x + radius + 1; values outside are replicated.
    private let sums: UnsafeMutablePointer<Int16>
    private let squares: UnsafeMutablePointer<Int32>

    private static func count(_ width: Int, _ radius: Int) -> Int { width + 2 * radius + 64 }

    static func byteCount(width: Int, radius: Int) -> Int { 6 * count(width, radius) }

    // SAFETY: sums and squares lie in `byteCount` bytes of scratch, as the caller guarantees.
    init(_ source: PlaneView<UInt8>, _ radius: Int, _ scratch: UnsafeMutableRawPointer) {
        source.check()
        precondition(0...maximumBoxRadius ~= radius, "radius out of range")
        self.source = source
        self.radius = radius
        let count = Self.count(source.width, radius)
        squares = scratch.bindMemory(to: Int32.self, capacity: count)
        sums = (scratch + 4 * count).bindMemory(to: Int16.self, capacity: count)
    }

    /// - Parameter body: Receives a row and the sums of its window's columns, starting at column −`radius` − 1.
    func forEachRow(
        _ body: (_ y: Int, _ sums: UnsafePointer<Int16>, _ squares: UnsafePointer<Int32>) -> Void
    ) {
        let (width, height) = (source.width, source.height)
        guard width > 0 && height > 0 else { return }
        func line(_ y: Int) -> UnsafePointer<UInt8> { source.row(min(max(y, 0), height - 1)) }
        sums.initialize(repeating: 0, count: Self.count(width, radius))
        squares.initialize(repeating: 0, count: Self.count(width, radius))
        let (sum, square) = (sums + (radius + 1), squares + (radius + 1))
        for y in -radius...radius { add(line(y), sum, square) }
        for y in 0..<height {
            replicate(sum, square)
            body(y, sums, squares)
            recto_moment_move(sum, square, line(y + radius + 1), line(y - radius), width)
        }
    }

    private func add(
        _ values: UnsafePointer<UInt8>, _ sum: UnsafeMutablePointer<Int16>, _ square: UnsafeMutablePointer<Int32>
    ) {
        // SAFETY: as many values, sums and squares as there are columns.
        for x in 0..<source.width {
            let value = Int16(values[x]) &- 128
            sum[x] = sum[x] &+ value
            square[x] = square[x] &+ Int32(value &* value)
        }
    }

    private func replicate(_ sum: UnsafeMutablePointer<Int16>, _ square: UnsafeMutablePointer<Int32>) {
        (sum - (radius + 1)).update(repeating: sum[0], count: radius + 1)
        (square - (radius + 1)).update(repeating: square[0], count: radius + 1)
        let width = source.width
        (sum + width).update(repeating: sum[width - 1], count: radius)
        (square + width).update(repeating: square[width - 1], count: radius)
    }
}

/// Sums over the windows of successive groups of 8 pixels along a row.
private struct MomentWindows {
    private let sums: UnsafePointer<Int16>
    private let squares: UnsafePointer<Int32>
    private let side: Int
    private var sum: SIMD8<Int32>
    private var square: SIMD8<Int32>

    @inline(__always)
    init(_ sums: UnsafePointer<Int16>, _ squares: UnsafePointer<Int32>, radius: Int) {
        side = 2 &* radius &+ 1
        var (s, q): (Int32, Int32) = (0, 0)
        var i = 0
        while i < side {
            s &+= Int32(sums[i])
            q &+= squares[i]
            i &+= 1
        }
        self.sums = sums
        self.squares = squares
        sum = SIMD8(repeating: s)
        square = SIMD8(repeating: q)
    }

    /// The windows of pixels x to x + 7, which must follow the previous ones.
    @inline(__always)
    mutating func next(_ x: Int) -> (sum: SIMD8<Int32>, square: SIMD8<Int32>) {
        let s = sums + x
        let q = squares + x
        let gain: SIMD8<Int32> = vec_widen_i16(s + side) &- vec_widen_i16(s)
        let squareGain: SIMD8<Int32> = vec_load_i32x8(q + side) &- vec_load_i32x8(q)
        sum = sum &+ vec_running_sum_i32(gain)
        square = square &+ vec_running_sum_i32(squareGain)
        let result = (sum, square)
        sum = vec_last_lane_i32(sum)
        square = vec_last_lane_i32(square)
        return result
    }
}

// MARK: - Bodies

@c @implementation
func recto_moment_move_body(
    _ sums: UnsafeMutablePointer<Int16>!, _ squares: UnsafeMutablePointer<Int32>!,
    _ entering: UnsafePointer<UInt8>!, _ leaving: UnsafePointer<UInt8>!, _ n: Int
) {
    // SAFETY: n bytes, n sums and n squares.
    var x = 0
    while x &+ 16 <= n {
        vec_move_moments(sums + x, squares + x, entering + x, leaving + x)
        x &+= 16
    }
    while x < n {
        let (a, b) = (Int32(entering[x]) &- 128, Int32(leaving[x]) &- 128)
        sums[x] = sums[x] &+ Int16(truncatingIfNeeded: a &- b)
        squares[x] = squares[x] &+ a &* a &- b &* b
        x &+= 1
    }
}

@c @implementation
func recto_moment_threshold_body(
    _ sums: UnsafePointer<Int16>!, _ squares: UnsafePointer<Int32>!, _ source: UnsafePointer<UInt8>!, _ n: Int,
    _ radius: Int, _ coefficients: UnsafePointer<Float>!, _ bits: UnsafeMutablePointer<UInt8>!
) {
    let side = Float(2 &* radius &+ 1)
    let share = 1 / (side * side)
    var windows = MomentWindows(sums, squares, radius: radius)
    // SAFETY: n bytes; sums and squares can be read up to 32 beyond the last window, from which no bit is stored.
    @inline(__always)
    func ink(_ p: UnsafePointer<UInt8>, _ x: Int) -> SIMD8<UInt32> {
        let window = windows.next(x)
        return vec_moment_ink(vec_load8(p), window.sum, window.square, share, coefficients)
    }
    @inline(__always)
    func ink32(_ p: UnsafePointer<UInt8>, _ x: Int) -> UInt32 {
        let a = ink(p, x)
        let b = ink(p + 8, x &+ 8)
        let c = ink(p + 16, x &+ 16)
        let d = ink(p + 24, x &+ 24)
        return vec_pack_bits(vec_low_bytes(a, b, c, d))
    }
    packRow(source, n, bits, ink32)
}

@c @implementation
func recto_maximum_variance_body(
    _ sums: UnsafePointer<Int16>!, _ squares: UnsafePointer<Int32>!, _ n: Int, _ radius: Int,
    _ greatest: UnsafeMutablePointer<Float>!
) {
    let side = Float(2 &* radius &+ 1)
    let share = 1 / (side * side)
    var windows = MomentWindows(sums, squares, radius: radius)
    var most = SIMD8<Float>(repeating: greatest[0])
    // SAFETY: sums and squares can be read up to 8 beyond the last window; values from there do not count.
    var x = 0
    while x &+ 8 <= n {
        let window = windows.next(x)
        most = vec_greater(vec_variance(window.sum, window.square, share), most)
        x &+= 8
    }
    var result = greatest[0]
    for i in 0..<8 where most[i] > result { result = most[i] }
    if x < n {
        let window = windows.next(x)
        let last = vec_variance(window.sum, window.square, share)
        for i in 0..<(n &- x) where last[i] > result { result = last[i] }
    }
    greatest[0] = result
}
