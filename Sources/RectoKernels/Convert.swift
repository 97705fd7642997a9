internal import CVector

/// The luma of a packed 4:2:2 picture (Y0 Cb Y1 Cr): every second byte.
///
/// - Parameters:
///   - source: Rows of 2 × `width` bytes; the last byte of a row of odd width is not needed.
///   - target: Gray, same size as the source.
public func lumaFromYUYV(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check(channels: 2)
    target.check(width: source.width, height: source.height)
    recto_luma_from_yuyv(source.c, target.c)
}

/// The three planes of a packed 4:2:2 picture (Y0 Cb Y1 Cr).
///
/// - Parameters:
///   - source: Rows of whole pairs of pixels: 4 × ⌈`width` / 2⌉ bytes.
///   - target: Luma of the source's size; chroma ⌈`width` / 2⌉ × `height`.
public func planesFromYUYV(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
    let pairs = (source.width + 1) / 2
    checkRows(4 * pairs, height: source.height, stride: source.stride)
    target.luma.check(width: source.width, height: source.height)
    target.blue.check(width: pairs, height: source.height)
    target.red.check(width: pairs, height: source.height)
    recto_planes_from_yuyv(source.c, target.luma.c, target.blue.c, target.red.c)
}

/// The chroma planes of an NV12 picture, whose second plane interleaves Cb and Cr at half the size both ways.
///
/// The first plane is already the luma and needs no kernel.
/// - Parameters:
///   - chroma: Rows of 2 × `width` bytes: ⌈W / 2⌉ pairs for a picture of width W, and correspondingly for the height.
///   - blue: Cb, same size as `chroma`.
///   - red: Cr, same size as `blue`.
public func planesFromNV12(
    _ chroma: PlaneView<UInt8>, blue: MutablePlaneView<UInt8>, red: MutablePlaneView<UInt8>
) {
    chroma.check(channels: 2)
    blue.check(width: chroma.width, height: chroma.height)
    red.check(width: chroma.width, height: chroma.height)
    recto_planes_from_nv12(chroma.c, blue.c, red.c)
}

/// The luma of an RGB picture: (77 R + 150 G + 29 B + 128) >> 8, the full-range weights of BT.601.
public func lumaFromRGB(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check(channels: 3)
    target.check(width: source.width, height: source.height)
    recto_luma_from_rgb(source.c, target.c)
}

/// The luma of an RGBA picture, computed as for RGB; alpha is ignored.
public func lumaFromRGBA(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check(channels: 4)
    target.check(width: source.width, height: source.height)
    recto_luma_from_rgba(source.c, target.c)
}

/// The planes Y, Cb and Cr of an RGB picture, each of full size: JPEG's full-range weights in 8-bit fixed point.
///
/// Y is that of ``lumaFromRGB(_:into:)``,
/// Cb = (−43 R − 85 G + 128 B + 128) >> 8 + 128, Cr = (128 R − 107 G − 21 B + 128) >> 8 + 128, both at most 255.
public func planesFromRGB(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
    checkPlanes(source, channels: 3, target)
    recto_planes_from_rgb(source.c, target.luma.c, target.blue.c, target.red.c)
}

/// The planes Y, Cb and Cr of an RGBA picture, computed as for RGB; alpha is ignored.
public func planesFromRGBA(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
    checkPlanes(source, channels: 4, target)
    recto_planes_from_rgba(source.c, target.luma.c, target.blue.c, target.red.c)
}

/// An RGBA picture without its alpha.
public func rgbFromRGBA(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check(channels: 4)
    target.check(width: source.width, height: source.height, channels: 3)
    recto_rgb_from_rgba(source.c, target.c)
}

private func checkPlanes(_ source: PlaneView<UInt8>, channels: Int, _ target: YCbCrPlanes) {
    source.check(channels: channels)
    for plane in [target.luma, target.blue, target.red] { plane.check(width: source.width, height: source.height) }
}

// MARK: - Bodies

// Each body handles 16 or 32 pixels at a time; the end of a row goes through a buffer on the stack, so that no byte
// outside the rows is accessed.

@c @implementation
func recto_luma_from_yuyv_body(_ source: recto_plane, _ target: recto_target) {
    let width = source.width
    var y = 0
    while y < source.height {
        // SAFETY: 2 × width bytes of the source row and width bytes of the target row, as the caller guarantees.
        let s = source.row(y)
        let t = target.row(y)
        var x = 0
        while x &+ 32 <= width {
            let p = s + 2 &* x
            vec_store32(t + x, vec_narrow(vec_even(vec_load32(p)), vec_even(vec_load32(p + 32))))
            x &+= 32
        }
        if x < width {
            let p = s + 2 &* x
            let n = width &- x
            let low = vec_even(vec_load32_part(p, 2 &* n))
            let high = n > 16 ? vec_even(vec_load32_part(p + 32, 2 &* n &- 32)) : SIMD16(repeating: 0)
            vec_store32_part(t + x, vec_narrow(low, high), n)
        }
        y &+= 1
    }
}

@c @implementation
func recto_planes_from_yuyv_body(
    _ source: recto_plane, _ luma: recto_target, _ blue: recto_target, _ red: recto_target
) {
    @inline(__always)
    func step(
        _ s: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
        _ red: UnsafeMutablePointer<UInt8>
    ) {
        let a = vec_load32(s)
        let b = vec_load32(s + 32)
        vec_store32(luma, vec_narrow(vec_even(a), vec_even(b)))
        let chroma = vec_narrow(vec_odd(a), vec_odd(b))
        vec_store16(blue, vec_narrow16(vec_even(chroma)))
        vec_store16(red, vec_narrow16(vec_odd(chroma)))
    }
    let width = source.width
    var y = 0
    while y < source.height {
        // SAFETY: whole pairs of the source row, width and half the width (rounded up) of the target rows.
        let (s, l, b, r) = (source.row(y), luma.row(y), blue.row(y), red.row(y))
        var x = 0
        while x &+ 32 <= width {
            step(s + 2 &* x, l + x, b + x / 2, r + x / 2)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            let pairs = (n &+ 1) / 2
            withStackBuffer { tail in
                copy(s + 2 &* x, to: tail, count: 4 &* pairs)
                step(tail, tail + 64, tail + 96, tail + 112)
                copy(tail + 64, to: l + x, count: n)
                copy(tail + 96, to: b + x / 2, count: pairs)
                copy(tail + 112, to: r + x / 2, count: pairs)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_planes_from_nv12_body(_ source: recto_plane, _ blue: recto_target, _ red: recto_target) {
    @inline(__always)
    func step(
        _ s: UnsafePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>
    ) {
        let a = vec_load32(s)
        let b = vec_load32(s + 32)
        vec_store32(blue, vec_narrow(vec_even(a), vec_even(b)))
        vec_store32(red, vec_narrow(vec_odd(a), vec_odd(b)))
    }
    let width = source.width
    var y = 0
    while y < source.height {
        // SAFETY: 2 × width bytes of the source row and width bytes of each target row.
        let (s, b, r) = (source.row(y), blue.row(y), red.row(y))
        var x = 0
        while x &+ 32 <= width {
            step(s + 2 &* x, b + x, r + x)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + 2 &* x, to: tail, count: 2 &* n)
                step(tail, tail + 64, tail + 96)
                copy(tail + 64, to: b + x, count: n)
                copy(tail + 96, to: r + x, count: n)
            }
        }
        y &+= 1
    }
}

/// 256 Y plus the rounding term, for 16 pixels with channels in 16-bit lanes.
@inline(__always)
private func luma(_ r: SIMD16<UInt16>, _ g: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD16<UInt16> {
    typealias V = SIMD16<UInt16>
    let redGreen: V = r &* V(repeating: 77) &+ g &* V(repeating: 150)
    return redGreen &+ b &* V(repeating: 29) &+ V(repeating: 128)
}

/// 256 times Y, Cb and Cr plus the rounding term, for 16 pixels with channels in 16-bit lanes.
@inline(__always)
private func planes(
    _ r: SIMD16<UInt16>, _ g: SIMD16<UInt16>, _ b: SIMD16<UInt16>
) -> (luma: SIMD16<UInt16>, blue: SIMD16<UInt16>, red: SIMD16<UInt16>) {
    typealias V = SIMD16<UInt16>
    // With 128 << 8 added, chroma is never negative; the last addition saturates where the result is 255.
    let middle = V(repeating: 128 << 8 + 128)
    let blue: V = middle &- (r &* V(repeating: 43) &+ g &* V(repeating: 85))
    let red: V = middle &- (g &* V(repeating: 107) &+ b &* V(repeating: 21))
    return (
        luma(r, g, b), vec_add_saturating(blue, vec_shift_left(b, 7)), vec_add_saturating(red, vec_shift_left(r, 7))
    )
}

/// Iterates over the rows of a picture with interleaved channels, 32 pixels per step.
/// - Parameter step: Writes the luma of 32 pixels.
@inline(__always)
private func forEachLuma(
    _ source: recto_plane, channels: Int, _ target: recto_target,
    _ step: (_ s: UnsafePointer<UInt8>, _ t: UnsafeMutablePointer<UInt8>) -> Void
) {
    let width = source.width
    var y = 0
    while y < source.height {
        // SAFETY: channels × width bytes of the source row and width bytes of the target row; 32 pixels of four channels
        // take 128 bytes.
        let (s, t) = (source.row(y), target.row(y))
        var x = 0
        while x &+ 32 <= width {
            step(s + channels &* x, t + x)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + channels &* x, to: tail, count: channels &* n)
                step(tail, tail + 128)
                copy(tail + 128, to: t + x, count: n)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_luma_from_rgb_body(_ source: recto_plane, _ target: recto_target) {
    forEachLuma(source, channels: 3, target) { s, t in
        let r = vec_load_red(s)
        let g = vec_load_green(s)
        let b = vec_load_blue(s)
        let even = luma(vec_even(r), vec_even(g), vec_even(b))
        let odd = luma(vec_odd(r), vec_odd(g), vec_odd(b))
        vec_store32(t, vec_weave_high(even, odd))
    }
}

@c @implementation
func recto_luma_from_rgba_body(_ source: recto_plane, _ target: recto_target) {
    forEachLuma(source, channels: 4, target) { s, t in
        let a = vec_narrow32(vec_luma_of_rgba(vec_load32(s)), vec_luma_of_rgba(vec_load32(s + 32)))
        let b = vec_narrow32(vec_luma_of_rgba(vec_load32(s + 64)), vec_luma_of_rgba(vec_load32(s + 96)))
        vec_store32(t, vec_narrow(a, b))
    }
}

/// Iterates over the rows of a picture with interleaved channels, several pixels per step.
/// - Parameters:
///   - pixels: Pixels per step: 16 or 32.
///   - step: Writes the luma and chroma of that many pixels.
@inline(__always)
private func forEachPlanes(
    _ source: recto_plane, channels: Int, pixels: Int, _ luma: recto_target, _ blue: recto_target,
    _ red: recto_target,
    _ step: (
        _ s: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
        _ red: UnsafeMutablePointer<UInt8>
    ) -> Void
) {
    let width = source.width
    var y = 0
    while y < source.height {
        // SAFETY: channels × width bytes of the source row and width bytes of each target row; the pixels of a step
        // take up to 96 bytes, and up to 32 in each plane.
        let (s, l, b, r) = (source.row(y), luma.row(y), blue.row(y), red.row(y))
        var x = 0
        while x &+ pixels <= width {
            step(s + channels &* x, l + x, b + x, r + x)
            x &+= pixels
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + channels &* x, to: tail, count: channels &* n)
                step(tail, tail + 128, tail + 160, tail + 192)
                copy(tail + 128, to: l + x, count: n)
                copy(tail + 160, to: b + x, count: n)
                copy(tail + 192, to: r + x, count: n)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_planes_from_rgb_body(
    _ source: recto_plane, _ luma: recto_target, _ blue: recto_target, _ red: recto_target
) {
    forEachPlanes(source, channels: 3, pixels: 32, luma, blue, red) { s, luma, blue, red in
        let r = vec_load_red(s)
        let g = vec_load_green(s)
        let b = vec_load_blue(s)
        let even = planes(vec_even(r), vec_even(g), vec_even(b))
        let odd = planes(vec_odd(r), vec_odd(g), vec_odd(b))
        vec_store32(luma, vec_weave_high(even.luma, odd.luma))
        vec_store32(blue, vec_weave_high(even.blue, odd.blue))
        vec_store32(red, vec_weave_high(even.red, odd.red))
    }
}

@c @implementation
func recto_planes_from_rgba_body(
    _ source: recto_plane, _ luma: recto_target, _ blue: recto_target, _ red: recto_target
) {
    forEachPlanes(source, channels: 4, pixels: 16, luma, blue, red) { s, luma, blue, red in
        let a = vec_load32(s)
        let b = vec_load32(s + 32)
        let v = planes(vec_byte_of_lanes(a, b, 0), vec_byte_of_lanes(a, b, 1), vec_byte_of_lanes(a, b, 2))
        vec_store16(luma, vec_narrow16(vec_shift_right(v.luma, 8)))
        vec_store16(blue, vec_narrow16(vec_shift_right(v.blue, 8)))
        vec_store16(red, vec_narrow16(vec_shift_right(v.red, 8)))
    }
}

@c @implementation
func recto_rgb_from_rgba_body(_ source: recto_plane, _ target: recto_target) {
    let width = source.width
    var y = 0
    while y < source.height {
        let (s, t) = (source.row(y), target.row(y))
        var x = 0
        // SAFETY: a step of 8 pixels writes 4 bytes beyond them, less than 2 pixels.
        while x &+ 10 <= width {
            vec_store_rgb_of_rgbx(t + 3 &* x, vec_load32(s + 4 &* x))
            x &+= 8
        }
        while x < width {
            let n = min(8, width &- x)
            withStackBuffer { tail in
                copy(s + 4 &* x, to: tail, count: 4 &* n)
                vec_store_rgb_of_rgbx(tail + 32, vec_load32(tail))
                copy(tail + 32, to: t + 3 &* x, count: 3 &* n)
            }
            x &+= 8
        }
        y &+= 1
    }
}
