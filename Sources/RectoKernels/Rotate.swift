/// A picture turned by 90° clockwise: its left column becomes the top row, from the bottom up.
///
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: `height` × `width` pixels.
public func rotate90(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.rotate90(
        source, stride: stride, width: width, height: height, channels: channels, into: target,
        targetStride: targetStride)
}

/// A picture turned upside down.
///
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: `width` × `height` pixels.
public func rotate180(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.rotate180(
        source, stride: stride, width: width, height: height, channels: channels, into: target,
        targetStride: targetStride)
}

/// A picture turned by 90° counterclockwise.
///
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: `height` × `width` pixels.
public func rotate270(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.rotate270(
        source, stride: stride, width: width, height: height, channels: channels, into: target,
        targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `rotate90`.
    public static func rotate90(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target[x * targetStride + (height - 1 - y) * channels + c] = source[y * stride + x * channels + c]
                }
            }
        }
    }

    /// The plain twin of the kernel `rotate180`.
    public static func rotate180(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target[(height - 1 - y) * targetStride + (width - 1 - x) * channels + c] =
                        source[y * stride + x * channels + c]
                }
            }
        }
    }

    /// The plain twin of the kernel `rotate270`.
    public static func rotate270(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target[(width - 1 - x) * targetStride + y * channels + c] = source[y * stride + x * channels + c]
                }
            }
        }
    }
}
