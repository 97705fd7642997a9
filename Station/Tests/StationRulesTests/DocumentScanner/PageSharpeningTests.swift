import StationRules
import Testing

@Suite struct PageSharpeningTests {
    @Test("DS-69: a page that is made of several pictures says so, in the person's language")
    func note() {
        let page = SharperPage(frames: 12, lostShare: 0, source: .fused)
        #expect(page.note == "Enhanced from 12 shots" && page.warning == nil)
        #expect(Language.$current.withValue(.german) { page.note } == "Aus 12 Aufnahmen verbessert")
        #expect(SharperPage(frames: 12, lostShare: 0, source: .single).note == nil)
    }

    @Test("DS-71: what glare hides in all pictures is told, but not a speck")
    func warning() {
        #expect(SharperPage(frames: 12, lostShare: 0.0009, source: .fused).warning == nil)
        #expect(SharperPage(frames: 12, lostShare: 0.001, source: .fused).hasLostParts)
        // It is hidden in the captured picture as well.
        #expect(SharperPage(frames: 12, lostShare: 0.2, source: .single).warning != nil)
    }

    @Test("DS-71: frames are kept unless the person does not want it")
    func frames() {
        #expect(PageSharpening.off.bufferedFrames == 0 && PageSharpening.automatic.bufferedFrames == 16)
        #expect(PersonalSettings().pageSharpening == .automatic)
    }
}
