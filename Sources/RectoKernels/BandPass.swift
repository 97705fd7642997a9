internal import CVector

/// Elements of ``bandPass(_:scratch:into:)``'s scratch for each column.
public let bandPassScratchRows = 3

/// Fine print without lighting and the finest noise: weighted means of 5 × 5 pixels (1, 15, 32, 15 and 1 in each
/// direction), minus means of 15 × 15; 0 up to 8 pixels from the border.
/// - Parameters:
///   - source: At least 24 pixels in each direction; smaller pictures give 0 everywhere.
///   - scratch: ``bandPassScratchRows`` × the width.
///   - target: Same size as the source.
public func bandPass(
    _ source: PlaneView<UInt8>, scratch: UnsafeMutablePointer<Float>, into target: MutablePlaneView<Float>
) {
    source.check()
    target.check(width: source.width, height: source.height)
    recto_band_pass(source.c, scratch, target.c)
}

extension Reference {
    /// The plain reference of the kernel `bandPass`. Sums of whole numbers are exact in single precision, in any order.
    public static func bandPass(_ source: PlaneView<UInt8>, into target: MutablePlaneView<Float>) {
        let (width, height) = (source.width, source.height)
        let taps = [1, 15, 32, 15, 1]
        for y in 0..<height {
            for x in 0..<width {
                guard width >= 24, height >= 24, 8..<width - 8 ~= x, 8..<height - 8 ~= y else {
                    target.row(y)[x] = 0
                    continue
                }
                var (fine, mean) = (0, 0)
                for j in -2...2 {
                    for i in -2...2 { fine += taps[j + 2] * taps[i + 2] * Int(source.row(y + j)[x + i]) }
                }
                for j in -7...7 {
                    for i in -7...7 { mean += Int(source.row(y + j)[x + i]) }
                }
                target.row(y)[x] = Float(fine) * (1 / 4096) - Float(mean) * (1 / 225)
            }
        }
    }
}

// MARK: - Body

@c @implementation
func recto_band_pass_body(
    _ source: recto_plane, _ scratch: UnsafeMutablePointer<Float>!, _ target: recto_float_target
) {
    let (width, height) = (source.width, source.height)
    // SAFETY: three rows of scratch as wide as the source; the rows and columns from 8 before the last to 8 after the
    // first include all that the filters reach.
    let sums = scratch.unsafelyUnwrapped
    let fine = sums + width
    let threes = fine + width
    let isLarge = width >= 24 && height >= 24
    var y = 0
    while y < height {
        let to = target.base + y &* target.stride
        if isLarge && y >= 8 && y < height &- 8 {
            if y == 8 {
                clear(sums, width)
                var row = 1
                while row < 16 {
                    addRow(source.row(row), nil, width, sums)
                    row &+= 1
                }
            } else {
                addRow(source.row(y &+ 7), source.row(y &- 8), width, sums)
            }
            blendRows(source.row(y &- 2), source.stride, width, fine)
            addThrees(sums, width, threes)
            clear(to, 8)
            bandRow(fine, threes, width, to)
            clear(to + (width &- 8), 8)
        } else {
            clear(to, width)
        }
        y &+= 1
    }
}

@inline(__always)
private func clear(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    var x = 0
    while x < count {
        row[x] = 0
        x &+= 1
    }
}

/// Adds a row to sums and subtracts another.
@inline(__always)
private func addRow(
    _ new: UnsafePointer<UInt8>, _ old: UnsafePointer<UInt8>?, _ width: Int, _ sums: UnsafeMutablePointer<Float>
) {
    var x = 0
    while x &+ 8 <= width {
        var sum: SIMD8<Float> = load(sums + x) + vec_f32_from_bytes(vec_load8(new + x))
        if let old { sum -= vec_f32_from_bytes(vec_load8(old + x)) }
        store(sum, sums + x)
        x &+= 8
    }
    while x < width {
        sums[x] += Float(new[x])
        if let old { sums[x] -= Float(old[x]) }
        x &+= 1
    }
}

/// Weighted sums of five rows.
@inline(__always)
private func blendRows(
    _ first: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ target: UnsafeMutablePointer<Float>
) {
    @inline(__always)
    func blend(_ x: Int) -> SIMD8<Float> {
        @inline(__always)
        func level(_ row: Int) -> SIMD8<Float> { vec_f32_from_bytes(vec_load8(first + (row &* stride &+ x))) }
        let outer: SIMD8<Float> = level(0) + level(4)
        let inner: SIMD8<Float> = level(1) + level(3)
        return outer + inner * 15 + level(2) * 32
    }
    var x = 0
    while x &+ 8 <= width {
        store(blend(x), target + x)
        x &+= 8
    }
    // Repeats the last vector if it does not begin at a multiple of 8.
    store(blend(width &- 8), target + (width &- 8))
}

/// Sums of an element and its two neighbors.
@inline(__always)
private func addThrees(_ row: UnsafeMutablePointer<Float>, _ width: Int, _ target: UnsafeMutablePointer<Float>) {
    @inline(__always)
    func add(_ x: Int) {
        let p = row + x
        let sum: SIMD8<Float> = load(p - 1) + load(p) + load(p + 1)
        store(sum, target + x)
    }
    var x = 1
    while x &+ 9 <= width {
        add(x)
        x &+= 8
    }
    add(width &- 9)
}

/// A row of the result, except for 8 elements at both ends.
@inline(__always)
private func bandRow(
    _ fine: UnsafeMutablePointer<Float>, _ threes: UnsafeMutablePointer<Float>, _ width: Int,
    _ target: UnsafeMutablePointer<Float>
) {
    @inline(__always)
    func band(_ x: Int) {
        let p = fine + x
        let outer: SIMD8<Float> = load(p - 2) + load(p + 2)
        let inner: SIMD8<Float> = load(p - 1) + load(p + 1)
        let sum: SIMD8<Float> = outer + inner * 15 + load(p) * 32
        let q = threes + x
        let near: SIMD8<Float> = load(q - 3) + load(q) + load(q + 3)
        let mean: SIMD8<Float> = near + (load(q - 6) + load(q + 6))
        let result: SIMD8<Float> = sum * (1 / 4096) - mean * (1 / 225)
        store(result, target + x)
    }
    var x = 8
    while x &+ 16 <= width {
        band(x)
        x &+= 8
    }
    band(width &- 16)
}
