import RectoCore

/// Closes four lines to quads: two pairs of opposite lines, about at right angles to each other.
struct QuadProposals: Sendable {
    struct Parameters: Hashable, Sendable {
        /// Largest angle between opposite sides, in radians.
        var oppositeAngle = 38 * Double.pi / 180
        /// Smallest distance of opposite sides from the frame's centre line, in short sides of the frame.
        var separation = 0.12
        /// Smallest angle between the two pairs' mean directions, in radians.
        var familyAngle = Double.pi / 4
        /// How far corners may lie outside the frame, in long sides.
        var margin = 0.12
        /// Smallest area, in areas of the frame.
        var minimumArea = 0.035
        /// Smallest side, in short sides of the frame.
        var minimumSide = 0.08
        /// Smallest sine of a corner's angle.
        var minimumCornerSine = 0.5
        /// Smallest ratio of opposite sides.
        var minimumSideRatio = 0.4
        /// At most this many pairs of pairs are looked at, those with most votes first.
        var maximumCount = 60_000
    }

    /// Four lines and the corners they make.
    struct Proposal {
        /// Indices of the lines; side `i` ends at corner `i`, and starts at corner `i - 1`.
        var lines: SIMD4<Int32>
        /// In working pixels from the frame's centre.
        var corners: Quad
        var area: Double
        /// Lengths of the sides from corner `i` to the next.
        var sides: SIMD4<Double>
    }

    private struct Pair {
        var first: Int
        var second: Int
        /// Mean direction of the normals, modulo 180°, doubled: cosine and sine.
        var doubleCosine: Double
        var doubleSine: Double
    }

    /// Four lines by their indices: two opposite ones first and third, the others second and fourth.
    typealias Combination = SIMD4<UInt8>

    private let lines: [Line]
    private let width: Double
    private let height: Double
    private let parameters: Parameters
    private let crossings: Crossings

    /// - Parameter lines: At most 64, best first, with the frame's centre as origin.
    init(_ lines: [Line], width: Int, height: Int, _ parameters: Parameters) {
        precondition(lines.count <= 64, "lines are kept in sets of 64 bits")
        self.lines = lines
        self.width = Double(width)
        self.height = Double(height)
        self.parameters = parameters
        crossings = Crossings(
            lines, halfWidth: self.width / 2, halfHeight: self.height / 2,
            margin: parameters.margin * max(self.width, self.height))
    }

    /// What can be told of four lines without working out the quad.
    struct Sketch {
        var combination: Combination
        /// Area of the quad, in pixels of the frame.
        var area: Float
        /// Where each side starts and ends along its line.
        var low: SIMD4<Float>
        var high: SIMD4<Float>
    }

    /// Passes on all quads that could be a page; where there are too many, those of the last lines are left out.
    func forEach(_ body: (Sketch) -> Void) {
        let pairs = oppositePairs()
        let leastFamilyCosine = cosine(2 * parameters.familyAngle)
        var looked = 0
        for (index, a) in pairs.enumerated() {
            let reachable = crossings.reachable[a.first] & crossings.reachable[a.second]
            guard reachable != 0 else { continue }
            for b in pairs[(index + 1)...] where reachable >> UInt64(b.first) & reachable >> UInt64(b.second) & 1 == 1 {
                // Doubled angles 90° apart or more: the families are 45° apart or more.
                guard a.doubleCosine * b.doubleCosine + a.doubleSine * b.doubleSine < leastFamilyCosine else {
                    continue
                }
                looked += 1
                if looked > parameters.maximumCount { return }
                if let sketch = sketch(a.first, b.first, a.second, b.second) { body(sketch) }
            }
        }
    }

    /// Checks the shape of the quad that four lines close: nothing if it could not be a page.
    @inline(__always)
    private func sketch(_ i: Int, _ j: Int, _ k: Int, _ l: Int) -> Sketch? {
        let (p, q) = (crossings[i, j], crossings[j, k])
        let (r, s) = (crossings[k, l], crossings[l, i])
        let twiceArea: Double = abs((r - p).cross(s - q))
        guard twiceArea > 2 * parameters.minimumArea * width * height else { return nil }
        let (a, b, c, d) = (q - p, r - q, s - r, p - s)
        let turns = SIMD4<Double>(a.cross(b), b.cross(c), c.cross(d), d.cross(a))
        // All squared: no root is needed to compare lengths and sines.
        let squares = SIMD4<Double>(a.dot(a), b.dot(b), c.dot(c), d.dot(d))
        let following = SIMD4<Double>(squares[1], squares[2], squares[3], squares[0])
        let leastSide = parameters.minimumSide * min(width, height)
        let leastTurns: SIMD4<Double> =
            squares * following * (parameters.minimumCornerSine * parameters.minimumCornerSine)
        let leastRatio = parameters.minimumSideRatio * parameters.minimumSideRatio
        let isConvex =
            (turns[0] > 0) == (turns[1] > 0) && (turns[1] > 0) == (turns[2] > 0) && (turns[2] > 0) == (turns[3] > 0)
        guard isConvex, squares.min() > leastSide * leastSide, all(turns * turns .> leastTurns),
            min(squares[0], squares[2]) > leastRatio * max(squares[0], squares[2]),
            min(squares[1], squares[3]) > leastRatio * max(squares[1], squares[3])
        else { return nil }
        let starts = SIMD4<Float>(
            crossings.position(l, along: i), crossings.position(i, along: j), crossings.position(j, along: k),
            crossings.position(k, along: l))
        let ends = SIMD4<Float>(
            crossings.position(j, along: i), crossings.position(k, along: j), crossings.position(l, along: k),
            crossings.position(i, along: l))
        let isForward = starts .< ends
        return Sketch(
            combination: Combination(UInt8(i), UInt8(j), UInt8(k), UInt8(l)), area: Float(twiceArea / 2),
            low: ends.replacing(with: starts, where: isForward), high: starts.replacing(with: ends, where: isForward))
    }

    /// The quad of a combination that was passed on.
    func proposal(_ combination: Combination) -> Proposal {
        let (i, j) = (Int(combination[0]), Int(combination[1]))
        let (k, l) = (Int(combination[2]), Int(combination[3]))
        let corners = Quad(
            topLeft: crossings[i, j], topRight: crossings[j, k], bottomRight: crossings[k, l],
            bottomLeft: crossings[l, i])
        let sides = corners.sideLengths
        return Proposal(
            lines: SIMD4(Int32(i), Int32(j), Int32(k), Int32(l)), corners: corners, area: corners.area,
            sides: SIMD4(sides[0], sides[1], sides[2], sides[3]))
    }

    private func oppositePairs() -> [Pair] {
        let leastAlignment = cosine(parameters.oppositeAngle)
        let leastSeparation = parameters.separation * min(width, height)
        var pairs: [Pair] = []
        for first in lines.indices {
            for second in lines.indices[(first + 1)...] {
                let (a, b) = (lines[first], lines[second])
                let alignment = a.alignment(with: b)
                let sign: Double = alignment < 0 ? -1 : 1
                guard abs(alignment) > leastAlignment, abs(a.offset - sign * b.offset) > leastSeparation else {
                    continue
                }
                let x = a.normalX + sign * b.normalX
                let y = a.normalY + sign * b.normalY
                let squared = x * x + y * y
                pairs.append(
                    Pair(
                        first: first, second: second, doubleCosine: (x * x - y * y) / squared,
                        doubleSine: 2 * x * y / squared))
            }
        }
        return pairs
    }

    /// Where lines cross, and which crossings lie in or near the frame.
    private struct Crossings {
        /// For each line, the set of lines that it crosses in or near the frame.
        var reachable: [UInt64]
        private var points: [Point2D]
        /// Position of a crossing along the first of the two lines, whose direction is its normal turned by 90°.
        private var positions: [Float]
        private let count: Int

        init(_ lines: [Line], halfWidth: Double, halfHeight: Double, margin: Double) {
            count = lines.count
            reachable = [UInt64](repeating: 0, count: lines.count)
            points = [Point2D](repeating: Point2D(x: 0, y: 0), count: lines.count * lines.count)
            positions = [Float](repeating: 0, count: lines.count * lines.count)
            for first in lines.indices {
                for second in lines.indices[(first + 1)...] {
                    guard let point = lines[first].crossing(lines[second]), abs(point.x) < halfWidth + margin,
                        abs(point.y) < halfHeight + margin
                    else { continue }
                    add(point, first, lines[first], second)
                    add(point, second, lines[second], first)
                }
            }
        }

        private mutating func add(_ point: Point2D, _ first: Int, _ line: Line, _ second: Int) {
            points[first * count + second] = point
            positions[first * count + second] = Float(point.y * line.normalX - point.x * line.normalY)
            reachable[first] |= 1 << UInt64(second)
        }

        @inline(__always)
        subscript(first: Int, second: Int) -> Point2D { points[first &* count &+ second] }

        @inline(__always)
        func position(_ second: Int, along first: Int) -> Float { positions[first &* count &+ second] }
    }
}
