import RectoKernels
import TestSupport
import Testing

/// Votes for lines: every level must match the plain reference bit for bit.
@Suite struct EdgeVotingTests {
    private static let minimum: Float = 0.12

    private static func edges(_ width: Int, _ height: Int, seed: UInt64) -> [EdgePixel] {
        var generator = SeededGenerator(seed: seed)
        return (0..<width * height).map { _ in
            let strength = Float(generator.next() % 1000) / 1000
            return EdgePixel(strength: strength * strength, direction: UInt8(generator.next() % 180))
        }
    }

    private static func voters(_ edges: [EdgePixel], _ width: Int) -> (voters: [EdgeVoter], directions: [UInt8]) {
        var voters = [EdgeVoter](repeating: .none, count: edges.count + 8)
        var directions = [UInt8](repeating: 0xFF, count: edges.count + 8)
        var count = 0
        withPlane(edges, width: width, height: edges.count / width) {
            count = collectVoters($0, minimum: minimum, into: &voters, directions: &directions)
        }
        return (Array(voters.prefix(count)), Array(directions.prefix(count)))
    }

    @Test func edgePixelsKeepStrengthAndDirection() {
        for (strength, direction) in [(0, 0), (1, 179), (0.5, 90), (0.123_456, 7)] as [(Float, UInt8)] {
            let edge = EdgePixel(strength: strength, direction: direction)
            #expect(abs(edge.strength - strength) <= 1 / 65536)
            #expect(edge.direction == direction)
        }
    }

    @Test(arguments: [(1, 1), (7, 3), (8, 4), (9, 5), (67, 41), (1024, 3), (3, 1024)])
    func collectVotersMatchesItsReference(width: Int, height: Int) {
        let edges = Self.edges(width, height, seed: UInt64(width))
        let expected = Reference.collectVoters(edges, width: width, minimum: Self.minimum)
        for level in InstructionSet.available {
            let found = InstructionSet.withForced(level) { Self.voters(edges, width) }
            #expect(found.voters == expected.voters)
            #expect(found.directions == expected.directions)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1000]) func castVotesMatchesItsReference(count: Int) {
        let (width, height) = (64, 48)
        let all = Self.voters(Self.edges(width, height, seed: 5), width).voters
        let rows = [0.2, 0.8, 1.3, -0.7, 3.0].map { angle -> VoteRow in
            let (cosine, sine) = (Self.cos(angle), Self.cos(angle - .pi / 2))
            return VoteRow(cosine: cosine, sine: sine, center: 90, weight: 0.75)
        }
        let offsets = 200
        var expected: [Float] = []
        for row in rows {
            var votes = [Float](repeating: 0.5, count: offsets)
            Reference.castVotes(Array(all.prefix(count)), row: row, votes: &votes)
            expected += votes
        }
        for level in InstructionSet.available {
            var votes = [Float](repeating: 0.5, count: rows.count * offsets)
            InstructionSet.withForced(level) {
                castVotes(all, count: count, rows: rows, rowCount: rows.count, votes: &votes, stride: offsets)
            }
            #expect(votes == expected, "\(level)")
        }
    }

    /// Compared with double precision, and bit-identical at every level.
    @Test(arguments: [0, 1, 7, 8, 9, 1500]) func sumsOfVotersAreThoseNearTheLine(count: Int) {
        let (width, height) = (64, 48)
        let edges = Self.edges(width, height, seed: 6)
        let all = Self.voters(edges, width).voters
        let strong = edges.indices.filter { edges[$0].strength > Self.minimum }.prefix(count)
        let (cosine, sine): (Float, Float) = (0.6, 0.8)
        var expected = [Double](repeating: 0, count: 7)
        for index in strong {
            let (x, y) = (Double(index % width), Double(index / width))
            guard abs(x * 0.6 + y * 0.8 - 40.03) < 2.2 else { continue }
            let weight = (Double(edges[index].strength) * 4095).rounded() / 4095
            let (fromX, fromY) = (x - 32, y - 24)
            let moments = [
                1, weight, weight * fromX, weight * fromY, weight * fromX * fromX, weight * fromX * fromY,
                weight * fromY * fromY,
            ]
            for (place, moment) in moments.enumerated() { expected[place] += moment }
        }
        var first: VoterSums?
        for level in InstructionSet.available {
            var sums = VoterSums()
            InstructionSet.withForced(level) {
                sums.add(
                    all, count: min(count, all.count), cosine: cosine, sine: sine, offset: 40.03, distance: 2.2,
                    centerX: 32, centerY: 24)
            }
            let found = [sums.count, sums.weight, sums.x, sums.y, sums.xx, sums.xy, sums.yy]
            for (value, truth) in zip(found, expected) {
                #expect(abs(Double(value) - truth) < 1e-3 + 1e-5 * abs(truth))
            }
            #expect(sums == first ?? sums, "\(level)")
            first = sums
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 361]) func rowPeaksMatchesItsReference(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        // Few distinct values, so that neighbors are often equal.
        let row = (0..<count + 2).map { _ in Float(generator.next() % 6) }
        let expected = Reference.rowPeaks(row, minimum: 2)
        for level in InstructionSet.available {
            var found = [Int32](repeating: -1, count: count + 1)
            let peaks = InstructionSet.withForced(level) {
                row.withUnsafeBufferPointer { row in
                    row.baseAddress.map { rowPeaks($0 + 1, count: count, minimum: 2, into: &found) } ?? 0
                }
            }
            #expect(Array(found.prefix(peaks)) == expected, "\(level)")
        }
    }

    /// By the series, so that the test needs no math library.
    private static func cos(_ x: Double) -> Float {
        var (term, sum) = (1.0, 1.0)
        for k in 1...40 {
            term *= -x * x / Double(2 * k * (2 * k - 1))
            sum += term
        }
        return Float(sum)
    }
}
