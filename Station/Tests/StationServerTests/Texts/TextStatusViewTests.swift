import StationRules
import StationViews
import Testing

@Suite struct TextStatusViewTests {
    @Test("TX-2: a document whose pages wait for other work offers to read them now", arguments: ReadingPause.allCases)
    func readNow(pause: ReadingPause) {
        let waiting = [PageReading(state: .waiting)]
        let html = TextStatusView(waiting, .paused(pause), path: "/documents/1").html
        #expect(html.contains("action=\"/documents/1/read\"") && html.contains(">Read Now</button>"))
        #expect(!TextStatusView(waiting, .reading, path: "/documents/1").html.contains("<form"))
    }
}
