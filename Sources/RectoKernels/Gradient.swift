internal import CVector

/// The gradient of a gray picture by Scharr's 3 × 3 operators, (3 10 3)ᵀ(−1 0 1) and its transpose, not normalized.
///
/// Borders are replicated. Source: Scharr, "Optimale Operatoren in der digitalen Bildverarbeitung", 2000.
/// - Parameters:
///   - dx: Derivative to the right, same size as the source.
///   - dy: Derivative downwards, same size and stride as `dx`.
public func scharr3x3(
    _ source: PlaneView<UInt8>, dx: MutablePlaneView<Int16>, dy: MutablePlaneView<Int16>
) {
    checkGradient(source, dx, dy)
    recto_scharr3x3(source.c, dx.base, dy.base, dx.stride)
}

/// The gradient of a gray picture by Sobel's 3 × 3 operators, (1 2 1)ᵀ(−1 0 1) and its transpose, not normalized.
///
/// Borders are replicated.
/// - Parameters:
///   - dx: Derivative to the right, same size as the source.
///   - dy: Derivative downwards, same size and stride as `dx`.
public func sobel3x3(
    _ source: PlaneView<UInt8>, dx: MutablePlaneView<Int16>, dy: MutablePlaneView<Int16>
) {
    checkGradient(source, dx, dy)
    recto_sobel3x3(source.c, dx.base, dy.base, dx.stride)
}

private func checkGradient(
    _ source: PlaneView<UInt8>, _ dx: MutablePlaneView<Int16>, _ dy: MutablePlaneView<Int16>
) {
    source.check()
    dx.check(width: source.width, height: source.height)
    dy.check(width: source.width, height: source.height)
    precondition(dx.stride == dy.stride, "rows of the derivatives are not as far apart")
}

extension Reference {
    /// The plain reference of the kernel `scharr3x3`.
    public static func scharr3x3(
        _ source: PlaneView<UInt8>, dx: MutablePlaneView<Int16>, dy: MutablePlaneView<Int16>
    ) {
        gradient(side: 3, center: 10, source, dx, dy)
    }

    /// The plain reference of the kernel `sobel3x3`.
    public static func sobel3x3(
        _ source: PlaneView<UInt8>, dx: MutablePlaneView<Int16>, dy: MutablePlaneView<Int16>
    ) {
        gradient(side: 1, center: 2, source, dx, dy)
    }

    private static func gradient(
        side: Int, center: Int, _ source: PlaneView<UInt8>, _ dx: MutablePlaneView<Int16>,
        _ dy: MutablePlaneView<Int16>
    ) {
        let (width, height) = (source.width, source.height)
        for y in 0..<height {
            for x in 0..<width {
                func at(_ i: Int, _ j: Int) -> Int {
                    Int(source.row(min(max(y + j, 0), height - 1))[min(max(x + i, 0), width - 1)])
                }
                let right = side * (at(1, -1) + at(1, 1)) + center * at(1, 0)
                let left = side * (at(-1, -1) + at(-1, 1)) + center * at(-1, 0)
                let below = side * (at(-1, 1) + at(1, 1)) + center * at(0, 1)
                let above = side * (at(-1, -1) + at(1, -1)) + center * at(0, -1)
                dx.row(y)[x] = Int16(right - left)
                dy.row(y)[x] = Int16(below - above)
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_scharr3x3_body(
    _ source: recto_plane, _ dx: UnsafeMutablePointer<Int16>!, _ dy: UnsafeMutablePointer<Int16>!,
    _ gradientStride: Int
) {
    typealias V = SIMD16<Int16>
    gradient(source, dx, dy, gradientStride) { a, b, c in
        let sides: V = a &+ c
        return sides &* V(repeating: 3) &+ b &* V(repeating: 10)
    }
}

@c @implementation
func recto_sobel3x3_body(
    _ source: recto_plane, _ dx: UnsafeMutablePointer<Int16>!, _ dy: UnsafeMutablePointer<Int16>!,
    _ gradientStride: Int
) {
    typealias V = SIMD16<Int16>
    gradient(source, dx, dy, gradientStride) { a, b, c in
        let sides: V = a &+ c
        return sides &+ b &+ b
    }
}

/// The contribution of the last two rows to the gradient of 16 columns.
private struct GradientColumns {
    typealias V = SIMD16<Int16>
    /// Differences and smoothed values of the row above, and of the one above that.
    var difference1 = V()
    var difference2 = V()
    var smooth1 = V()
    var smooth2 = V()

    /// Adds a row's 16 bytes at `p` and their neighbors; returns the gradient of the row above.
    @inline(__always)
    mutating func add(
        _ p: UnsafePointer<UInt8>, _ smooth: (_ a: V, _ b: V, _ c: V) -> V
    ) -> (dx: V, dy: V) {
        let left = unsafeBitCast(vec_widen(vec_load16(p - 1)), to: V.self)
        let center = unsafeBitCast(vec_widen(vec_load16(p)), to: V.self)
        let right = unsafeBitCast(vec_widen(vec_load16(p + 1)), to: V.self)
        let difference0: V = right &- left
        let smooth0 = smooth(left, center, right)
        let dx = smooth(difference2, difference1, difference0)
        let dy: V = smooth0 &- smooth2
        (difference2, difference1) = (difference1, difference0)
        (smooth2, smooth1) = (smooth1, smooth0)
        return (dx, dy)
    }
}

@inline(__always)
private func gradient(
    _ source: recto_plane, _ dx: UnsafeMutablePointer<Int16>, _ dy: UnsafeMutablePointer<Int16>,
    _ gradientStride: Int,
    _ smooth: (SIMD16<Int16>, SIMD16<Int16>, SIMD16<Int16>) -> SIMD16<Int16>
) {
    forEachStrip(width: source.width, height: source.height, margin: 1, rows: 6) { strip in
        var low = GradientColumns()
        var high = GradientColumns()
        var y = strip.top &- 1
        while y <= strip.bottom {
            let p = strip.load(source.row(min(max(y, 0), source.height &- 1)))
            let a = low.add(p, smooth)
            let b = high.add(p + 16, smooth)
            if y > strip.top {
                // SAFETY: the strip's columns of row y − 1, which is one of its rows.
                let start = (y &- 1) &* gradientStride &+ strip.left
                store(a.dx, b.dx, dx + start, strip.count)
                store(a.dy, b.dy, dy + start, strip.count)
            }
            y &+= 1
        }
    }
}

@inline(__always)
private func store(_ low: SIMD16<Int16>, _ high: SIMD16<Int16>, _ target: UnsafeMutablePointer<Int16>, _ count: Int) {
    let (a, b) = (unsafeBitCast(low, to: SIMD32<UInt8>.self), unsafeBitCast(high, to: SIMD32<UInt8>.self))
    if count == 32 {
        vec_store32(target, a)
        vec_store32(target + 16, b)
    } else {
        vec_store32_part(target, a, 2 &* count)
        vec_store32_part(target + 16, b, 2 &* count &- 32)
    }
}
