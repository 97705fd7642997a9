import RectoCore
import RectoKernels

/// Forms quads from two pairs of opposite lines, roughly at right angles to each other.
///
/// A pair of opposite lines cuts a side out of a third line. What is known of that side is computed once and used for
/// all quads that have it.
final class QuadProposals {
    struct Parameters: Hashable, Sendable {
        /// Largest angle between opposite sides, in radians.
        var oppositeAngle = 38 * Double.pi / 180
        /// Smallest difference between the offsets of opposite sides, in short sides of the frame.
        var separation = 0.12
        /// Smallest angle between the two pairs' mean directions, in radians.
        var familyAngle = Double.pi / 4
        /// How far corners may lie outside the frame, in long sides.
        var margin = 0.12
        /// Smallest area, as a share of the frame's area.
        var minimumArea = 0.035
        /// Smallest side, in short sides of the frame.
        var minimumSide = 0.08
        /// Smallest sine of a corner's angle.
        var minimumCornerSine = 0.5
        /// Smallest ratio of opposite sides.
        var minimumSideRatio = 0.4
        /// The maximum number of pairs of pairs that are tried, those with the most votes first.
        var maximumCount = 60_000
    }

    /// Four lines and the corners that they form.
    struct Proposal {
        /// Indices of the lines; side `i` starts at corner `i - 1` and ends at corner `i`.
        var lines: SIMD4<Int32>
        var corners: CenteredQuad
        var area: Double
        /// Lengths of the sides from corner `i` to the next.
        var sides: SIMD4<Double>
    }

    private struct Pair {
        var first: Int
        var second: Int
    }

    private var lines: [Line] = []
    private var width = 0.0
    private var height = 0.0
    private var parameters = Parameters()
    private let crossings = LineCrossings()
    private let pairs = Plane<Pair>()
    /// The two lines of each pair as the second and fourth of a quad.
    private let pairLines = Plane<LineQuad>()
    /// The two lines of each pair as a set.
    private let members = Plane<UInt64>()
    /// Cosine and sine of twice the mean direction of each pair's normals; doubling makes it unique modulo 180°.
    private let (doubleCosines, doubleSines) = (Plane<Float>(), Plane<Float>())
    private var pairCount = 0
    /// Indices of the pairs that form quads with one pair.
    private let picked = Plane<Int32>()
    /// The sides that pairs cut out of lines: a row for each line, a column for each pair.
    private let sides = Plane<CutSide>()
    /// What one pair cuts out of each line.
    private let ends = Plane<PairEnd>()

    /// Takes the lines to form quads from.
    /// - Parameter measured: At most 64, best first.
    func take(_ measured: MeasuredLines, _ parameters: Parameters) {
        precondition(measured.lines.count <= 64, "lines are kept in sets of 64 bits")
        // Copied, so that the caller's array is uniquely referenced when it is refilled.
        lines.removeAll(keepingCapacity: true)
        lines.append(contentsOf: measured.lines)
        width = Double(measured.width)
        height = Double(measured.height)
        self.parameters = parameters
        crossings.measure(
            lines, halfWidth: width / 2, halfHeight: height / 2, margin: parameters.margin * max(width, height),
            minimumSine: parameters.minimumCornerSine)
        findOppositePairs()
        measureSides(measured.profiles)
    }

    /// The maximum number of proposals.
    var maximumCount: Int { parameters.maximumCount }

    /// Writes all quads that could be a page into `quads`, and their rough scores into `scores`. If there are too many
    /// pairs of pairs, those of the last lines are skipped.
    /// - Parameters:
    ///   - ranker: The source of the scores.
    ///   - quads, scores: Room for ``maximumCount`` and 8 more.
    /// - Returns: The number of quads.
    func collect(
        _ ranker: QuadRanker, into quads: UnsafeMutablePointer<LineQuad>, scores: UnsafeMutablePointer<Float>
    ) -> Int {
        let minimumFamilyCosine = Float(cos(2 * parameters.familyAngle))
        let rough = ranker.roughWeights
        let terms = QuadTerms(
            twiceArea: Float(2 * parameters.minimumArea * width * height),
            squaredSide: Float(
                parameters.minimumSide * min(width, height) * parameters.minimumSide * min(width, height)),
            squaredRatio: Float(parameters.minimumSideRatio * parameters.minimumSideRatio),
            frameArea: Float(width * height), coverageWeight: rough.coverage, sizeWeight: rough.size,
            rootAreaWeight: rough.rootArea, areaWeight: rough.area)
        var left = parameters.maximumCount
        var found = 0
        let count = pairCount
        picked.reshape(width: count + 8, height: 1)
        // SAFETY: the lines of pairs are below the number of lines, for which all tables have room.
        for index in 0..<count where left > 0 {
            let pair = pairs.base[index]
            let reachable = crossings.reachable(pair.first) & crossings.reachable(pair.second)
            guard reachable != 0 else { continue }
            measureEnds(of: pair, index)
            // Families whose doubled angles differ by 90° or more are 45° apart or more.
            let next = index + 1
            let others = pickPairs(
                of: LinePairs(
                    members: members.base + next, cosines: doubleCosines.base + next, sines: doubleSines.base + next,
                    count: count - next), barred: ~reachable,
                direction: (doubleCosines.base[index], doubleSines.base[index]), bound: minimumFamilyCosine,
                into: picked.base)
            guard others > 0 else { continue }
            (picked.base + others).update(repeating: 0, count: 7)
            found += enumerateQuads(
                picked: picked.base, count: min(others, left), pairs: pairLines.base + next,
                pair: LineQuad(UInt8(pair.first), 0, UInt8(pair.second), 0), ends: ends.base,
                firstSides: sides.base + pair.first * count + next,
                secondSides: sides.base + pair.second * count + next, terms: terms, into: quads + found,
                scores: scores + found)
            left -= min(others, left)
        }
        return found
    }

    /// Sets ``ends``.
    private func measureEnds(of pair: Pair, _ index: Int) {
        let (firstSines, secondSines) = (crossings.sines(of: pair.first), crossings.sines(of: pair.second))
        let (ends, sides, count) = (ends.base, sides.base + index, pairCount)
        for line in 0..<lines.count {
            ends[line] = PairEnd(
                side: sides[line &* count], firstSine: firstSines[line], secondSine: secondSines[line])
        }
    }

    /// The proposal of a collected quad.
    func proposal(_ quad: LineQuad) -> Proposal {
        let (i, j, k, l) = (Int(quad[0]), Int(quad[1]), Int(quad[2]), Int(quad[3]))
        let corners = Quad(
            topLeft: crossings[i, j], topRight: crossings[j, k], bottomRight: crossings[k, l],
            bottomLeft: crossings[l, i])
        let sides = SIMD4<Double>(
            (corners.topRight - corners.topLeft).length, (corners.bottomRight - corners.topRight).length,
            (corners.bottomLeft - corners.bottomRight).length, (corners.topLeft - corners.bottomLeft).length)
        return Proposal(
            lines: SIMD4(Int32(i), Int32(j), Int32(k), Int32(l)), corners: CenteredQuad(corners), area: corners.area,
            sides: sides)
    }

    private func findOppositePairs() {
        let minimumAlignment = cos(parameters.oppositeAngle)
        let minimumSeparation = parameters.separation * min(width, height)
        let room = max(1, lines.count * lines.count / 2)
        pairs.reshape(width: room, height: 1)
        pairLines.reshape(width: room + 7, height: 1)
        members.reshape(width: room, height: 1)
        doubleCosines.reshape(width: room, height: 1)
        doubleSines.reshape(width: room, height: 1)
        pairCount = 0
        for first in 0..<lines.count {
            for second in first + 1..<max(first + 1, lines.count) {
                let (a, b) = (lines[first], lines[second])
                let alignment = a.alignment(with: b)
                let sign: Double = alignment < 0 ? -1 : 1
                guard abs(alignment) > minimumAlignment, abs(a.offset - sign * b.offset) > minimumSeparation else {
                    continue
                }
                let x = a.normalX + sign * b.normalX
                let y = a.normalY + sign * b.normalY
                let squared = x * x + y * y
                pairs.base[pairCount] = Pair(first: first, second: second)
                pairLines.base[pairCount] = LineQuad(0, UInt8(first), 0, UInt8(second))
                members.base[pairCount] = 1 << UInt64(first) | 1 << UInt64(second)
                doubleCosines.base[pairCount] = Float((x * x - y * y) / squared)
                doubleSines.base[pairCount] = Float(2 * x * y / squared)
                pairCount += 1
            }
        }
    }

    private func measureSides(_ profiles: LineProfiles.View) {
        // The sides of the last line are padded to a whole vector, and so are the pairs.
        sides.reshape(width: max(1, pairCount), height: lines.count + 8)
        ends.reshape(width: max(1, lines.count), height: 1)
        (pairLines.base + pairCount).update(repeating: LineQuad(), count: 7)
        let minimumSide = Float(parameters.minimumSide * min(width, height))
        for line in 0..<lines.count {
            let support = profiles.sums(ofLine: line).support(profiles.reach)
            cutSides(
                pairs: pairLines.base, members: members.base, count: pairCount, reachable: crossings.reachable(line),
                positions: crossings.positions(along: line), support: support, minimum: minimumSide,
                into: sides.base + line * pairCount)
        }
    }
}
