import RectoCore
import RectoKernels

/// Closes four lines to quads: two pairs of opposite lines, about at right angles to each other.
///
/// What can be told of a pair of opposite lines and a third one, the side that they cut out of it, is worked out once
/// and used by all quads that have this side.
final class QuadProposals {
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
    }

    /// The piece of a line between the two lines of a pair.
    private struct Side {
        /// Position of the second crossing less that of the first, along the line.
        var length: Float
        /// Edge support a visible sample.
        var coverage: Float
    }

    /// Four lines by their indices: two opposite ones first and third, the others second and fourth.
    typealias Combination = SIMD4<UInt8>

    private var lines: [Line] = []
    private var width = 0.0
    private var height = 0.0
    private var parameters = Parameters()
    private let crossings = LineCrossings()
    private let pairs = Plane<Pair>()
    /// The two lines of each pair as a set.
    private let members = Plane<UInt64>()
    /// Mean direction of each pair's normals, modulo 180°, doubled: cosine and sine.
    private let (doubleCosines, doubleSines) = (Plane<Float>(), Plane<Float>())
    private var pairCount = 0
    /// The pairs that go with one, by their indices.
    private let picked = Plane<Int32>()
    /// A row for each line, a column for each pair.
    private let sides = Plane<Side>()
    /// The sides that the lines have between those of one pair.
    private let cut = Plane<Side>()

    /// Takes lines to make quads of.
    /// - Parameters:
    ///   - lines: At most 64, best first, with the frame's centre as origin.
    ///   - profiles: Of the lines.
    func take(_ lines: [Line], _ profiles: LineProfiles.View, width: Int, height: Int, _ parameters: Parameters) {
        precondition(lines.count <= 64, "lines are kept in sets of 64 bits")
        // Copied, so that the caller's array is its own again when it is filled anew.
        self.lines.removeAll(keepingCapacity: true)
        self.lines.append(contentsOf: lines)
        self.width = Double(width)
        self.height = Double(height)
        self.parameters = parameters
        crossings.measure(
            lines, halfWidth: self.width / 2, halfHeight: self.height / 2,
            margin: parameters.margin * max(self.width, self.height), minimumSine: parameters.minimumCornerSine)
        findOppositePairs()
        measureSides(profiles)
    }

    /// No more proposals are made.
    var maximumCount: Int { parameters.maximumCount }

    /// What can be told of four lines without working out the quad.
    struct Sketch {
        var combination: Combination
        /// Area of the quad, in pixels of the frame.
        var area: Float
        /// Mean of the sides' edge support.
        var meanCoverage: Float
    }

    /// Passes on all quads of opposite sides, with 1 for those that could be a page and 0 for the others; where there are
    /// too many, those of the last lines are left out.
    @inline(__always)
    func forEach(_ body: (Sketch, Int) -> Void) {
        let leastFamilyCosine = Float(cosine(2 * parameters.familyAngle))
        let limits = Limits(
            twiceArea: Float(2 * parameters.minimumArea * width * height),
            squaredSide: Float(
                parameters.minimumSide * min(width, height) * parameters.minimumSide * min(width, height)),
            squaredRatio: Float(parameters.minimumSideRatio * parameters.minimumSideRatio))
        var left = parameters.maximumCount
        let (pairs, count, cut) = (pairs.base, pairCount, cut.base)
        picked.reshape(width: max(1, count), height: 1)
        let picked = picked.base
        // SAFETY: lines of pairs are below the lines' number, which all tables are made for.
        for index in 0..<count {
            let a = pairs[index]
            let reachable = crossings.reachable(a.first) & crossings.reachable(a.second)
            guard reachable != 0 else { continue }
            for line in 0..<lines.count { cut[line] = sides.base[line &* count &+ index] }
            let (sinesFirst, sinesSecond) = (crossings.sines(of: a.first), crossings.sines(of: a.second))
            let (sidesFirst, sidesSecond) = (sides.base + a.first &* count, sides.base + a.second &* count)
            // Doubled angles 90° apart or more: the families are 45° apart or more.
            let next = index + 1
            let others = pickPairs(
                members: members.base + next, cosines: doubleCosines.base + next, sines: doubleSines.base + next,
                count: count - next, barred: ~reachable,
                direction: (doubleCosines.base[index], doubleSines.base[index]), bound: leastFamilyCosine, into: picked)
            for place in 0..<min(others, left) {
                let other = next &+ Int(picked[place])
                let b = pairs[other]
                let (one, two, three, four) = (cut[b.first], sidesSecond[other], cut[b.second], sidesFirst[other])
                // Signed lengths of the sides, once around; a corner's sine times its sides' lengths is its turn.
                let lengths = SIMD4<Float>(one.length, two.length, -three.length, -four.length)
                let sines = SIMD4<Float>(
                    -sinesSecond[b.first], sinesSecond[b.second], -sinesFirst[b.second], sinesFirst[b.first])
                let (twiceArea, keeps) = limits.check(lengths, sines)
                body(
                    Sketch(
                        combination: Combination(
                            UInt8(truncatingIfNeeded: a.first), UInt8(truncatingIfNeeded: b.first),
                            UInt8(truncatingIfNeeded: a.second), UInt8(truncatingIfNeeded: b.second)),
                        area: twiceArea / 2,
                        meanCoverage: ((one.coverage + two.coverage) + (three.coverage + four.coverage)) / 4), keeps)
            }
            left -= min(others, left)
            if left == 0 { return }
        }
    }

    /// The bounds of a quad's shape.
    private struct Limits {
        var twiceArea: Float
        var squaredSide: Float
        var squaredRatio: Float

        /// Twice the area of a convex quad, from its sides' lengths and the sines between them, and 1 if it keeps the
        /// bounds, or else 0: how it turns out is as good as random, so nothing branches on it.
        @inline(__always)
        func check(_ lengths: SIMD4<Float>, _ sines: SIMD4<Float>) -> (twiceArea: Float, keeps: Int) {
            let (a, b, c, d) = (lengths[0], lengths[1], lengths[2], lengths[3])
            let (ab, bc) = (a * b * sines[0], b * c * sines[1])
            let (cd, da) = (c * d * sines[2], d * a * sines[3])
            let (least, most) = (min(min(ab, bc), min(cd, da)), max(max(ab, bc), max(cd, da)))
            let isConvex = (least > 0 ? 1 : 0) | (most < 0 ? 1 : 0)
            let area: Float = abs(ab) + abs(cd)
            let (aa, bb, cc, dd) = (a * a, b * b, c * c, d * d)
            let (shorter, longer) = (min(aa, cc), max(aa, cc))
            let (shorterToo, longerToo) = (min(bb, dd), max(bb, dd))
            let isLarge = (area > twiceArea ? 1 : 0) & (min(shorter, shorterToo) > squaredSide ? 1 : 0)
            let isEven =
                (shorter > squaredRatio * longer ? 1 : 0) & (shorterToo > squaredRatio * longerToo ? 1 : 0)
            return (area, isConvex & isLarge & isEven)
        }
    }

    /// The quad of a combination that was passed on.
    func proposal(_ combination: Combination) -> Proposal {
        let (i, j) = (Int(combination[0]), Int(combination[1]))
        let (k, l) = (Int(combination[2]), Int(combination[3]))
        let corners = Quad(
            topLeft: crossings[i, j], topRight: crossings[j, k], bottomRight: crossings[k, l],
            bottomLeft: crossings[l, i])
        let sides = SIMD4<Double>(
            (corners.topRight - corners.topLeft).length, (corners.bottomRight - corners.topRight).length,
            (corners.bottomLeft - corners.bottomRight).length, (corners.topLeft - corners.bottomLeft).length)
        return Proposal(
            lines: SIMD4(Int32(i), Int32(j), Int32(k), Int32(l)), corners: corners, area: corners.area, sides: sides)
    }

    private func findOppositePairs() {
        let leastAlignment = cosine(parameters.oppositeAngle)
        let leastSeparation = parameters.separation * min(width, height)
        let room = max(1, lines.count * lines.count / 2)
        pairs.reshape(width: room, height: 1)
        members.reshape(width: room, height: 1)
        doubleCosines.reshape(width: room, height: 1)
        doubleSines.reshape(width: room, height: 1)
        pairCount = 0
        for first in 0..<lines.count {
            for second in first + 1..<max(first + 1, lines.count) {
                let (a, b) = (lines[first], lines[second])
                let alignment = a.alignment(with: b)
                let sign: Double = alignment < 0 ? -1 : 1
                guard abs(alignment) > leastAlignment, abs(a.offset - sign * b.offset) > leastSeparation else {
                    continue
                }
                let x = a.normalX + sign * b.normalX
                let y = a.normalY + sign * b.normalY
                let squared = x * x + y * y
                pairs.base[pairCount] = Pair(first: first, second: second)
                members.base[pairCount] = 1 << UInt64(first) | 1 << UInt64(second)
                doubleCosines.base[pairCount] = Float((x * x - y * y) / squared)
                doubleSines.base[pairCount] = Float(2 * x * y / squared)
                pairCount += 1
            }
        }
    }

    private func measureSides(_ profiles: LineProfiles.View) {
        sides.reshape(width: max(1, pairCount), height: max(1, lines.count))
        cut.reshape(width: max(1, lines.count), height: 1)
        let leastSide = Float(parameters.minimumSide * min(width, height))
        for line in 0..<lines.count {
            let reachable = crossings.reachable(line)
            let positions = crossings.positions(along: line)
            let sums = profiles.sums(ofLine: line)
            let out = sides.base + line &* pairCount
            for index in 0..<pairCount {
                guard members.base[index] & ~reachable == 0 else { continue }
                let pair = pairs.base[index]
                let (start, end) = (positions[pair.first], positions[pair.second])
                var side = Side(length: end - start, coverage: 0)
                if abs(side.length) > leastSide {
                    side.coverage = sums.coverage(
                        of: profiles.samples(from: min(start, end), to: max(start, end)), leastVisible: 3)
                }
                out[index] = side
            }
        }
    }
}
