/// Three finder patterns that may be one symbol's.
struct FinderTriple: BitwiseCopyable {
    var topLeft, topRight, bottomLeft: Finder
    /// How unlike a symbol's they are; 0 at best.
    var cost: Float
    /// Modules between the finders' centres along an arm, by the finders' own.
    var armModules: Float

    /// How far perspective may pull a symbol's three finders out of shape.
    private enum Limits {
        /// Modules of an arm: 14 at version 1, 170 at version 40.
        static let arm: ClosedRange<Float> = 9...190
        /// Greatest ratio of the arms in modules.
        static let armRatio: Float = 1.7
        /// Greatest cosine of the angle between the arms.
        static let cosine: Float = 0.8
        /// Greatest ratio of module sizes.
        static let moduleRatio: Float = 2.5
    }

    /// Nothing if they cannot be one symbol's, whatever the perspective.
    /// - Parameter corner: The one at the right angle; `one` and `other` come in either order.
    init?(corner: Finder, _ one: Finder, _ other: Finder) {
        let (v, w) = (one.centre - corner.centre, other.centre - corner.centre)
        let cosine = abs(v.dot(w)) / (v.length * w.length)
        guard cosine <= Limits.cosine, let first = Arm(v, corner, one), let second = Arm(w, corner, other) else {
            return nil
        }
        let ratio = max(first.modules, second.modules) / min(first.modules, second.modules)
        guard Limits.arm ~= first.modules, Limits.arm ~= second.modules, ratio <= Limits.armRatio else { return nil }
        let (a, b, c) = (corner.module, one.module, other.module)
        let spread = max(a, b, c) / min(a, b, c)
        guard spread <= Limits.moduleRatio else { return nil }
        let scores = corner.score + one.score + other.score
        cost = 3 * (ratio - 1) + 1.2 * cosine + (spread - 1) + first.skew + second.skew + 1.5 * (3 - scores)
        topLeft = corner
        (topRight, bottomLeft) = v.cross(w) < 0 ? (other, one) : (one, other)
        armModules = (first.modules + second.modules) / 2
    }

    /// Pixels of a module.
    var module: Float { (topLeft.module + topRight.module + bottomLeft.module) / 3 }

    /// Whether these are the same three patterns.
    func isSame(as other: FinderTriple) -> Bool {
        func isNear(_ a: Finder, _ b: Finder) -> Bool { (a.centre - b.centre).length < 1 }
        return isNear(topLeft, other.topLeft) && isNear(topRight, other.topRight)
            && isNear(bottomLeft, other.bottomLeft)
    }

    /// Whether one of the patterns lies in a quad.
    func touches(_ quad: SymbolQuad) -> Bool {
        quad.contains(topLeft.centre) || quad.contains(topRight.centre) || quad.contains(bottomLeft.centre)
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
