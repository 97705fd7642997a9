/// Three finder patterns that may be one symbol's.
struct FinderTriple: BitwiseCopyable {
    var topLeft, topRight, bottomLeft: Finder
    /// How unlike a symbol's they are; 0 at best.
    var cost: Float
    /// Modules between the finders' centres along an arm, by the finders' own.
    var armModules: Float

    /// Nothing if they cannot be one symbol's, whatever the perspective.
    /// - Parameter corner: The one at the right angle; `one` and `other` come in either order.
    init?(corner: Finder, _ one: Finder, _ other: Finder) {
        let (v, w) = (one.centre - corner.centre, other.centre - corner.centre)
        guard let first = Arm(v, corner, one), let second = Arm(w, corner, other) else { return nil }
        let ratio = max(first.modules, second.modules) / min(first.modules, second.modules)
        guard min(first.modules, second.modules) >= 9, max(first.modules, second.modules) <= 190 else { return nil }
        let cosine = abs(v.dot(w)) / (v.length * w.length)
        let modules = [corner.module, one.module, other.module]
        let spread = (modules.max() ?? 1) / (modules.min() ?? 1)
        guard ratio <= 1.5, cosine <= 0.7, spread <= 2.2 else { return nil }
        let scores = corner.score + one.score + other.score
        cost = 3 * (ratio - 1) + 1.2 * cosine + (spread - 1) + first.skew + second.skew + 1.5 * (3 - scores)
        topLeft = corner
        (topRight, bottomLeft) = v.cross(w) < 0 ? (other, one) : (one, other)
        armModules = (first.modules + second.modules) / 2
    }

    var finders: [Finder] { [topLeft, topRight, bottomLeft] }

    /// Pixels of a module.
    var module: Float { (topLeft.module + topRight.module + bottomLeft.module) / 3 }

    /// Whether these are the same three patterns.
    func isSame(as other: FinderTriple) -> Bool {
        zip(finders, other.finders).allSatisfy { ($0.centre - $1.centre).length < 1 }
    }

    /// The side between two finders.
    private struct Arm {
        var modules: Float
        /// How far the finders' axes are from lying along the arm: 0 at best, 1 at 45°.
        var skew: Float

        init?(_ v: SIMD2<Float>, _ from: Finder, _ to: Finder) {
            guard let a = from.inModules(v), let b = to.inModules(v) else { return nil }
            func longest(_ v: SIMD2<Float>) -> Float { max(abs(v.x), abs(v.y)) }
            func skew(_ v: SIMD2<Float>) -> Float { min(abs(v.x), abs(v.y)) / (longest(v) + 1e-6) }
            modules = 2 / (1 / (longest(a) + 1e-6) + 1 / (longest(b) + 1e-6))
            self.skew = skew(a) + 0.5 * skew(b)
        }
    }
}
