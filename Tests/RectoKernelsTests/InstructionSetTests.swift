import RectoKernels
import Testing

@Suite struct InstructionSetTests {
    @Test func forcedLevelsHoldWithinTheirClosure() {
        let before = InstructionSet.current
        for level in InstructionSet.available {
            InstructionSet.withForced(level) {
                #expect(InstructionSet.current == level)
                InstructionSet.withForced(.baseline) { #expect(InstructionSet.current == .baseline) }
                #expect(InstructionSet.current == level)
            }
        }
        #expect(InstructionSet.current == before)
    }

    @Test func noLevelIsAboveTheProcessors() {
        #expect(InstructionSet.available.first == .baseline)
        InstructionSet.withForced(.v4) { #expect(InstructionSet.current == InstructionSet.available.last) }
    }
}
