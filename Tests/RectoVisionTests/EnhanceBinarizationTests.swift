import RectoCore
import RectoVision
import Testing

/// The established binarization rules, compared with other programs.
@Suite struct EnhanceBinarizationTests {
    private struct WrongPixels: Error {}

    private func page() throws -> GrayImage {
        try TestPage.gray(GoldenInk.width, GoldenInk.height) { x, y in
            let noise = (UInt64(x) &* 73_856_093 ^ UInt64(y) &* 19_349_663) &* 2_654_435_761 % (1 << 32) >> 28
            return Double((TestPage.isText(x, y) ? 90 : 215) - 80 * x / GoldenInk.width - Int(noise))
        }
    }

    private func binarize(_ page: GrayImage, _ binarization: Binarization) throws -> BilevelImage {
        var enhancer = Enhancer(binarization: binarization)
        guard case .bilevel(let ink) = page.withView({ enhancer.enhance($0, as: .blackAndWhite) }) else {
            throw WrongPixels()
        }
        return ink
    }

    /// Returns the number of differing pixels among those at least `margin` from the border.
    private func differences(_ ink: BilevelImage, _ golden: String, margin: Int = 0) -> Int {
        let digits = Array(golden.utf8)
        var count = 0
        for y in margin..<ink.height - margin {
            for x in margin..<ink.width - margin {
                let digit = Int(digits[(y * ink.width + x) / 4])
                let value = digit < 58 ? digit - 48 : digit - 87
                if (value & (8 >> (x % 4)) != 0) != ink.isInk(x, y) { count += 1 }
            }
        }
        return count
    }

    /// doxapy's windows end at the border; inner pixels are identical.
    @Test(arguments: [
        (Binarization.Method.sauvola, GoldenInk.doxaSauvola), (.nick, GoldenInk.doxaNick), (.otsu, GoldenInk.doxaOtsu),
    ])
    func inkIsThatOfDoxa(method: Binarization.Method, golden: String) throws {
        let ink = try binarize(page(), Binarization(method, windowSide: GoldenInk.window))
        let margin = method == .otsu ? 0 : GoldenInk.window / 2 + 1
        #expect(differences(ink, golden, margin: margin) == 0)
        #expect(ink.inkCount > 300)
    }

    /// OpenCV rounds thresholds to integers, so up to 2% of the pixels differ.
    @Test(arguments: [
        (Binarization.Method.sauvola, GoldenInk.openCVSauvola), (.wolf, GoldenInk.openCVWolf),
        (.nick, GoldenInk.openCVNick),
    ])
    func inkIsNearlyThatOfOpenCV(method: Binarization.Method, golden: String) throws {
        let ink = try binarize(page(), Binarization(method, windowSide: GoldenInk.window))
        #expect(differences(ink, golden) <= GoldenInk.width * GoldenInk.height / 50)
        #expect(ink.inkCount > 300)
    }

    @Test func bradleyIsTheMeanLessAShare() throws {
        // A dark column on light paper: the mean of 3 × 3 around it is (200 + 200 + 160) / 3, of which 0.85 is 158.7.
        let page = try TestPage.gray(9, 9) { x, _ in x == 4 ? 160 : 200 }
        #expect(try binarize(page, Binarization(.bradley, windowSide: 3)).inkCount == 0)
        #expect(try binarize(page, Binarization(.bradley, windowSide: 3, weight: 0.14)).inkCount == 9)
    }

    @Test(arguments: Binarization.Method.allCases)
    func everySizeIsTakenAndBlankPagesHaveNoInk(method: Binarization.Method) throws {
        for (width, height) in [(1, 1), (2, 7), (33, 1), (50, 40)] {
            for side in [3, 51, 255] {
                let blank = try TestPage.gray(width, height) { _, _ in 180 }
                let ink = try binarize(blank, Binarization(method, windowSide: side))
                #expect(ink.size == blank.size)
                #expect(ink.inkCount == 0)
            }
        }
    }

    @Test func parametersOutsideTheirRangesAreRefused() {
        for side in [-1, 0, 1, 4, 256, 257] {
            #expect(throws: ParameterError.self) { try Binarization(.sauvola, windowSide: side) }
        }
        for weight in [-1.5, 2, .nan, .infinity] {
            #expect(throws: ParameterError.self) { try Binarization(.wolf, weight: weight) }
        }
    }
}
