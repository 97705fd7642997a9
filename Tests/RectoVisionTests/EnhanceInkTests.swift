import RectoCore
import RectoVision
import TestSupport
import Testing

/// Ink that is light or faint.
@Suite struct EnhanceInkTests {
    private func bilevel(_ page: GrayImage, darkness: Int = 0) throws -> BilevelImage {
        var enhancer = Enhancer(binarization: try .adaptive(darkness: darkness))
        guard case .bilevel(let ink) = page.withView({ enhancer.enhance($0, as: .blackAndWhite) }) else {
            throw WrongPixels()
        }
        return ink
    }

    private func gray(_ page: GrayImage) throws -> GrayImage {
        var enhancer = Enhancer()
        guard case .gray(let gray) = page.withView({ enhancer.enhance($0, as: .grayscale) }) else {
            throw WrongPixels()
        }
        return gray
    }

    private struct WrongPixels: Error {}

    /// Text in the middle of a page of 700 × 900 pixels.
    private func isText(_ x: Int, _ y: Int) -> Bool { TestPage.isText(x, y) && x < 640 && y < 700 }

    // MARK: - Light type

    @Test(arguments: [(0.0, 255.0), (18, 224), (32, 232), (40, 230), (60, 240), (33, 150), (90, 250)], [0.0, 2])
    func lightTypeOnADarkPageKeepsOneTone(tones: (ground: Double, type: Double), noise: Double) throws {
        var random = SeededGenerator(seed: 8)
        let page = try TestPage.gray(700, 900) { x, y in
            (isText(x, y) ? tones.type : tones.ground) + noise * random.normal()
        }
        let (ink, gray) = (try bilevel(page), try gray(page))
        // The ground is ink.
        let score = inkScore(of: ink) { !isText($0, $1) }
        #expect(score.f > 0.99)
        var wrong = 0
        gray.withView { view in
            for y in 0..<900 {
                for x in 0..<700 where (view.row(y)[x] >= 128) != isText(x, y) { wrong += 1 }
            }
        }
        #expect(wrong < 700 * 900 / 100)
    }

    /// Large block letters leave gaps as dark as a ground, beside which the paper is no type.
    @Test(arguments: [190.0, 250]) func denseLettersOnPaperAreDark(paper: Double) throws {
        func isInk(_ x: Int, _ y: Int) -> Bool {
            guard 50..<300 ~= x, 80..<400 ~= y else { return false }
            let (column, row) = ((x - 50) % 32, (y - 80) % 56)
            return column < 28 && row < 28 && (column < 4 || row < 4 || 12..<16 ~= row || row >= 24)
        }
        let page = try TestPage.gray(400, 440) { x, y in isInk(x, y) ? 15 : paper }
        #expect(inkScore(of: try bilevel(page), truth: isInk).f > 0.95)
    }

    /// A dark half beside paper with dark type.
    @Test func polarityIsDecidedByRegion() throws {
        let page = try TestPage.gray(1000, 800) { x, y in
            let isType = TestPage.isText(x, y) && y < 760
            return x < 500 ? (isType ? 235 : 45) : (isType ? 40 : 235)
        }
        let score = inkScore(of: try bilevel(page)) { x, y in
            (x < 500) != (TestPage.isText(x, y) && y < 760)
        }
        #expect(score.f > 0.98)
    }

    // MARK: - Faint print

    @Test(arguments: [150.0, 160, 170, 180]) func grayPrintBesideBlackIsKept(tone: Double) throws {
        var random = SeededGenerator(seed: 9)
        let page = try TestPage.gray(700, 900) { x, y in
            (TestPage.isText(x, y) ? (y < 600 ? 10 : tone) : 252) + random.normal()
        }
        let ink = try bilevel(page)
        #expect(inkScore(of: ink, rows: 620..<900) { TestPage.isText($0, $1) }.f > 0.9)
        #expect(inkScore(of: ink, rows: 0..<580) { TestPage.isText($0, $1) }.f > 0.97)
    }

    @Test(arguments: [2, 3, 4]) func grayLinesOfTablesAreKept(width: Int) throws {
        func isLine(_ x: Int, _ y: Int) -> Bool { y > 500 && (y % 80 < width || x % 150 < width) }
        let page = try TestPage.gray(700, 900) { x, y in
            TestPage.isText(x, y) && y < 480 ? 10 : isLine(x, y) ? 150 : 250
        }
        #expect(inkScore(of: try bilevel(page), rows: 510..<900) { isLine($0, $1) }.f > 0.85)
    }

    @Test func darknessMakesMoreInk() throws {
        var random = SeededGenerator(seed: 10)
        let page = try TestPage.gray(400, 500) { x, y in
            let blur = [(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)].count { TestPage.isText(x + $0.0, y + $0.1) }
            return 230 - 36 * Double(blur) + 2 * random.normal()
        }
        let counts = try [-100, -50, 0, 50, 100].map { try bilevel(page, darkness: $0).inkCount }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
        #expect(throws: ParameterError.self) { try Binarization.adaptive(darkness: 101) }
    }
}
