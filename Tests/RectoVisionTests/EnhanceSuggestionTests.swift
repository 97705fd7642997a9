import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

@Suite struct EnhanceSuggestionTests {
    private func suggestion(_ page: RGBImage) throws -> FilterSuggestion {
        var enhancer = Enhancer()
        let result = page.withView { enhancer.enhance($0, as: .automatic) }
        let suggestion = try #require(enhancer.suggestion)
        #expect(0.25...1 ~= suggestion.confidence)
        // The suggested filter is the one applied.
        #expect(result == page.withView { enhancer.enhance($0, as: suggestion.filter) })
        #expect(enhancer.suggestion == nil)
        return suggestion
    }

    private func page(_ kind: PageKind, _ seed: UInt64) throws -> RGBImage {
        try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + seed, kind: kind, pixelsPerMillimetre: 4
        ).image
    }

    /// Warm, uneven light.
    private func lit(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [Double]) throws -> RGBImage {
        var random = TestSupport.SeededGenerator(seed: 3)
        return try TestPage.rgb(width, height) { x, y in
            let light = 0.9 - 0.4 * Double(x) / Double(width)
            return zip(color(x, y), [1, 0.95, 0.85]).map { $0 * $1 * light + 2 * random.normal() }
        }
    }

    @Test func aPageOfTextIsKnown() throws {
        let page = try lit(700, 900) { x, y in
            TestPage.isText(x, y) && x < 640 && y < 840 ? [40, 40, 40] : [240, 240, 240]
        }
        #expect(try suggestion(page).content == .text)
        #expect(try suggestion(page).filter == .blackAndWhite)
    }

    @Test func textWithColorsKeepsThem() throws {
        let page = try lit(700, 900) { x, y in
            if 60..<360 ~= x && 100..<180 ~= y { return [250, 230, 60] }
            if 420..<560 ~= x && 600..<700 ~= y { return [200, 40, 60] }
            return TestPage.isText(x, y) && x < 640 && y < 840 ? [40, 40, 40] : [240, 240, 240]
        }
        #expect(try suggestion(page).filter == .color)
    }

    @Test func photographsAreKnown() throws {
        let found = try (0..<6).map { try suggestion(page(.photograph, 70_000 + $0)).content }
        #expect(found.count { $0 == .photo } >= 5, "\(found)")
    }

    /// Strokes of three colors on white.
    @Test func aWhiteboardIsKnown() throws {
        let inks: [[Double]] = [[190, 30, 40], [30, 60, 170], [30, 130, 60]]
        let board = try lit(1000, 700) { x, y in
            let (line, letter) = (y / 100, x / 40)
            let isStroke = TestPage.isText(x / 2 + 21, y / 2 + 21) && letter % 5 < 3 && line % 2 == 0
            return isStroke ? inks[(line + letter / 5) % 3] : [245, 245, 245]
        }
        #expect(try suggestion(board).filter == .color)
        #expect(try suggestion(board).content == .whiteboard)
    }

    @Test(arguments: [(1, 1), (3, 40), (16, 16), (33, 20)])
    func tinyAndBlankPagesAreSuggestedAFilter(size: (width: Int, height: Int)) throws {
        for level in [0.0, 128, 255] {
            _ = try suggestion(TestPage.rgb(size.width, size.height) { _, _ in [level, level, level] })
            var enhancer = Enhancer()
            let gray = try TestPage.gray(size.width, size.height) { _, _ in level }
            #expect(gray.withView { enhancer.enhance($0, as: .automatic) }.size == gray.size)
            #expect(try #require(enhancer.suggestion).confidence.isFinite)
        }
    }
}
