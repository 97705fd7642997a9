import RectoKernels
import TestSupport
import Testing

/// What profiles and proposals of lines are made with: every level must give the bits of the plain twin.
@Suite struct ProposalKernelTests {
    @Test(arguments: [0, 1, 7, 8, 9, 1000]) func pickPairsIsItsTwin(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        func share() -> Float { Float(generator.next() % 2001) / 1000 - 1 }
        let members = (0..<count).map { _ in 1 << (generator.next() % 64) | 1 << (generator.next() % 64) as UInt64 }
        let (cosines, sines) = ((0..<count).map { _ in share() }, (0..<count).map { _ in share() })
        for barred in [0, 0xF0F0_0000_0000_1234, ~0 as UInt64] {
            let expected = Reference.pickPairs(
                members: members, cosines: cosines, sines: sines, barred: barred, direction: (0.6, -0.8), bound: 0.1)
            #expect(count < 1000 || barred == ~0 || !expected.isEmpty)
            for level in KernelLevel.available {
                var found = [Int32](repeating: -1, count: count)
                let number = KernelLevel.withForced(level) {
                    pickPairs(
                        members: members, cosines: cosines, sines: sines, count: count, barred: barred,
                        direction: (0.6, -0.8), bound: 0.1, into: &found)
                }
                #expect(Array(found.prefix(number)) == expected, "\(level)")
            }
        }
    }

    @Test(arguments: [(320, 180), (1, 1), (1024, 3)]) func linePlacesIsItsTwin(width: Int, height: Int) {
        for (cosine, sine, offset) in [(0.6, 0.8, 12.3), (1, 0, -400), (-0.28, 0.96, 0)] as [(Float, Float, Float)] {
            let line = PlacedLine(
                cosine: cosine, sine: sine, offset: offset, width: width, height: height, distance: 4)
            for count in [0, 1, 7, 8, 9, 301] {
                let expected = Reference.linePlaces(line, first: -150, count: count, width: width, height: height)
                for level in KernelLevel.available {
                    let stride = count + 7
                    var places = [Int32](repeating: -1, count: 5 * stride)
                    KernelLevel.withForced(level) {
                        linePlaces(
                            line, first: -150, count: count, width: width, height: height, into: &places,
                            stride: stride)
                    }
                    for row in 0..<5 {
                        #expect(places[row * stride..<row * stride + count].elementsEqual(expected[row]), "\(level)")
                    }
                }
            }
        }
    }
}
