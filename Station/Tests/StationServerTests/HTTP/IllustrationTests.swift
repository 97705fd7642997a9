import StationRules
import StationViews
import Testing

@Suite struct IllustrationTests {
    @Test(
        "IM-2, IM-10, IM-17: every drawing comes in all sizes, in the theme's colors",
        arguments: MessageSize.allCases)
    func everyDrawingHasAllSizes(size: MessageSize) throws {
        for illustration in IllustratedMessage.Illustration.allCases {
            let svg = illustration.svg(size)
            let box = try #require(svg.firstMatch(of: /viewBox="(-?\d+) 0 (\d+) 160" width="(\d+)" height="(\d+)"/))
            let (left, width) = (try #require(Int(box.1)), try #require(Int(box.2)))
            #expect(Int(box.3) == size.drawing.width && Int(box.4) == size.drawing.height)
            // In proportion, with the motif in the middle.
            #expect(abs(Double(width) / 160 - Double(size.drawing.width) / Double(size.drawing.height)) < 0.01)
            #expect(abs(left * 2 + width - 160) <= 1)
            #expect(!svg.contains("#") && !svg.contains("fill="))
        }
        // Messages always have text; it follows the drawing.
        let html = IllustratedMessageView(LibraryMessages.empty, size: size).html
        #expect(html.contains("message-\(size.rawValue)"))
        let order = ["class=\"illustration\"", "<h2>", "<p>", "class=\"actions "].map {
            html.firstRange(of: $0)?.lowerBound
        }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
    }

    @Test("IM-19: without an illustration nothing is in its place")
    func withoutDrawing() {
        let html = IllustratedMessageView(ArMessages.noAnnotations).html
        #expect(!html.contains("illustration") && !html.contains("<svg") && !html.contains("data-use"))
        #expect(html.contains("<h2>No annotations yet</h2>"))
    }

    @Test("IM-20: the cause of an error is in its drawing, each by a badge of its own")
    func causes() throws {
        let drawings = IllustratedMessage.Cause.allCases.map {
            IllustratedMessage.Illustration.failed.svg(.small, cause: $0)
        }
        #expect(Set(drawings).count == drawings.count && drawings.allSatisfy { $0.contains("i-badge") })
        #expect(!IllustratedMessage.Illustration.noDocuments.svg(.small).contains("i-badge"))
        let html = IllustratedMessageView(try #require(CameraState.blocked.message)).html
        #expect(html.contains("data-cause=\"permission\"") && html.contains("i-badge"))
    }

    @Test("IM-13: actions stand where the layout says", arguments: MessageLayout.Alignment.allCases)
    func layouts(_ alignment: MessageLayout.Alignment) {
        for isStacked in [false, true] {
            let layout = MessageLayout(alignment, isStacked: isStacked)
            let html = IllustratedMessageView(LibraryMessages.empty, layout: layout).html
            #expect(
                html.contains("class=\"actions actions-\(alignment.rawValue)\(isStacked ? " actions-stacked" : "")\""))
        }
    }

    @Test("EH-2: details of a failure are folded")
    func details() {
        let html = IllustratedMessageView(StationFailure.other.message("SQLite error <11>")).html
        #expect(html.contains("<details><summary>Details</summary><p>SQLite error &lt;11&gt;</p></details>"))
        #expect(!IllustratedMessageView(LibraryMessages.empty).html.contains("<details"))
    }
}
