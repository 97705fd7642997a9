/// A finder pattern with its local affine map.
struct Finder: BitwiseCopyable {
    /// In pixels of the picture.
    var centre: SIMD2<Float>
    /// A module along each of the pattern's own axes, in pixels.
    var (right, down): (SIMD2<Float>, SIMD2<Float>)
    /// Correlation with the pattern, −1…1. Good ones have 0.9, others rarely 0.7.
    var score: Float

    /// Pixels of a module.
    var module: Float { abs(right.x * down.y - right.y * down.x).squareRoot() }

    /// The one of the pattern's axes, forwards or backwards, that lies nearest to a direction.
    func axis(along direction: SIMD2<Float>) -> SIMD2<Float> {
        let (a, b) = (right.dot(direction) / right.length, down.dot(direction) / down.length)
        if abs(a) >= abs(b) { return a < 0 ? -right : right }
        return b < 0 ? -down : down
    }

    /// A vector in modules along the pattern's axes; nothing if the axes are one line.
    func inModules(_ v: SIMD2<Float>) -> SIMD2<Float>? {
        let determinant = right.x * down.y - right.y * down.x
        guard abs(determinant) > 1e-6 else { return nil }
        return SIMD2(v.x * down.y - v.y * down.x, right.x * v.y - right.y * v.x) / determinant
    }
}

extension SIMD2<Float> {
    var length: Float { (x * x + y * y).squareRoot() }
    func dot(_ other: SIMD2) -> Float { x * other.x + y * other.y }
    func cross(_ other: SIMD2) -> Float { x * other.y - y * other.x }
}
