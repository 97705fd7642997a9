import Glibc
import Recto
import RectoCodecs
import RectoCore
import RectoText

/// Page texts that no reader produces: places far outside the page, NaN, letters of any script.
enum FuzzedText {
    /// Places a text on a page, writes it in every format and derives its proposals.
    static func write(_ bytes: UnsafeRawBufferPointer) {
        let text = text(bytes)
        let page = TextFormat.Page(
            name: String(decoding: bytes.prefix(40), as: UTF8.self), text: text, dotsPerInch: 300)
        for format in TextFormat.allCases { _ = format.document([page, page]) }
        _ = text.scaled(to: .fuzzed).confidence
        let proposals = DocumentProposals([text])
        precondition(proposals.dates.allSatisfy { 0...1 ~= $0.confidence })
        if let name = (try? NameTemplate("{date} {title}"))?.name(NameTemplate.values(of: proposals)) {
            precondition(!name.isEmpty && !name.hasPrefix(".") && !name.contains("/"))
        }
        writePDF(text)
    }

    private static func writePDF(_ text: PageText) {
        let path = "/dev/shm/recto-fuzz-\(getpid()).pdf"
        defer { unlink(path) }
        guard let writer = try? PDFWriter(path: path, isArchival: true) else { return }
        try? writer.add(.gray(FuzzedPicture.shared), resolution: .assumed, text: text)
        try? writer.finish()
    }

    /// Blocks of lines of words, whose letters are the bytes as UTF-8 and whose places are the same bytes as numbers.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> PageText {
        var numbers = FuzzedNumbers(bytes)
        let letters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(120))
        func box() -> PageText.Box {
            PageText.Box(
                left: numbers.number(), top: numbers.number(), right: numbers.number(), bottom: numbers.number())
        }
        let directions: [PageText.Direction] = [.leftToRight, .rightToLeft, .topToBottom]
        let blocks = stride(from: 0, to: letters.count, by: 24).map { start in
            let words = stride(from: start, to: min(start + 24, letters.count), by: 6).map { first in
                PageText.Word(
                    text: String(String.UnicodeScalarView(letters[first..<min(first + 6, letters.count)])), box: box(),
                    confidence: numbers.number(), language: "eng")
            }
            let line = PageText.Line(
                box: box(), baseline: PageText.Baseline(start: numbers.point(), end: numbers.point()),
                direction: directions[start / 24 % 3], startsParagraph: start % 48 == 0, words: words)
            return PageText.Block(box: box(), lines: [line])
        }
        return PageText(size: .fuzzed, blocks: blocks)
    }

    /// `nil` if Tesseract is not installed.
    private static let reader = try? TextReader()

    /// Reads a picture whose pixels are the bytes, repeated, in blocks of the size of a stroke.
    static func read(_ bytes: UnsafeRawBufferPointer) {
        guard let reader, bytes.count > 2 else { return }
        let (columns, block) = (8 + Int(bytes[0]) % 56, 1 + Int(bytes[1]) % 8)
        let pixels = bytes[2...]
        let rows = min(64, (pixels.count + columns - 1) / columns)
        guard let size = try? PixelSize(width: columns * block, height: rows * block) else { return }
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let index = y / block * columns + x / block
                    view.row(y)[x] = pixels[pixels.startIndex + index % pixels.count]
                }
            }
        }
        let dotsPerInch = Double(bytes[0]) * Double(bytes[1])
        guard let text = try? reader.read(.gray(image), dotsPerInch: dotsPerInch) else { return }
        precondition(text.words.allSatisfy { !$0.text.isEmpty && 0...1 ~= $0.confidence })
    }
}
