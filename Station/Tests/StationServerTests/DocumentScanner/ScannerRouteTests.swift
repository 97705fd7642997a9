import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite struct ScannerRouteTests {
    private let session = "/scan/0123456789abcdef"

    private func station(pages: [String]) async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        for page in pages {
            let answer = try await station.post("\(session)/import", bytes: Photos.bytes(page))
            #expect(answer.status == .seeOther)
        }
        return station
    }

    /// Returns the URLs of the scans' thumbnails in order.
    private func thumbnails(_ station: StationUnderTest) async throws -> [String] {
        let text = try await station.get("\(session)/pages").text
        return text.matches(of: /<img alt="" src="([^"]+)"/).map { String($0.output.1.replacing("&amp;", with: "&")) }
    }

    @Test("DS-17, DS-2: the camera view has its controls, in automatic mode")
    func cameraView() async throws {
        let text = try await StationUnderTest().get(session).text
        for part in [
            "<video", "aria-label=\"Take picture\"", "aria-label=\"Flash\"",
            "data-mode=\"automatic\" aria-pressed=\"true\"",
            "data-mode=\"manual\" aria-pressed=\"false\"", "data-filter=\"blackAndWhite\"", "role=\"status\"",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("DS-55: what is scanned is chosen beside the filters, and is none of them")
    func subjectsAreNoFilters() async throws {
        let text = try await StationUnderTest().get(session).text
        #expect(text.contains("<option value=\"identityCard\">ID Card</option>"))
        let filters = try #require(text.firstMatch(of: /<fieldset class="filters">(?s:.*?)<\/fieldset>/)).output
        #expect(filters.contains("data-filter") && !filters.contains("data-subject"))
    }

    @Test("DS-37: Cancel leads back to the page that is taken again; where that began in the view, it goes on there")
    func cancelledRetakes() async throws {
        let station = try await station(pages: ["letter-wood"])
        #expect(try await station.get("\(session)?retake=1").text.contains("href=\"\(session)/pages/1\">Cancel"))
        #expect(try await station.get(session).text.contains("href=\"\(session)\">Cancel"))
    }

    @Test("DS-14: the flash is hidden until a camera says that it has one")
    func flashIsHidden() async throws {
        #expect(try await StationUnderTest().get(session).text.contains("data-torch hidden"))
    }

    @Test("DS-39: a picture that is brought along joins the session, cropped to its page")
    func anImportedPictureJoinsTheSession() async throws {
        let station = try await station(pages: ["letter-wood"])
        let adjust = try await station.get("\(session)/pages/1/adjust").text
        let value = try #require(adjust.firstMatch(of: /name="corners" value="([^"]+)"/)).output.1
        let corners = value.split(separator: ",").compactMap { Double($0) }
        let truth = try Photos.quad("letter-wood")
        for corner in 0..<4 {
            let found = Point2D(x: corners[2 * corner], y: corners[2 * corner + 1])
            #expect(found.distance(to: truth[corner]) < 4)
        }
    }

    @Test("DS-21, DS-22, DS-23, DS-24: the gallery has the scans, ways to their neighbours and the actions")
    func theGalleryHasScansAndActions() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        let text = try await station.get("\(session)/pages/1").text
        #expect(text.contains("Scan 1 of 2"))
        #expect(text.contains("rel=\"next\" aria-label=\"Next scan\" href=\"\(session)/pages/2\""))
        for action in ["Adjust", "Rotate", "Delete", "Retake", "Done"] { #expect(text.contains(action)) }
        #expect(try await thumbnails(station).count == 2)
    }

    @Test("DS-29, DS-30: adjusting moves the corners and keeps the picture; refused corners change nothing")
    func adjustingMovesTheCorners() async throws {
        let station = try await station(pages: ["letter-wood"])
        let original = try await station.get("\(session)/pages/1/original").body
        #expect(original == (try Photos.bytes("letter-wood")))
        let before = try await thumbnails(station)
        let crossed = try await station.post("\(session)/pages/1/adjust", "corners=0,0,100,100,100,0,0,100")
        #expect(crossed.status == .unprocessableContent)
        // Convex, but too far away to be a page of this picture.
        let away = try await station.post(
            "\(session)/pages/1/adjust", "corners=-90000,-90000,90000,-90000,90000,90000,-90000,90000")
        #expect(away.status == .unprocessableContent)
        for hostile in [
            "corners=", "corners=1,2,3", "corners=nan,0,1,0,1,1,0,1", "x=1", "corners=0,0,99999,0,99999,99999,0,99999&",
        ] {
            let status = try await station.post("\(session)/pages/1/adjust", hostile).status
            #expect(status.kind == .clientError || status == .seeOther)
        }
        _ = try await station.post("\(session)/pages/1/adjust", "corners=100,100,500,100,500,600,100,600")
        #expect(try await thumbnails(station) != before)
        let text = try await station.get("\(session)/pages/1/adjust").text
        #expect(text.contains("value=\"100,100,500,100,500,600,100,600\""))
        #expect(try await station.get("\(session)/pages/1/original").body == original)
    }

    @Test("DS-27: while a corner is dragged the station says where it may go")
    func theStationSaysWhereACornerMayGo() async throws {
        let station = try await station(pages: ["letter-wood"])
        func drag(_ x: Double, _ y: Double) async throws -> StationUnderTest.Answer {
            let json = "{\"corners\":[100,100,500,100,500,600,100,600],\"corner\":0,\"x\":\(x),\"y\":\(y)}"
            return try await station.post("\(session)/pages/1/adjust/corner", bytes: Array(json.utf8))
        }
        #expect(try await drag(-50, 20).text == "{\"corners\":[0,20,500,100,500,600,100,600]}")
        #expect(try await drag(490, 590).text == "{\"corners\":[100,100,500,100,500,600,100,600]}")
        #expect(try await station.post("\(session)/pages/1/adjust/corner", bytes: [1, 2]).status == .badRequest)
    }

    @Test("DS-16, DS-31, DS-32: filters are switched without loss, and the one that is on is marked")
    func filtersAreSwitchedWithoutLoss() async throws {
        let station = try await station(pages: ["letter-wood"])
        let before = try await station.get("\(session)/pages/1/full").body
        for filter in ["grayscale", "photo", "blackAndWhite"] {
            _ = try await station.post("\(session)/pages/1/filter", "filter=\(filter)")
            let text = try await station.get("\(session)/pages/1").text
            #expect(text.contains("value=\"\(filter)\" aria-pressed=\"true\""))
            #expect(try await station.get("\(session)/pages/1/full").body != before)
        }
        #expect(try await station.get("\(session)/pages/1/full").headers[.contentType] == "image/png")
        _ = try await station.post("\(session)/pages/1/filter", "filter=color")
        #expect(try await station.get("\(session)/pages/1/full").body == before)
        #expect(try await station.post("\(session)/pages/1/filter", "filter=sepia").status == .badRequest)
    }

    @Test("DS-33, DS-34: four turns are none, and turns outlast filters and corners")
    func fourTurnsAreNone() async throws {
        let station = try await station(pages: ["letter-wood"])
        func size() async throws -> PixelSize {
            try PictureReader().read(bytes: await station.get("\(session)/pages/1/full").body).size
        }
        let (upright, before) = (try await size(), try await station.get("\(session)/pages/1/full").body)
        _ = try await station.post("\(session)/pages/1/rotate")
        #expect(try await size() == PixelSize(width: upright.height, height: upright.width))
        _ = try await station.post("\(session)/pages/1/filter", "filter=grayscale")
        #expect(try await size().width == upright.height)
        _ = try await station.post("\(session)/pages/1/filter", "filter=color")
        for _ in 0..<3 { _ = try await station.post("\(session)/pages/1/rotate") }
        #expect(try await station.get("\(session)/pages/1/full").body == before)
    }

    @Test("DS-35: deleting leads to a neighbour, and the last time back to the camera")
    func deletingLeadsToANeighbour() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        #expect(
            try await station.post("\(session)/pages/1/delete").location
                == "\(session)/pages/2?done=deleted&page=1&place=0")
        #expect(try await station.post("\(session)/pages/1/delete").location == "\(session)/pages?done=gone&page=1")
        #expect(
            try await station.post("\(session)/pages/2/delete").location == "\(session)?done=deleted&page=2&place=0")
        #expect(try await station.get("\(session)/pages").location == session)
    }

    @Test("DS-36: all scans are deleted at once, and the draft is gone")
    func discardingDeletesAllScans() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        #expect(try await station.get("\(session)/pages").text.contains("role=\"alertdialog\""))
        // The scans have changed since the question.
        #expect(try await station.post("\(session)/discard?scans=1").location == "\(session)/pages?done=more")
        #expect(
            try await station.post("\(session)/discard?scans=3&from=drafts").location == "/drafts?done=more")
        #expect(try await thumbnails(station).count == 2)
        #expect(try await station.get("/drafts?done=more").text.contains("Nothing was deleted."))
        #expect(try await station.get("\(session)/pages").text.contains("action=\"\(session)/discard?scans=2\""))
        #expect(try await station.post("\(session)/discard?scans=2").location == "/documents?done=discarded")
        #expect(try await station.get("/documents?done=discarded").text.contains("Draft deleted"))
        let gone = try await station.get("\(session)/pages")
        #expect(gone.status == .gone && gone.text.contains("This draft was discarded"))
        #expect(try await !station.get("/documents").text.contains("Save the draft"))
    }

    @Test("DS-42: who leaves a scan begins another one, and who continues it goes on with it")
    func leavingAndContinuing() async throws {
        let station = try await station(pages: ["letter-wood"])
        func cookie(_ answer: StationUnderTest.Answer) -> String? {
            answer.headers[.setCookie]?.split(separator: ";").first.map(String.init)
        }
        let continued = cookie(try await station.get(session))
        #expect(continued == "draft=" + session.split(separator: "/")[1])
        let headers: HTTPFields = [.cookie: continued ?? ""]
        #expect(try await station.get("/scan", headers: headers).location == session)
        let left = try await station.post("/scan/leave?to=/profile", headers: headers)
        #expect(left.location == "/profile" && cookie(left) == "draft=")
        #expect(left.headers[.setCookie]?.contains("Max-Age=0") == true)
        let new = try await station.get("/scan", headers: [.cookie: "draft="]).location
        #expect(new?.hasPrefix("/scan/") == true && new != session)
        // A separate import becomes another document; a draft without pages is not one yet.
        let other = try #require(try await station.get("/scan?new=", headers: headers).location)
        #expect(other.hasPrefix("/scan/") && other != session)
        let empty: HTTPFields = [.cookie: "draft=\(other.split(separator: "/")[1])"]
        #expect(try await station.get("/scan?new=", headers: empty).location == other)
        #expect(try await thumbnails(station).count == 1)
    }

    @Test("DS-35: a deletion can be undone, also of the last scan, by who comes late, and twice")
    func undoingADeletion() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        let before = try await thumbnails(station)
        let deleted = try await station.post("\(session)/pages/1/delete")
        // Another window, which still shows the page, is redirected to the others.
        for late in [try await station.get("\(session)/pages/1"), try await station.post("\(session)/pages/1/rotate")] {
            #expect(late.location == "\(session)/pages?done=gone&page=1")
        }
        let unknown = try await station.get("\(session)/pages/9")
        #expect(unknown.status == .notFound && unknown.text.contains("href=\"\(session)/pages\">Back to Scan</a>"))
        let notice = try await station.get(try #require(deleted.location)).text
        #expect(notice.contains("Page 1 deleted"))
        let undo = try #require(notice.firstMatch(of: /action="([^"]+\/restore[^"]*)"/)).output.1
        for _ in 0..<2 {
            #expect(try await station.post("\(undo)").location == "\(session)/pages/1")
            #expect(try await thumbnails(station) == before)
        }
        _ = try await station.post("\(session)/pages/1/delete")
        let last = try await station.post("\(session)/pages/2/delete")
        let camera = try await station.get(try #require(last.location)).text
        #expect(camera.contains("<st-scanner") && camera.contains("action=\"\(session)/pages/2/restore?place=0\""))
        #expect(try await station.post("\(session)/pages/2/restore?place=0").status == .seeOther)
        #expect(try await thumbnails(station) == [before[1]])
        for hostile in ["restore", "restore?place=-1", "restore?place=x", "restore?place=99999999999999999999"] {
            #expect(try await station.post("\(session)/pages/1/\(hostile)").status == .badRequest)
        }
        #expect(try await station.post("\(session)/pages/9/restore?place=0").status == .notFound)
        #expect(try await station.post("\(session)/pages/2/former").status.kind == .clientError)
    }

    @Test("DS-43: all drafts are listed, the last one first, damaged ones too; each is continued, saved or deleted")
    func listsDrafts() async throws {
        let folder = try TemporaryFolder()
        let station = try await StationUnderTest(folder: folder)
        #expect(try await station.get("/drafts").text.contains("No drafts"))
        for (number, page) in ["letter-wood", "form-stripes", "list-wood"].enumerated() {
            _ = try await station.post("/scan/00000000000000a\(number)/import", bytes: Photos.bytes(page))
        }
        let damaged = folder.path("station/drafts/00000000000000af")
        try FileManager.default.createDirectory(atPath: damaged + "/journal", withIntermediateDirectories: true)
        let list = try await station.get("/drafts").text
        #expect(list.matches(of: /<time/).count == 4 && list.contains("Damaged"))
        let cards = try await station.get("/documents").text
        #expect(cards.matches(of: /Continue the draft/).count == 1 && cards.contains("3 more drafts"))
        #expect(try await station.get("/scan/00000000000000af").status == .gone)
        #expect(
            try await station.post("/scan/00000000000000af/discard?from=drafts").location == "/drafts?done=discarded")
        #expect(!FileManager.default.fileExists(atPath: damaged))
        _ = try await station.post("/scan/00000000000000a1/save")
        #expect(try await station.get("/drafts").text.matches(of: /<time/).count == 2)
        #expect(try await station.get("/scan").location?.hasPrefix("/scan/") == true)
        #expect(try await station.get("/scan?source=1").location?.hasSuffix("?source=1") == true)
    }

    @Test("DS-43: a draft that cannot be opened for a moment is not damaged, and nobody is offered to delete it")
    func unavailableDraft() async throws {
        let folder = try TemporaryFolder()
        let station = try await StationUnderTest(folder: folder)
        let draft = folder.path("station/drafts/00000000000000c1")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        let journal = URL(filePath: draft + "/journal")
        // From a later version.
        try Data(#"0deb42e9 {"draft":2}"#.utf8 + [10]).write(to: journal)
        let list = try await station.get("/drafts").text
        #expect(list.contains("Cannot be opened now") && !list.contains("Delete, "))
        #expect(try await station.get("/scan/00000000000000c1/pages").status == .serviceUnavailable)
        #expect(try await station.get("/documents").text.contains("This draft cannot be opened now"))
        try Data(#"26c6112a {"draft":1}"#.utf8 + [10]).write(to: journal)
        #expect(try await station.get("/scan/00000000000000c1").status == .ok)
    }

    @Test("DS-19: what changes a page of a draft that has none leaves nothing behind")
    func changesOfNothing() async throws {
        let folder = try TemporaryFolder()
        let station = try await StationUnderTest(folder: folder)
        for change in ["rotate", "delete", "former", "restore?place=0"] {
            #expect(try await station.post("/scan/00000000000000c2/pages/1/\(change)").status == .notFound)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("station/drafts")).isEmpty)
    }

    @Test("DS-43: a draft whose pages were all deleted a day ago is removed when the station starts")
    func forgottenDraft() async throws {
        let folder = try TemporaryFolder()
        let names = ["00000000000000d1", "00000000000000d2"]
        do {
            let station = try await StationUnderTest(folder: folder)
            for name in names {
                _ = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("form-stripes"))
                #expect(try await station.post("/scan/\(name)/pages/1/delete").status == .seeOther)
            }
        }
        let long = Date.now.addingTimeInterval(-100_000)
        try FileManager.default.setAttributes(
            [.modificationDate: long], ofItemAtPath: folder.path("station/drafts/\(names[0])/journal"))
        let station = try await StationUnderTest(folder: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("station/drafts")) == [names[1]])
        #expect(try await station.post("/scan/\(names[1])/pages/1/restore?place=0").status == .seeOther)
    }

    @Test("DS-39: a file that is sent again with its key, not knowing whether it had arrived, is added once")
    func importsAreAddedOnce() async throws {
        let station = try await StationUnderTest()
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        var answers: Set<String?> = []
        for _ in 0..<2 {
            let answer = try await station.ask(
                .post, "\(session)/import", Photos.bytes("letter-wood"), headers: [key: "one"])
            answers.insert(answer.location)
        }
        #expect(answers == ["\(session)/pages/1"])
        #expect(try await thumbnails(station).count == 1)
    }

    @Test("DS-37: taking a scan again leads to the camera, which knows the scan")
    func retakingLeadsToTheCamera() async throws {
        let station = try await station(pages: ["letter-wood"])
        #expect(try await station.post("\(session)/pages/1/retake").location == "\(session)?retake=1")
        #expect(try await station.get("\(session)?retake=1").text.contains("data-replaces=\"1\""))
        #expect(try await !station.get("\(session)?retake=7").text.contains("data-replaces"))
    }

    @Test("DS-41: a scan is moved, and the document has the new order")
    func aMovedScanChangesTheOrder() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        let before = try await thumbnails(station)
        _ = try await station.post("\(session)/pages/2/move", "place=0")
        #expect(try await thumbnails(station) == [before[1], before[0]])
        #expect(try await station.post("\(session)/pages/2/move", "place=9").status.kind == .clientError)
        #expect(try await station.post("\(session)/pages/2/move", "place=x").status == .badRequest)
    }

    @Test("DS-19: saving stores the document, leads to it, and ends the draft")
    func savingEndsTheDraft() async throws {
        let station = try await station(pages: ["letter-wood", "form-stripes"])
        let saved = try await station.post("\(session)/save")
        #expect(saved.location == "/documents/1?done=saved")
        let text = try await station.get("/documents/1?done=saved").text
        #expect(text.contains("2 pages"))
        #expect(text.contains("Document saved"))
        // Pressing the button again, even after going back, leads to the same document.
        #expect(try await station.post("\(session)/save").location == "/documents/1?done=saved")
        for path in [session, "\(session)/pages", "\(session)/pages/1", "\(session)/pages/1/adjust"] {
            let late = try await station.get(path)
            #expect(late.status == .gone && late.text.contains("This scan is saved"))
            #expect(late.text.contains("href=\"/documents/1\""))
        }
        for path in ["import", "pages/1/rotate", "pages/1/delete", "pages/1/restore?place=0", "discard"] {
            #expect(try await station.post("\(session)/\(path)", bytes: Photos.bytes("letter-wood")).status == .gone)
        }
        #expect(try await station.get("/documents/1").text.contains("2 pages"))
        #expect(try await !station.get("/documents").text.contains("Not saved yet"))
    }

    @Test("DS-43: after a restart the draft is there, and the library leads to it")
    func theDraftSurvivesARestart() async throws {
        let folder = try TemporaryFolder()
        // A draft belongs to one station at a time: the first one is closed when the second one starts.
        func scanned() async throws -> [String] {
            let station = try await StationUnderTest(folder: folder)
            _ = try await station.post("\(session)/import", bytes: Photos.bytes("letter-wood"))
            _ = try await station.post("\(session)/pages/1/rotate")
            return try await thumbnails(station)
        }
        let before = try await scanned()
        let again = try await StationUnderTest(folder: folder)
        #expect(try await thumbnails(again) == before)
        let library = try await again.get("/documents").text
        #expect(library.contains("<span class=\"kpi-number\">1</span> scan<"))
        #expect(library.contains("href=\"\(session)\""))
    }

    /// Converts a page to a file of another format with a program.
    private func foreign(_ program: String, _ arguments: (String, String) -> [String], _ name: String) throws -> [UInt8]
    {
        let folder = try TemporaryFolder()
        let picture = folder.path("page.jpg")
        try Data(Photos.bytes("letter-wood")).write(to: URL(filePath: picture))
        let result = try ProgramResult.runApart(program, arguments(picture, folder.path(name)))
        try #require(result.status == 0, "\(result.errors)")
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path(name))))
    }

    private func webp() throws -> [UInt8] { try foreign("cwebp", { ["-quiet", $0, "-o", $1] }, "page.webp") }
    private func heif() throws -> [UInt8] { try foreign("heif-enc", { ["-q", "80", "-o", $1, $0] }, "page.heic") }

    @Test("DS-50: HEIC and WebP files join the session as other pictures do")
    func importsForeignPictures() async throws {
        let station = try await StationUnderTest()
        for file in [try webp(), try heif()] {
            let answer = try await station.post("\(session)/import", bytes: file)
            #expect(answer.status == .seeOther)
        }
        let adjust = try await station.get("\(session)/pages/2/adjust").text
        #expect(
            try adjust.contains("data-width=\"\(PictureReader().read(bytes: Photos.bytes("letter-wood")).size.width)\"")
        )
    }

    @Test("DS-50: each page of a PDF becomes a page, once however often it is sent, and looks as it is")
    func importsPDF() async throws {
        let folder = try TemporaryFolder()
        let writer = try DocumentWriter(path: folder.path("two.pdf"), format: .pdf, expectedPages: 2)
        let resolution = try #require(Resolution(dotsPerInch: 150))
        for name in ["letter-wood", "form-stripes"] {
            try writer.add(try PictureReader().read(bytes: Photos.page(name)).pixels.raster, resolution: resolution)
        }
        try writer.finish()
        let file = [UInt8](try Data(contentsOf: URL(filePath: folder.path("two.pdf"))))
        let station = try await StationUnderTest()
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        for _ in 0..<2 {
            let answer = try await station.ask(
                .post, "\(session)/import", file, headers: [key: "0123456789abcdef"])
            #expect(answer.headers[.location] == "\(session)/pages/1")
        }
        let text = try await station.get("\(session)/pages/1").text
        #expect(text.contains("Scan 1 of 2") && text.contains("value=\"original\" aria-pressed=\"true\""))
    }

    @Test("DS-50: a page too large to be drawn is refused, not taken as one of a pixel")
    func refusesHugePages() async throws {
        let station = try await StationUnderTest()
        let file = SampleFile.pdf(pages: [[]], crop: nil, media: "0 0 7200 7200")
        let answer = try await station.post("\(session)/import", bytes: file)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("This PDF file is too much for the station at once."))
        #expect(try await station.get("\(session)/pages").status == .seeOther)
    }

    @Test("DS-50: damaged files of other formats are refused by name, and change nothing")
    func refusesDamagedForeignFiles() async throws {
        let station = try await StationUnderTest()
        let files = [
            (Array(try webp().prefix(500)), "WebP"), (Array(try heif().prefix(500)), "HEIC"),
            (Array("%PDF-1.7\nhello".utf8), "PDF"), (Array("RIFF\0\0\0\0WEBP".utf8), "WebP"),
        ]
        for (bytes, name) in files {
            let answer = try await station.post("\(session)/import", bytes: bytes)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("This \(name) file is damaged."))
        }
        #expect(try await station.get("\(session)/pages").status == .seeOther)
    }

    @Test("Damaged pictures are refused with the reason, and change nothing")
    func refusesDamagedPictures() async throws {
        let station = try await StationUnderTest()
        let pixel = try PNGWriter().encode(.rgb(RGBImage(size: PixelSize(width: 1, height: 1))))
        let ribbon = try PNGWriter().encode(.rgb(RGBImage(size: PixelSize(width: 3217, height: 16))))
        let files: [(bytes: [UInt8], reason: Regex<Substring>)] = [
            (pixel, /This image is too small \(1 × 1 pixels\)\. Each side needs 16\./),
            (ribbon, /This image is too narrow \(3217 × 16 pixels\)\. It may be 200 times as long as wide\./),
            ([], /This file is empty\./), ([1, 2, 3], /This file is neither a PDF nor a picture of a known format\./),
            ([0xFF, 0xD8, 0xFF], /This image is (?:incomplete|damaged)\./),
            (Array(try Photos.bytes("letter-wood").prefix(2000)), /This image is (?:incomplete|damaged)\./),
        ]
        for (bytes, reason) in files {
            let answer = try await station.post("\(session)/import", bytes: bytes)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(reason))
        }
        #expect(try await station.get("\(session)/pages").location == session)
    }

    @Test(
        "Addresses that lead nowhere are told so",
        arguments: [
            "/scan/x", "/scan/0123456789abcdeg", "/scan/0123456789abcdef/pages/4",
            "/scan/0123456789abcdef/pages/x", "/scan/0123456789abcdef/pages/99999999999999999999/full",
            "/documents/7", "/documents/x", "/documents/-1", "/documents/7.pdf", "/nothing",
        ])
    func unknownPlaces(_ path: String) async throws {
        let answer = try await StationUnderTest().get(path)
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("Page not found"))
    }

    @Test("DS-43: a draft outlasts any number of addresses that are made up")
    func manyAddresses() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/scan/00000000000000aa/import", bytes: Photos.bytes("letter-wood"))
        for number in 0..<100 {
            #expect(try await station.get("/scan/000000000000\(1000 + number)").status == .ok)
        }
        #expect(try await station.get("/scan/00000000000000aa/pages").text.contains("Scan 1 of 1"))
        _ = try await station.post("/scan/00000000000000aa/import", bytes: Photos.bytes("form-stripes"))
        #expect(try await station.get("/scan/00000000000000aa/pages").text.contains("of 2"))
    }
}
