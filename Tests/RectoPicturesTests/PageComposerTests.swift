import RectoCore
import RectoPictures
import Testing

@Suite struct PageComposerTests {
    private let composer = PageComposer()

    @Test func kindsWithTextHaveText() throws {
        for kind in PageKind.allCases where kind.hasText {
            let page = try composer.compose(seed: 11, kind: kind, pixelsPerMillimetre: 0.5)
            #expect(page.text.split(separator: "\n").count >= 3, "\(kind)")
            #expect(page.text.hasSuffix("\n"))
        }
    }

    @Test func resolutionChangesPixelsButNotText() throws {
        let coarse = try composer.compose(seed: 12, kind: .report, pixelsPerMillimetre: 0.7)
        let fine = try composer.compose(seed: 12, kind: .report, pixelsPerMillimetre: 1.4)
        #expect(coarse.text == fine.text)
        #expect(coarse.format == fine.format)
        #expect(fine.image.width == Int((fine.format.width * 1.4).rounded()))
        #expect(fine.image.height == Int((fine.format.height * 1.4).rounded()))
    }

    @Test func sameSeedGivesTheSamePage() throws {
        for kind: PageKind in [.invoice, .photograph, .certificate] {
            let first = try composer.compose(seed: 13, kind: kind, pixelsPerMillimetre: 0.8)
            let second = try composer.compose(seed: 13, kind: kind, pixelsPerMillimetre: 0.8)
            #expect(first.image == second.image)
            #expect(first.text == second.text)
        }
    }

    @Test func textIsInk() throws {
        // A letter is mostly paper, but not only paper.
        let page = try composer.compose(seed: 14, kind: .letter, format: .a4, pixelsPerMillimetre: 2)
        var dark = 0
        page.image.withView { view in
            for y in 0..<view.height {
                for x in 0..<view.width where view.row(y)[3 * x + 1] < 128 { dark += 1 }
            }
        }
        let share = Double(dark) / Double(page.image.size.area)
        #expect(share > 0.005)
        #expect(share < 0.3)
    }

    @Test func formatIsKept() throws {
        let page = try composer.compose(seed: 15, kind: .list, format: .a5, pixelsPerMillimetre: 1)
        #expect(page.format == .a5)
        #expect(page.image.size == (try PixelSize(width: 148, height: 210)))
    }
}
