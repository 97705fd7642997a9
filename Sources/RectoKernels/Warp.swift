internal import CVector

/// The nine coefficients, in row order, of the projective map that a warp samples its source by.
///
/// It takes the centre of a target pixel, (x + ½, y + ½), to a source position in pixels whose centres are likewise
/// at + ½. Its scale and sign are free: the side of the horizon on which the target's centre lies is the visible one.
/// Positions outside the source take its border (replicated); so do those at or beyond the horizon.
public typealias WarpCoefficients = (
    Double, Double, Double, Double, Double, Double, Double, Double, Double
)

/// A gray picture seen through a projective map, with bilinear interpolation.
///
/// Positions are computed in single precision, without fused operations, and rounded to 1/128 pixel: those of every
/// eighth pixel of a row, between which they are interpolated; or those of every pixel, in rows seen so sharply that
/// interpolation would be off by more than 1/256 pixel. A result is within 1/16 level of exact interpolation at the
/// rounded position, then rounded.
/// - Parameters:
///   - source: `width` × `height`, each `1...32767`; `height` × `stride` below 2^31.
///   - map: From target to source.
public func warpGray(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    checkWarp(stride, width, height, targetStride, targetWidth, targetHeight, channels: 1)
    let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    let permutes = recto_isa_level() >= Int32(RECTO_ISA_V3) ? 1 : 0
    map.forEachRow(targetHeight) { y, coefficients, scratch in
        recto_warp_row_gray(
            source, stride, width, height, coefficients, row(target, y, targetStride), targetWidth, scratch, permutes)
    }
}

/// An RGB picture seen through a projective map, with bilinear interpolation; otherwise as `warpGray`.
public func warpRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    checkWarp(stride, width, height, targetStride, targetWidth, targetHeight, channels: 3)
    let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    map.forEachRow(targetHeight) { y, coefficients, scratch in
        recto_warp_row_rgb(
            source, stride, width, height, coefficients, row(target, y, targetStride), targetWidth, scratch)
    }
}

private func checkWarp(
    _ stride: Int, _ width: Int, _ height: Int, _ targetStride: Int, _ targetWidth: Int, _ targetHeight: Int,
    channels: Int
) {
    precondition(1...32767 ~= width && 1...32767 ~= height, "size out of range")
    checkRows(width * channels, height: height, stride: stride)
    checkRows(targetWidth * channels, height: targetHeight, stride: targetStride)
    let bytes = stride.multipliedReportingOverflow(by: height)
    precondition(!bytes.overflow && bytes.partialValue <= Int32.max, "source too large")
}

/// A warp's map, scaled so that depth is 1 at the target's centre.
struct WarpMap {
    /// x0, y0, w0, dx, dy, dw: pixel x of a row lies at ((x0 + dx x) / w, (y0 + dy x) / w), w = w0 + dw x, in 1/128
    /// source pixels from the centre of the first one, plus ½ so that cutting rounds. Then 1 if the row is smooth,
    /// else 0.
    typealias Row = (Float, Float, Float, Float, Float, Float, Float)

    /// How near depth comes to the horizon's, which is 0.
    static let smallestDepth: Float = 1e-6

    private let map: WarpCoefficients
    /// Where the last knot of a row is.
    private let end: Double

    init(_ map: WarpCoefficients, targetWidth: Int, targetHeight: Int) {
        let depth = map.6 * Double(targetWidth) / 2 + map.7 * Double(targetHeight) / 2 + map.8
        let s = depth.isFinite && depth != 0 ? 1 / depth : 1
        self.map = (
            map.0 * s, map.1 * s, map.2 * s, map.3 * s, map.4 * s, map.5 * s, map.6 * s, map.7 * s, map.8 * s
        )
        end = Double((targetWidth + 7) / 8 * 8)
    }

    /// - Parameter y: The target row, whose centre is at y + ½.
    func row(_ y: Int) -> Row {
        let (a, b, c, d, e, f, g, h, i) = map
        let centre = Double(y) + 0.5
        let w = g * 0.5 + h * centre + i
        // 128 (X / w − ½) + ½ = (128 X − 63.5 w) / w
        let x0 = 128 * (a * 0.5 + b * centre + c) - 63.5 * w
        let y0 = 128 * (d * 0.5 + e * centre + f) - 63.5 * w
        let (dx, dy) = (128 * a - 63.5 * g, 128 * d - 63.5 * g)
        let isSmooth = isSmooth((x0, dx), (y0, dy), (w, g))
        return (Float(x0), Float(y0), Float(w), Float(dx), Float(dy), Float(g), isSmooth ? 1 : 0)
    }

    /// Whether positions interpolated linearly between knots 8 pixels apart are off by 1/256 pixel at most, and knots
    /// fit 32 bits.
    ///
    /// The error is up to 8² / 8 times the second derivative, 2 w′ (x w′ − x′ w) / w³, of which only w³ changes. What
    /// is not a number is not smooth.
    private func isSmooth(
        _ x: (start: Double, step: Double), _ y: (start: Double, step: Double), _ w: (start: Double, step: Double)
    ) -> Bool {
        let last = w.start + w.step * end
        let least = min(w.start, last)
        guard w.start > 1e-3, last > 1e-3 else { return false }
        return [x, y].allSatisfy {
            let curvature = 2 * abs(w.step) * abs($0.start * w.step - $0.step * w.start) / (least * least * least)
            let range = max(abs($0.start) / w.start, abs($0.start + $0.step * end) / last)
            return 8 * curvature <= 0.5 && range < 0x1p25
        }
    }

    /// Calls `body` for every row with its seven coefficients and scratch for a ``WarpBlock``.
    func forEachRow(
        _ height: Int, _ body: (_ y: Int, UnsafePointer<Float>, _ scratch: UnsafeMutableRawPointer) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: WarpBlock.byteCount + 32, alignment: 32) { memory in
            // SAFETY: a buffer of a fixed size above 0 has a base address; its first 32 bytes take 7 Floats.
            let base = memory.baseAddress.unsafelyUnwrapped
            let coefficients = base.bindMemory(to: Float.self, capacity: 8)
            for y in 0..<height {
                UnsafeMutableRawPointer(coefficients).storeBytes(of: row(y), as: Row.self)
                body(y, coefficients, base + 32)
            }
        }
    }
}

extension Reference {
    /// The plain twin of `warpGray` (one channel) and `warpRGB` (three).
    public static func warp(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int, map: WarpCoefficients,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
    ) {
        let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
        for y in 0..<targetHeight {
            let row = map.row(y)
            for x in 0..<targetWidth {
                let (px, py) = row.6 == 1 ? smoothPosition(row, x) : position(row, x)
                let (sx, sy) = (min(max(px, 0), 128 * (width - 1)), min(max(py, 0), 128 * (height - 1)))
                for c in 0..<channels {
                    target[y * targetStride + x * channels + c] = sample(
                        source + c, stride, width, height, channels, sx, sy)
                }
            }
        }
    }

    /// In 1/128 pixels: between knots, which are in 1/4096.
    private static func smoothPosition(_ row: WarpMap.Row, _ x: Int) -> (x: Int, y: Int) {
        let (first, second) = (position(row, x & ~7, scale: 32), position(row, x & ~7 + 8, scale: 32))
        return (
            (first.x + (second.x - first.x) >> 3 * (x & 7)) >> 5, (first.y + (second.y - first.y) >> 3 * (x & 7)) >> 5
        )
    }

    /// In 1/128 pixels over `scale`, cut towards 0, in the range of 32 bits; what is not a number is 0.
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

    /// Between four pixels: vertically in 7 fractional bits, then horizontally in 6, so that all fits 16 bits.
    @inline(__always)
    static func sample(
        _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ channels: Int,
        _ sx: Int, _ sy: Int
    ) -> UInt8 {
        let (x, fx, y, fy) = (sx &>> 7, sx & 127, sy &>> 7, sy & 127)
        let above = source + y &* stride
        let below = source + min(y &+ 1, height &- 1) &* stride
        let (i, j) = (x &* channels, min(x &+ 1, width &- 1) &* channels)
        let left = 128 &* Int(above[i]) &+ (Int(below[i]) &- Int(above[i])) &* fy
        let right = 128 &* Int(above[j]) &+ (Int(below[j]) &- Int(above[j])) &* fy
        let value = left &>> 1 &+ ((right &- left) &* fx) &>> 8
        return UInt8(truncatingIfNeeded: (value &+ 32) &>> 6)
    }
}

// MARK: - Bodies

// A row is done in blocks of 64 pixels, whose positions are interpolated between nine knots. Where there are
// permutations, and each eight pixels lie in a small window of the source, their neighbours come out of vectors.
// Elsewhere positions are written to small arrays on the stack, then neighbours loaded at the addresses found, then
// blended by vectors again.

@c @implementation
func recto_warp_row_gray_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ row: UnsafePointer<Float>!,
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int, _ scratch: UnsafeMutableRawPointer!, _ permutes: Int
) {
    warpRow(source, stride, width, height, 1, row, target, n, WarpBlock(scratch), permutes: permutes != 0)
}

@c @implementation
func recto_warp_row_rgb_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ row: UnsafePointer<Float>!,
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int, _ scratch: UnsafeMutableRawPointer!
) {
    warpRow(source, stride, width, height, 3, row, target, n, WarpBlock(scratch), permutes: false)
}

/// Where 64 neighbouring target pixels lie in the source.
///
/// Of each eight: the first one's position and the steps between them, in 1/4096 pixels; the same from the window
/// that they lie in, and the window's offset. Of each one: the offset of the pixel above left, and the fractions. Of
/// gray pixels also the two there, left and right, and the two below them.
struct WarpBlock {
    static let byteCount = 7 * 32 + 64 * (4 + 2 + 2 + 4 + 4) + 192

    let x: UnsafeMutablePointer<Int32>
    let offsets: UnsafeMutablePointer<Int32>
    let fx: UnsafeMutablePointer<UInt16>
    let weights: UnsafeMutablePointer<Int16>
    let squares: UnsafeMutablePointer<UInt32>
    /// A block of the target.
    let pixels: UnsafeMutablePointer<UInt8>

    var y: UnsafeMutablePointer<Int32> { x + 8 }
    var stepX: UnsafeMutablePointer<Int32> { x + 16 }
    var stepY: UnsafeMutablePointer<Int32> { x + 24 }
    var windowX: UnsafeMutablePointer<Int32> { x + 32 }
    var windowY: UnsafeMutablePointer<Int32> { x + 40 }
    var windows: UnsafeMutablePointer<Int32> { x + 48 }
    var fy: UnsafeMutablePointer<UInt16> { fx + 64 }

    // SAFETY: the scratch has `byteCount` bytes, and is aligned.
    @inline(__always)
    init(_ scratch: UnsafeMutableRawPointer) {
        x = scratch.assumingMemoryBound(to: Int32.self)
        offsets = (scratch + 224).assumingMemoryBound(to: Int32.self)
        fx = (scratch + 480).assumingMemoryBound(to: UInt16.self)
        weights = (scratch + 736).assumingMemoryBound(to: Int16.self)
        squares = (scratch + 992).assumingMemoryBound(to: UInt32.self)
        pixels = (scratch + 1248).assumingMemoryBound(to: UInt8.self)
    }

    /// What a block's position allows.
    enum Reach {
        /// Each eight pixels lie in 15 columns and two rows, and a window of 16 columns and three rows is inside.
        case windows
        /// All neighbours are inside and, of three channels, one more pixel to the right.
        case inside
        case anywhere
    }

    /// Stores the knots of a block and what follows from them.
    /// - Parameters:
    ///   - first: The positions of every eighth pixel of the block.
    ///   - next: Those of the pixels eight further on.
    @inline(__always)
    func place(
        _ first: WarpPositions.Pair, _ next: WarpPositions.Pair, _ stride: Int, _ width: Int, _ height: Int,
        _ channels: Int
    ) -> Reach {
        typealias I = SIMD8<Int32>
        @inline(__always)
        func all(_ value: Int) -> I { I(repeating: Int32(truncatingIfNeeded: value)) }
        let stepX: I = vec_shift_right_i32(next.x &- first.x, 3)
        let stepY: I = vec_shift_right_i32(next.y &- first.y, 3)
        vec_store_i32x8(x, first.x)
        vec_store_i32x8(y, first.y)
        vec_store_i32x8(self.stepX, stepX)
        vec_store_i32x8(self.stepY, stepY)
        let lastX: I = first.x &+ stepX &* all(7)
        let lastY: I = first.y &+ stepY &* all(7)
        // Positions go one way, so the ends of each eight are the outermost. Knots beyond the row's end may be any, but
        // from a first position inside, of less than 2^27, seven steps of at most 2^28 do not overflow.
        let left: I = vec_shift_right_i32(vec_min_i32(first.x, lastX), 12)
        let right: I = vec_shift_right_i32(vec_max_i32(first.x, lastX), 12)
        let top: I = vec_shift_right_i32(vec_min_i32(first.y, lastY), 12)
        let bottom: I = vec_shift_right_i32(vec_max_i32(first.y, lastY), 12)
        let beyond = channels == 1 ? 2 : 3
        let inside: I = left | top | (all(width &- beyond) &- right) | (all(height &- 2) &- bottom)
        guard vec_none_negative(inside) else { return .anywhere }
        guard channels == 1 else { return .inside }
        let room: I = (all(width &- 16) &- left) | (all(height &- 3) &- top)
        let fitting: I = (left &+ all(14) &- right) | (top &+ all(1) &- bottom)
        guard vec_none_negative(room | fitting) else { return .inside }
        vec_store_i32x8(windowX, first.x &- left &* all(4096))
        vec_store_i32x8(windowY, first.y &- top &* all(4096))
        vec_store_i32x8(windows, top &* all(stride) &+ left)
        return .windows
    }

    /// The positions of eight pixels, in 1/128 pixels.
    @inline(__always)
    private func positions(_ i: Int) -> WarpPositions.Pair {
        typealias I = SIMD8<Int32>
        let lanes = I(0, 1, 2, 3, 4, 5, 6, 7)
        let px: I = I(repeating: x[i]) &+ lanes &* I(repeating: stepX[i])
        let py: I = I(repeating: y[i]) &+ lanes &* I(repeating: stepY[i])
        return (vec_shift_right_i32(px, 5), vec_shift_right_i32(py, 5))
    }

    /// The position of one pixel, in 1/128 pixels.
    @inline(__always)
    func position(_ i: Int) -> (x: Int, y: Int) {
        let (k, lane) = (i &>> 3, Int32(truncatingIfNeeded: i & 7))
        return (Int((x[k] &+ lane &* stepX[k]) &>> 5), Int((y[k] &+ lane &* stepY[k]) &>> 5))
    }

    /// Works out 16 pixels of a block that lies inside.
    @inline(__always)
    func store(_ i: Int, _ stride: Int, _ channels: Int) {
        typealias I = SIMD8<Int32>
        let a = positions(i &>> 3)
        let b = positions(i &>> 3 &+ 1)
        let rows = I(repeating: Int32(truncatingIfNeeded: stride))
        @inline(__always)
        func offset(_ sx: I, _ sy: I) -> I {
            let column = vec_shift_right_i32(sx, 7)
            let columns: I = channels == 1 ? column : column &+ column &+ column
            return vec_shift_right_i32(sy, 7) &* rows &+ columns
        }
        vec_store_i32x8(offsets + i, offset(a.x, a.y))
        vec_store_i32x8(offsets + (i &+ 8), offset(b.x, b.y))
        vec_store_u16x16(fx + i, vec_fractions(a.x, b.x))
        if channels == 1 {
            let pairs = UnsafeMutableRawPointer(weights).assumingMemoryBound(to: Int32.self)
            vec_store_i32x8(pairs + i, vec_weights(a.y))
            vec_store_i32x8(pairs + (i &+ 8), vec_weights(b.y))
        } else {
            vec_store_u16x16(fy + i, vec_fractions(a.y, b.y))
        }
    }
}

@inline(__always)
private func warpRow(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ channels: Int,
    _ row: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>, _ n: Int, _ block: WarpBlock, permutes: Bool
) {
    let positions = WarpPositions(row)
    @inline(__always)
    func sample(_ x: Int, _ position: (x: Int, y: Int)) {
        let sx = min(max(position.x, 0), 128 &* (width &- 1))
        let sy = min(max(position.y, 0), 128 &* (height &- 1))
        var c = 0
        while c < channels {
            target[x &* channels &+ c] = Reference.sample(source + c, stride, width, height, channels, sx, sy)
            c &+= 1
        }
    }
    guard positions.isSmooth else {
        var x = 0
        while x < n {
            sample(x, Reference.position(positions.row, x))
            x &+= 1
        }
        return
    }
    var before = positions.knots(-64)
    var x = 0
    while x < n {
        let next = positions.knots(x)
        let first = (x: vec_shift_in(before.x, next.x), y: vec_shift_in(before.y, next.y))
        let reach = block.place(first, next, stride, width, height, channels)
        before = next
        let count = min(64, n &- x)
        // The last block may be longer than what is left of the row.
        let end = target + x &* channels
        let out = count == 64 ? end : block.pixels
        if permutes && reach == .windows {
            permuteGray(source, stride, block, out)
        } else if reach != .anywhere {
            var i = 0
            while i < 64 {
                block.store(i, stride, channels)
                i &+= 16
            }
            if channels == 1 {
                blendGray(source, stride, block, out)
            } else {
                blendRGB(source, stride, block, out)
            }
        } else {
            var i = 0
            while i < count {
                sample(x &+ i, block.position(i))
                i &+= 1
            }
        }
        if count < 64 && reach != .anywhere { copy(out, to: end, count: count &* channels) }
        x &+= 64
    }
}

/// A block of gray pixels by permutation.
@inline(__always)
private func permuteGray(
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

@inline(__always)
private func blendGray(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ block: WarpBlock, _ target: UnsafeMutablePointer<UInt8>
) {
    @inline(__always)
    func fetch(_ i: Int) {
        block.squares[i] = vec_load_square(source + Int(block.offsets[i]), stride)
    }
    var i = 0
    while i < 64 {
        // SAFETY: the block lies inside the source: so do the pixels to the right and below.
        fetch(i)
        fetch(i &+ 1)
        fetch(i &+ 2)
        fetch(i &+ 3)
        i &+= 4
    }
    i = 0
    while i < 64 {
        vec_store16(target + i, vec_bilinear_gray(block.squares + i, block.weights + 2 &* i, block.fx + i))
        i &+= 16
    }
}

@inline(__always)
private func blendRGB(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ block: WarpBlock, _ target: UnsafeMutablePointer<UInt8>
) {
    @inline(__always)
    func blend(_ i: Int) -> UInt64 {
        // SAFETY: inside the source there are two pixels to the right, of which the loads use the second in part.
        vec_bilinear_rgb2(
            source + Int(block.offsets[i]), source + Int(block.offsets[i &+ 1]), stride, block.fx + i, block.fy + i)
    }
    // The fourth byte written belongs to the next pixel, which comes later; after the last one there may be none.
    var t = UnsafeMutableRawPointer(target)
    var i = 0
    while i < 62 {
        let rgb = blend(i)
        t.storeBytes(of: UInt32(truncatingIfNeeded: rgb), as: UInt32.self)
        (t + 3).storeBytes(of: UInt32(truncatingIfNeeded: rgb &>> 32), as: UInt32.self)
        t += 6
        i &+= 2
    }
    let rgb = blend(62)
    t.storeBytes(of: UInt32(truncatingIfNeeded: rgb), as: UInt32.self)
    (t + 3).storeBytes(of: UInt16(truncatingIfNeeded: rgb &>> 32), as: UInt16.self)
    (t + 5).storeBytes(of: UInt8(truncatingIfNeeded: rgb &>> 48), as: UInt8.self)
}

/// The source positions of a target row's pixels.
struct WarpPositions {
    typealias Pair = (x: SIMD8<Int32>, y: SIMD8<Int32>)

    let row: WarpMap.Row

    var isSmooth: Bool { row.6 != 0 }

    @inline(__always)
    init(_ row: UnsafePointer<Float>) {
        self.row = (row[0], row[1], row[2], row[3], row[4], row[5], row[6])
    }

    /// The positions of every eighth pixel of a smooth row from x + 8 to x + 64, in 1/4096 pixels.
    ///
    /// Beyond the row's last knot they may mean nothing.
    @inline(__always)
    func knots(_ x: Int) -> Pair {
        typealias F = SIMD8<Float>
        let (x0, y0, w0, dx, dy, dw, _) = row
        let lanes = SIMD8<Int32>(8, 16, 24, 32, 40, 48, 56, 64)
        let f = vec_float(lanes &+ SIMD8(repeating: Int32(truncatingIfNeeded: x)))
        let depth: F = F(repeating: w0) + F(repeating: dw) * f
        let inverse: F = F(repeating: 1) / depth
        let px: F = F(repeating: x0) + F(repeating: dx) * f
        let py: F = F(repeating: y0) + F(repeating: dy) * f
        let sx: F = px * inverse * F(repeating: 32)
        let sy: F = py * inverse * F(repeating: 32)
        return (vec_int(sx), vec_int(sy))
    }
}
