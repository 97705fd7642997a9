import StationRules
import TestSupport
import Testing

@Suite struct PlaceLabelTests {
    @Test func theTextOfALabelIsAnAddressOfAnyStation() throws {
        let label = try #require(PlaceLabel(code: "7K2QX9MDB4"))
        #expect(label.text(origin: "https://scanner.local") == "https://scanner.local/place/7K2QX9MDB4")
        #expect(label.readable == "7K2QX-9MDB4")
        for text in ["https://scanner.local/place/7K2QX9MDB4", "http://10.0.0.7:8347/place/7k2qx9mdb4"] {
            #expect(PlaceLabel(text: text) == label, "\(text)")
        }
        for text in [
            "", "7K2QX9MDB4", "https://scanner.local/documents/7", "https://a/place/", "https://a/place/7K2QX9MDB4/x",
            "ftp://a/place/7K2QX9MDB4", "https://a/place/7K2QX9MDBU", "https://a/x/place/7K2QX9MDB4",
        ] { #expect(PlaceLabel(text: text) == nil, "\(text)") }
        #expect(PlaceLabel(code: "OIL2345678")?.code == "0112345678" && PlaceLabel(code: label.readable) == label)
    }

    @Test func codesAreReadAsTheyAreMade() {
        var generator = SeededGenerator(seed: 8)
        let codes = (0..<500).map { _ in
            PlaceLabel(digest: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        #expect(Set(codes).count == 500)
        for label in codes { #expect(PlaceLabel(text: label.text(origin: "https://a")) == label) }
    }

    @Test("The labels of every paper lie on it, side by side", arguments: LabelPaper.all)
    func papers(_ paper: LabelPaper) {
        let spots = paper.spots(2 * paper.count, used: 0)
        #expect(Set(spots).count == spots.count && spots.last?.sheet == 1)
        for spot in spots {
            #expect(spot.x >= 0 && spot.x + paper.labelWidth <= paper.width + 0.01)
            #expect(spot.y >= 0 && spot.y + paper.labelHeight <= paper.height + 0.01)
        }
        #expect(paper.stepX >= paper.labelWidth - 0.001 && paper.stepY >= paper.labelHeight - 0.001)
        #expect(LabelPaper.named(paper.name) == paper)
    }

    @Test func labelsThatAreGoneAreLeftOut() throws {
        let paper = try #require(LabelPaper.named("a4-21"))
        let spots = paper.spots(3, used: 19)
        #expect(spots.map(\.sheet) == [0, 0, 1])
        #expect(spots[2].x == paper.left && spots[2].y == paper.top)
        #expect(spots[0].x == paper.left + paper.stepX)
    }
}
