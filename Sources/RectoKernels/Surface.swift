/// How many bytes of scratch the kernels on a coarse surface need.
public func surfaceScratchByteCount(width: Int, channels: Int) -> Int {
    2 * 2 * (width * channels + 64)
}

/// The ink of a gray picture by a threshold that varies slowly, packed to one bit a pixel.
///
/// The threshold is given at a quarter of the scale: cell (i, j) holds for the centre of the 4 × 4 pixels from
/// (4 i, 4 j) on. Between centres it is interpolated bilinearly in 1/64 levels, exactly; beyond the outer ones it is
/// replicated. A bit is 1 (ink) where value < threshold.
/// - Parameters:
///   - surface: ⌈`width` / 4⌉ × ⌈`height` / 4⌉ cells.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit; the bits after the last pixel are 0.
///   - scratch: ``surfaceScratchByteCount(width:channels:)`` bytes for one channel, aligned to 2.
public func thresholdAgainstSurface(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    surface: UnsafePointer<UInt8>, surfaceStride: Int,
    into bits: UnsafeMutablePointer<UInt8>, bitsStride: Int, scratch: UnsafeMutableRawPointer
) {
    Reference.thresholdAgainstSurface(
        source, stride: stride, width: width, height: height, surface: surface, surfaceStride: surfaceStride,
        into: bits, bitsStride: bitsStride)
}

/// A gain of 1 in the surfaces of `flattenWithSurface`.
public let unitGain: UInt16 = 128

/// The greatest gain in the surfaces of `flattenWithSurface`: just under 8.
public let maximumGain: UInt16 = 1023

/// A picture whose values are multiplied by a gain that varies slowly: the lighting is taken out.
///
/// The gain is given at a quarter of the scale, in 1/128, and interpolated as in
/// ``thresholdAgainstSurface(_:stride:width:height:surface:surfaceStride:into:bitsStride:scratch:)`` to G, in 1/8192.
/// A value v becomes min(255, (((v G) >> 8) + 16) >> 5).
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - gains: ⌈`width` / 4⌉ × ⌈`height` / 4⌉ cells of `channels` interleaved gains, each at most ``maximumGain``.
///   - gainStride: Elements (not bytes) from row to row of `gains`.
///   - scratch: ``surfaceScratchByteCount(width:channels:)`` bytes, aligned to 2.
public func flattenWithSurface(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    gains: UnsafePointer<UInt16>, gainStride: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, scratch: UnsafeMutableRawPointer
) {
    Reference.flattenWithSurface(
        source, stride: stride, width: width, height: height, channels: channels, gains: gains,
        gainStride: gainStride, into: target, targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `thresholdAgainstSurface`.
    public static func thresholdAgainstSurface(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        surface: UnsafePointer<UInt8>, surfaceStride: Int,
        into bits: UnsafeMutablePointer<UInt8>, bitsStride: Int
    ) {
        packBits(width: width, height: height, into: bits, bitsStride: bitsStride) { x, y in
            let threshold = interpolate(width, height, x, y) { Int(surface[$1 * surfaceStride + $0]) }
            return 64 * Int(source[y * stride + x]) < threshold
        }
    }

    /// The plain twin of the kernel `flattenWithSurface`.
    public static func flattenWithSurface(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
        gains: UnsafePointer<UInt16>, gainStride: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for i in 0..<width * channels {
                let gain = interpolate(width, height, i / channels, y) {
                    Int(gains[$1 * gainStride + $0 * channels + i % channels])
                }
                let value = Int(source[y * stride + i])
                target[y * targetStride + i] = UInt8(min(255, (value * gain >> 8 + 16) >> 5))
            }
        }
    }

    /// 64 times the value of a quarter-scale surface at a pixel's centre.
    private static func interpolate(
        _ width: Int, _ height: Int, _ x: Int, _ y: Int, _ cell: (_ i: Int, _ j: Int) -> Int
    ) -> Int {
        // In eighths of a cell the centre of pixel x lies 2 x − 3 after the centre of cell 0.
        func taps(_ x: Int, _ side: Int) -> (first: Int, second: Int, weight: Int) {
            let position = 2 * x - 3
            let cell = position >> 3
            let last = (side + 3) / 4 - 1
            return (max(cell, 0), min(cell + 1, last), position - 8 * cell)
        }
        let (i0, i1, wx) = taps(x, width)
        let (j0, j1, wy) = taps(y, height)
        let upper = cell(i0, j0) * (8 - wx) + cell(i1, j0) * wx
        let lower = cell(i0, j1) * (8 - wx) + cell(i1, j1) * wx
        return upper * (8 - wy) + lower * wy
    }
}
