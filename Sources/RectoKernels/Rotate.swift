internal import CVector

/// A picture turned by 90° clockwise: its left column becomes the top row, from the bottom up.
///
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: `height` × `width` pixels.
public func rotate90(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkTurn(stride, width, height, channels, targetStride)
    guard width > 0 && height > 0 else { return }
    // The rows from the last to the first become columns from left to right.
    if channels == 1 {
        recto_transpose(row(source, height - 1, stride), -stride, width, height, target, targetStride)
    } else {
        transposeRGB(row(source, height - 1, stride), -stride, width, height, target, targetStride)
    }
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
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    checkRows(width * channels, height: height, stride: stride)
    checkRows(width * channels, height: height, stride: targetStride)
    for y in 0..<height {
        let s = row(source, height - 1 - y, stride)
        let t = row(target, y, targetStride)
        if channels == 1 { recto_reverse_gray(s, width, t) } else { recto_reverse_rgb(s, width, t) }
    }
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
    checkTurn(stride, width, height, channels, targetStride)
    guard width > 0 && height > 0 else { return }
    // The columns become rows, the last one at the bottom.
    let last = row(target, width - 1, targetStride)
    if channels == 1 {
        recto_transpose(source, stride, width, height, last, -targetStride)
    } else {
        transposeRGB(source, stride, width, height, last, -targetStride)
    }
}

extension Reference {
    /// The plain reference of the kernel `rotate90`.
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

    /// The plain reference of the kernel `rotate180`.
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

    /// The plain reference of the kernel `rotate270`.
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

// MARK: - Bodies

private func checkTurn(_ stride: Int, _ width: Int, _ height: Int, _ channels: Int, _ targetStride: Int) {
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    checkRows(width * channels, height: height, stride: stride)
    checkRows(height * channels, height: width, stride: targetStride)
}

/// Rows of bytes become columns. Strides may be negative; the target is `height` wide and `width` high.
// Not inlined in another file, where the clones could not be.
@inline(never)
func transposeBytes(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int,
    into target: UnsafeMutablePointer<UInt8>, _ targetStride: Int
) {
    recto_transpose(source, stride, width, height, target, targetStride)
}

@c @implementation
func recto_transpose_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    // SAFETY: all blocks lie within width × height of the source and height × width of the target.
    if width < 16 || height < 32 {
        var x = 0
        while x < width {
            var y = 0
            while y < height {
                target[x &* targetStride &+ y] = source[y &* stride &+ x]
                y &+= 1
            }
            x &+= 1
        }
        return
    }
    // Blocks one below the other complete the cache lines of the target. The last ones overlap those before.
    var top = 0
    while top < height {
        var x = 0
        while x < width {
            let left = min(x, width &- 16)
            var y = top
            while y < min(top &+ 256, height) {
                let first = min(y, height &- 32)
                vec_transpose(
                    source + (first &* stride &+ left), stride, target + (left &* targetStride &+ first), targetStride)
                y &+= 32
            }
            x &+= 16
        }
        top &+= 256
    }
}

@c @implementation
func recto_reverse_gray_body(_ source: UnsafePointer<UInt8>!, _ n: Int, _ target: UnsafeMutablePointer<UInt8>!) {
    var x = 0
    // SAFETY: n bytes of both.
    while x &+ 32 <= n {
        vec_store32(target + x, vec_reverse(vec_load32(source + (n &- 32 &- x))))
        x &+= 32
    }
    while x < n {
        target[x] = source[n &- 1 &- x]
        x &+= 1
    }
}

@c @implementation
func recto_reverse_rgb_body(_ source: UnsafePointer<UInt8>!, _ n: Int, _ target: UnsafeMutablePointer<UInt8>!) {
    var x = 0
    // SAFETY: 10 pixels are loaded with the two bytes before them, and stored with two after: another pixel follows.
    while x &+ 11 <= n {
        vec_store32(target + 3 &* x, vec_reverse_rgb(vec_load32(source + (3 &* (n &- 10 &- x) &- 2))))
        x &+= 10
    }
    while x < n {
        let p = source + 3 &* (n &- 1 &- x)
        let t = target + 3 &* x
        t[0] = p[0]
        t[1] = p[1]
        t[2] = p[2]
        x &+= 1
    }
}

/// Rows become columns. Strides may be negative.
///
/// Pixels are moved one by one, as four bytes where there is a fourth: no vector helps.
private func transposeRGB(
    _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>, _ targetStride: Int
) {
    let tile = 32
    // SAFETY: all pixels lie within width × height of the source and height × width of the target.
    var top = 0
    while top < height {
        let bottom = min(top &+ tile, height)
        var x = 0
        while x < width {
            let t = target + x &* targetStride
            var p = UnsafeRawPointer(source) + (top &* stride &+ 3 &* x)
            var y = top
            // The byte before a pixel is the one before's, which all columns but the first have.
            while x > 0 && y < min(bottom, height &- 1) {
                let word = (p - 1).loadUnaligned(as: UInt32.self)
                UnsafeMutableRawPointer(t + 3 &* y).storeBytes(of: word &>> 8, as: UInt32.self)
                p += stride
                y &+= 1
            }
            while y < bottom {
                let q = t + 3 &* y
                q[0] = p.load(as: UInt8.self)
                q[1] = p.load(fromByteOffset: 1, as: UInt8.self)
                q[2] = p.load(fromByteOffset: 2, as: UInt8.self)
                p += stride
                y &+= 1
            }
            x &+= 1
        }
        top &+= tile
    }
}
