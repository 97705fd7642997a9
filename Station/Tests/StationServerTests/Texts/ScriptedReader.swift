import RectoCore
import StationRules
import StationServer
import StationStore
import Synchronization

/// A page reader with scripted results.
final class ScriptedReader: PageReader {
    typealias Script = @Sendable (PageRecord) async throws -> StoredText

    private let script: Mutex<Script>
    private let readPages = Mutex<[PageRecord]>([])

    init(_ script: @escaping Script = { page in try StoredText.words("Recto reads \(page.width)") }) {
        self.script = Mutex(script)
    }

    /// The pages in the order of reading, including failed ones.
    var pages: [PageRecord] { readPages.withLock { $0 } }

    func follow(_ script: @escaping Script) { self.script.withLock { $0 = script } }

    func installedLanguages() async throws(ReadingFailure) -> [String] { ["deu", "eng"] }

    func read(
        _ page: PageRecord, picture: String, in languages: TextLanguages, isUrgent: Bool
    ) async throws -> StoredText {
        readPages.withLock { $0.append(page) }
        return try await script.withLock { $0 }(page)
    }
}

extension StoredText {
    /// Returns one line of words.
    static func words(_ text: String, direction: PageText.Direction = .leftToRight) throws -> StoredText {
        let words = text.split(separator: " ").enumerated().map { index, word in
            let left = Double(100 + 200 * index)
            return PageText.Word(
                text: String(word), box: PageText.Box(left: left, top: 50, right: left + 150, bottom: 90),
                confidence: 0.9,
                language: "eng")
        }
        let box = PageText.Box(left: 100, top: 50, right: 900, bottom: 90)
        let baseline = PageText.Baseline(start: Point2D(x: 100, y: 80), end: Point2D(x: 900, y: 80))
        let line = PageText.Line(
            box: box, baseline: baseline, direction: direction, startsParagraph: true, words: words)
        return StoredText(
            PageText(size: try PixelSize(width: 1000, height: 1400), blocks: [PageText.Block(box: box, lines: [line])]),
            dotsPerInch: 300)
    }
}
