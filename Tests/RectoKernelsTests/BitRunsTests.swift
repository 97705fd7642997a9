import RectoKernels
import TestSupport
import Testing

@Suite struct BitRunsTests {
    @Test func matchTheirReferences() {
        var random = SeededGenerator(seed: 5)
        for count in 0...9 {
            for sparseness in 0..<5 {
                // Fewer and fewer changes: equal neighbors, and words without any change.
                var words = (0..<count).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }
                for _ in 0..<sparseness { words = words.map { $0 & ($0 >> 1) | ($0 << 3) & ($0 >> 7) } }
                if sparseness == 4 { words = words.map { $0 % 3 == 0 ? 0 : $0 % 3 == 1 ? .max : $0 } }
                if count > 0 { words[count - 1] &= .max >> 1 }
                let expected = Reference.bitRuns(words, count: count)
                #expect(expected.starts.count == expected.ends.count)
                for level in InstructionSet.available {
                    var starts = [Int32](repeating: -1, count: 32 * count + 8)
                    var ends = starts
                    let found = InstructionSet.withForced(level) {
                        bitRuns(words, count: count, starts: &starts, ends: &ends)
                    }
                    #expect(found == expected.ends.count)
                    #expect(Array(starts[..<found]) == expected.starts, "\(count) words, \(level)")
                    #expect(Array(ends[..<found]) == expected.ends, "\(count) words, \(level)")
                }
            }
        }
    }

    @Test func runsGoOnFromWordToWord() {
        var (starts, ends) = ([Int32](repeating: 0, count: 200), [Int32](repeating: 0, count: 200))
        let runs = bitRuns([1 << 63 | 0b110, 0b1, 0], count: 3, starts: &starts, ends: &ends)
        #expect(starts[..<runs] == [1, 63] && ends[..<runs] == [3, 65])
    }
}
