internal import CVector

/// The largest radius of a box mean: column sums of 2 × 127 + 1 bytes still fit 16 bits.
public let maximumBoxRadius = 127

/// Scratch bytes that a box mean or a local threshold needs.
public func boxMeanScratchByteCount(width: Int, radius: Int) -> Int {
    BoxRows.byteCount(width: width, radius: radius)
}

/// The mean of the square window around each pixel of a gray picture, rounded; borders are replicated.
///
/// The sum of a window times Float(1 / side²), plus ½, truncated to an integer: single precision without fused
/// operations.
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - scratch: ``boxMeanScratchByteCount(width:radius:)`` bytes, aligned to 4.
/// - Complexity: O(`width` × `height`) for any radius.
public func boxMean(
    _ source: PlaneView<UInt8>, radius: Int, into target: MutablePlaneView<UInt8>, scratch: UnsafeMutableRawPointer
) {
    target.check(width: source.width, height: source.height)
    BoxRows(source, radius, scratch).forEachRow { y, sums in
        recto_box_mean(sums, source.width, radius, target.row(y))
    }
}

extension Reference {
    /// The plain reference of the kernel `boxMean`.
    public static func boxMean(
        _ source: PlaneView<UInt8>, radius: Int, into target: MutablePlaneView<UInt8>
    ) {
        let side = Float(2 * radius + 1)
        let reciprocal = 1 / (side * side)
        for y in 0..<source.height {
            for x in 0..<source.width {
                let sum = boxSum(source, radius, x, y)
                target.row(y)[x] = UInt8(Float(sum) * reciprocal + 0.5)
            }
        }
    }

    static func boxSum(_ source: PlaneView<UInt8>, _ radius: Int, _ x: Int, _ y: Int) -> Int {
        var sum = 0
        for j in y - radius...y + radius {
            let row = source.row(min(max(j, 0), source.height - 1))
            for i in x - radius...x + radius { sum += Int(row[min(max(i, 0), source.width - 1)]) }
        }
        return sum
    }
}

// MARK: - Sums

/// Sums over windows of a picture, row by row: over the window's rows in each column, then along the row.
struct BoxRows {
    private let source: PlaneView<UInt8>
    private let radius: Int
    private let columns: UnsafeMutablePointer<UInt16>
    private let sums: UnsafeMutablePointer<UInt32>

    static func byteCount(width: Int, radius: Int) -> Int {
        4 * (width + 2 * radius + 64) + 2 * (width + 64)
    }

    // SAFETY: sums and columns lie in `byteCount` bytes of scratch, as the caller guarantees.
    init(_ source: PlaneView<UInt8>, _ radius: Int, _ scratch: UnsafeMutableRawPointer) {
        source.check()
        precondition(0...maximumBoxRadius ~= radius, "radius out of range")
        self.source = source
        self.radius = radius
        let count = source.width + 2 * radius + 64
        sums = scratch.bindMemory(to: UInt32.self, capacity: count)
        columns = (scratch + 4 * count).bindMemory(to: UInt16.self, capacity: source.width + 64)
    }

    /// - Parameter body: Receives a row and running sums; the window of pixel x has the sum sums[x + 2 radius + 1] −
    ///   sums[x].
    func forEachRow(_ body: (_ y: Int, _ sums: UnsafePointer<UInt32>) -> Void) {
        let (width, height) = (source.width, source.height)
        guard width > 0 && height > 0 else { return }
        func line(_ y: Int) -> UnsafePointer<UInt8> { source.row(min(max(y, 0), height - 1)) }
        columns.initialize(repeating: 0, count: width)
        recto_box_add(columns, line(0), width, radius + 1)
        for j in 0..<radius { recto_box_add(columns, line(j + 1), width, 1) }
        for y in 0..<height {
            recto_box_sum(columns, width, radius, sums)
            body(y, sums)
            recto_box_move(columns, line(y + radius + 1), line(y - radius), width)
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_box_add_body(
    _ columns: UnsafeMutablePointer<UInt16>!, _ source: UnsafePointer<UInt8>!, _ n: Int, _ times: Int
) {
    typealias V = SIMD16<UInt16>
    let factor = V(repeating: UInt16(truncatingIfNeeded: times))
    // SAFETY: n bytes and n columns.
    var x = 0
    while x &+ 16 <= n {
        let sum: V = vec_load_u16x16(columns + x) &+ vec_widen(vec_load16(source + x)) &* factor
        vec_store_u16x16(columns + x, sum)
        x &+= 16
    }
    while x < n {
        columns[x] = columns[x] &+ UInt16(source[x]) &* UInt16(truncatingIfNeeded: times)
        x &+= 1
    }
}

@c @implementation
func recto_box_move_body(
    _ columns: UnsafeMutablePointer<UInt16>!, _ entering: UnsafePointer<UInt8>!, _ leaving: UnsafePointer<UInt8>!,
    _ n: Int
) {
    typealias V = SIMD16<UInt16>
    // SAFETY: n bytes and n columns.
    var x = 0
    while x &+ 16 <= n {
        let sum: V = vec_load_u16x16(columns + x) &+ vec_widen(vec_load16(entering + x))
        vec_store_u16x16(columns + x, sum &- vec_widen(vec_load16(leaving + x)))
        x &+= 16
    }
    while x < n {
        columns[x] = columns[x] &+ UInt16(entering[x]) &- UInt16(leaving[x])
        x &+= 1
    }
}

@c @implementation
func recto_box_sum_body(
    _ columns: UnsafePointer<UInt16>!, _ n: Int, _ radius: Int, _ sums: UnsafeMutablePointer<UInt32>!
) {
    typealias V = SIMD8<UInt32>
    // SAFETY: n columns are read; n + 2 radius + 1 sums are written.
    var t = sums.unsafelyUnwrapped
    var sum: UInt32 = 0
    var i = 0
    while i < radius {
        t[i] = sum
        sum &+= UInt32(columns[0])
        i &+= 1
    }
    t += radius
    // Sums before a column: the first is `sum` itself, so there is one more running sum.
    t[0] = sum
    t += 1
    var x = 0
    var before = V(repeating: sum)
    while x &+ 16 <= n {
        let a = vec_running_sum(vec_widen_u16(vec_load_u16x8(columns + x)))
        let b = vec_running_sum(vec_widen_u16(vec_load_u16x8(columns + (x &+ 8))))
        let middle: V = before &+ vec_last_lane(a)
        vec_store_u32x8(t + x, a &+ before)
        vec_store_u32x8(t + (x &+ 8), b &+ middle)
        before = middle &+ vec_last_lane(b)
        x &+= 16
    }
    sum = before[0]
    while x < n {
        sum &+= UInt32(columns[x])
        t[x] = sum
        x &+= 1
    }
    i = 0
    while i < radius {
        sum &+= UInt32(columns[n &- 1])
        t[n &+ i] = sum
        i &+= 1
    }
}

/// The sums over the windows of 8 pixels.
@inline(__always)
func windowSums(_ sums: UnsafePointer<UInt32>, _ x: Int, _ radius: Int) -> SIMD8<UInt32> {
    vec_load_u32x8(sums + (x &+ 2 &* radius &+ 1)) &- vec_load_u32x8(sums + x)
}

@c @implementation
func recto_box_mean_body(
    _ sums: UnsafePointer<UInt32>!, _ n: Int, _ radius: Int, _ target: UnsafeMutablePointer<UInt8>!
) {
    let side = Float(2 &* radius &+ 1)
    let factor = 1 / (side * side)
    // SAFETY: sums can be read up to a vector beyond the last; results from there are not stored.
    @inline(__always)
    func mean(_ x: Int) -> SIMD8<UInt32> { vec_scale(windowSums(sums, x, radius), factor) }
    var x = 0
    while x < n {
        let v = vec_low_bytes(mean(x), mean(x &+ 8), mean(x &+ 16), mean(x &+ 24))
        if x &+ 32 <= n {
            vec_store32(target + x, v)
        } else {
            vec_store32_part(target + x, v, n &- x)
        }
        x &+= 32
    }
}
