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
/// Positions are computed in single precision, without fused operations, and rounded to 1/128 pixel. A result is
/// within 1/16 level of exact interpolation at the rounded position, then rounded.
/// - Parameters:
///   - source: `width` × `height`, each `1...32767`; `height` × `stride` below 2^31.
///   - map: From target to source.
public func warpGray(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    checkWarp(stride, width, height, targetStride, targetWidth, targetHeight, channels: 1)
    let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    map.forEachRow(targetHeight) { y, coefficients, scratch in
        recto_warp_row_gray(
            source, stride, width, height, coefficients, row(target, y, targetStride), targetWidth, scratch)
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
    /// source pixels from the centre of the first one, plus ½ so that cutting rounds.
    typealias Row = (Float, Float, Float, Float, Float, Float)

    /// How near depth comes to the horizon's, which is 0.
    static let smallestDepth: Float = 1e-6

    private let map: WarpCoefficients

    init(_ map: WarpCoefficients, targetWidth: Int, targetHeight: Int) {
        let depth = map.6 * Double(targetWidth) / 2 + map.7 * Double(targetHeight) / 2 + map.8
        let s = depth.isFinite && depth != 0 ? 1 / depth : 1
        self.map = (
            map.0 * s, map.1 * s, map.2 * s, map.3 * s, map.4 * s, map.5 * s, map.6 * s, map.7 * s, map.8 * s
        )
    }

    /// - Parameter y: The target row, whose centre is at y + ½.
    func row(_ y: Int) -> Row {
        let (a, b, c, d, e, f, g, h, i) = map
        let centre = Double(y) + 0.5
        let w = g * 0.5 + h * centre + i
        // 128 (X / w − ½) + ½ = (128 X − 63.5 w) / w
        let x0 = 128 * (a * 0.5 + b * centre + c) - 63.5 * w
        let y0 = 128 * (d * 0.5 + e * centre + f) - 63.5 * w
        return (Float(x0), Float(y0), Float(w), Float(128 * a - 63.5 * g), Float(128 * d - 63.5 * g), Float(g))
    }

    /// Calls `body` for every row with its six coefficients and scratch for a ``WarpBlock``.
    func forEachRow(
        _ height: Int, _ body: (_ y: Int, UnsafePointer<Float>, _ scratch: UnsafeMutableRawPointer) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: WarpBlock.byteCount + 32, alignment: 32) { memory in
            // SAFETY: a buffer of a fixed size above 0 has a base address; its first 32 bytes take 6 Floats.
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
            let (x0, y0, w0, dx, dy, dw) = map.row(y)
            for x in 0..<targetWidth {
                let fx = Float(x)
                let depth = w0 + dw * fx
                let inverse = 1 / (depth > WarpMap.smallestDepth ? depth : WarpMap.smallestDepth)
                let sx = position((x0 + dx * fx) * inverse, width)
                let sy = position((y0 + dy * fx) * inverse, height)
                for c in 0..<channels {
                    target[y * targetStride + x * channels + c] = sample(
                        source + c, stride, width, height, channels, sx, sy)
                }
            }
        }
    }

    /// In 1/128 pixels, within the picture; what is not a number goes to 0.
    private static func position(_ position: Float, _ side: Int) -> Int {
        let positive = position > 0 ? position : 0
        let last = Float(128 * (side - 1))
        return Int(positive < last ? positive : last)
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

// A row is done in blocks of 64 pixels: positions by vectors, then loads at the addresses found, then the blend by
// vectors again. Between the two go small arrays on the stack.

@c @implementation
func recto_warp_row_gray_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ row: UnsafePointer<Float>!,
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int, _ scratch: UnsafeMutableRawPointer!
) {
    warpRow(source, stride, width, height, 1, row, target, n, WarpBlock(scratch))
}

@c @implementation
func recto_warp_row_rgb_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ row: UnsafePointer<Float>!,
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int, _ scratch: UnsafeMutableRawPointer!
) {
    warpRow(source, stride, width, height, 3, row, target, n, WarpBlock(scratch))
}

/// Where 64 neighbouring target pixels lie in the source: the offset of the pixel above left, and the fractions.
///
/// Of gray pixels also the two there, left and right, and the two below them.
struct WarpBlock {
    static let byteCount = 64 * (4 + 2 + 2 + 4 + 4)

    let offsets: UnsafeMutablePointer<Int32>
    let fx: UnsafeMutablePointer<UInt16>
    let fy: UnsafeMutablePointer<UInt16>
    let weights: UnsafeMutablePointer<Int16>
    let squares: UnsafeMutablePointer<UInt32>

    /// The fractions' memory, as that of other offsets.
    var moreOffsets: UnsafeMutablePointer<Int32> { UnsafeMutableRawPointer(fx).assumingMemoryBound(to: Int32.self) }

    // SAFETY: the scratch has `byteCount` bytes, and is aligned.
    @inline(__always)
    init(_ scratch: UnsafeMutableRawPointer) {
        offsets = scratch.assumingMemoryBound(to: Int32.self)
        fx = (scratch + 256).assumingMemoryBound(to: UInt16.self)
        fy = fx + 64
        weights = (scratch + 512).assumingMemoryBound(to: Int16.self)
        squares = (scratch + 768).assumingMemoryBound(to: UInt32.self)
    }
}

@inline(__always)
private func warpRow(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ channels: Int,
    _ row: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>, _ n: Int, _ block: WarpBlock
) {
    let positions = WarpPositions(row, width, height)
    var x = 0
    while x < n {
        // The last block overlaps the one before.
        let first = min(x, max(n &- 64, 0))
        let out = target + first &* channels
        if n >= 64 && positions.areInside(first, channels) {
            var i = 0
            while i < 64 {
                positions.store(first &+ i, i, block, stride, channels)
                i &+= 16
            }
            if channels == 1 {
                blendGray(source, stride, block, out)
            } else {
                blendRGB(source, stride, block, out)
            }
        } else {
            positions.storeClamped(first, block)
            var i = 0
            while i < min(64, n) {
                let (sx, sy) = (Int(block.offsets[i]), Int(block.moreOffsets[i]))
                var c = 0
                while c < channels {
                    out[i &* channels &+ c] = Reference.sample(source + c, stride, width, height, channels, sx, sy)
                    c &+= 1
                }
                i &+= 1
            }
        }
        x &+= 64
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

/// The source positions of a target row's pixels, in 1/128 pixels.
private struct WarpPositions {
    typealias F = SIMD8<Float>

    let x0, y0, w0, dx, dy, dw: Float
    let lastX: Float
    let lastY: Float

    init(_ row: UnsafePointer<Float>, _ width: Int, _ height: Int) {
        (x0, y0, w0) = (row[0], row[1], row[2])
        (dx, dy, dw) = (row[3], row[4], row[5])
        lastX = Float(128 &* (width &- 1))
        lastY = Float(128 &* (height &- 1))
    }

    /// Whether 64 pixels from `x` on lie so far inside the source that no position needs clamping and, of three
    /// channels, two more pixels follow to the right.
    ///
    /// They lie on a line between the first and the last one; 4/128 pixel is far more than rounding may take them
    /// beyond.
    @inline(__always)
    func areInside(_ x: Int, _ channels: Int) -> Bool {
        isInside(x, channels) && isInside(x &+ 63, channels)
    }

    @inline(__always)
    private func isInside(_ x: Int, _ channels: Int) -> Bool {
        let f = Float(x)
        let depth = w0 + dw * f
        let inverse = 1 / depth
        let sx = (x0 + dx * f) * inverse
        let sy = (y0 + dy * f) * inverse
        let rightmost = channels == 1 ? lastX - 4 : lastX - 132
        // In this form what is not a number is outside.
        return depth > 1e-3 && sx > 4 && sy > 4 && sx < rightmost && sy < lastY - 4
    }

    /// The positions of 8 pixels from `x` on.
    @inline(__always)
    private func positions(_ x: Int, clamping: Bool) -> (x: SIMD8<Int32>, y: SIMD8<Int32>) {
        let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
        let f = vec_float(lanes &+ SIMD8(repeating: Int32(truncatingIfNeeded: x)))
        var depth: F = F(repeating: w0) + F(repeating: dw) * f
        if clamping { depth = vec_greater(depth, F(repeating: WarpMap.smallestDepth)) }
        let inverse: F = F(repeating: 1) / depth
        let px: F = F(repeating: x0) + F(repeating: dx) * f
        let py: F = F(repeating: y0) + F(repeating: dy) * f
        var sx: F = px * inverse
        var sy: F = py * inverse
        if clamping {
            sx = vec_less(vec_greater(sx, F(repeating: 0)), F(repeating: lastX))
            sy = vec_less(vec_greater(sy, F(repeating: 0)), F(repeating: lastY))
        }
        return (vec_int(sx), vec_int(sy))
    }

    /// Works out 16 pixels of a block that lies inside.
    @inline(__always)
    func store(_ x: Int, _ i: Int, _ block: WarpBlock, _ stride: Int, _ channels: Int) {
        typealias I = SIMD8<Int32>
        let a = positions(x, clamping: false)
        let b = positions(x &+ 8, clamping: false)
        let rows = I(repeating: Int32(truncatingIfNeeded: stride))
        @inline(__always)
        func offset(_ sx: I, _ sy: I) -> I {
            let column = vec_shift_right_i32(sx, 7)
            let columns: I = channels == 1 ? column : column &+ column &+ column
            return vec_shift_right_i32(sy, 7) &* rows &+ columns
        }
        vec_store_i32x8(block.offsets + i, offset(a.x, a.y))
        vec_store_i32x8(block.offsets + (i &+ 8), offset(b.x, b.y))
        vec_store_u16x16(block.fx + i, vec_fractions(a.x, b.x))
        if channels == 1 {
            let weights = UnsafeMutableRawPointer(block.weights).assumingMemoryBound(to: Int32.self)
            vec_store_i32x8(weights + i, vec_weights(a.y))
            vec_store_i32x8(weights + (i &+ 8), vec_weights(b.y))
        } else {
            vec_store_u16x16(block.fy + i, vec_fractions(a.y, b.y))
        }
    }

    /// Works out the positions themselves of a block, clamped to the source: to the right in the offsets' place,
    /// downwards in the fractions'.
    @inline(__always)
    func storeClamped(_ x: Int, _ block: WarpBlock) {
        var i = 0
        while i < 64 {
            let p = positions(x &+ i, clamping: true)
            vec_store_i32x8(block.offsets + i, p.x)
            vec_store_i32x8(block.moreOffsets + i, p.y)
            i &+= 8
        }
    }
}
