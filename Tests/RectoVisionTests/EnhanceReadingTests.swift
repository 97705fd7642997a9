import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Tesseract's readings of generated pages with known text. `Benchmarks/Reading` does the same on more pages, and
/// compares with OpenCV.
@Suite struct EnhanceReadingTests {
    /// Simulates a camera: blur, a shadow edge across the page, and noise.
    private func photograph(_ page: RGBImage, seed: UInt64) throws -> GrayImage {
        var random = TestSupport.SeededGenerator(seed: seed)
        let (width, height) = (page.width, page.height)
        let luma = page.withView { view in
            (0..<height).map { y in
                (0..<width).map { x in
                    let p = view.row(y) + 3 * x
                    return 0.3 * Double(p[0]) + 0.59 * Double(p[1]) + 0.11 * Double(p[2])
                }
            }
        }
        return try TestPage.gray(width, height) { x, y in
            var sum = 0.0
            for j in max(y - 1, 0)...min(y + 1, height - 1) {
                for i in max(x - 1, 0)...min(x + 1, width - 1) {
                    sum += luma[j][i] * (i == x ? 2 : 1) * (j == y ? 2 : 1)
                }
            }
            let shadow = 3 * x + 2 * y > 2 * width + height ? 0.5 : 1
            let light = (0.85 - 0.3 * Double(y) / Double(height)) * shadow
            return sum / 16 * light + (3 + 4 * light) * random.normal()
        }
    }

    private func read(_ picture: Raster, dotsPerInch: Int) throws -> String {
        let folder = try TemporaryFolder()
        let file = folder.path("page.png")
        try Data(try PNGWriter().encode(picture)).write(to: URL(filePath: file))
        let result = try ProgramResult.runApart("tesseract", [file, "-", "--dpi", "\(dotsPerInch)"])
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    /// The edit distance divided by the length of the text, after normalizing white space.
    private func characterError(_ found: String, _ truth: String) -> Double {
        func characters(_ text: String) -> [Character] {
            Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
        let (a, b) = (characters(found), characters(truth))
        var row = Array(0...b.count)
        for (i, character) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in 0..<b.count {
                let best = min(row[j + 1] + 1, row[j] + 1, diagonal + (character == b[j] ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = best
            }
        }
        return Double(row[b.count]) / Double(max(b.count, 1))
    }

    @Test(.inRelease, .enabled(if: ProgramResult.isInstalled("tesseract"), "no tesseract: install tesseract-ocr"))
    func enhancedPagesAreRead() throws {
        var enhancer = Enhancer()
        var errors: [String: Double] = [:]
        for (i, dotsPerInch) in [150, 200].enumerated() {
            let page = try PageComposer().compose(
                seed: SceneComposer.tuningSeeds.lowerBound + 60_000 + UInt64(i), kind: .letter, format: .a5,
                pixelsPerMillimetre: Double(dotsPerInch) / 25.4)
            let photo = try photograph(page.image, seed: UInt64(i))
            errors["none", default: 0] += characterError(
                try read(.gray(photo), dotsPerInch: dotsPerInch), page.text)
            for filter in [Filter.blackAndWhite, .grayscale] {
                let enhanced = photo.withView { enhancer.enhance($0, as: filter) }
                errors[filter.rawValue, default: 0] += characterError(
                    try read(enhanced, dotsPerInch: dotsPerInch), page.text)
            }
        }
        let none = try #require(errors["none"])
        // Measured: 5.6% and 1.8%; without enhancement 34%.
        for (filter, maximum) in [(Filter.blackAndWhite, 0.08), (.grayscale, 0.04)] {
            let error = try #require(errors[filter.rawValue])
            #expect(error / 2 < maximum, "\(errors)")
            #expect(error < none, "\(errors)")
        }
    }
}
