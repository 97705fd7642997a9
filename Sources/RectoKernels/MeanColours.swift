internal import CVector

/// Means of 3 × 3 pixels of three float planes, side by side for each pixel; borders are replicated.
///
/// - Parameters:
///   - first, second, third: `width × height` floats each. The second and third are left out where there is no chroma;
///     their means are then 0.
///   - target: `width × height` times four floats: the three means and 0.
///   - scratch: At least `3 · (width + 2)` floats.
public func meanColours(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    width: Int, height: Int, into target: UnsafeMutablePointer<SIMD4<Float>>, scratch: UnsafeMutablePointer<Float>
) {
    precondition(width >= 1 && height >= 1, "an empty plane")
    // SAFETY: a vector of four floats is laid out as four floats.
    target.withMemoryRebound(to: Float.self, capacity: 4 * width * height) { floats in
        recto_mean_colours(first, second, third, width, height, floats, scratch)
    }
}

@c @implementation
func recto_mean_colours_body(
    _ first: UnsafePointer<Float>!, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    _ width: Int, _ height: Int, _ target: UnsafeMutablePointer<Float>!, _ scratch: UnsafeMutablePointer<Float>!
) {
    let step = width &+ 2
    for y in 0..<height {
        let up = max(y &- 1, 0) &* width
        let here = y &* width
        let down = min(y &+ 1, height &- 1) &* width
        sumColumns(first + up, first + here, first + down, width, scratch + 1)
        let out = UnsafeMutableRawPointer(target + 4 &* here)
        guard let second, let third else {
            for x in 0..<width {
                let a: UnsafeMutablePointer<Float> = scratch + x
                let mean = SIMD4<Float>(((a[0] + a[1]) + a[2]) * (1 / 9), 0, 0, 0)
                out.storeBytes(of: mean, toByteOffset: 16 &* x, as: SIMD4<Float>.self)
            }
            continue
        }
        sumColumns(second + up, second + here, second + down, width, scratch + (step &+ 1))
        sumColumns(third + up, third + here, third + down, width, scratch + (2 &* step &+ 1))
        for x in 0..<width {
            let a: UnsafeMutablePointer<Float> = scratch + x
            let b: UnsafeMutablePointer<Float> = scratch + (step &+ x)
            let c: UnsafeMutablePointer<Float> = scratch + (2 &* step &+ x)
            let left = SIMD4<Float>(a[0], b[0], c[0], 0)
            let middle = SIMD4<Float>(a[1], b[1], c[1], 0)
            let right = SIMD4<Float>(a[2], b[2], c[2], 0)
            let sum: SIMD4<Float> = (left + middle) + right
            out.storeBytes(of: sum * SIMD4(repeating: 1 / 9), toByteOffset: 16 &* x, as: SIMD4<Float>.self)
        }
    }
}

/// Sums of three rows, with the ends repeated before and behind.
@inline(__always)
private func sumColumns(
    _ up: UnsafePointer<Float>, _ here: UnsafePointer<Float>, _ down: UnsafePointer<Float>, _ width: Int,
    _ out: UnsafeMutablePointer<Float>
) {
    var x = 0
    while x &+ 8 <= width {
        let above: SIMD8<Float> = load(up + x)
        let middle: SIMD8<Float> = load(here + x)
        let below: SIMD8<Float> = load(down + x)
        store((above + middle) + below, out + x)
        x &+= 8
    }
    while x < width {
        out[x] = (up[x] + here[x]) + down[x]
        x &+= 1
    }
    out[-1] = out[0]
    out[width] = out[width &- 1]
}
