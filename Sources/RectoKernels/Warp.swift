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
    for y in 0..<targetHeight {
        map.withRow(y) {
            recto_warp_row_gray(source, stride, width, height, $0, row(target, y, targetStride), targetWidth)
        }
    }
}

/// An RGB picture seen through a projective map, with bilinear interpolation; otherwise as `warpGray`.
public func warpRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    checkWarp(stride, width, height, targetStride, targetWidth, targetHeight, channels: 3)
    let map = WarpMap(map, targetWidth: targetWidth, targetHeight: targetHeight)
    for y in 0..<targetHeight {
        map.withRow(y) {
            recto_warp_row_rgb(source, stride, width, height, $0, row(target, y, targetStride), targetWidth)
        }
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

    func withRow(_ y: Int, _ body: (UnsafePointer<Float>) -> Void) {
        var row = row(y)
        withUnsafeBytes(of: &row) { body($0.assumingMemoryBound(to: Float.self).baseAddress.unsafelyUnwrapped) }
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
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int
) {
    let source = source.unsafelyUnwrapped
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 128) { pairs in
        let above = pairs.baseAddress.unsafelyUnwrapped
        let below = above + 64
        forEachBlock(source, stride, width, height, 1, row, target, n) { block, target in
            var i = 0
            while i < 64 {
                // SAFETY: the block lies inside the source: so do the pixels to the right and below.
                @inline(__always)
                func fetch(_ i: Int) {
                    let p = source + Int(block.offsets[i])
                    above[i] = vec_load_two_bytes(p)
                    below[i] = vec_load_two_bytes(p + stride)
                }
                fetch(i)
                fetch(i &+ 1)
                fetch(i &+ 2)
                fetch(i &+ 3)
                i &+= 4
            }
            i = 0
            while i < 64 {
                let v = vec_bilinear_gray(
                    vec_load_u16x16(above + i), vec_load_u16x16(below + i), vec_load_u16x16(block.fx + i),
                    vec_load_u16x16(block.fy + i))
                vec_store16(target + i, v)
                i &+= 16
            }
        }
    }
}

@c @implementation
func recto_warp_row_rgb_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int, _ row: UnsafePointer<Float>!,
    _ target: UnsafeMutablePointer<UInt8>!, _ n: Int
) {
    let source = source.unsafelyUnwrapped
    let end = target + 3 &* n
    forEachBlock(source, stride, width, height, 3, row, target, n) { block, target in
        var i = 0
        while i < 64 {
            // SAFETY: inside the source there are two pixels to the right, of which the loads use the second in part.
            let rgb = vec_bilinear_rgb2(
                source + Int(block.offsets[i]), source + Int(block.offsets[i &+ 1]), stride, block.fx + i,
                block.fy + i)
            let t = target + 3 &* i
            UnsafeMutableRawPointer(t).storeBytes(of: UInt32(truncatingIfNeeded: rgb), as: UInt32.self)
            // The fourth byte belongs to the next pixel, which comes later, except at the end of the row.
            if t + 6 < end {
                UnsafeMutableRawPointer(t + 3).storeBytes(of: UInt32(truncatingIfNeeded: rgb &>> 32), as: UInt32.self)
            } else {
                UnsafeMutableRawPointer(t + 3).storeBytes(of: UInt16(truncatingIfNeeded: rgb &>> 32), as: UInt16.self)
                t[5] = UInt8(truncatingIfNeeded: rgb &>> 48)
            }
            i &+= 2
        }
    }
}

/// Where 64 neighbouring target pixels lie in the source: the offset of the pixel above left, and the fractions.
private struct WarpBlock {
    let offsets: UnsafeMutablePointer<Int32>
    let fx: UnsafeMutablePointer<UInt16>
    let fy: UnsafeMutablePointer<UInt16>
}

/// Calls `body` for the blocks of a row that lie inside the source, and does the others pixel by pixel.
@inline(__always)
private func forEachBlock(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ channels: Int,
    _ row: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>, _ n: Int,
    _ body: (WarpBlock, UnsafeMutablePointer<UInt8>) -> Void
) {
    let positions = WarpPositions(row, width, height)
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 32) { memory in
        let base = memory.baseAddress.unsafelyUnwrapped
        let offsets = base.assumingMemoryBound(to: Int32.self)
        let fx = (base + 256).assumingMemoryBound(to: UInt16.self)
        let block = WarpBlock(offsets: offsets, fx: fx, fy: fx + 64)
        var x = 0
        while x < n {
            // The last block overlaps the one before.
            let first = min(x, max(n &- 64, 0))
            let count = min(64, n)
            let out = target + first &* channels
            if count == 64 && positions.areInside(first, channels) {
                var i = 0
                while i < 64 {
                    positions.store(first &+ i, i, block, stride, channels)
                    i &+= 16
                }
                body(block, out)
            } else {
                // SAFETY: the fractions' memory takes 64 positions as well as the offsets' does.
                positions.sample(first, count, offsets, (base + 256).assumingMemoryBound(to: Int32.self)) { i, sx, sy in
                    var c = 0
                    while c < channels {
                        out[i &* channels &+ c] = Reference.sample(
                            source + c, stride, width, height, channels, sx, sy)
                        c &+= 1
                    }
                }
            }
            x &+= 64
        }
    }
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
        vec_store_u16x16(block.fy + i, vec_fractions(a.y, b.y))
    }

    /// Hands out positions one by one, clamped to the source.
    @inline(__always)
    func sample(
        _ x: Int, _ count: Int, _ sx: UnsafeMutablePointer<Int32>, _ sy: UnsafeMutablePointer<Int32>,
        _ body: (_ i: Int, _ sx: Int, _ sy: Int) -> Void
    ) {
        var i = 0
        while i < 64 {
            let p = positions(x &+ i, clamping: true)
            vec_store_i32x8(sx + i, p.x)
            vec_store_i32x8(sy + i, p.y)
            i &+= 8
        }
        i = 0
        while i < count {
            body(i, Int(sx[i]), Int(sy[i]))
            i &+= 1
        }
    }
}
