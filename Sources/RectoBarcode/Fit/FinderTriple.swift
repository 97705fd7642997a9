/// A finder pattern with its local affine map.
struct Finder: BitwiseCopyable {
    /// In pixels of the picture.
    var center: SIMD2<Float>
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

    /// A vector in modules along the pattern's axes; `nil` if the axes are one line.
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

/// Three finder patterns that may be one symbol's.
struct FinderTriple: BitwiseCopyable {
    var topLeft, topRight, bottomLeft: Finder
    /// How unlike a symbol's they are; 0 at best.
    var cost: Float
    /// Modules between the finders' centers along an arm, by the finders' own.
    var armModules: Float

    /// How far perspective may pull a symbol's three finders out of shape.
    private enum Limits {
        /// Modules of an arm: 14 at version 1, 170 at version 40.
        static let arm: ClosedRange<Float> = 9...190
        /// Maximum ratio of the arms in modules.
        static let armRatio: Float = 1.7
        /// Maximum cosine of the angle between the arms.
        static let cosine: Float = 0.8
        /// Maximum ratio of module sizes.
        static let moduleRatio: Float = 2.5
    }

    /// `nil` if they cannot be one symbol's, whatever the perspective.
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
        func isNear(_ a: Finder, _ b: Finder) -> Bool { (a.center - b.center).length < 1 }
        return isNear(topLeft, other.topLeft) && isNear(topRight, other.topRight)
            && isNear(bottomLeft, other.bottomLeft)
    }

    /// Whether one of the patterns lies in a quad.
    func touches(_ quad: SymbolQuad) -> Bool {
        quad.contains(topLeft.center) || quad.contains(topRight.center) || quad.contains(bottomLeft.center)
    }

    /// The side between two finders.
    struct Arm: BitwiseCopyable {
        let end: Finder
        /// Of length 1.
        let direction: SIMD2<Float>
        let modules: Float
        /// How far the finders' axes are from lying along the arm: 0 at best, 1 at 45°.
        let skew: Float

        /// `nil` if no symbol has such a side.
        init?(_ start: Finder, _ end: Finder) {
            let v = end.center - start.center
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

/// The triples of finder patterns that may be symbols, the likeliest first. Memory is kept from picture to picture.
final class FinderTriples {
    struct Parameters {
        /// Maximum cost of a triple.
        var cost: Float = 4
        /// At most so many triples.
        var limit = 64
    }

    private(set) var all: [FinderTriple] = []
    private let parameters: Parameters
    /// The sides from one finder to the others.
    private var arms: [FinderTriple.Arm] = []

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        all.reserveCapacity(parameters.limit + 1)
    }

    /// Replaces ``all`` with the triples of these finder patterns.
    func find(in finders: [Finder]) {
        all.removeAll(keepingCapacity: true)
        for corner in finders {
            arms.removeAll(keepingCapacity: true)
            for end in finders {
                if let arm = FinderTriple.Arm(corner, end) { arms.append(arm) }
            }
            for (i, first) in arms.enumerated() {
                for second in arms[(i + 1)...] {
                    if let triple = FinderTriple(corner: corner, first, second) { insert(triple) }
                }
            }
        }
    }

    private func insert(_ triple: FinderTriple) {
        guard triple.cost <= parameters.cost else { return }
        if all.count == parameters.limit {
            guard all[all.count - 1].cost > triple.cost else { return }
            all.removeLast()
        }
        all.insert(triple, at: all.firstIndex { $0.cost > triple.cost } ?? all.endIndex)
    }
}
