import Foundation
import RectoCore
import StationCharts
import StationRules
import StationStore
import StationViews
import TestSupport
import Testing

/// The report of a month.
@Suite struct ReportTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let clock = StationClock(zone: .gmt)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func add(_ day: String, pages: Int, type: String) throws {
        let all = (0..<pages).map {
            NewDocument.Page(
                picture: Array("\(day)\(type)\($0)".utf8), size: (try? PixelSize(width: 4, height: 3))!, quad: nil)
        }
        let captured = try #require(try? Date("\(day)T12:00:00Z", strategy: .iso8601))
        let id = try library.add(NewDocument(title: "Rent", captured: captured, pages: all))
        _ = try library.file(id, try FilingEntry([.type: type]), at: captured)
    }

    private func report() throws -> MonthReport {
        let month = try #require(Month("2026-11"))
        return MonthReport(try library.monthFigures(month, calendar: clock.calendar), clock: clock)
    }

    @Test("The JSON of a month counts what came in it")
    func json() throws {
        try add("2026-10-31", pages: 5, type: "Letter")
        try add("2026-11-01", pages: 2, type: "Invoice (ä)")
        try add("2026-11-30", pages: 3, type: "Letter")
        try add("2026-12-01", pages: 7, type: "Letter")
        let object = try JSONSerialization.jsonObject(with: Data(try report().json.utf8)) as? [String: Any]
        let json = try #require(object)
        #expect(json["month"] as? String == "2026-11" && json["pages"] as? Int == 5 && json["documents"] as? Int == 2)
        #expect(json["pagesBefore"] as? Int == 5 && json["pagesAfter"] as? Int == 10)
        let days = try #require(json["days"] as? [[String: Any]])
        #expect(days.count == 30 && days[0]["pages"] as? Int == 2 && days[29]["pages"] as? Int == 3)
        let types = try #require(json["types"] as? [[String: Any]])
        #expect(types.compactMap { $0["name"] as? String } == ["Letter", "Invoice (ä)"])
        let weekdays = try #require(json["weekdays"] as? [[String: Any]])
        #expect(weekdays.compactMap { $0["pages"] as? Int }.reduce(0, +) == 5)
    }

    @Test("The PDF of a month has its figures and charts, and other programs read it")
    func pdf() throws {
        try add("2026-11-01", pages: 2, type: "Invoice (ä)")
        try add("2026-11-30", pages: 3, type: "Letter")
        let file = folder.path("report.pdf")
        try Data(try report().pdf).write(to: URL(filePath: file))
        let text = try ProgramResult.run("pdftotext", ["-layout", file, "-"]).output
        for words in ["Recto: Nov 2026", "Pages per Day", "Growth of the Library", "Invoice (ä)", "Nov 30"] {
            #expect(text.contains(words), "\(words)")
        }
        // Characters missing from the font, and parentheses, must not end a string.
        try add("2026-11-02", pages: 1, type: "\\) Tj 日本 (")
        try Data(try report().pdf).write(to: URL(filePath: file))
        #expect(try ProgramResult.run("pdftotext", [file, "-"]).output.contains("\\) Tj ?? ("))
    }

    @Test("A legend names each part of a donut, however long its name is; folders have the names of those around them")
    func names() throws {
        for type in 1...5 {
            try add("2026-11-0\(type)", pages: type, type: "A document type with a name, number \(type)")
        }
        let outer = try library.addFolder("Insurance", in: nil)
        let inner = try library.addFolder("Home", in: outer)
        _ = try library.file([1], by: 1, at: .now) { $0.folder = inner }
        let file = folder.path("report.pdf")
        try Data(try report().pdf).write(to: URL(filePath: file))
        let text = try ProgramResult.run("pdftotext", ["-layout", file, "-"]).output
        #expect(!text.contains(" more\n") && text.contains("Insurance / Home"))
        // All are in the legend, and the largest is in the summary.
        #expect(text.matches(of: /\d%/).count == 6)
        let month = try #require(Month("2026-11"))
        let figures = try library.monthFigures(month, calendar: clock.calendar)
        #expect(figures.folders.map(\.name).sorted() == ["", "Insurance / Home"])
    }

    @Test("A heading stands above what it is of, on the same page")
    func headings() throws {
        for type in 0..<9 { try add("2026-11-0\(type + 1)", pages: type + 1, type: "Type \(type)") }
        let file = folder.path("report.pdf")
        try Data(try report().pdf).write(to: URL(filePath: file))
        let pages = try ProgramResult.run("pdftotext", ["-layout", file, "-"]).output.split(separator: "\u{0C}")
        for page in pages {
            let last = page.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.trimmingPrefix(" ")
            #expect(last.map { !$0.hasPrefix("Pages ") && !$0.hasPrefix("Growth") } ?? true, "\(last ?? "")")
        }
        #expect(pages.count > 1)
    }

    @Test("A month without documents has a report that says so")
    func nothing() throws {
        let report = try report()
        #expect(report.pdf.starts(with: Array("%PDF".utf8)) && report.json.contains("\"pages\" : 0"))
    }

    @Test(
        "The command writes both, with the figures of the overview; without a month or beside a station it says why it does not"
    )
    func command() throws {
        func run(_ arguments: String...) throws -> ProgramResult {
            try ProgramResult.run(try ProgramResult.built("recto-station"), ["report"] + arguments)
        }
        let today = Day(.now, in: StationClock(zone: .current).calendar)
        let month = String(today.description.prefix(7))
        try add(today.description, pages: 4, type: "Letter")
        try add("2026-10-31", pages: 5, type: "Invoice")
        let target = folder.path("reports")
        let written = try run("--month", month, "--data", library.folder, target)
        #expect(written.status == 0 && written.output.contains("1 document, 4 pages"), "\(written.output)")
        let text = try #require(FileManager.default.contents(atPath: "\(target)/recto-\(month).json"))
        let json = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let days = try #require(json["days"] as? [[String: Any]])
        let figures = try library.homeFigures(today: today, calendar: StationClock(zone: .current).calendar)
        let shown = try #require(days.first { $0["name"] as? String == today.description })
        let pages = try #require(shown["pages"] as? Int)
        #expect(pages == figures.days.last?.sum.pages)
        #expect(json["pagesAfter"] as? Int == figures.all.pages)
        #expect(try ProgramResult.run("pdfinfo", ["\(target)/recto-\(month).pdf"]).output.contains("Pages:"))
        let typo = folder.path("typo")
        let missing = try run("--month", month, "--data", typo, target)
        #expect(missing.status != 0 && missing.output.contains("There is no library in \(typo)."))
        #expect(!FileManager.default.fileExists(atPath: typo))
        #expect(try run("--month", "2999-01", "--data", library.folder, target).output.contains("has not begun yet"))
        #expect(try run("--month", "2026-13", "--data", library.folder, target).output.contains("is not a month"))
        try withExtendedLifetime(LibraryLock(folder: library.folder)) {
            let refused = try run("--month", month, "--data", library.folder, target)
            #expect(refused.status != 0 && refused.output.contains("in use by another Recto station"))
        }
    }

    @Test("What is no month is none", arguments: ["2026-13", "2026-1", "2026-11-01", "november", ""])
    func months(text: String) { #expect(Month(text) == nil) }

    @Test("A month has its days")
    func days() throws {
        #expect(
            try #require(Month("2028-02")).days.count == 29
                && #require(Month("2026-12")).last.description == "2026-12-31")
    }
}
