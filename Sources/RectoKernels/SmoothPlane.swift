internal import CVector

/// 5 × 5 binomial blur (σ = 1) of bytes into floats, borders replicated.
///
/// Floats, because the gradients computed from them must see steps below one gray level.
/// - Parameters:
///   - gain, offset: Factor for the bytes, and addend after it.
///   - target: `width × height` floats without padding.
///   - row: Scratch of at least `width + 4` floats.
public func smoothPlane(
    _ source: PlaneView<UInt8>, gain: Float = 1, offset: Float = 0, into target: UnsafeMutablePointer<Float>,
    row: UnsafeMutablePointer<Float>
) {
    source.check()
    precondition(source.width >= 1 && source.height >= 1, "an empty plane")
    recto_smooth_bytes(source.c, gain / 256, offset, target, row)
}

/// 5 × 5 binomial blur (σ = 1) of floats, borders replicated.
///
/// - Parameters:
///   - source: Without padding.
///   - target: As many floats in other memory.
///   - row: Scratch of at least `width + 4` floats.
public func smoothPlane(
    _ source: PlaneView<Float>, into target: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
) {
    precondition(source.width >= 1 && source.height >= 1, "an empty plane")
    precondition(source.stride == source.width, "rows with padding")
    recto_smooth_plane(source.base, source.width, source.height, target, row)
}

@c @implementation
func recto_smooth_bytes_body(
    _ source: recto_plane, _ gain: Float, _ offset: Float, _ target: UnsafeMutablePointer<Float>!,
    _ row: UnsafeMutablePointer<Float>!
) {
    let (width, height) = (source.width, source.height)
    let inner = row + 2
    for y in 0..<height {
        let (r0, r1, r2) = (source.row(max(y &- 2, 0)), source.row(max(y &- 1, 0)), source.row(y))
        let (r3, r4) = (source.row(min(y &+ 1, height &- 1)), source.row(min(y &+ 2, height &- 1)))
        var x = 0
        // SAFETY: loads and stores of 8 stay within the row's `width` elements.
        while x &+ 8 <= width {
            let v: SIMD8<Float> = blend(
                bytes(r0 + x), bytes(r1 + x), bytes(r2 + x), bytes(r3 + x), bytes(r4 + x))
            store(v, inner + x)
            x &+= 8
        }
        while x < width {
            inner[x] = blend(Float(r0[x]), Float(r1[x]), Float(r2[x]), Float(r3[x]), Float(r4[x]))
            x &+= 1
        }
        blendAlong(inner, width, gain, offset, target + y &* width)
    }
}

@c @implementation
func recto_smooth_plane_body(
    _ source: UnsafePointer<Float>!, _ width: Int, _ height: Int,
    _ target: UnsafeMutablePointer<Float>!, _ row: UnsafeMutablePointer<Float>!
) {
    let inner = row + 2
    for y in 0..<height {
        let r0 = source + max(y &- 2, 0) &* width
        let r1 = source + max(y &- 1, 0) &* width
        let r2 = source + y &* width
        let r3 = source + min(y &+ 1, height &- 1) &* width
        let r4 = source + min(y &+ 2, height &- 1) &* width
        var x = 0
        // SAFETY: loads and stores of 8 stay within the row's `width` elements.
        while x &+ 8 <= width {
            let v: SIMD8<Float> = blend(load(r0 + x), load(r1 + x), load(r2 + x), load(r3 + x), load(r4 + x))
            store(v, inner + x)
            x &+= 8
        }
        while x < width {
            inner[x] = blend(r0[x], r1[x], r2[x], r3[x], r4[x])
            x &+= 1
        }
        blendAlong(inner, width, 1 / 256, 0, target + y &* width)
    }
}

/// The horizontal pass over a row with room for two elements on both sides.
@inline(__always)
private func blendAlong(
    _ inner: UnsafeMutablePointer<Float>, _ width: Int, _ gain: Float, _ offset: Float,
    _ out: UnsafeMutablePointer<Float>
) {
    inner[-1] = inner[0]
    inner[-2] = inner[0]
    inner[width] = inner[width &- 1]
    inner[width &+ 1] = inner[width &- 1]
    var x = 0
    while x &+ 8 <= width {
        let v: SIMD8<Float> = blend(
            load(inner + (x &- 2)), load(inner + (x &- 1)), load(inner + x), load(inner + (x &+ 1)),
            load(inner + (x &+ 2)))
        store(vec_scale_add(v, gain, offset), out + x)
        x &+= 8
    }
    while x < width {
        out[x] = blend(inner[x &- 2], inner[x &- 1], inner[x], inner[x &+ 1], inner[x &+ 2]) * gain + offset
        x &+= 1
    }
}

/// Weights 1 4 6 4 1, with the same operations in the same order for one pixel and for eight.
@inline(__always)
private func blend(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float {
    let outer: Float = a + e
    let near: Float = (b + d) * 4
    return (outer + near) + c * 6
}

@inline(__always)
private func blend(
    _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>, _ e: SIMD8<Float>
) -> SIMD8<Float> {
    vec_binomial5(a, b, c, d, e)
}

@inline(__always)
private func bytes(_ pointer: UnsafePointer<UInt8>) -> SIMD8<Float> {
    vec_f32_from_bytes(UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<UInt8>.self))
}

/// Means of 2 × 2 floats; an odd last row or column is left out.
/// - Parameter target: Half as wide and half as high.
public func halvePlane(_ source: PlaneView<Float>, into target: MutablePlaneView<Float>) {
    source.check()
    target.check(width: source.width / 2, height: source.height / 2)
    for y in 0..<target.height {
        let (upper, lower, out) = (source.row(2 &* y), source.row(2 &* y &+ 1), target.row(y))
        // SAFETY: two elements of each source row for one element of the target.
        for x in 0..<target.width {
            let left: Float = upper[2 &* x] + lower[2 &* x]
            let right: Float = upper[2 &* x &+ 1] + lower[2 &* x &+ 1]
            out[x] = (left + right) * 0.25
        }
    }
}
