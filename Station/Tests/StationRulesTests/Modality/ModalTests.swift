import StationRules
import Testing

@Suite struct ModalTests {
    @Test("MO-2, MO-3: what is new or shown slides up, and what is edited dissolves in its place")
    func transitions() {
        #expect(ModalPurpose.create.transition == .slide && ModalPurpose.show.transition == .slide)
        #expect(ModalPurpose.edit.transition == .dissolve)
    }
}
