import RectoKernels
import TestSupport
import Testing

@Suite struct FinderRunsTests {
    @Test func matchesItsReference() {
        var random = SeededGenerator(seed: 11)
        var total = 0
        for count in Array(0...40) + [500] {
            for round in 0..<20 {
                // Runs close to those of a finder, so that many just match and many just do not.
                var (starts, ends): ([Int32], [Int32]) = ([], [])
                var at: Int32 = 0
                let module = Int32(1 + round)
                for i in 0..<count + 10 {
                    starts.append(at)
                    let middle = i % 3 == 1
                    at += max(
                        1,
                        (middle ? 3 * module : module)
                            + Int32.random(in: -module / 2 - 1...module / 2 + 1, using: &random))
                    ends.append(at)
                    at += max(1, module + Int32.random(in: -module / 2...module / 2, using: &random))
                }
                let expected = Reference.finderRuns(starts: starts, ends: ends, count: count)
                total += expected.count
                for level in InstructionSet.available {
                    var list = [Int32](repeating: -1, count: count + 1)
                    let found = InstructionSet.withForced(level) {
                        finderRuns(starts: starts, ends: ends, count: count, into: &list)
                    }
                    #expect(found == expected.count)
                    #expect(list[1..<found + 1].map(Int.init) == expected, "\(count) runs, \(level)")
                }
            }
        }
        #expect(total > 1000)
    }

    @Test func inkSpreadMakesNoDifference() {
        #expect(FinderRuns(4, 4, 12, 4, 4).isFinder)
        #expect(FinderRuns(6, 2, 14, 2, 6).isFinder)
        #expect(FinderRuns(2, 6, 10, 6, 2).isFinder)
        #expect(!FinderRuns(4, 4, 4, 4, 4).isFinder)
        #expect(!FinderRuns(4, 4, 12, 12, 4).isFinder)
        #expect(!FinderRuns(4, 4, 60, 4, 4).isFinder)
    }
}
