/// The gradient of a gray picture by Scharr's 3 × 3 operators, (3 10 3)ᵀ(−1 0 1) and its transpose, not normalised.
///
/// Borders are replicated. Source: Scharr, "Optimale Operatoren in der digitalen Bildverarbeitung", 2000.
/// - Parameters:
///   - dx: Derivative to the right, `width` × `height`.
///   - dy: Derivative downwards, of the size of `dx`.
///   - gradientStride: Elements (not bytes) from row to row of `dx` and `dy`.
public func scharr3x3(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    dx: UnsafeMutablePointer<Int16>, dy: UnsafeMutablePointer<Int16>, gradientStride: Int
) {
    Reference.scharr3x3(
        source, stride: stride, width: width, height: height, dx: dx, dy: dy, gradientStride: gradientStride)
}

/// The gradient of a gray picture by Sobel's 3 × 3 operators, (1 2 1)ᵀ(−1 0 1) and its transpose, not normalised.
///
/// Borders are replicated.
/// - Parameters:
///   - dx: Derivative to the right, `width` × `height`.
///   - dy: Derivative downwards, of the size of `dx`.
///   - gradientStride: Elements (not bytes) from row to row of `dx` and `dy`.
public func sobel3x3(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    dx: UnsafeMutablePointer<Int16>, dy: UnsafeMutablePointer<Int16>, gradientStride: Int
) {
    Reference.sobel3x3(
        source, stride: stride, width: width, height: height, dx: dx, dy: dy, gradientStride: gradientStride)
}

extension Reference {
    /// The plain twin of the kernel `scharr3x3`.
    public static func scharr3x3(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        dx: UnsafeMutablePointer<Int16>, dy: UnsafeMutablePointer<Int16>, gradientStride: Int
    ) {
        gradient(side: 3, centre: 10, source, stride, width, height, dx, dy, gradientStride)
    }

    /// The plain twin of the kernel `sobel3x3`.
    public static func sobel3x3(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        dx: UnsafeMutablePointer<Int16>, dy: UnsafeMutablePointer<Int16>, gradientStride: Int
    ) {
        gradient(side: 1, centre: 2, source, stride, width, height, dx, dy, gradientStride)
    }

    private static func gradient(
        side: Int, centre: Int, _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int,
        _ dx: UnsafeMutablePointer<Int16>, _ dy: UnsafeMutablePointer<Int16>, _ gradientStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                func at(_ i: Int, _ j: Int) -> Int {
                    Int(source[min(max(y + j, 0), height - 1) * stride + min(max(x + i, 0), width - 1)])
                }
                let right = side * (at(1, -1) + at(1, 1)) + centre * at(1, 0)
                let left = side * (at(-1, -1) + at(-1, 1)) + centre * at(-1, 0)
                let below = side * (at(-1, 1) + at(1, 1)) + centre * at(0, 1)
                let above = side * (at(-1, -1) + at(1, -1)) + centre * at(0, -1)
                dx[y * gradientStride + x] = Int16(right - left)
                dy[y * gradientStride + x] = Int16(below - above)
            }
        }
    }
}
