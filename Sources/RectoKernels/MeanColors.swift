internal import CVector

/// Means of 5 × 5 pixels of three float planes, side by side for each pixel; borders are replicated.
///
/// - Parameters:
///   - planes: Means of missing chroma are 0.
///   - target: `width × height` times four floats: the three means and 0.
///   - scratch: At least ``meanColorsScratchCount(width:)`` floats.
public func meanColors(
    _ planes: FloatPlanes, into target: UnsafeMutablePointer<SIMD4<Float>>, scratch: UnsafeMutablePointer<Float>
) {
    // SAFETY: a vector of four floats is laid out as four floats.
    target.withMemoryRebound(to: Float.self, capacity: 4 * planes.width * planes.height) { floats in
        recto_mean_colors(
            planes.first, planes.second, planes.third, planes.width, planes.height, floats, scratch)
    }
}

/// Scratch floats that ``meanColors(_:into:scratch:)`` needs.
public func meanColorsScratchCount(width: Int) -> Int { width + 4 + 3 * paddedWidth(width) }

/// The width padded to whole vectors of 8.
@inline(__always)
private func paddedWidth(_ width: Int) -> Int { (width &+ 7) & ~7 }

@c @implementation
func recto_mean_colors_body(
    _ first: UnsafePointer<Float>!, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    _ width: Int, _ height: Int, _ target: UnsafeMutablePointer<Float>!, _ scratch: UnsafeMutablePointer<Float>!
) {
    let columns: UnsafeMutablePointer<Float> = scratch + 2
    let a: UnsafeMutablePointer<Float> = scratch + (width &+ 4)
    let b: UnsafeMutablePointer<Float> = a + paddedWidth(width)
    let c: UnsafeMutablePointer<Float> = b + paddedWidth(width)
    // Without chroma its means stay 0.
    a.update(repeating: 0, count: 3 &* paddedWidth(width))
    for y in 0..<height {
        meanRow(first, y, width, height, columns, a)
        if let second, let third {
            meanRow(second, y, width, height, columns, b)
            meanRow(third, y, width, height, columns, c)
        }
        let out = target + 4 &* (y &* width)
        var x = 0
        // SAFETY: the means have room for whole vectors; a row's last pixels are stored one by one.
        while x &+ 8 <= width {
            vec_store_fours(out + 4 &* x, load(a + x), load(b + x), load(c + x))
            x &+= 8
        }
        while x < width {
            UnsafeMutableRawPointer(out + 4 &* x).storeBytes(of: SIMD4(a[x], b[x], c[x], 0), as: SIMD4<Float>.self)
            x &+= 1
        }
    }
}

/// The means of one row.
@inline(__always)
private func meanRow(
    _ plane: UnsafePointer<Float>, _ y: Int, _ width: Int, _ height: Int, _ columns: UnsafeMutablePointer<Float>,
    _ out: UnsafeMutablePointer<Float>
) {
    let r0 = plane + max(y &- 2, 0) &* width
    let r1 = plane + max(y &- 1, 0) &* width
    let r2 = plane + y &* width
    let r3 = plane + min(y &+ 1, height &- 1) &* width
    let r4 = plane + min(y &+ 2, height &- 1) &* width
    var x = 0
    while x &+ 8 <= width {
        let sum: SIMD8<Float> = sum(load(r0 + x), load(r1 + x), load(r2 + x), load(r3 + x), load(r4 + x))
        store(sum, columns + x)
        x &+= 8
    }
    while x < width {
        columns[x] = ((r0[x] + r4[x]) + (r1[x] + r3[x])) + r2[x]
        x &+= 1
    }
    columns[-1] = columns[0]
    columns[-2] = columns[0]
    columns[width] = columns[width &- 1]
    columns[width &+ 1] = columns[width &- 1]
    x = 0
    while x &+ 8 <= width {
        let p: UnsafeMutablePointer<Float> = columns + x
        let sum: SIMD8<Float> = sum(load(p - 2), load(p - 1), load(p), load(p + 1), load(p + 2))
        store(vec_scale_add(sum, 1 / 25, 0), out + x)
        x &+= 8
    }
    while x < width {
        let p: UnsafeMutablePointer<Float> = columns + x
        out[x] = (((p[-2] + p[2]) + (p[-1] + p[1])) + p[0]) * (1 / 25)
        x &+= 1
    }
}

@inline(__always)
private func sum(
    _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>, _ e: SIMD8<Float>
) -> SIMD8<Float> {
    vec_sum5(a, b, c, d, e)
}
