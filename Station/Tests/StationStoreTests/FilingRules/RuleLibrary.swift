import Foundation
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// A library for tests of rules.
struct RuleLibrary {
    let folder: TemporaryFolder
    let library: Library
    let clock = StationClock(zone: .gmt)
    let now = Date(timeIntervalSince1970: 1_790_000_000)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    /// The title of a document that nobody named.
    func title(_ captured: Date) -> String { DocumentTitle(scannedAt: captured, clock: clock).text }

    /// Adds a document, and reads its pages if it has texts.
    @discardableResult
    func add(
        _ title: String? = nil, texts: [String?] = ["letter"], source: ListFilter.Source = .scan,
        _ entered: [FilingEntry.Field: String] = [:]
    ) throws -> Int64 {
        let pages = try texts.enumerated().map { number, text in
            NewDocument.Page(
                picture: Array("\(number) \(text ?? "")".utf8), size: try PixelSize(width: 40, height: 30), quad: nil)
        }
        let id = try library.add(
            NewDocument(title: title ?? self.title(now), captured: now, source: source, pages: pages))
        if !entered.isEmpty { _ = try library.file(id, try FilingEntry(entered), at: now) }
        for text in texts { if let text { try read(text, of: id) } }
        return id
    }

    func read(_ text: String, of document: Int64) throws {
        let page = try #require(try library.nextUnreadPage(asked: [document]))
        try #require(page.document == document)
        #expect(try library.store(try Self.stored(text), of: page, languages: "eng", at: now))
    }

    private static func stored(_ text: String) throws -> StoredText {
        let box = PageText.Box(left: 0, top: 10, right: 900, bottom: 30)
        let words = text.split(separator: " ").map {
            PageText.Word(text: String($0), box: box, confidence: 0.9, language: "eng")
        }
        let line = PageText.Line(
            box: box, baseline: PageText.Baseline(start: Point2D(x: 0, y: 26), end: Point2D(x: 900, y: 26)),
            direction: .leftToRight, startsParagraph: true, words: words)
        let blocks = words.isEmpty ? [] : [PageText.Block(box: box, lines: [line])]
        return StoredText(PageText(size: try PixelSize(width: 1000, height: 800), blocks: blocks), dotsPerInch: 300)
    }

    @discardableResult
    func add(rule name: String, _ change: (inout FilingRule) -> Void) throws -> Int64 {
        var rule = FilingRule(name: name)
        change(&rule)
        return try library.addRule(rule, at: now).rule
    }

    /// Files all new documents that have been read.
    @discardableResult
    func fileNew() throws -> Int {
        var filed = 0
        while let outcome = try library.fileNextDocument(clock: clock, at: now) { filed += outcome.changing }
        return filed
    }

    func run(_ rule: Int64? = nil) throws -> RuleOutcome { try library.runRules(rule, clock: clock, at: now) }

    /// The metadata as texts.
    struct Filing: Hashable {
        var title = ""
        var folder: String?
        var type: String?
        var correspondent: String?
        var tags: Set<String> = []
        var retained: String?
    }

    func filing(_ document: Int64) throws -> Filing {
        let (filing, names) = (try library.filing(of: document), try library.listNames())
        func text(_ id: Int64?, _ names: [ListNames.Name]) -> String? { names.first { $0.id == id }?.text }
        return Filing(
            title: filing.title, folder: text(filing.folder, names.folders), type: text(filing.type, names.types),
            correspondent: text(filing.correspondent, names.correspondents),
            tags: Set(filing.tags.compactMap { text($0, names.tags) }), retained: filing.retained?.description)
    }
}
