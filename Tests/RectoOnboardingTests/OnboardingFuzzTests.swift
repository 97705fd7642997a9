import OnboardingFuzz
import Testing

/// A short run of the fuzzer; `OnboardingFuzz` makes long ones.
@Suite struct OnboardingFuzzTests {
    @Test("Thousands of genuine, damaged and hostile codes give sound answers", arguments: 1...3 as ClosedRange<UInt64>)
    func fuzzedCodesGiveSoundAnswers(_ seed: UInt64) throws {
        var fuzzer = try PayloadFuzzer(seed: seed)
        for _ in 0..<1000 { try fuzzer.step() }
        // The run is useful only if codes of every kind are accepted.
        #expect(fuzzer.accepted.count == 6, "\(fuzzer.accepted)")
    }
}
