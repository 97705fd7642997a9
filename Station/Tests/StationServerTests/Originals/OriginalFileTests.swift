import Foundation
import HTTPTypes
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Files that come in: kept byte for byte, by whichever way they come.
@Suite struct OriginalFileTests {
    private static let session = "/scan/0123456789abcdef"

    /// The ways by which a file comes in and becomes document 1.
    enum Way: String, CaseIterable {
        case draft, form, program
    }

    @Test(
        "KF-1, DS-50: a file of each format is kept byte for byte and is downloaded under its name, however it comes in",
        arguments: SampleFile.allCases)
    func kept(format: SampleFile) async throws {
        let bytes = try format.bytes()
        for way in Way.allCases {
            let station = try await StationUnderTest()
            try await send(bytes, format.rawValue, to: station, by: way)
            let library = try Library(folder: station.folder.path("station"))
            let original = try #require(try library.originals(of: 1).first, "\(way)")
            #expect(original.name == format.rawValue && original.mediaType == format.mediaType)
            #expect(try library.document(1).pages == format.pages && library.attachments(of: 1).isEmpty)
            let page = try await station.get("/documents/1").text
            #expect(page.contains("href=\"/documents/1/originals/\(original.id)\"") && page.contains(">Original<"))
            try await expect(bytes, named: format.rawValue, at: "/documents/1/originals/\(original.id)", of: station)
            let answer = try await station.get("/api/documents/1").text
            #expect(answer.contains("\"file\":\"/api/documents/1/originals/\(original.id)\""))
            try await expect(
                bytes, named: format.rawValue, at: "/api/documents/1/originals/\(original.id)", of: station)
            #expect(try await station.get("/documents/1/originals/\(original.id + 1)").status == .notFound)
        }
    }

    private func expect(_ bytes: [UInt8], named name: String, at path: String, of station: StationUnderTest)
        async throws
    {
        let answer = try await station.get(path)
        #expect(answer.body == bytes, "\(path)")
        #expect(answer.headers[.contentDisposition] == "attachment; filename*=UTF-8''\(name)")
    }

    private func send(_ bytes: [UInt8], _ name: String, to station: StationUnderTest, by way: Way) async throws {
        switch way {
        case .draft:
            let answer = try await station.post("\(Self.session)/import?name=\(name)", bytes: bytes)
            #expect(answer.status == .seeOther)
            #expect(try await station.post("\(Self.session)/save").location == "/documents/1?done=saved")
        case .program:
            #expect(try await station.post("/api/documents?name=\(name)", bytes: bytes).status == .created)
        case .form:
            let head =
                "--b7\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nPaper\r\n"
                + "--b7\r\nContent-Disposition: form-data; name=\"attachments\"; filename=\"\(name)\"\r\n\r\n"
            let answer = try await station.ask(
                .post, "/documents/new", Array(head.utf8) + bytes + Array("\r\n--b7--\r\n".utf8),
                headers: [.contentType: "multipart/form-data; boundary=b7"])
            #expect(answer.location == "/documents/1?done=created")
        }
    }

    @Test("KF-1: pages that are edited and deleted leave the file as it came")
    func edited() async throws {
        let station = try await StationUnderTest()
        let bytes = try SampleFile.pdf.bytes()
        try await send(bytes, "two.pdf", to: station, by: .draft)
        let draft = try #require(try await station.post("/documents/1/draft").location).prefix { $0 != "?" }
        let session = draft.split(separator: "/").prefix(2).joined(separator: "/")
        #expect(try await station.post("/\(session)/pages/1/rotate").status == .seeOther)
        #expect(try await station.post("/\(session)/pages/2/delete").status == .seeOther)
        #expect(try await station.post("/\(session)/save").location?.hasPrefix("/documents/1?done=saved") == true)
        let library = try Library(folder: station.folder.path("station"))
        #expect(try library.document(1).pages == 1)
        let original = try #require(try library.originals(of: 1).first)
        #expect(try await station.get("/documents/1/originals/\(original.id)").body == bytes)
    }

    @Test("KF-5: a document has the name of its file, and lies in the folder that the list showed")
    func named() async throws {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let folder = try library.addFolder("Taxes", in: nil)
        let bytes = try SampleFile.jpeg.bytes()
        _ = try await station.post(
            "\(Self.session)/import?name=Rent%20May%202026.v2.jpg&folder=\(folder)", bytes: bytes)
        #expect(try await station.post("\(Self.session)/import?folder=99", bytes: bytes).status == .notFound)
        _ = try await station.post("\(Self.session)/save")
        #expect(try library.document(1).title == "Rent May 2026.v2" && library.document(1).folder == folder)
        _ = try await station.post("/api/documents?name=a%2FGas.pdf", bytes: try SampleFile.pdf.bytes())
        #expect(try library.document(2).title == "Gas" && library.document(2).folder == nil)
        _ = try await station.post("/api/documents?name=a.jpg&title=Water", bytes: bytes)
        #expect(try library.document(3).title == "Water")
    }

    @Test("KF-1: the location that a person does not want kept is blanked in files of every format, and nothing else")
    func places() throws {
        func entry(_ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32) -> [UInt8] {
            func little(_ value: some FixedWidthInteger) -> [UInt8] {
                withUnsafeBytes(of: value.littleEndian) { Array($0) }
            }
            return little(tag) + little(type) + little(count) + little(value)
        }
        let gps = [1, 0] + entry(2, 5, 3, 44) + [0, 0, 0, 0]
        let tiff =
            [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0] + entry(0x8825, 4, 1, 26) + [0, 0, 0, 0] + gps
            + [UInt8](repeating: 7, count: 24)
        let exif = Array("Exif\0\0".utf8) + tiff
        let heif = [0, 0, 0, 12] + Array("ftypheic".utf8) + exif + [1, 2, 3]
        let webp = Array("RIFF\0\0\0\0WEBPEXIF".utf8) + [UInt8(tiff.count), 0, 0, 0] + tiff + [1, 2, 3]
        for file in [tiff, heif, webp] {
            let blanked = PicturePlace.removed(from: file)
            #expect(blanked.count == file.count && blanked != file && !blanked.contains(7))
            #expect(blanked.suffix(3).elementsEqual(file.suffix(3)) || file == tiff)
        }
        let pdf = Array("%PDF Exif\0\0".utf8) + tiff
        #expect(PicturePlace.removed(from: pdf) == pdf)
    }

    @Test("KF-9: a locked PDF is refused until its password comes, and is kept as it came")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("open.pdf")
        try Data(SampleFile.pdf.bytes()).write(to: URL(filePath: path))
        let locking = try ProgramResult.runApart(
            "qpdf", ["--encrypt", "grün 7", "owner", "256", "--", path, folder.path("locked.pdf")])
        try #require(locking.status == 0, "\(locking.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("locked.pdf"))))
        let station = try await StationUnderTest()
        let header = try #require(HTTPField.Name("Recto-Password"))
        for path in ["\(Self.session)/import", "/api/documents"] {
            let refused = try await station.post(path, bytes: bytes)
            #expect(refused.status.code == 423 && refused.text.contains("This PDF is locked by a password."))
            let wrong = try await station.ask(.post, path, bytes, headers: [header: "red"])
            #expect(wrong.status.code == 423 && wrong.text.contains("The password is wrong."))
            let right = try await station.ask(.post, path, bytes, headers: [header: "gr%C3%BCn%207"])
            #expect([.seeOther, .created].contains(right.status))
        }
        let library = try Library(folder: station.folder.path("station"))
        let original = try #require(try library.originals(of: 1).first)
        #expect(try library.document(1).pages == 2 && library.original(original.file) == bytes)
    }

    @Test("KF-9: pages of a long PDF take turns with a short one")
    func turns() async throws {
        let station = try await StationUnderTest()
        let long = SampleFile.pdf(pages: (1...40).map { [("Page \($0)", 72, 700)] }, crop: nil)
        async let first = station.post("/api/documents?name=long.pdf", bytes: long)
        try await Task.sleep(for: .milliseconds(200))
        #expect(
            try await station.post("/api/documents?name=short.pdf", bytes: SampleFile.pdf.bytes()).status == .created)
        let library = try Library(folder: station.folder.path("station"))
        #expect(try library.document(1).title == "short")
        #expect(try await first.status == .created)
        #expect(try library.document(2).pages == 40)
    }

    // MARK: Text

    @Test("KF-4: the text of a digital PDF is used with its places and not read, also of a cropped page")
    func ownText() async throws {
        let pdf = SampleFile.pdf(
            pages: [
                [("Invoice of the brown fox", 72, 700), ("Total: 12,50 EUR", 72, 650)],
                [("Second page & <last>", 72, 600)],
            ], crop: "36 36 559 806")
        let (texts, reader) = try await read(pdf)
        #expect(reader.pages.isEmpty)
        #expect(
            texts.map { $0.text.words.map(\.text) } == [
                ["Invoice", "of", "the", "brown", "fox", "Total:", "12,50", "EUR"], ["Second", "page", "&", "<last>"],
            ])
        let text = texts[0].text
        #expect(abs(texts[0].dotsPerInch - 300) < 1 && text.size.width == 2180)
        let word = try #require(text.words.first { $0.text == "Total:" })
        // The baseline is 156 points below the top of the box and the word begins 36 points from its left side.
        #expect(abs(word.box.left - 36 / 72 * 300) < 3 && (word.box.top...word.box.bottom).contains(155 / 72 * 300))
    }

    @Test("KF-4: a page without a text of its own, one with a stamp over a scan, and an edited one are read")
    func scans() async throws {
        let (scanned, reader) = try await read(try SampleFile.scannedPDF(stamp: nil))
        #expect(reader.pages.count == 1 && scanned.count == 1)
        let (stamped, second) = try await read(try SampleFile.scannedPDF(stamp: "Scanned with an app"))
        #expect(second.pages.count == 1 && stamped[0].text.words.map(\.text) == ["read"])
        let words = (0..<30).map { "word\($0)" }.joined(separator: " ")
        let (searchable, third) = try await read(try SampleFile.scannedPDF(stamp: words))
        #expect(third.pages.isEmpty && searchable[0].text.text.contains("word29"))
        let (_, fourth) = try await read(
            SampleFile.pdf(pages: [[("Text", 72, 700)]], crop: nil), rotation: .clockwise90)
        #expect(fourth.pages.count == 1)
    }

    /// Imports a PDF, reads its pages with a scripted reader, and returns their texts.
    private func read(
        _ pdf: [UInt8], rotation: Rotation = .none
    ) async throws -> (texts: [StoredText], reader: ScriptedReader) {
        let folder = try TemporaryFolder()
        let station = try await StationUnderTest(folder: folder)
        #expect(try await station.post("/api/documents", bytes: pdf).status == .created)
        let library = try Library(folder: folder.path("station"))
        if rotation != .none {
            #expect(try await station.post("/documents/1/draft").location != nil)
            let draft = try #require(try library.draft(editing: 1))
            _ = try await station.post("/scan/\(draft)/pages/1/rotate")
            _ = try await station.post("/scan/\(draft)/save")
        }
        let reader = ScriptedReader { _ in try StoredText.words("read") }
        let reading = try TextReading(library, reader: reader, maximumLoad: .infinity) { MachineLoad() }
        let task = Task { await reading.run(DocumentChanges(library)) }
        let end = ContinuousClock.now + .seconds(600)
        while try library.unreadPageCount() > 0 {
            try #require(ContinuousClock.now < end)
            reading.wake()
            try await Task.sleep(for: .milliseconds(10))
        }
        task.cancel()
        reading.wake()
        await task.value
        let texts = try library.texts(of: 1)
        return (texts.keys.sorted().compactMap { texts[$0] }, reader)
    }
}
