import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct EnhanceBlackAndWhiteTests {
    private func binarize(_ page: GrayImage) throws -> BilevelImage {
        var enhancer = Enhancer()
        guard case .bilevel(let ink) = page.withView({ enhancer.enhance($0, as: .blackAndWhite) }) else {
            throw WrongPixels()
        }
        #expect(ink.size == page.size)
        return ink
    }

    private struct WrongPixels: Error {}

    @Test(arguments: [(1, 1), (2, 3), (1, 40), (40, 1), (15, 16), (16, 16), (17, 33), (63, 65), (130, 7)])
    func pagesOfEverySizeAreBinarized(width: Int, height: Int) throws {
        for level in [40.0, 128, 255] {
            #expect(try binarize(TestPage.gray(width, height) { _, _ in level }).inkCount == 0)
        }
        #expect(try binarize(TestPage.gray(width, height) { _, _ in 0 }).inkCount == width * height)
        var random = SeededGenerator(seed: 1)
        _ = try binarize(TestPage.gray(width, height) { _, _ in random.uniform(0...255) })
    }

    @Test(arguments: [0.5, 2, 6, 12], [false, true])
    func emptyPaperStaysEmpty(noise: Double, isShaded: Bool) throws {
        var random = SeededGenerator(seed: 21)
        let page = try TestPage.gray(400, 560) { x, _ in
            215 - (isShaded ? 110 * Double(x) / 400 : 0) + noise * random.normal()
        }
        #expect(try binarize(page).inkCount == 0)
    }

    /// Text under a strong gradient with noise, compared with the ground truth.
    @Test func textUnderAGradientIsFound() throws {
        var random = SeededGenerator(seed: 4)
        let page = try TestPage.gray(611, 450) { x, y in
            let light = 1 - 0.7 * Double(x) / 611
            return light * (TestPage.isText(x, y) ? 60 : 225) + 2.5 * random.normal()
        }
        let score = inkScore(of: try binarize(page)) { TestPage.isText($0, $1) }
        #expect(score.f > 0.97)
    }

    @Test func faintTextBesideBoldIsFound() throws {
        var random = SeededGenerator(seed: 5)
        let page = try TestPage.gray(600, 480) { x, y in
            (TestPage.isText(x, y) ? (y < 240 ? 40 : 140) : 220) + 2 * random.normal()
        }
        let ink = try binarize(page)
        let faint = inkScore(of: ink, rows: 240..<480) { TestPage.isText($0, $1) }
        #expect(faint.f > 0.9)
    }

    /// A dark fill stays dark, and text next to it remains text.
    @Test func aDarkFillStaysDark() throws {
        let fill = 200..<420
        let page = try TestPage.gray(640, 480) { x, y in
            fill ~= x && fill ~= y ? 35 : TestPage.isText(x, y) ? 60 : 220
        }
        let ink = try binarize(page)
        var inside = 0
        for y in fill { for x in fill { inside += ink.isInk(x, y) ? 1 : 0 } }
        #expect(Double(inside) > 0.97 * 220 * 220)
        #expect(inkScore(of: ink) { (fill ~= $0 && fill ~= $1) || TestPage.isText($0, $1) }.f > 0.95)
    }

    @Test(arguments: [(1, 1), (17, 33), (300, 20), (301, 263)], [2, 3, 5])
    func anyNumberOfWorkersGivesTheSamePage(size: (width: Int, height: Int), workers: Int) throws {
        var random = SeededGenerator(seed: 6)
        let page = try TestPage.gray(size.width, size.height) { x, y in
            (TestPage.isText(x, y) ? 70 : 200) - Double(x) / 5 + 12 * random.normal()
        }
        var (one, several) = (Enhancer(), Enhancer(workers: workers))
        let expected = page.withView { one.enhance($0, as: .blackAndWhite) }
        for _ in 0..<3 { #expect(page.withView { several.enhance($0, as: .blackAndWhite) } == expected) }
    }

    @Test func aPageLooksTheSameTwiceAndAfterOthers() throws {
        let page = try TestPage.gray(300, 260) { x, y in TestPage.isText(x, y) ? 70 : 200 }
        let other = try TestPage.gray(97, 411) { x, y in Double((x * y) % 256) }
        var enhancer = Enhancer()
        let copy = enhancer
        let first = page.withView { enhancer.enhance($0, as: .blackAndWhite) }
        for filter in Filter.allCases { _ = other.withView { enhancer.enhance($0, as: filter) } }
        #expect(page.withView { enhancer.enhance($0, as: .blackAndWhite) } == first)
        var second = copy
        #expect(page.withView { second.enhance($0, as: .blackAndWhite) } == first)
    }
}
