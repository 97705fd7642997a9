import RectoKernels

/// A finder pattern with its local affine map.
struct Finder: BitwiseCopyable {
    /// The center in pixels of the picture.
    var center: SIMD2<Float>
    /// The size of a module along each of the pattern's own axes, in pixels.
    var (right, down): (SIMD2<Float>, SIMD2<Float>)
    /// The correlation with the pattern, −1…1. Real finders have about 0.9, other places rarely 0.7.
    var score: Float
    /// Whether it is not seen, but computed from two others of its symbol.
    var isHidden = false

    /// The side of a module in pixels.
    var module: Float { abs(right.x * down.y - right.y * down.x).squareRoot() }

    /// Returns the pattern's axis, in either direction, that is nearest to `direction`.
    func axis(along direction: SIMD2<Float>) -> SIMD2<Float> {
        let (a, b) = (right.dot(direction) / right.length, down.dot(direction) / down.length)
        if abs(a) >= abs(b) { return a < 0 ? -right : right }
        return b < 0 ? -down : down
    }

    /// Converts a vector to modules along the pattern's axes; `nil` if the axes are parallel.
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

/// Three finder patterns that may belong to one symbol.
struct FinderTriple: BitwiseCopyable {
    var topLeft, topRight, bottomLeft: Finder
    /// How much they differ from a symbol's; 0 is best.
    var cost: Float
    /// The number of modules between the finders' centers along an arm, by the finders' module sizes.
    var armModules: Float

    /// The maximum distortion of a symbol's three finders by perspective.
    struct Limits {
        /// The number of modules of an arm: 14 at version 1, 170 at version 40.
        static let arm: ClosedRange<Float> = 9...190
        /// The maximum ratio of the arms in modules.
        var armRatio: Float = 1.7
        /// The maximum cosine of the angle between the arms.
        var cosine: Float = 0.8
        /// The maximum ratio of module sizes.
        var moduleRatio: Float = 2.5

        static let usual = Limits()
        /// The limits for extreme tilts.
        static let wide = Limits(armRatio: 1.8, cosine: 0.92, moduleRatio: 3)
    }

    /// Returns `nil` if they cannot belong to one symbol under any perspective.
    /// - Parameters:
    ///   - corner: The finder at the right angle.
    ///   - first: The side from it to one of the others; `second` is the other side.
    init?(corner: Finder, _ first: Arm, _ second: Arm, _ limits: Limits = .usual) {
        let cosine = abs(first.direction.dot(second.direction))
        let ratio = max(first.modules, second.modules) / min(first.modules, second.modules)
        guard cosine <= limits.cosine, ratio <= limits.armRatio else { return nil }
        let (a, b, c) = (corner.module, first.end.module, second.end.module)
        let spread = max(a, b, c) / min(a, b, c)
        guard spread <= limits.moduleRatio else { return nil }
        let scores = corner.score + first.end.score + second.end.score
        cost = 3 * (ratio - 1) + 1.2 * cosine + (spread - 1) + first.skew + second.skew + 1.5 * (3 - scores)
        topLeft = corner
        (topRight, bottomLeft) =
            first.direction.cross(second.direction) < 0 ? (second.end, first.end) : (first.end, second.end)
        armModules = (first.modules + second.modules) / 2
    }

    /// Returns the triples that two finders may belong to, with the third one at its computed place.
    static func withHidden(_ a: Finder, _ b: Finder) -> [FinderTriple] {
        guard let v = a.inModules(b.center - a.center), let w = b.inModules(a.center - b.center) else { return [] }
        let direction = b.center - a.center
        let (isAlong, isDiagonal) = (skew(v) < 0.4 && skew(w) < 0.4, skew(v) > 0.6 && skew(w) > 0.6)
        guard isAlong || isDiagonal else { return [] }
        func other(_ center: SIMD2<Float>) -> Finder {
            Finder(
                center: center, right: (a.axis(along: a.right) + b.axis(along: a.right)) / 2,
                down: (a.axis(along: a.down) + b.axis(along: a.down)) / 2, score: Self.hiddenScore, isHidden: true)
        }
        func triple(_ corner: Finder, _ first: Finder, _ second: Finder) -> FinderTriple? {
            guard let first = Arm(corner, first), let second = Arm(corner, second) else { return nil }
            return FinderTriple(corner: corner, first, second)
        }
        if isDiagonal {
            // The corner lies along one axis of each finder.
            let (right, down) = (a.right * v.x, a.down * v.y)
            return [(right, down, v.y), (down, right, v.x)].compactMap { fromA, rest, modules in
                let fromB = b.axis(along: -rest) * abs(modules)
                return triple(other((a.center + fromA + b.center + fromB) / 2), a, b)
            }
        }
        let modules = (longest(v) + longest(w)) / 2
        let side = SIMD2(-direction.y, direction.x)
        let (fromA, fromB) = (a.axis(along: side), b.axis(along: side))
        return [Float(1), -1].flatMap { sign in
            [
                triple(a, b, other(a.center + fromA * (sign * modules))),
                triple(b, a, other(b.center + fromB * (sign * modules))),
            ].compactMap { $0 }
        }
    }

    /// Returns the triple with its hidden finder moved by a number of modules along its axes.
    func movingHidden(_ move: SIMD2<Float>) -> FinderTriple {
        func moved(_ finder: Finder) -> Finder {
            var finder = finder
            if finder.isHidden { finder.center += finder.right * move.x + finder.down * move.y }
            return finder
        }
        var triple = self
        (triple.topLeft, triple.topRight, triple.bottomLeft) = (moved(topLeft), moved(topRight), moved(bottomLeft))
        return triple
    }

    /// The assumed score of a finder that is not seen.
    private static let hiddenScore: Float = 0.6

    /// The score of its best finder.
    var bestScore: Float { max(topLeft.score, topRight.score, bottomLeft.score) }

    /// The side of a module in pixels.
    var module: Float { (topLeft.module + topRight.module + bottomLeft.module) / 3 }

    /// The distance in pixels below which finders are the same pattern.
    static let sameReach: Float = 1

    /// Returns whether these are the same three patterns.
    func isSame(as other: FinderTriple) -> Bool {
        func isNear(_ a: Finder, _ b: Finder) -> Bool { (a.center - b.center).length < Self.sameReach }
        return isNear(topLeft, other.topLeft) && isNear(topRight, other.topRight)
            && isNear(bottomLeft, other.bottomLeft)
    }

    /// Reads the version that a symbol of version 7 or more states beside two of its finders, using only those
    /// finders.
    /// - Returns: `nil` if neither place matches in nearly all bits.
    func statedVersion(_ field: LumaField) -> Int? {
        let (right, down) = (topRight.center - topLeft.center, bottomLeft.center - topLeft.center)
        // Both places have the same bits, one as the mirror image of the other.
        let first = statedBits(
            field, at: topRight, along: topRight.axis(along: right), across: topRight.axis(along: down))
        let second = statedBits(
            field, at: bottomLeft, along: bottomLeft.axis(along: down), across: bottomLeft.axis(along: right))
        var best = (version: 0, errors: SymbolBits.versionErrors + 1)
        for version in 7...40 {
            guard let bits = SymbolShape(version: version).versionBits else { continue }
            let errors = min((bits ^ first).nonzeroBitCount, (bits ^ second).nonzeroBitCount)
            if errors < best.errors { best = (version, errors) }
        }
        return best.version > 0 ? best.version : nil
    }

    private func statedBits(
        _ field: LumaField, at finder: Finder, along: SIMD2<Float>, across: SIMD2<Float>
    ) -> Int {
        let map = GridMap(along.x, across.x, finder.center.x, along.y, across.y, finder.center.y)
        // Eighteen bits, then a row through the finder's dark and light modules.
        let x: [Float] = (0..<18).map { Float($0 % 3) - 7 } + [-3, -2, 0, 2, 3, 4] + [Float](repeating: 0, count: 8)
        let y: [Float] = (0..<18).map { Float($0 / 3) - 3 } + [Float](repeating: 0, count: 14)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 32) { samples in
            // SAFETY: 24 samples of 32.
            let s = samples.baseAddress.unsafelyUnwrapped
            field.sample(map, x, y, count: 24, into: s)
            let threshold = (s[18] + s[20] + s[22]) / 6 + (s[19] + s[21] + s[23]) / 6
            return (0..<18).reduce(0) { s[$1] < threshold ? $0 | 1 << $1 : $0 }
        }
    }

    private static func longest(_ v: SIMD2<Float>) -> Float { max(abs(v.x), abs(v.y)) }
    private static func skew(_ v: SIMD2<Float>) -> Float { min(abs(v.x), abs(v.y)) / (longest(v) + 1e-6) }

    /// The side between two finders.
    struct Arm: BitwiseCopyable {
        let end: Finder
        /// The unit vector along the arm.
        let direction: SIMD2<Float>
        let modules: Float
        /// How far the finders' axes deviate from the arm's direction, from 0 (not at all) to 1 (45°).
        let skew: Float

        /// Returns `nil` if no symbol has such a side.
        init?(_ start: Finder, _ end: Finder) {
            let v = end.center - start.center
            guard let a = start.inModules(v), let b = end.inModules(v) else { return nil }
            modules = 2 / (1 / (longest(a) + 1e-6) + 1 / (longest(b) + 1e-6))
            guard Limits.arm ~= modules else { return nil }
            self.end = end
            direction = v / v.length
            skew = FinderTriple.skew(a) + 0.5 * FinderTriple.skew(b)
        }
    }
}

/// The triples of finder patterns that may be symbols, the likeliest first. Memory is reused.
final class FinderTriples {
    struct Parameters {
        /// The maximum cost of a triple.
        var cost: Float = 4
        /// The maximum number of triples if there are few finders.
        var limit = 64
        /// With more finders than this, only triples of neighbors are considered.
        var fewFinders = 24
        /// The number of neighbors of a finder along each of its four axes, and its number of triples.
        var neighbors = 6
        var triplesOfFinder = 12
    }

    private(set) var all: [FinderTriple] = []
    private let parameters: Parameters
    /// The sides from one finder to the others.
    private var arms: [FinderTriple.Arm] = []
    private var neighbors = FinderNeighbors()

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        all.reserveCapacity(parameters.limit + 1)
    }

    /// Replaces ``all`` with the triples of these finder patterns.
    func find(in finders: [Finder], _ limits: FinderTriple.Limits) {
        all.removeAll(keepingCapacity: true)
        if finders.count > parameters.fewFinders { return findAmongMany(finders, limits) }
        for corner in finders {
            arms.removeAll(keepingCapacity: true)
            for end in finders {
                if let arm = FinderTriple.Arm(corner, end) { arms.append(arm) }
            }
            for (i, first) in arms.enumerated() {
                for second in arms[(i + 1)...] {
                    if let triple = FinderTriple(corner: corner, first, second, limits) { insert(triple) }
                }
            }
        }
    }

    /// Linear in the number of finders.
    private func findAmongMany(_ finders: [Finder], _ limits: FinderTriple.Limits) {
        var sides = [[FinderTriple.Arm]](repeating: [], count: 4)
        var own: [FinderTriple] = []
        neighbors.put(finders)
        for corner in finders {
            for i in sides.indices { sides[i].removeAll(keepingCapacity: true) }
            neighbors.visit(around: corner, ratio: limits.moduleRatio) {
                $0 <= usefulModules(sides, limits)
            } _: { end in
                guard let arm = FinderTriple.Arm(corner, end), let v = corner.inModules(end.center - corner.center)
                else { return }
                let side = abs(v.x) >= abs(v.y) ? (v.x > 0 ? 0 : 2) : (v.y > 0 ? 1 : 3)
                insert(arm, into: &sides[side])
            }
            own.removeAll(keepingCapacity: true)
            for i in 0..<4 {
                for first in sides[i] {
                    for second in sides[(i + 1) % 4] {
                        guard let triple = FinderTriple(corner: corner, first, second, limits),
                            triple.cost <= parameters.cost
                        else { continue }
                        own.append(triple)
                    }
                }
            }
            own.sort { Self.order($0) < Self.order($1) }
            all += own.prefix(parameters.triplesOfFinder)
        }
        all.sort { Self.order($0) < Self.order($1) }
    }

    /// Returns the length in modules above which an arm is of no use beside those found: its side has nearer ones, or
    /// those of the sides next to it are too short.
    private func usefulModules(_ sides: [[FinderTriple.Arm]], _ limits: FinderTriple.Limits) -> Float {
        func longest(_ side: Int) -> Float? {
            sides[side].count == parameters.neighbors ? sides[side].last?.modules : nil
        }
        var most: Float = 0
        for i in 0..<4 {
            if let own = longest(i) {
                most = max(most, own)
            } else {
                guard let before = longest((i + 3) % 4), let after = longest((i + 1) % 4) else {
                    return FinderTriple.Limits.arm.upperBound
                }
                most = max(most, limits.armRatio * max(before, after))
            }
        }
        return min(most, FinderTriple.Limits.arm.upperBound)
    }

    /// Of similar triples, the smaller is likelier: rows of codes also form larger triples across several codes.
    private static func order(_ triple: FinderTriple) -> Float { triple.cost + 0.01 * triple.armModules }

    /// Keeps the nearest arms, sorted.
    private func insert(_ arm: FinderTriple.Arm, into side: inout [FinderTriple.Arm]) {
        if side.count == parameters.neighbors {
            guard side[side.count - 1].modules > arm.modules else { return }
            side.removeLast()
        }
        side.insert(arm, at: side.firstIndex { $0.modules > arm.modules } ?? side.endIndex)
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
