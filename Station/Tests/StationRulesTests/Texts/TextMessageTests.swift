import StationRules
import Testing

@Suite struct TextMessageTests {
    private let waiting = PageReading(state: .waiting)
    private let read = PageReading(state: .read, hasText: true)
    private let aside = PageReading(state: .aside, reason: "it is damaged")

    @Test("TX-11: a document says how far its texts are, and why they wait")
    func document() {
        #expect(TextMessages.status([waiting], .reading) == "Recognizing text")
        #expect(TextMessages.status([read, waiting, waiting], .reading) == "Recognizing text, 1 of 3 pages done")
        #expect(
            TextMessages.status([waiting], .paused(.scanning)) == "Text recognition is waiting – a camera is in use")
        #expect(TextMessages.status([waiting], .unavailable(.noReader)).contains("libtesseract5"))
        #expect(TextMessages.status([read, read], .idle) == "Text recognized")
        #expect(TextMessages.status([PageReading(state: .read)], .idle) == "No text found")
    }

    @Test("TX-3: pages that were set aside are told of by number")
    func setAside() {
        #expect(TextMessages.status([aside], .idle) == "The text could not be recognized")
        #expect(
            TextMessages.status([read, aside, aside], .idle)
                == "Text recognized. The text of page 2, 3 could not be recognized")
        #expect(TextMessages.status(aside, .idle) == "The text could not be recognized: it is damaged")
        #expect(TextMessages.status(read, .idle) == nil)
    }

    @Test("TX-10: an export says for how many texts it waits")
    func export() {
        var job = Job(id: "a", kind: .export, total: 3)
        job.waitForTexts(2)
        #expect(job.text == "Recognizing text, 2 pages to go")
        job.waitForTexts(0)
        #expect(job.text == "Exporting page 1 of 3")
        job.stop()
        job.waitForTexts(1)
        #expect(job.unread == 0)
    }
}
