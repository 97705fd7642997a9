import Foundation
import HTTPTypes
import RectoCodecs
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// Exporting selected documents to one file.
@Suite struct ManyExportRouteTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let station: StationUnderTest

    /// Creates three documents: two with the same name, one of them with two pages.
    init() async throws {
        folder = try TemporaryFolder()
        station = try await StationUnderTest(folder: folder)
        library = try Library(folder: folder.path("station"))
        func page(_ name: String) throws -> NewDocument.Page {
            let bytes = try Photos.bytes(name)
            return NewDocument.Page(picture: bytes, size: try PictureReader().read(bytes: bytes).size, quad: nil)
        }
        let all = [("Rent", ["letter-wood", "receipt-tiles"]), ("Rent", ["letter-wood"]), ("Gas", ["receipt-tiles"])]
        for (number, (title, pages)) in all.enumerated() {
            _ = try library.add(
                NewDocument(
                    title: title, captured: Date(timeIntervalSince1970: Double(number)),
                    pages: try pages.map { try page($0) }))
        }
    }

    private struct Job: Decodable {
        let id: String
        let state: String
        let total: Int?
        let text: String
        let error: String?
        let path: String
        let file: String?
    }

    private func export(_ body: String, query: String = "") async throws -> Job {
        let answer = try await station.post("/api/exports\(query)", body)
        #expect(answer.status == .accepted)
        var job = try JSONDecoder().decode(Job.self, from: Data(answer.body))
        while job.state == "running" {
            await Task.yield()
            job = try JSONDecoder().decode(Job.self, from: Data(try await station.get(job.path).body))
        }
        return job
    }

    /// Returns the names in a ZIP using an independent program, which also checks the checksums.
    private func unzip(_ bytes: [UInt8]) throws -> [String] {
        let path = folder.path("export.zip")
        try Data(bytes).write(to: URL(filePath: path))
        let result = try ProgramResult.run(
            "python3",
            [
                "-c",
                """
                import sys, zipfile
                archive = zipfile.ZipFile(sys.argv[1])
                assert archive.testzip() is None
                archive.extractall(sys.argv[2])
                print("\\n".join(archive.namelist()))
                """, path, folder.path("unzipped"),
            ])
        try #require(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").map(String.init)
    }

    private func unzipped(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.url.appending(path: "unzipped/\(name)")))
    }

    @Test("All documents of a list become one PDF, in the order of the list, with the size of paper that was chosen")
    func onePDF() async throws {
        let job = try await export(#"{"documents": "all", "paper": "a4"}"#, query: "?sort=title")
        #expect(job.state == "done" && job.total == 4 && job.text == "3 documents exported")
        let file = try await station.get(try #require(job.file))
        #expect(file.headers[.contentType] == "application/pdf" && file.headers[.contentLength] == "\(file.body.count)")
        #expect(file.headers[.contentDisposition] == "attachment; filename*=UTF-8''3-documents.pdf")
        let path = folder.path("all.pdf")
        try Data(file.body).write(to: URL(filePath: path))
        let info = try ProgramResult.run("pdfinfo", ["-f", "1", "-l", "9", path]).output
        #expect(info.contains("Pages:           4"))
        #expect(info.matches(of: /size: +(595\.\d+ x 84[12]|84[12]\.?\d* x 595)/).count == 4, "\(info)")
        #expect(try library.history(of: 1).map(\.event).contains(.exported))
        // A query excludes documents that do not match.
        #expect(try await export(#"{"documents": "all"}"#, query: "?q=gas").total == 1)
    }

    /// The width and height of a page and the left edge of its first word, in points.
    private typealias Placed = (width: Double, height: Double, left: Double)

    private func placedWords(_ paper: ManyExport.Paper) async throws -> [Placed] {
        let job = try await export("{\"documents\": [1, 2], \"paper\": \"\(paper.rawValue)\"}")
        let path = folder.path("texts.pdf")
        try Data(try await station.get(try #require(job.file)).body).write(to: URL(filePath: path))
        let layout = try ProgramResult.runApart("pdftotext", ["-bbox", path, "-"]).output
        return try layout.matches(of: /<page width="([\d.]+)" height="([\d.]+)">\s*<word xMin="([\d.]+)"[^>]*>Dear</)
            .map { page in
                (
                    try #require(Double(page.output.1)), try #require(Double(page.output.2)),
                    try #require(Double(page.output.3))
                )
            }
    }

    @Test("KF-10: PDF files of many documents have their text at its place, also on another paper")
    func texts() async throws {
        while let page = try library.nextUnreadPage() {
            try library.store(StoredText.words("Dear Sir"), of: page, languages: "eng", at: .now)
        }
        let own = try await placedWords(.own)
        #expect(own.count == 3)
        // The word begins at a tenth of the page's width.
        for page in own { #expect(abs(page.left / page.width - 0.1) < 0.01) }
        for paper in [ManyExport.Paper.a4, .letter] {
            let sheets = try await placedWords(paper)
            #expect(sheets.count == own.count)
            for (sheet, page) in zip(sheets, own) {
                // The page lies in the middle of the sheet, as large as it was or reduced to fit.
                let scale = min(1, sheet.width / page.width, sheet.height / page.height)
                let expected = sheet.width / 2 - 0.4 * page.width * scale
                #expect(abs(sheet.left - expected) < 0.02 * sheet.width, "\(sheet) \(page)")
            }
        }
        let zip = try await export(#"{"documents": [3], "files": "pdfa"}"#)
        #expect(try unzip(try await station.get(try #require(zip.file)).body) == ["Gas.pdf"])
        let archived = String(decoding: try unzipped("Gas.pdf"), as: UTF8.self)
        #expect(archived.contains("<pdfaid:part>2</pdfaid:part>"))
        #expect(archived.contains("<pdfaid:conformance>U</pdfaid:conformance>"))
    }

    @Test("A ZIP has a file for each document, whose names are safe and differ")
    func documents() async throws {
        let job = try await export(#"{"documents": [2, 1, 3], "files": "pdfs", "quality": "small"}"#)
        let file = try await station.get(try #require(job.file))
        #expect(file.headers[.contentType] == "application/zip")
        #expect(try unzip(file.body) == ["Rent.pdf", "Rent-2.pdf", "Gas.pdf"])
        for name in ["Rent.pdf", "Rent-2.pdf", "Gas.pdf"] {
            #expect(try unzipped(name).starts(with: Array("%PDF-".utf8)))
        }
        let best = try await export(#"{"documents": [2, 1, 3], "files": "pdfs", "quality": "best"}"#)
        #expect(try await station.get(try #require(best.file)).body.count > file.body.count)
        // No other files are left in the folder of jobs.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("station/jobs"))
        #expect(left.count == 2, "\(left)")
    }

    @Test("KF-6: a ZIP of originals has the files as they came, and a PDF of each document that was scanned")
    func originals() async throws {
        let pdf = try SampleFile.pdf.bytes()
        for name in ["Rent.pdf", "rent.PDF"] {
            #expect(try await station.post("/api/documents?name=\(name)", bytes: pdf).status == .created)
        }
        let job = try await export(#"{"documents": [4, 1, 5], "files": "originals"}"#)
        #expect(job.state == "done" && job.text == "3 documents exported")
        #expect(
            try unzip(try await station.get(try #require(job.file)).body) == ["Rent.pdf", "Rent-2.pdf", "rent-3.PDF"])
        #expect(try unzipped("Rent.pdf") == pdf && unzipped("rent-3.PDF") == pdf && unzipped("Rent-2.pdf") != pdf)
    }

    @Test("A document without pages is in a ZIP by the files attached to it; a PDF has none, and says so")
    func attachments() async throws {
        let letter = NewAttachment(
            name: AttachmentName("old letter.txt"), mediaType: "text/plain", bytes: Array("Hello".utf8))
        let entry = DocumentEntry(try FilingEntry([:]), added: [letter])
        let new = NewDocument(title: "Water", captured: .now, pages: [])
        let id = try library.add(new, entry, at: .now)
        let zip = try await export("{\"documents\": [3, \(id)], \"files\": \"pdfs\"}")
        #expect(zip.text == "2 documents exported")
        #expect(try unzip(try await station.get(try #require(zip.file)).body) == ["Gas.pdf", "Water-old-letter.txt"])
        #expect(try unzipped("Water-old-letter.txt") == Array("Hello".utf8))
        let pdf = try await export("{\"documents\": [1, 2, 3, \(id)]}")
        #expect(pdf.text == "3 documents exported. 1 has no pages and is not in it.")
        // Attachments only: nothing can be edited, and nothing was moved.
        let screen = try await station.get("/documents/\(id)").text
        #expect(screen.contains("/draft\" hidden>"))
        let edit = try await station.post("/documents/\(id)/draft", "")
        #expect(edit.status == .notFound && edit.text.contains("It has attached files alone."))
    }

    @Test("Pictures have a file for each page; PNG and TIFF hold the page as it is rendered, without loss")
    func pictures() async throws {
        let pngs = try await export(#"{"documents": [1, 3], "files": "png"}"#)
        #expect(
            try unzip(try await station.get(try #require(pngs.file)).body) == ["Rent-1.png", "Rent-2.png", "Gas.png"])
        let page = try await station.get("/api/documents/1/pages/2/png").body
        #expect(
            try PictureReader().read(bytes: unzipped("Rent-2.png")).pixels == PictureReader().read(bytes: page).pixels)
        let jpgs = try await export(#"{"documents": [3], "files": "jpg", "paper": "letter"}"#)
        let jpg = try await station.get(try #require(jpgs.file))
        #expect(jpg.headers[.contentDisposition] == "attachment; filename*=UTF-8''Gas.zip")
        #expect(try unzip(jpg.body) == ["Gas.jpg"])
        let sheet = try PictureReader().read(bytes: unzipped("Gas.jpg")).size
        let ratio = Double(sheet.longSide) / Double(sheet.shortSide)
        #expect(ratio > 1.28 && ratio < 1.31)
        let tiffs = try await export(#"{"documents": [1], "files": "tiff"}"#)
        #expect(try unzip(try await station.get(try #require(tiffs.file)).body) == ["Rent.tif"])
    }

    @Test("What fails in the middle makes no file, and says which page of which document it was")
    func failure() async throws {
        let damaged = try library.page(1, of: 1).original
        try Data([1]).write(to: URL(filePath: library.originalPath(damaged)))
        for files in ["pdf", "png", "pdfs"] {
            let job = try await export("{\"documents\": [2, 1], \"files\": \"\(files)\"}")
            #expect(job.state == "failed" && job.file == nil)
            #expect(
                job.error == "“Rent” was not exported: page 2 is damaged or cannot be read. No file was made.")
            #expect(job.text == "The documents were not exported")
            #expect(try await station.get("\(job.path)/file").status == .notFound)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("station/jobs")).isEmpty)
    }

    @Test(
        "Orders that cannot be are refused",
        arguments: [
            (#"{"documents": [1], "files": "gif"}"#, 422), (#"{"documents": [1], "paper": "a3"}"#, 422),
            (#"{"documents": [99]}"#, 404), (#"{"documents": []}"#, 400), (#"{"documents": [1, 1]}"#, 400),
            (#"{"documents": "some"}"#, 400), ("{}", 400), ("", 400),
        ])
    func refusals(body: String, status: Int) async throws {
        #expect(try await station.post("/api/exports", body).status.code == status)
    }

    @Test("The bar of a selection offers the export, but not in the trash")
    func bar() async throws {
        let text = try await station.get("/documents?sort=title").text
        #expect(text.contains("action=\"/api/exports?sort=title\""))
        #expect(text.contains("data-opens=\"group-export\"") && text.contains("id=\"checkout-export\""))
        _ = try library.trash([1], at: .now)
        #expect(try await !station.get("/documents?trash=yes").text.contains("group-export"))
    }
}
