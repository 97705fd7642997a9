internal import CVector

/// The luma of a packed 4:2:2 picture (Y0 Cb Y1 Cr): every second byte.
///
/// - Parameters:
///   - source: Rows of 2 × `width` bytes; for an odd width the last byte of a row is not needed.
///   - target: Gray, `width` × `height`.
public func lumaFromYUYV(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkRows(2 * width, height: height, stride: stride)
    checkRows(width, height: height, stride: targetStride)
    recto_luma_from_yuyv(source, stride, width, height, target, targetStride)
}

/// The three planes of a packed 4:2:2 picture (Y0 Cb Y1 Cr).
///
/// - Parameters:
///   - source: Rows of whole pairs of pixels: 4 × ⌈`width` / 2⌉ bytes.
///   - luma: `width` × `height`.
///   - blue: Cb, ⌈`width` / 2⌉ × `height`.
///   - red: Cr, of the size of `blue`.
public func planesFromYUYV(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, lumaStride: Int,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, chromaStride: Int
) {
    checkRows((width + 1) / 2 * 4, height: height, stride: stride)
    checkRows(width, height: height, stride: lumaStride)
    checkRows((width + 1) / 2, height: height, stride: chromaStride)
    recto_planes_from_yuyv(source, stride, width, height, luma, lumaStride, blue, red, chromaStride)
}

/// The chroma planes of an NV12 picture, whose second plane interleaves Cb and Cr at half the size both ways.
///
/// The first plane is the luma already and needs no kernel.
/// - Parameters:
///   - chroma: Rows of 2 × `chromaWidth` bytes.
///   - chromaWidth: ⌈W / 2⌉ for a picture W wide; likewise `chromaHeight`.
///   - blue: Cb, `chromaWidth` × `chromaHeight`.
///   - red: Cr, of the size of `blue`.
public func planesFromNV12(
    _ chroma: UnsafePointer<UInt8>, stride: Int, chromaWidth: Int, chromaHeight: Int,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkRows(2 * chromaWidth, height: chromaHeight, stride: stride)
    checkRows(chromaWidth, height: chromaHeight, stride: targetStride)
    recto_planes_from_nv12(chroma, stride, chromaWidth, chromaHeight, blue, red, targetStride)
}

/// The luma of an RGB picture: (77 R + 150 G + 29 B + 128) >> 8, the full-range weights of BT.601.
public func lumaFromRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkRows(3 * width, height: height, stride: stride)
    checkRows(width, height: height, stride: targetStride)
    recto_luma_from_rgb(source, stride, width, height, target, targetStride)
}

/// The luma of an RGBA picture, as of its RGB; alpha is ignored.
public func lumaFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkRows(4 * width, height: height, stride: stride)
    checkRows(width, height: height, stride: targetStride)
    recto_luma_from_rgba(source, stride, width, height, target, targetStride)
}

/// The planes Y, Cb and Cr of an RGB picture, each of full size: JPEG's full-range weights in 8-bit fixed point.
///
/// Y as of ``lumaFromRGB(_:stride:width:height:into:targetStride:)``,
/// Cb = (−43 R − 85 G + 128 B + 128) >> 8 + 128, Cr = (128 R − 107 G − 21 B + 128) >> 8 + 128, both at most 255.
public func planesFromRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
    targetStride: Int
) {
    checkRows(3 * width, height: height, stride: stride)
    checkRows(width, height: height, stride: targetStride)
    recto_planes_from_rgb(source, stride, width, height, luma, blue, red, targetStride)
}

/// The planes Y, Cb and Cr of an RGBA picture, as of its RGB; alpha is ignored.
public func planesFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
    targetStride: Int
) {
    checkRows(4 * width, height: height, stride: stride)
    checkRows(width, height: height, stride: targetStride)
    recto_planes_from_rgba(source, stride, width, height, luma, blue, red, targetStride)
}

/// An RGBA picture without its alpha.
public func rgbFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    checkRows(4 * width, height: height, stride: stride)
    checkRows(3 * width, height: height, stride: targetStride)
    recto_rgb_from_rgba(source, stride, width, height, target, targetStride)
}

// MARK: - Bodies

// Each works on 32 pixels at a time; a row's last few go through a buffer on the stack, so that nothing outside the
// rows is touched.

@c @implementation
func recto_luma_from_yuyv_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    var y = 0
    while y < height {
        // SAFETY: 2 × width bytes of the source row and width bytes of the target row, as the caller vouches.
        let s = row(source, y, stride)
        let t = row(target, y, targetStride)
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
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ luma: UnsafeMutablePointer<UInt8>!, _ lumaStride: Int,
    _ blue: UnsafeMutablePointer<UInt8>!, _ red: UnsafeMutablePointer<UInt8>!, _ chromaStride: Int
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
    var y = 0
    while y < height {
        // SAFETY: whole pairs of the source row, width and half the width (rounded up) of the target rows.
        let s = row(source, y, stride)
        let l = row(luma, y, lumaStride)
        let b = row(blue, y, chromaStride)
        let r = row(red, y, chromaStride)
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
func recto_planes_from_nv12_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ blue: UnsafeMutablePointer<UInt8>!, _ red: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    @inline(__always)
    func step(
        _ s: UnsafePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>
    ) {
        let a = vec_load32(s)
        let b = vec_load32(s + 32)
        vec_store32(blue, vec_narrow(vec_even(a), vec_even(b)))
        vec_store32(red, vec_narrow(vec_odd(a), vec_odd(b)))
    }
    var y = 0
    while y < height {
        // SAFETY: 2 × width bytes of the source row and width bytes of each target row.
        let s = row(source, y, stride)
        let b = row(blue, y, targetStride)
        let r = row(red, y, targetStride)
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

/// 256 times Y, plus what rounds, of 16 pixels whose channels are in 16-bit lanes.
@inline(__always)
private func luma(_ r: SIMD16<UInt16>, _ g: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD16<UInt16> {
    typealias V = SIMD16<UInt16>
    let redGreen: V = r &* V(repeating: 77) &+ g &* V(repeating: 150)
    return redGreen &+ b &* V(repeating: 29) &+ V(repeating: 128)
}

/// 256 times Y, Cb and Cr, plus what rounds, of 16 pixels whose channels are in 16-bit lanes.
@inline(__always)
private func planes(
    _ r: SIMD16<UInt16>, _ g: SIMD16<UInt16>, _ b: SIMD16<UInt16>
) -> (luma: SIMD16<UInt16>, blue: SIMD16<UInt16>, red: SIMD16<UInt16>) {
    typealias V = SIMD16<UInt16>
    // With 128 << 8 added chroma is never negative, and what is added last saturates where the result is to be 255.
    let middle = V(repeating: 128 << 8 + 128)
    let blue: V = middle &- (r &* V(repeating: 43) &+ g &* V(repeating: 85))
    let red: V = middle &- (g &* V(repeating: 107) &+ b &* V(repeating: 21))
    return (
        luma(r, g, b), vec_add_saturating(blue, vec_shift_left(b, 7)), vec_add_saturating(red, vec_shift_left(r, 7))
    )
}

@c @implementation
func recto_luma_from_rgb_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    @inline(__always)
    func step(_ s: UnsafePointer<UInt8>, _ t: UnsafeMutablePointer<UInt8>) {
        let r = vec_load_red(s)
        let g = vec_load_green(s)
        let b = vec_load_blue(s)
        let even = luma(vec_even(r), vec_even(g), vec_even(b))
        let odd = luma(vec_odd(r), vec_odd(g), vec_odd(b))
        vec_store32(t, vec_weave_high(even, odd))
    }
    var y = 0
    while y < height {
        // SAFETY: 3 × width bytes of the source row and width bytes of the target row.
        let s = row(source, y, stride)
        let t = row(target, y, targetStride)
        var x = 0
        while x &+ 32 <= width {
            step(s + 3 &* x, t + x)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + 3 &* x, to: tail, count: 3 &* n)
                step(tail, tail + 128)
                copy(tail + 128, to: t + x, count: n)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_luma_from_rgba_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    @inline(__always)
    func step(_ s: UnsafePointer<UInt8>, _ t: UnsafeMutablePointer<UInt8>) {
        let a = vec_narrow32(vec_luma_of_rgba(vec_load32(s)), vec_luma_of_rgba(vec_load32(s + 32)))
        let b = vec_narrow32(vec_luma_of_rgba(vec_load32(s + 64)), vec_luma_of_rgba(vec_load32(s + 96)))
        vec_store32(t, vec_narrow(a, b))
    }
    var y = 0
    while y < height {
        // SAFETY: 4 × width bytes of the source row and width bytes of the target row.
        let s = row(source, y, stride)
        let t = row(target, y, targetStride)
        var x = 0
        while x &+ 32 <= width {
            step(s + 4 &* x, t + x)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + 4 &* x, to: tail, count: 4 &* n)
                step(tail, tail + 128)
                copy(tail + 128, to: t + x, count: n)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_planes_from_rgb_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ luma: UnsafeMutablePointer<UInt8>!, _ blue: UnsafeMutablePointer<UInt8>!, _ red: UnsafeMutablePointer<UInt8>!,
    _ targetStride: Int
) {
    @inline(__always)
    func step(
        _ s: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
        _ red: UnsafeMutablePointer<UInt8>
    ) {
        let r = vec_load_red(s)
        let g = vec_load_green(s)
        let b = vec_load_blue(s)
        let even = planes(vec_even(r), vec_even(g), vec_even(b))
        let odd = planes(vec_odd(r), vec_odd(g), vec_odd(b))
        vec_store32(luma, vec_weave_high(even.luma, odd.luma))
        vec_store32(blue, vec_weave_high(even.blue, odd.blue))
        vec_store32(red, vec_weave_high(even.red, odd.red))
    }
    var y = 0
    while y < height {
        // SAFETY: 3 × width bytes of the source row and width bytes of each target row.
        let s = row(source, y, stride)
        let l = row(luma, y, targetStride)
        let b = row(blue, y, targetStride)
        let r = row(red, y, targetStride)
        var x = 0
        while x &+ 32 <= width {
            step(s + 3 &* x, l + x, b + x, r + x)
            x &+= 32
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + 3 &* x, to: tail, count: 3 &* n)
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
func recto_planes_from_rgba_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ luma: UnsafeMutablePointer<UInt8>!, _ blue: UnsafeMutablePointer<UInt8>!, _ red: UnsafeMutablePointer<UInt8>!,
    _ targetStride: Int
) {
    @inline(__always)
    func step(
        _ s: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
        _ red: UnsafeMutablePointer<UInt8>
    ) {
        let a = vec_load32(s)
        let b = vec_load32(s + 32)
        let v = planes(vec_byte_of_lanes(a, b, 0), vec_byte_of_lanes(a, b, 1), vec_byte_of_lanes(a, b, 2))
        vec_store16(luma, vec_narrow16(vec_shift_right(v.luma, 8)))
        vec_store16(blue, vec_narrow16(vec_shift_right(v.blue, 8)))
        vec_store16(red, vec_narrow16(vec_shift_right(v.red, 8)))
    }
    var y = 0
    while y < height {
        // SAFETY: 4 × width bytes of the source row and width bytes of each target row.
        let s = row(source, y, stride)
        let l = row(luma, y, targetStride)
        let b = row(blue, y, targetStride)
        let r = row(red, y, targetStride)
        var x = 0
        while x &+ 16 <= width {
            step(s + 4 &* x, l + x, b + x, r + x)
            x &+= 16
        }
        if x < width {
            let n = width &- x
            withStackBuffer { tail in
                copy(s + 4 &* x, to: tail, count: 4 &* n)
                step(tail, tail + 64, tail + 80, tail + 96)
                copy(tail + 64, to: l + x, count: n)
                copy(tail + 80, to: b + x, count: n)
                copy(tail + 96, to: r + x, count: n)
            }
        }
        y &+= 1
    }
}

@c @implementation
func recto_rgb_from_rgba_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<UInt8>!, _ targetStride: Int
) {
    var y = 0
    while y < height {
        let s = row(source, y, stride)
        let t = row(target, y, targetStride)
        var x = 0
        // SAFETY: a step of 8 pixels writes 4 bytes, less than 2 pixels, past its own.
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
