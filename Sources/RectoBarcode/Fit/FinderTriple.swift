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
    /// - Parameters:
    ///   - corner: The one at the right angle.
    ///   - first: The side from it to one of the others, as is `second`.
    init?(corner: Finder, _ first: Arm, _ second: Arm) {
        let cosine = abs(first.direction.dot(second.direction))
        let ratio = max(first.modules, second.modules) / min(first.modules, second.modules)
        guard cosine <= Limits.cosine, ratio <= Limits.armRatio else { return nil }
        let (a, b, c) = (corner.module, first.end.module, second.end.module)
        let spread = max(a, b, c) / min(a, b, c)
        guard spread <= Limits.moduleRatio else { return nil }
        let scores = corner.score + first.end.score + second.end.score
        cost = 3 * (ratio - 1) + 1.2 * cosine + (spread - 1) + first.skew + second.skew + 1.5 * (3 - scores)
        topLeft = corner
        (topRight, bottomLeft) =
            first.direction.cross(second.direction) < 0 ? (second.end, first.end) : (first.end, second.end)
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
    struct Arm: BitwiseCopyable {
        let end: Finder
        /// Of length 1.
        let direction: SIMD2<Float>
        let modules: Float
        /// How far the finders' axes are from lying along the arm: 0 at best, 1 at 45°.
        let skew: Float

        /// Nothing if no symbol has such a side.
        init?(_ start: Finder, _ end: Finder) {
            let v = end.centre - start.centre
            guard let a = start.inModules(v), let b = end.inModules(v) else { return nil }
            func longest(_ v: SIMD2<Float>) -> Float { max(abs(v.x), abs(v.y)) }
            func skew(_ v: SIMD2<Float>) -> Float { min(abs(v.x), abs(v.y)) / (longest(v) + 1e-6) }
            modules = 2 / (1 / (longest(a) + 1e-6) + 1 / (longest(b) + 1e-6))
            guard Limits.arm ~= modules else { return nil }
            self.end = end
            direction = v / v.length
            self.skew = skew(a) + 0.5 * skew(b)
        }
    }
}
