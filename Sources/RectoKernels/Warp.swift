internal import CVector

/// The nine coefficients, in row order, of a warp's projective map from target to source.
///
/// It maps the center of a target pixel, (x + ½, y + ½), to a source position in pixels whose centers are also at + ½.
/// Its scale and sign are arbitrary: the side of the horizon that contains the target's center is the visible one.
/// Positions outside the source, and those at or beyond the horizon, use its border (replicated).
public typealias WarpCoefficients = (
    Double, Double, Double, Double, Double, Double, Double, Double, Double
)

/// A gray picture warped by a projective map, with bilinear interpolation.
///
/// Positions are computed in single precision, without fused operations, and rounded to 1/128 pixel. They are computed
/// for every eighth pixel of a row and interpolated, or for every pixel if interpolation would be off by more than
/// 1/256 pixel. A result is within 1/64 level of exact interpolation at the rounded position, then rounded. Where rows
/// of the target correspond to columns of the source, positions are computed along the target's columns.
/// - Parameters:
///   - source: `width` × `height`, each `1...32767`; `height` × `stride` below 2^31.
///   - map: Map from target to source.
///   - part: A part of the target.
@inline(never)
public func warpGray(
    _ source: PlaneView<UInt8>, map: WarpCoefficients, into target: MutablePlaneView<UInt8>, part: WorkPart = .all
) {
    let (targetWidth, targetHeight) = (target.width, target.height)
    checkWarp(source, channels: 1)
    target.check(width: targetWidth, height: targetHeight)
    let upright = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    if upright.isTurned {
        let map = WarpMap(WarpMap.transposed(map), targetWidth: targetHeight, targetHeight: targetWidth)
        forEachColumnStrip(of: part.share(of: targetWidth), targetHeight) { columns, strip in
            map.forEachRow(columns) { i, row, scratch in
                warpGrayRow(source, row, strip + i * targetHeight, targetHeight, scratch)
            }
            transposeBytes(
                PlaneView(strip, stride: targetHeight, width: targetHeight, height: columns.count),
                into: MutablePlaneView(
                    target.base + columns.lowerBound, stride: target.stride, width: columns.count,
                    height: targetHeight))
        }
    } else {
        let rows = part.share(of: targetHeight)
        upright.forEachRow(rows) { i, row, scratch in
            warpGrayRow(source, row, target.row(rows.lowerBound + i), targetWidth, scratch)
        }
    }
}

/// A range of rows of the result of `warpGray`, bit-identical, without memory for the other rows.
/// - Parameters:
///   - rows: Range within the whole target.
///   - height: Height of the whole target.
///   - target: The rows to write.
public func warpGray(
    _ source: PlaneView<UInt8>, map: WarpCoefficients, rows: Range<Int>, ofHeight height: Int,
    into target: MutablePlaneView<UInt8>
) {
    let width = target.width
    checkWarp(source, channels: 1)
    target.check(width: width, height: rows.count)
    precondition(0 <= rows.lowerBound && rows.upperBound <= height, "rows outside the target")
    let upright = WarpMap(map, targetWidth: width, targetHeight: height)
    guard upright.isTurned else {
        return upright.forEachRow(rows) { i, row, scratch in
            warpGrayRow(source, row, target.row(i), width, scratch)
        }
    }
    let turned = WarpMap(WarpMap.transposed(map), targetWidth: height, targetHeight: width)
    let count = rows.upperBound
    forEachColumnStrip(of: 0..<width, count) { columns, strip in
        turned.forEachRow(columns) { i, row, scratch in
            warpGrayRow(source, row, strip + i * count, count, scratch)
        }
        transposeBytes(
            PlaneView(strip + rows.lowerBound, stride: count, width: rows.count, height: columns.count),
            into: MutablePlaneView(
                target.base + columns.lowerBound, stride: target.stride, width: columns.count, height: rows.count))
    }
}

/// Not inlined: a call compiled in another file would use the kernel's baseline clones.
@inline(never)
private func warpGrayRow(
    _ source: PlaneView<UInt8>, _ row: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int,
    _ scratch: UnsafeMutableRawPointer
) {
    recto_warp_row_gray(source.c, row, target, count, scratch, isFast)
}

/// An RGB picture warped by a projective map, with bilinear interpolation; otherwise as `warpGray`, but positions are
/// always computed along rows.
public func warpRGB(
    _ source: PlaneView<UInt8>, map: WarpCoefficients, into target: MutablePlaneView<UInt8>, part: WorkPart = .all
) {
    let (targetWidth, targetHeight) = (target.width, target.height)
    checkWarp(source, channels: 3)
    target.check(width: targetWidth, height: targetHeight, channels: 3)
    let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    let rows = part.share(of: targetHeight)
    map.forEachRow(rows) { i, row, scratch in
        recto_warp_row_rgb(source.c, row, target.row(rows.lowerBound + i), targetWidth, scratch, isFast)
    }
}

/// Whether the instructions that the blends are written for are available.
var isFast: Int {
    #if arch(wasm32)
        1
    #else
        recto_isa_level() >= Int32(RECTO_ISA_V3) ? 1 : 0
    #endif
}

/// Fills columns of a turned target, which lie along rows of the source, as rows of a strip and then transposes them.
/// - Parameter body: Receives a range of columns and room for their pixels.
private func forEachColumnStrip(
    of all: Range<Int>, _ height: Int, _ body: (Range<Int>, UnsafeMutablePointer<UInt8>) -> Void
) {
    let count = min(32, all.count)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count * height) { strip in
        guard let strip = strip.baseAddress, count * height > 0 else { return }
        for start in stride(from: all.lowerBound, to: all.upperBound, by: count) {
            // The last strip overlaps the previous one.
            let left = min(start, all.upperBound - count)
            body(left..<left + count, strip)
        }
    }
}

func checkWarp(_ source: PlaneView<UInt8>, channels: Int) {
    precondition(1...32767 ~= source.width && 1...32767 ~= source.height, "size out of range")
    source.check(channels: channels)
    let bytes = source.stride.multipliedReportingOverflow(by: source.height)
    precondition(!bytes.overflow && bytes.partialValue <= Int32.max, "source too large")
}

extension Reference {
    /// The plain reference of `warpGray` (one channel) and `warpRGB` (three).
    public static func warp(
        _ source: PlaneView<UInt8>, channels: Int, map: WarpCoefficients, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        let (targetWidth, targetHeight) = (target.width, target.height)
        let upright = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
        let isTransposed = channels == 1 && upright.isTurned
        let map =
            isTransposed
            ? WarpMap(WarpMap.transposed(map), targetWidth: targetHeight, targetHeight: targetWidth) : upright
        for y in 0..<targetHeight {
            for x in 0..<targetWidth {
                let (line, place) = isTransposed ? (x, y) : (y, x)
                let row = map.row(line)
                let (px, py) =
                    row.6 == WarpMap.Shape.smooth.rawValue ? smoothPosition(row, place) : position(row, place)
                let (sx, sy) = (min(max(px, 0), 128 * (width - 1)), min(max(py, 0), 128 * (height - 1)))
                for c in 0..<channels {
                    target.row(y)[x * channels + c] = sample(source.c, channels, c, sx, sy)
                }
            }
        }
    }

    /// In 1/128 pixels, interpolated between knots, which are in 1/4096.
    private static func smoothPosition(_ row: WarpMap.Row, _ x: Int) -> (x: Int, y: Int) {
        let (first, second) = (position(row, x & ~7, scale: 32), position(row, x & ~7 + 8, scale: 32))
        return (
            (first.x + (second.x - first.x) >> 3 * (x & 7)) >> 5, (first.y + (second.y - first.y) >> 3 * (x & 7)) >> 5
        )
    }

    /// In 1/128 pixels over `scale`, truncated towards 0, in the range of 32 bits; NaN becomes 0.
    @inline(__always)
    static func position(_ row: WarpMap.Row, _ x: Int, scale: Float = 1) -> (x: Int, y: Int) {
        let (x0, y0, w0, dx, dy, dw, _) = row
        let fx = Float(x)
        let depth = w0 + dw * fx
        let inverse = 1 / (depth > WarpMap.smallestDepth ? depth : WarpMap.smallestDepth)
        func cut(_ position: Float) -> Int {
            let above = position > -0x1p31 ? position : position <= -0x1p31 ? -0x1p31 : 0
            return Int(above < 0x1p30 ? above : 0x1p30)
        }
        return (cut((x0 + dx * fx) * inverse * scale), cut((y0 + dy * fx) * inverse * scale))
    }

    /// Interpolates between four pixels: horizontally, exactly, then vertically to 1/128 level, so that everything fits
    /// 16 bits. The rounding of halves follows from the kernels' negated sums.
    @inline(__always)
    static func sample(_ source: recto_plane, _ channels: Int, _ c: Int, _ sx: Int, _ sy: Int) -> UInt8 {
        let (x, fx, y, fy) = (sx &>> 7, sx & 127, sy &>> 7, sy & 127)
        let above = source.row(y) + c
        let below = source.row(min(y &+ 1, source.height &- 1)) + c
        let (i, j) = (x &* channels, min(x &+ 1, source.width &- 1) &* channels)
        let upper = Int(above[i]) &* (fx &- 128) &- Int(above[j]) &* fx
        let lower = Int(below[i]) &* (fx &- 128) &- Int(below[j]) &* fx
        let value = upper &+ ((lower &- upper) &* fy &+ 64) &>> 7
        return UInt8(truncatingIfNeeded: (64 &- value) &>> 7)
    }
}

// MARK: - Bodies

// A row is processed in blocks of 64 pixels. If each eight gray pixels lie in a small window of the source, their
// neighbors are permuted out of vectors. Otherwise offsets and weights are written to small arrays, neighbors are
// loaded at the offsets and blended by vectors.

@c @implementation
func recto_warp_row_gray_body(
    _ source: recto_plane, _ row: UnsafePointer<Float>!, _ target: UnsafeMutablePointer<UInt8>!, _ n: Int,
    _ scratch: UnsafeMutableRawPointer!, _ fast: Int
) {
    if fast != 0 {
        warpRow(source, 1, row, target, n, WarpBlock(scratch), fast: true)
    } else {
        warpRow(source, 1, row, target, n, WarpBlock(scratch), fast: false)
    }
}

@c @implementation
func recto_warp_row_rgb_body(
    _ source: recto_plane, _ row: UnsafePointer<Float>!, _ target: UnsafeMutablePointer<UInt8>!, _ n: Int,
    _ scratch: UnsafeMutableRawPointer!, _ fast: Int
) {
    if fast != 0 {
        warpRow(source, 3, row, target, n, WarpBlock(scratch), fast: true)
    } else {
        warpRow(source, 3, row, target, n, WarpBlock(scratch), fast: false)
    }
}

@inline(__always)
private func warpRow(
    _ source: recto_plane, _ channels: Int, _ row: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>,
    _ n: Int, _ block: WarpBlock, fast: Bool
) {
    let positions = WarpPositions(row)
    @inline(__always)
    func sample(_ x: Int, _ position: (x: Int, y: Int)) {
        let sx = min(max(position.x, 0), 128 &* (source.width &- 1))
        let sy = min(max(position.y, 0), 128 &* (source.height &- 1))
        var c = 0
        while c < channels {
            target[x &* channels &+ c] = Reference.sample(source, channels, c, sx, sy)
            c &+= 1
        }
    }
    guard positions.shape != .wild else {
        var x = 0
        while x < n {
            sample(x, Reference.position(positions.row, x))
            x &+= 1
        }
        return
    }
    let isSmooth = positions.shape == .smooth
    var before = isSmooth ? positions.knots(-64) : (x: SIMD8(repeating: 0), y: SIMD8(repeating: 0))
    var x = 0
    while x < n {
        let count = min(64, n &- x)
        // Whole blocks are written, and for color four more bytes, which the next block overwrites if there is one.
        let end = target + x &* channels
        let isLast = n &- x < 66
        let out = isLast ? block.pixels : end
        var reach: WarpBlock.Reach
        if isSmooth {
            let next = positions.knots(x)
            let first = (x: vec_shift_in(before.x, next.x), y: vec_shift_in(before.y, next.y))
            reach = block.place(first, next, source, channels)
            before = next
            if !fast && reach == .windows { reach = .inside }
            if reach == .inside { block.store(source.stride, channels) }
        } else {
            let isInside = block.store(positions, x, count, source, channels)
            reach = isInside ? .inside : .anywhere
        }
        switch reach {
        case .windows:
            permuteGray(source.base, source.stride, block, out)
        case .inside where channels == 1:
            blendGray(source.base, source.stride, block, out, (count &+ 15) & ~15, fast: fast)
        case .inside:
            blendRGB(source.base, source.stride, block, out, (count &+ 15) & ~15, fast: fast)
        case .anywhere:
            var i = 0
            while i < count {
                sample(x &+ i, isSmooth ? block.position(i) : Reference.position(positions.row, x &+ i))
                i &+= 1
            }
        }
        if isLast && reach != .anywhere { copy(out, to: end, count: count &* channels) }
        x &+= 64
    }
}

/// A block of gray pixels by permutation.
@inline(__always)
func permuteGray(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ block: WarpBlock, _ target: UnsafeMutablePointer<UInt8>
) {
    typealias V = SIMD16<UInt16>
    let lanes = V(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7)
    var i = 0
    while i < 8 {
        let x: V = vec_spread_halves(block.windowX + i) &+ lanes &* vec_spread_halves(block.stepX + i)
        let y: V = vec_spread_halves(block.windowY + i) &+ lanes &* vec_spread_halves(block.stepY + i)
        // SAFETY: three rows of 16 columns of each window are inside.
        let (p, q) = (source + Int(block.windows[i]), source + Int(block.windows[i &+ 1]))
        let first = vec_load_halves(p, q)
        let second = vec_load_halves(p + stride, q + stride)
        let third = vec_load_halves(p + 2 &* stride, q + 2 &* stride)
        vec_store16(target + 8 &* i, vec_bilinear_windows(first, second, third, x, y))
        i &+= 2
    }
}

/// - Parameter n: A multiple of 16.
@inline(__always)
func blendGray(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ block: WarpBlock, _ target: UnsafeMutablePointer<UInt8>,
    _ n: Int, fast: Bool
) {
    @inline(__always)
    func fetch(_ i: Int) {
        // SAFETY: the block lies inside the source, including the pixels to the right and below.
        let p = UnsafeRawPointer(source + Int(block.offsets[i]))
        block.above[i] = p.loadUnaligned(as: UInt16.self)
        block.below[i] = (p + stride).loadUnaligned(as: UInt16.self)
    }
    var i = 0
    while i < n {
        fetch(i)
        fetch(i &+ 1)
        fetch(i &+ 2)
        fetch(i &+ 3)
        i &+= 4
    }
    i = 0
    while i < n {
        let v = vec_bilinear_gray(block.above + i, block.below + i, block.across + i, block.down + i, fast)
        vec_store16(target + i, v)
        i &+= 16
    }
}

/// - Parameter n: A multiple of 16.
@inline(__always)
func blendRGB(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ block: WarpBlock, _ target: UnsafeMutablePointer<UInt8>,
    _ n: Int, fast: Bool
) {
    var i = 0
    while i < n {
        // SAFETY: inside the source there are two pixels to the right, and the loads use part of the second.
        vec_bilinear_rgb8(
            source, stride, block.offsets + i, block.across + i, block.down + i, target + 3 &* i, fast)
        i &+= 8
    }
}
