import RectoKernels
import Testing

@Suite struct KernelLevelTests {
    @Test func forcedLevelsHoldWithinTheirClosure() {
        let before = KernelLevel.current
        for level in KernelLevel.available {
            KernelLevel.withForced(level) {
                #expect(KernelLevel.current == level)
                KernelLevel.withForced(.baseline) { #expect(KernelLevel.current == .baseline) }
                #expect(KernelLevel.current == level)
            }
        }
        #expect(KernelLevel.current == before)
    }

    @Test func noLevelIsAboveTheProcessors() {
        #expect(KernelLevel.available.first == .baseline)
        KernelLevel.withForced(.v4) { #expect(KernelLevel.current == KernelLevel.available.last) }
    }
}
