internal import CVector

/// A picture rotated by 90° clockwise: its left column becomes the top row, starting at the bottom.
///
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: `height` × `width` pixels.
public func rotate90(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
) {
    let (width, height) = (source.width, source.height)
    checkTurn(source, channels, target)
    guard width > 0 && height > 0 else { return }
    // The rows from last to first become columns from left to right.
    let upward = recto_plane(base: source.row(height - 1), stride: -source.stride, width: width, height: height)
    if channels == 1 { recto_transpose(upward, target.c) } else { transposeRGB(upward, target.c) }
}

/// A picture rotated by 180°.
///
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: `width` × `height` pixels.
public func rotate180(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
) {
    let (width, height) = (source.width, source.height)
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    source.check(channels: channels)
    target.check(width: width, height: height, channels: channels)
    for y in 0..<height {
        let s = source.row(height - 1 - y)
        let t = target.row(y)
        if channels == 1 { recto_reverse_gray(s, width, t) } else { recto_reverse_rgb(s, width, t) }
    }
}

/// A picture rotated by 90° counterclockwise.
///
/// - Parameters:
///   - channels: Interleaved bytes per pixel: 1 or 3.
///   - target: `height` × `width` pixels.
public func rotate270(
    _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
) {
    let (width, height) = (source.width, source.height)
    checkTurn(source, channels, target)
    guard width > 0 && height > 0 else { return }
    // The columns become rows, written from the bottom up.
    let upward = recto_target(base: target.row(width - 1), stride: -target.stride, width: height, height: width)
    if channels == 1 { recto_transpose(source.c, upward) } else { transposeRGB(source.c, upward) }
}

extension Reference {
    /// The plain reference of the kernel `rotate90`.
    public static func rotate90(
        _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target.row(x)[(height - 1 - y) * channels + c] = source.row(y)[x * channels + c]
                }
            }
        }
    }

    /// The plain reference of the kernel `rotate180`.
    public static func rotate180(
        _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target.row(height - 1 - y)[(width - 1 - x) * channels + c] =
                        source.row(y)[x * channels + c]
                }
            }
        }
    }

    /// The plain reference of the kernel `rotate270`.
    public static func rotate270(
        _ source: PlaneView<UInt8>, channels: Int, into target: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    target.row(width - 1 - x)[y * channels + c] = source.row(y)[x * channels + c]
                }
            }
        }
    }
}

// MARK: - Bodies

private func checkTurn(_ source: PlaneView<UInt8>, _ channels: Int, _ target: MutablePlaneView<UInt8>) {
    precondition(channels == 1 || channels == 3, "1 or 3 channels")
    source.check(channels: channels)
    target.check(width: source.height, height: source.width, channels: channels)
}

/// Transposes rows of bytes to columns. Strides may be negative; the target is as wide as the source is high. Not
/// inlined into other files, where the clones could not be.
@inline(never)
func transposeBytes(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    recto_transpose(source.c, target.c)
}

@c @implementation
func recto_transpose_body(_ plane: recto_plane, _ turned: recto_target) {
    let (source, stride, width, height) = (plane.base, plane.stride, plane.width, plane.height)
    let (target, targetStride) = (turned.base, turned.stride)
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
    // Blocks below each other complete the cache lines of the target. The last blocks overlap the previous ones.
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
    // SAFETY: n bytes of both rows.
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

/// Transposes rows to columns. Strides may be negative.
///
/// Pixels are moved one by one, as four bytes where a fourth exists: vectors do not help.
private func transposeRGB(_ plane: recto_plane, _ turned: recto_target) {
    let (source, stride, width, height) = (plane.base, plane.stride, plane.width, plane.height)
    let (target, targetStride) = (turned.base, turned.stride)
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
            // The byte before a pixel belongs to the previous pixel, which all columns but the first have.
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
