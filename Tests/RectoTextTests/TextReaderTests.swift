import Foundation
import RectoCore
import RectoPictures
import RectoText
import TestSupport
import Testing

/// Drawn A5 pages at 200 dpi with known text.
enum DrawnPage {
    static func letter(_ seed: UInt64, language: PageLanguage = .english) throws -> RectoPictures.FlatPage {
        try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + seed, kind: .letter, format: .a5, language: language,
            pixelsPerMillimetre: 200 / 25.4)
    }

    /// The share of the words of `truth` that are in `text`.
    static func share(of truth: String, in text: PageText) -> Double {
        let words = truth.split(whereSeparator: \.isWhitespace)
        let found = Set(text.words.map(\.text))
        return Double(words.count { found.contains(String($0)) }) / Double(words.count)
    }
}

@Suite struct TextReaderTests {
    private let page: RectoPictures.FlatPage
    private let reader: TextReader

    init() throws {
        page = try DrawnPage.letter(7)
        reader = try TextReader()
    }

    @Test func aCleanPageIsReadWordByWord() throws {
        let text = try reader.read(.rgb(page.image), dotsPerInch: 200)
        #expect(DrawnPage.share(of: page.text, in: text) >= 0.95)
        #expect(text.size == page.image.size)
        #expect(try #require(text.confidence) > 0.8)
        for line in text.lines {
            #expect(line.direction == .leftToRight)
            #expect(line.baseline.start.x < line.baseline.end.x)
            for word in line.words {
                #expect(0...1 ~= word.confidence && word.language == "eng" && !word.text.isEmpty)
                #expect(word.box.left >= line.box.left && word.box.right <= line.box.right)
            }
        }
    }

    @Test func theSamePageIsReadAlikeEachTimeAndInManyThreads() async throws {
        let image = Raster.rgb(page.image)
        let first = try reader.read(image, dotsPerInch: 200)
        let reader = reader
        let others = try await withThrowingTaskGroup(of: PageText.self) { group in
            for _ in 0..<3 { group.addTask { try reader.read(image, dotsPerInch: 200) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(others.count == 3)
        #expect(others.allSatisfy { $0 == first })
    }

    @Test func aPageOfOneBitAPixelIsReadWithInkAsInk() throws {
        var image = BilevelImage(size: page.image.size)
        page.image.withView { source in
            image.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width where source.row(y)[3 * x] < 128 {
                        target.row(y)[x >> 3] |= 0x80 >> UInt8(x & 7)
                    }
                }
            }
        }
        let text = try reader.read(.bilevel(image), dotsPerInch: 200)
        #expect(DrawnPage.share(of: page.text, in: text) >= 0.9)
    }

    @Test func aMissingLanguageNamesThePackageToInstall() {
        #expect(throws: TextError.missingLanguage("chi_xxx", package: "tesseract-ocr-chi-xxx")) {
            try TextReader("eng+chi_xxx")
        }
        #expect("\(TextError.missingLanguage("chi_xxx", package: "tesseract-ocr-chi-xxx"))".contains("install"))
    }

    /// Names of languages that Tesseract does not use.
    @Test(arguments: [
        ("en", "eng"), ("ger", "deu"), ("German", "deu"), ("de-DE", "deu"), ("en_US", "eng"), ("ENG", "eng"),
        ("zh", "chi_sim"), ("eng+fr", "fra"),
    ])
    func aLanguageOfAnotherNameIsToldByThatOfTesseract(names: String, meant: String) {
        #expect {
            try TextReader(names)
        } throws: { error in
            guard case TextError.languageName = error else { return false }
            return "\(error)".hasSuffix("required: \(meant)")
        }
    }

    @Test(arguments: [
        "", "+", "eng+", "../eng", "e", "eng deu", "eng\u{0}", String(repeating: "e", count: 41), "osd", "equ",
        "eng+osd",
    ])
    func namesThatNoLanguageHasAreRefused(names: String) {
        #expect {
            try TextReader(names)
        } throws: { error in
            if case TextError.languageName = error { true } else { false }
        }
    }

    @Test func aCancelledReadingEndsWithAnError() throws {
        let progress = ReadingProgress()
        progress.cancel()
        #expect(throws: TextError.cancelled) {
            try reader.read(.rgb(page.image), dotsPerInch: 200, progress: progress)
        }
        // An interrupted handle reads the next page normally.
        let text = try reader.read(.rgb(page.image), dotsPerInch: 200)
        #expect(DrawnPage.share(of: page.text, in: text) >= 0.95)
    }

    @Test func progressEndsAtOne() throws {
        let progress = ReadingProgress()
        _ = try reader.read(.rgb(page.image), dotsPerInch: 200, progress: progress)
        #expect(progress.fraction == 1)
    }

    @Test func picturesWithoutTextAndOfOddSizesAreReadAsEmpty() throws {
        for (width, height) in [(1, 1), (7, 4000), (8, 8), (9, 300), (640, 480)] {
            let blank = GrayImage(size: try PixelSize(width: width, height: height))
            #expect(try reader.read(.gray(blank), dotsPerInch: 300).words.isEmpty)
        }
    }

    @Test func noiseIsReadWithoutHarm() throws {
        var random = TestSupport.SeededGenerator(seed: 3)
        var noise = GrayImage(size: try PixelSize(width: 500, height: 400))
        noise.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width { view.row(y)[x] = UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        for dotsPerInch in [-1, 0, 1e9, .nan, .infinity] {
            let text = try reader.read(.gray(noise), dotsPerInch: dotsPerInch)
            #expect(text.words.allSatisfy { $0.box.left >= 0 && $0.box.right <= 500 && $0.box.bottom <= 400 })
        }
    }

    @Test func aPictureBeyondTesseractsCoordinatesIsRefused() throws {
        let long = GrayImage(size: try PixelSize(width: 32_768, height: 8))
        #expect(throws: TextError.pictureTooLarge(width: 32_768, height: 8, limit: 32_767)) {
            try reader.read(.gray(long), dotsPerInch: 300)
        }
    }
}
