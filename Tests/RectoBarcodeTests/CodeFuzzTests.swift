import CodeFuzz
import Testing

/// A short run of the fuzzer; `CodeFuzz` makes long ones.
@Suite struct CodeFuzzTests {
    @Test("Genuine, damaged and senseless pictures give sound answers", arguments: 1...3 as ClosedRange<UInt64>)
    func fuzzedPicturesGiveSoundAnswers(_ seed: UInt64) throws {
        var fuzzer = try CodeFuzzer(seed: seed)
        for _ in 0..<(isDebugBuild ? 4 : 200) { try fuzzer.step() }
        // The run is useful only if some codes are read completely.
        #expect(isDebugBuild || fuzzer.tally.right > 10, "\(fuzzer.tally)")
        #expect(fuzzer.tally.wrong.isEmpty)
    }
}
