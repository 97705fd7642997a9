import RectoKernels
import TestSupport
import Testing

/// Kernels for profiles and proposals of lines: every level must match the plain reference bit for bit.
@Suite struct ProposalKernelTests {
    @Test(arguments: [0, 1, 7, 8, 9, 1000]) func pickPairsMatchesItsReference(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        func share() -> Float { Float(generator.next() % 2001) / 1000 - 1 }
        let members = (0..<count).map { _ in 1 << (generator.next() % 64) | 1 << (generator.next() % 64) as UInt64 }
        let (cosines, sines) = ((0..<count).map { _ in share() }, (0..<count).map { _ in share() })
        for barred in [0, 0xF0F0_0000_0000_1234, ~0 as UInt64] {
            let expected = Reference.pickPairs(
                members: members, cosines: cosines, sines: sines, barred: barred, direction: (0.6, -0.8), bound: 0.1)
            #expect(count < 1000 || barred == ~0 || !expected.isEmpty)
            for level in InstructionSet.available {
                var found = [Int32](repeating: -1, count: count)
                let number = InstructionSet.withForced(level) {
                    withPairs(members, cosines, sines) {
                        pickPairs(of: $0, barred: barred, direction: (0.6, -0.8), bound: 0.1, into: &found)
                    }
                }
                #expect(Array(found.prefix(number)) == expected, "\(level)")
            }
        }
    }

    private func withPairs(
        _ members: [UInt64], _ cosines: [Float], _ sines: [Float], _ body: (LinePairs) -> Int
    ) -> Int {
        // One more: an empty array may have no memory.
        (members + [0]).withUnsafeBufferPointer { memberBuffer in
            (cosines + [0]).withUnsafeBufferPointer { cosineBuffer in
                (sines + [0]).withUnsafeBufferPointer { sineBuffer in
                    body(
                        LinePairs(
                            members: memberBuffer.baseAddress!, cosines: cosineBuffer.baseAddress!,
                            sines: sineBuffer.baseAddress!, count: members.count))
                }
            }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 3000]) func enumerateQuadsMatchesItsReference(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        func number(_ range: ClosedRange<Float>) -> Float {
            range.lowerBound + (range.upperBound - range.lowerBound) * Float(generator.next() % 10_001) / 10_000
        }
        func side() -> CutSide { CutSide(length: number(20...200), coverage: number(0...1)) }
        func byte() -> UInt8 { UInt8(generator.next() % 64) }
        let pairs = (0..<max(count, 1)).map { _ in LineQuad(0, byte(), 0, byte()) }
        let ends = (0..<64).map { _ in PairEnd(side: side(), firstSine: number(-1...0.1), secondSine: number(-1...1)) }
        let (firstSides, secondSides) = (pairs.map { _ in side() }, pairs.map { _ in side() })
        let picked = (0..<count).map { _ in Int32(generator.next() % UInt64(pairs.count)) }
        let terms = QuadTerms(
            twiceArea: 4000, squaredSide: 900, squaredRatio: 0.16, frameArea: 57_600, coverageWeight: 9.9,
            sizeWeight: 0.7, rootAreaWeight: 17, areaWeight: -9)
        let pair = LineQuad(3, 0, 200, 0)
        let expected = Reference.enumerateQuads(
            picked: picked, pairs: pairs, pair: pair, ends: ends, firstSides: firstSides, secondSides: secondSides,
            terms: terms)
        #expect(count < 3000 || 100..<count ~= expected.quads.count)
        for level in InstructionSet.available {
            var quads = [LineQuad](repeating: LineQuad(), count: count + 8)
            var scores = [Float](repeating: 0, count: count + 8)
            let number = InstructionSet.withForced(level) {
                enumerateQuads(
                    picked: picked + [Int32](repeating: 0, count: 7), count: count, pairs: pairs, pair: pair,
                    ends: ends, firstSides: firstSides, secondSides: secondSides, terms: terms, into: &quads,
                    scores: &scores)
            }
            #expect(Array(quads.prefix(number)) == expected.quads, "\(level)")
            #expect(Array(scores.prefix(number)) == expected.scores, "\(level)")
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 500]) func cutSidesMatchesItsReference(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        func number(_ range: ClosedRange<Float>) -> Float {
            range.lowerBound + (range.upperBound - range.lowerBound) * Float(generator.next() % 10_001) / 10_000
        }
        let reach = 184
        let positions = (0..<64).map { _ in number(-200...200) }
        let pairs = (0..<count + 7).map { _ in
            LineQuad(0, UInt8(generator.next() % 64), 0, UInt8(generator.next() % 64))
        }
        let members = pairs.prefix(count).map { 1 << UInt64($0[1]) | 1 << UInt64($0[3]) as UInt64 }
        var sums = [Float](repeating: 0, count: 12 * (2 * reach + 2))
        for place in stride(from: 12, to: sums.count, by: 12) {
            sums[place] = sums[place - 12] + number(0...1)
            sums[place + 1] = sums[place - 11] + 1
        }
        sums.withUnsafeBufferPointer { sums in
            for (low, high) in [(0, 2 * reach + 1), (40, 300), (reach, reach)] {
                let support = LineSupport(
                    sums: sums.baseAddress.unsafelyUnwrapped, low: low, high: high, reach: reach)
                for level in InstructionSet.available {
                    var sides = [CutSide](repeating: CutSide(length: -1, coverage: -1), count: count + 7)
                    InstructionSet.withForced(level) {
                        cutSides(
                            pairs: pairs, members: members, count: count, reachable: ~1, positions: positions,
                            support: support, minimum: 20, into: &sides)
                    }
                    for index in 0..<count where members[index] & 1 == 0 {
                        let expected = Reference.cutSide(
                            pair: pairs[index], positions: positions, support: support, minimum: 20)
                        #expect(sides[index].length == expected.length, "\(level)")
                        #expect(sides[index].coverage == expected.coverage, "\(level)")
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 7, 8, 9, 2001]) func boundOfLargestMatchesItsReference(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let some = (0..<count).map { _ in Float(generator.next() % 100_000) / 7 - 5000 }
        for values in [some, some.map { _ in 3 }] {
            for keep in [0, 1, count / 3, count] {
                let expected = Reference.boundOfLargest(values, keep: keep, bins: 100)
                #expect(expected == -.infinity || values.count { $0 >= expected } <= max(keep, count / 50 + 1))
                for level in InstructionSet.available {
                    var histogram = [Int32](repeating: -1, count: 100)
                    let bound = InstructionSet.withForced(level) {
                        boundOfLargest(values, count: count, keep: keep, histogram: &histogram, bins: 100)
                    }
                    #expect(bound == expected, "\(level)")
                }
            }
        }
    }

    @Test(arguments: [(320, 180), (1, 1), (1024, 3)]) func linePlacesMatchesItsReference(width: Int, height: Int) {
        for (cosine, sine, offset) in [(0.6, 0.8, 12.3), (1, 0, -400), (-0.28, 0.96, 0)] as [(Float, Float, Float)] {
            let line = PlacedLine(
                cosine: cosine, sine: sine, offset: offset, width: width, height: height, distance: 4)
            for count in [0, 1, 7, 8, 9, 301] {
                let expected = Reference.linePlaces(line, first: -150, count: count, width: width, height: height)
                for level in InstructionSet.available {
                    let stride = count + 7
                    var places = [Int32](repeating: -1, count: 5 * stride)
                    InstructionSet.withForced(level) {
                        withTarget(&places, stride: stride, width: count, height: 5) {
                            linePlaces(line, first: -150, width: width, height: height, into: $0)
                        }
                    }
                    for row in 0..<5 {
                        #expect(places[row * stride..<row * stride + count].elementsEqual(expected[row]), "\(level)")
                    }
                }
            }
        }
    }
}
