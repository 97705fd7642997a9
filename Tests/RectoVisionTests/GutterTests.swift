import RectoCore
import RectoVision
import Testing

@Suite struct GutterTests {
    /// An open book: two blocks of words on paper that gets darker towards the gutter.
    /// - Parameters:
    ///   - gutter: The gutter's columns at the top and the bottom; `nil` for one page with words all across.
    private func book(gutter: (top: Double, bottom: Double)?, seed: UInt64) throws -> GrayImage {
        var random = SplitMix64(seed: seed)
        let size = try PixelSize(width: 1500, height: 1000)
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<size.height {
                // Words are drawn separately for each line of text, the same for all its rows.
                var line = SplitMix64(seed: seed &* 1000 &+ UInt64(y / 30))
                let isText = 80..<920 ~= y && y % 30 < 12
                var isInk = false
                for x in 0..<size.width {
                    if x % 9 == 0 { isInk = isText && UInt8.random(in: 0..<100, using: &line) < 60 }
                    let aside = gutter.map {
                        abs(Double(x) - $0.top - ($0.bottom - $0.top) * Double(y) / Double(size.height))
                    }
                    let isMargin = x < 90 || x > size.width - 90 || (aside ?? .infinity) < 70
                    let shade = aside.map { 90 / (1 + $0 / 25) } ?? 0
                    let noise = Double(UInt8.random(in: 0..<8, using: &random))
                    view.row(y)[x] = UInt8((isInk && !isMargin ? 60 : 210) - min(shade, 60) + noise)
                }
            }
        }
        return image
    }

    private func find(_ image: GrayImage, by finder: GutterFinder = GutterFinder()) -> Gutter? {
        image.withView { finder.find(in: $0) }
    }

    @Test(arguments: [(750.0, 750.0), (700, 760), (820, 780), (640, 650), (880, 790)])
    func gutterIsFoundWhereItIs(top: Double, bottom: Double) throws {
        let gutter = try #require(find(book(gutter: (top, bottom), seed: 7)))
        #expect(abs(gutter.top - top) < 15)
        #expect(abs(gutter.bottom - bottom) < 15)
        #expect(gutter.confidence > 0.3)
        #expect(abs(gutter.column(at: 500, height: 1000) - (gutter.top + gutter.bottom) / 2) < 1e-9)
    }

    @Test func pageWithoutGutterIsUnsure() throws {
        let page = try #require(find(book(gutter: nil, seed: 8)))
        #expect(page.confidence < 0.15)
    }

    /// One picture must not affect the result for the next.
    @Test func finderCanBeUsedAgain() throws {
        let finder = GutterFinder()
        let book = try book(gutter: (700, 760), seed: 9)
        let first = find(book, by: finder)
        _ = find(GrayImage(size: try PixelSize(width: 900, height: 1900)), by: finder)
        #expect(find(book, by: finder) == first)
    }

    @Test func uniformPictureHasNoSureGutter() throws {
        let gutter = try #require(find(GrayImage(size: try PixelSize(width: 700, height: 500))))
        #expect(gutter.confidence < 0.05)
    }

    @Test(arguments: [(1, 1), (63, 200), (700, 30), (64, 4000), (40_000, 3)])
    func pictureThatHoldsNoTwoPages(width: Int, height: Int) throws {
        #expect(find(GrayImage(size: try PixelSize(width: width, height: height))) == nil)
    }
}
