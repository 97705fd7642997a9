// Smoothing of a small byte plane into floats, for gradients that must see steps of less than one gray level.

/// 5 × 5 binomial blur (σ = 1) of bytes into floats, borders replicated.
///
/// - Parameters:
///   - source: `width × height` bytes, rows `sourceStride` apart.
///   - target: `width × height` floats without padding.
///   - row: Scratch of at least `width + 4` floats.
public func smoothPlane(
    _ source: UnsafePointer<UInt8>, sourceStride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
) {
    let inner = row + 2
    for y in 0..<height {
        let r0 = source + max(y - 2, 0) * sourceStride
        let r1 = source + max(y - 1, 0) * sourceStride
        let r2 = source + y * sourceStride
        let r3 = source + min(y + 1, height - 1) * sourceStride
        let r4 = source + min(y + 2, height - 1) * sourceStride
        for x in 0..<width {
            let outer = Int32(r0[x]) &+ Int32(r4[x])
            let near = Int32(r1[x]) &+ Int32(r3[x])
            inner[x] = Float(outer &+ 4 &* near &+ 6 &* Int32(r2[x]))
        }
        replicateEnds(inner, width: width)
        let out = target + y * width
        for x in 0..<width {
            let outer: Float = inner[x &- 2] + inner[x &+ 2]
            let near: Float = inner[x &- 1] + inner[x &+ 1]
            out[x] = (outer + 4 * near + 6 * inner[x]) * (1 / 256)
        }
    }
}

/// 5 × 5 binomial blur (σ = 1) of floats, borders replicated; see ``smoothPlane(_:sourceStride:width:height:into:row:)``.
public func smoothPlane(
    _ source: UnsafePointer<Float>, width: Int, height: Int,
    into target: UnsafeMutablePointer<Float>, row: UnsafeMutablePointer<Float>
) {
    let inner = row + 2
    for y in 0..<height {
        let r0 = source + max(y - 2, 0) * width
        let r1 = source + max(y - 1, 0) * width
        let r2 = source + y * width
        let r3 = source + min(y + 1, height - 1) * width
        let r4 = source + min(y + 2, height - 1) * width
        for x in 0..<width {
            inner[x] = (r0[x] + r4[x]) + 4 * (r1[x] + r3[x]) + 6 * r2[x]
        }
        replicateEnds(inner, width: width)
        let out = target + y * width
        for x in 0..<width {
            let outer: Float = inner[x &- 2] + inner[x &+ 2]
            let near: Float = inner[x &- 1] + inner[x &+ 1]
            out[x] = (outer + 4 * near + 6 * inner[x]) * (1 / 256)
        }
    }
}

@inline(__always)
private func replicateEnds(_ row: UnsafeMutablePointer<Float>, width: Int) {
    row[-1] = row[0]
    row[-2] = row[0]
    row[width] = row[width - 1]
    row[width + 1] = row[width - 1]
}

/// Means of 2 × 2 floats; an odd last row or column is left out.
/// - Parameter target: `width / 2 × height / 2` floats.
public func halvePlane(
    _ source: UnsafePointer<Float>, width: Int, height: Int, into target: UnsafeMutablePointer<Float>
) {
    let halfWidth = width / 2
    for y in 0..<height / 2 {
        let upper = source + 2 * y * width
        let lower = upper + width
        let out = target + y * halfWidth
        for x in 0..<halfWidth {
            let left: Float = upper[2 &* x] + lower[2 &* x]
            let right: Float = upper[2 &* x &+ 1] + lower[2 &* x &+ 1]
            out[x] = (left + right) * 0.25
        }
    }
}
