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

    /// Passes on all quads that could be a page; where there are too many, those of the last lines are left out.
    func forEach(_ body: (Combination, Proposal) -> Void) {
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
                let combination = Combination(UInt8(a.first), UInt8(b.first), UInt8(a.second), UInt8(b.second))
                if let proposal = proposal(combination) { body(combination, proposal) }
            }
        }
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

    /// The quad that four lines close, or nothing if it could not be a page.
    func proposal(_ combination: Combination) -> Proposal? {
        let (i, j) = (Int(combination[0]), Int(combination[1]))
        let (k, l) = (Int(combination[2]), Int(combination[3]))
        let corners = Quad(
            topLeft: crossings[i, j], topRight: crossings[j, k], bottomRight: crossings[k, l],
            bottomLeft: crossings[l, i])
        let area = corners.area
        guard area > parameters.minimumArea * width * height else { return nil }
        let edges = (
            corners.topRight - corners.topLeft, corners.bottomRight - corners.topRight,
            corners.bottomLeft - corners.bottomRight, corners.topLeft - corners.bottomLeft
        )
        let turns = SIMD4(
            edges.0.cross(edges.1), edges.1.cross(edges.2), edges.2.cross(edges.3), edges.3.cross(edges.0))
        let clockwise = turns[0] > 0
        for corner in 0..<4 where (turns[corner] > 0) != clockwise || turns[corner] == 0 { return nil }
        let sides = SIMD4(edges.0.length, edges.1.length, edges.2.length, edges.3.length)
        guard sides.min() > parameters.minimumSide * min(width, height) else { return nil }
        let following = SIMD4(sides[1], sides[2], sides[3], sides[0])
        for corner in 0..<4
        where abs(turns[corner]) <= parameters.minimumCornerSine * sides[corner] * following[corner] { return nil }
        guard min(sides[0], sides[2]) > parameters.minimumSideRatio * max(sides[0], sides[2]),
            min(sides[1], sides[3]) > parameters.minimumSideRatio * max(sides[1], sides[3])
        else { return nil }
        return Proposal(
            lines: SIMD4(Int32(i), Int32(j), Int32(k), Int32(l)), corners: corners, area: area, sides: sides)
    }

    /// Where lines cross, and which crossings lie in or near the frame.
    private struct Crossings {
        /// For each line, the set of lines that it crosses in or near the frame.
        var reachable: [UInt64]
        private var points: [Point2D]
        private let count: Int

        init(_ lines: [Line], halfWidth: Double, halfHeight: Double, margin: Double) {
            count = lines.count
            reachable = [UInt64](repeating: 0, count: lines.count)
            points = [Point2D](repeating: Point2D(x: 0, y: 0), count: lines.count * lines.count)
            for first in lines.indices {
                for second in lines.indices[(first + 1)...] {
                    guard let point = lines[first].crossing(lines[second]), abs(point.x) < halfWidth + margin,
                        abs(point.y) < halfHeight + margin
                    else { continue }
                    points[first * count + second] = point
                    points[second * count + first] = point
                    reachable[first] |= 1 << UInt64(second)
                    reachable[second] |= 1 << UInt64(first)
                }
            }
        }

        @inline(__always)
        subscript(first: Int, second: Int) -> Point2D { points[first * count + second] }
    }
}
