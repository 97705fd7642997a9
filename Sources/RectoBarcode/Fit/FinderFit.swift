import Glibc
import RectoCore
import RectoKernels

/// Fits the affine map of a finder pattern to a picture by correlation with a template of 9 × 9 modules.
///
/// It starts at several angles and stretches, each scaled so that the chords through its center have the measured run
/// lengths, and optimizes the best one by hill climbing.
struct FinderFit {
    struct Parameters {
        /// The minimum correlation of a start.
        var minimumStart: Float = 0.45
        /// The minimum correlation of a start's rings to compare the whole pattern: real finders have 0.3 or more.
        var minimumRings: Float = 0.25
        /// Steps in modules, and in shares of a module's size. Real finders have 0.5 or more after the first jump.
        var climb = ParabolicClimb(
            parameterCount: 6, steps: [0.2, 0.1, 0.05], rounds: 3, minimumHope: 0.75, minimumFirst: 0.5,
            lastGain: 0.005, sure: 0.97)
    }

    private let whole: Template
    /// Eight points of each outer ring, which are enough to choose a start.
    private let rings: Template
    /// Angles and stretches along a diagonal.
    private let shapes: Shapes
    /// The same for what lies between these, and for tilts of more than 60°.
    private let otherShapes: Shapes
    private let parameters: Parameters
    private let samples = Plane<Float>()

    /// Shapes of the pattern, and the points of the rings in each, one after the other, in measured modules: those that
    /// the chords along the picture's axes have.
    private struct Shapes {
        let all: [SIMD4<Float>]
        let x, y: [Float]

        init(_ all: [SIMD4<Float>], _ rings: Template) {
            self.all = all
            var (x, y): ([Float], [Float]) = ([], [])
            for shape in all {
                let axes = FinderFit.axes(shape)
                for i in 0..<rings.count {
                    x.append(axes[0] * rings.x[i] + axes[1] * rings.y[i])
                    y.append(axes[2] * rings.x[i] + axes[3] * rings.y[i])
                }
            }
            (self.x, self.y) = (x.paddedToVectors, y.paddedToVectors)
        }
    }

    /// Scales a shape so that its chords along the picture's axes are a module for each of its own.
    private static func axes(_ shape: SIMD4<Float>) -> SIMD4<Float> {
        // A chord through the center leaves the square at maximum norm 3.5, so its module is the norm of the
        // inverse's column.
        let determinant = abs(shape[0] * shape[3] - shape[1] * shape[2])
        let across = max(abs(shape[3]), abs(shape[2])) / determinant
        let down = max(abs(shape[1]), abs(shape[0])) / determinant
        return shape * SIMD4(across, across, down, down)
    }

    /// The template's points in modules around its center, padded to a multiple of 8, and their values.
    private struct Template {
        let x: [Float]
        let y: [Float]
        let pattern: Pattern
        let signs: [Float]
        let count: Int

        /// - Parameter has: Whether the template includes a point.
        init(_ square: PatternSquare, where has: (_ x: Float, _ y: Float) -> Bool = { _, _ in true }) {
            let chosen = square.x.indices.filter { has(square.x[$0], square.y[$0]) }
            count = chosen.count
            x = chosen.map { square.x[$0] }.paddedToVectors
            y = chosen.map { square.y[$0] }.paddedToVectors
            var signs = chosen.map { square.signs[$0] }
            pattern = Pattern(&signs, from: 0)
            self.signs = signs
        }
    }

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        let square = PatternSquare(radius: 4, isDark: PatternSquare.finder)
        whole = Template(square)
        rings = Template(square) { x, y in max(abs(x), abs(y)) >= 2 && (x == 0 || y == 0 || abs(x) == abs(y)) }
        shapes = Shapes(Self.shapes(stretches: [0.72, 1, 1.39]), rings)
        otherShapes = Shapes(Self.shapes(stretches: [0.56, 0.85, 1.18, 1.79]), rings)
    }

    private static func shapes(stretches: [Float]) -> [SIMD4<Float>] {
        [0, 15, 30, 45, 60, 75].flatMap { degrees -> [SIMD4<Float>] in
            let angle = Float(degrees) * .pi / 180
            let (sine, cosine) = (sin(angle), cos(angle))
            return stretches.map { stretch in
                let (c, d) = ((stretch + 1 / stretch) / 2, (stretch - 1 / stretch) / 2)
                return SIMD4(
                    c * cosine + d * sine, -c * sine + d * cosine, d * cosine + c * sine, -d * sine + c * cosine)
            }
        }
    }

    /// Returns the best start for a pattern at a place.
    /// - Parameters:
    ///   - candidate: The place, in pixels of the picture.
    ///   - isSecond: Whether to try the shapes that a first start leaves out.
    func start(_ field: LumaField, _ candidate: FinderCandidate, isSecond: Bool = false) -> Scored {
        let shapes = isSecond ? otherShapes : shapes
        samples.reshape(width: shapes.x.count, height: 1)
        let map = GridMap(candidate.across, 0, candidate.x, 0, candidate.down, candidate.y)
        // SAFETY: room for the samples of all shapes.
        field.sample(map, shapes.x, shapes.y, count: shapes.x.count, into: samples.base)
        var best = (Scored(candidate), Scored(candidate), Scored(candidate))
        for (i, shape) in shapes.all.enumerated() {
            let score = rings.signs.withUnsafeBufferPointer {
                // SAFETY: each shape has a sample for each point of the rings.
                rings.pattern.correlation(samples.base + i * rings.count, $0.baseAddress.unsafelyUnwrapped)
            }
            let start = Scored(candidate, shape, score)
            if start.score > best.0.score {
                best = (start, best.0, best.1)
            } else if start.score > best.1.score {
                best = (best.0, start, best.1)
            } else if start.score > best.2.score {
                best.2 = start
            }
        }
        if best.0.score < parameters.minimumRings { return best.0 }
        best.0.score = score(field, best.0.map, whole)
        best.1.score = score(field, best.1.map, whole)
        best.2.score = score(field, best.2.map, whole)
        let second = best.1.score > best.2.score ? best.1 : best.2
        return best.0.score >= second.score ? best.0 : second
    }

    /// Returns the best fit; `nil` if the start does not match well enough.
    func fit(_ field: LumaField, _ start: Scored) -> Finder? {
        start.score >= parameters.minimumStart ? climb(field, start).finder : nil
    }

    /// A map from modules around the center to pixels, and its correlation.
    struct Scored {
        var map: GridMap
        var score: Float = -1

        init(_ candidate: FinderCandidate) {
            map = GridMap(candidate.across, 0, candidate.x, 0, candidate.down, candidate.y)
        }

        fileprivate init(_ candidate: FinderCandidate, _ shape: SIMD4<Float>, _ score: Float) {
            let axes = FinderFit.axes(shape) * SIMD4(candidate.across, candidate.across, candidate.down, candidate.down)
            map = GridMap(axes[0], axes[1], candidate.x, axes[2], axes[3], candidate.y)
            self.score = score
        }

        fileprivate var finder: Finder {
            Finder(
                center: SIMD2(map.c, map.f), right: SIMD2(map.a, map.d), down: SIMD2(map.b, map.e), score: score)
        }
    }

    private func score(_ field: LumaField, _ map: GridMap, _ template: Template) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: template.x.count) { samples in
            // SAFETY: room for the template's samples rounded up to 8.
            let s = samples.baseAddress.unsafelyUnwrapped
            field.sample(map, template.x, template.y, count: template.count, into: s)
            return template.signs.withUnsafeBufferPointer {
                template.pattern.correlation(s, $0.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    /// Shifts, scales, rotates, stretches and shears the map as long as the correlation grows.
    private func climb(_ field: LumaField, _ start: Scored) -> Scored {
        let m = start.map
        func changed(_ p: SIMD8<Float>) -> GridMap {
            let (right, down) = (1 + p[2] + p[4], 1 + p[2] - p[4])
            let (over, under) = (p[5] - p[3], p[5] + p[3])
            return GridMap(
                m.a * right + m.b * under, m.a * over + m.b * down, m.c + m.a * p[0] + m.b * p[1],
                m.d * right + m.e * under, m.d * over + m.e * down, m.f + m.d * p[0] + m.e * p[1])
        }
        let top = parameters.climb.climb(from: SIMD8(), value: start.score) {
            score(field, changed($0), whole)
        }
        var result = start
        (result.map, result.score) = (changed(top.place), top.value)
        return result
    }
}
