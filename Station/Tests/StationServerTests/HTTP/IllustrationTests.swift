import StationRules
import StationViews
import Testing

@Suite struct IllustrationTests {
    @Test(
        "IM-2, IM-10, IM-17: every drawing comes in the five sizes, in the theme's colors",
        arguments: MessageSize.allCases)
    func drawings(size: MessageSize) throws {
        for illustration in IllustratedMessage.Illustration.allCases {
            let svg = illustration.svg(size)
            let box = try #require(svg.firstMatch(of: /viewBox="(-?\d+) 0 (\d+) 160" width="(\d+)" height="(\d+)"/))
            let (left, width) = (try #require(Int(box.1)), try #require(Int(box.2)))
            #expect(Int(box.3) == size.drawing.width && Int(box.4) == size.drawing.height)
            // In proportion, the motif in the middle.
            #expect(abs(Double(width) / 160 - Double(size.drawing.width) / Double(size.drawing.height)) < 0.01)
            #expect(abs(left * 2 + width - 160) <= 1)
            #expect(!svg.contains("#") && !svg.contains("fill="))
        }
        // A message without words cannot be made; one with them has its drawing first.
        let html = IllustratedMessageView(LibraryMessages.empty, size: size).html
        #expect(html.contains("message-\(size.rawValue)"))
        let order = ["class=\"illustration\"", "<h2>", "<p>", "class=\"actions\""].map {
            html.firstRange(of: $0)?.lowerBound
        }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
    }
}
