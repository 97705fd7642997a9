/// The nine coefficients, in row order, of the projective map that a warp samples its source by.
///
/// It takes the centre of a target pixel, (x + ½, y + ½), to a source position in pixels whose centres are likewise
/// at + ½. Positions outside the source take its border (replicated); so do those at or beyond the horizon.
public typealias WarpCoefficients = (
    Float64, Float64, Float64, Float64, Float64, Float64, Float64, Float64, Float64
)

/// A gray picture seen through a projective map, with bilinear interpolation.
///
/// Positions are computed in single precision, without fused operations, and rounded to 1/128 pixel;
/// ``Reference/warp(_:stride:width:height:channels:map:into:targetStride:targetWidth:targetHeight:)`` is the
/// definition. Each result is within 1/16 level of exact interpolation at the rounded position, then rounded.
/// - Parameters:
///   - source: `width` × `height`, each `1...32767`.
///   - map: From target to source.
public func warpGray(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    Reference.warp(
        source, stride: stride, width: width, height: height, channels: 1, map: map, into: target,
        targetStride: targetStride, targetWidth: targetWidth, targetHeight: targetHeight)
}

/// An RGB picture seen through a projective map, with bilinear interpolation; see ``warpGray``.
public func warpRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, map: WarpCoefficients,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    Reference.warp(
        source, stride: stride, width: width, height: height, channels: 3, map: map, into: target,
        targetStride: targetStride, targetWidth: targetWidth, targetHeight: targetHeight)
}

/// A warp's map as the kernels use it: to 1/128 source pixels, from the centre of the source's first pixel, plus ½ so
/// that cutting rounds.
struct WarpRow {
    var x0, y0, w0: Float
    var dx, dy, dw: Float

    /// - Parameter y: The target row, whose centre is at y + ½.
    init(_ map: WarpCoefficients, y: Int) {
        let (a, b, c, d, e, f, g, h, i) = map
        let centre = Double(y) + 0.5
        // Position of pixel x: (x0 + dx x) / (w0 + dw x), so x's own ½ goes into the constants.
        let w = g * 0.5 + h * centre + i
        // 128 (sx / w − ½) + ½ = (128 sx − 63.5 w) / w
        x0 = Float(128 * (a * 0.5 + b * centre + c) - 63.5 * w)
        y0 = Float(128 * (d * 0.5 + e * centre + f) - 63.5 * w)
        w0 = Float(w)
        dx = Float(128 * a - 63.5 * g)
        dy = Float(128 * d - 63.5 * g)
        dw = Float(g)
    }

    /// What the horizon is kept away by.
    static let smallestDepth: Float = 1e-6
}

extension Reference {
    /// The plain twin of `warpGray` (one channel) and `warpRGB` (three).
    public static func warp(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int, map: WarpCoefficients,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
    ) {
        // NaN goes to 0.
        func clamp(_ position: Float, _ side: Int) -> Int {
            let positive = position > 0 ? position : 0
            let limit = Float(128 * (side - 1))
            return Int(positive < limit ? positive : limit)
        }
        for y in 0..<targetHeight {
            let row = WarpRow(map, y: y)
            for x in 0..<targetWidth {
                let fx = Float(x)
                let depth = row.w0 + row.dw * fx
                let inverse = 1 / (depth > WarpRow.smallestDepth ? depth : WarpRow.smallestDepth)
                let sx = clamp((row.x0 + row.dx * fx) * inverse, width)
                let sy = clamp((row.y0 + row.dy * fx) * inverse, height)
                let left = sx >> 7 * channels
                let right = min(sx >> 7 + 1, width - 1) * channels
                let upper = source + sy >> 7 * stride
                let lower = source + min(sy >> 7 + 1, height - 1) * stride
                for c in 0..<channels {
                    target[y * targetStride + x * channels + c] = bilinear(
                        upper[left + c], upper[right + c], lower[left + c], lower[right + c], sx & 127, sy & 127)
                }
            }
        }
    }

    /// Vertically in 7 fractional bits, then horizontally in 6: all that fits 16 bits.
    private static func bilinear(
        _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ fx: Int, _ fy: Int
    ) -> UInt8 {
        let left = 128 * Int(a) + (Int(c) - Int(a)) * fy
        let right = 128 * Int(b) + (Int(d) - Int(b)) * fy
        return UInt8((left >> 1 + ((right - left) * fx) >> 8 + 32) >> 6)
    }
}
