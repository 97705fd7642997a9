import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Pages that were found without certainty in imported pictures.
@Suite struct CropCheckTests {
    private let station: StationUnderTest
    private let library: Library
    private let quad: Quad

    init() async throws {
        station = try await StationUnderTest()
        library = try Library(folder: station.folder.path("station"))
        quad = try Quad(
            corners: [(60, 50), (400, 70), (390, 500), (50, 480)].map { Point2D(x: Double($0.0), y: Double($0.1)) })
    }

    /// Adds a document with a picture whose page was found without certainty, and one whose page is the picture.
    private func add() throws -> Int64 {
        let pages = try [true, false].map { isUnsure in
            let bytes = try Photos.bytes(isUnsure ? "letter-wood" : "form-stripes")
            var page = NewDocument.Page(picture: bytes, size: try PictureReader().read(bytes: bytes).size, quad: nil)
            if isUnsure { page.unsure = quad }
            return page
        }
        return try library.add(NewDocument(title: "Letter", captured: .now, pages: pages))
    }

    private func toCheck(_ value: String = "yes") async throws -> Int {
        struct List: Decodable { let count: Int }
        let answer = try await station.get("/api/documents?check=\(value)")
        return try JSONDecoder().decode(List.self, from: Data(answer.body)).count
    }

    @Test("KF-7: one tap crops a page to its outline, which can be undone, and a filter finds what is left")
    func crops() async throws {
        let id = try add()
        #expect(try await toCheck() == 1)
        #expect(try await toCheck("no") == 0)
        let document = try await station.get("/documents/\(id)").text
        #expect(document.contains("The edges of one page are unclear") && document.contains("Check the Crop"))
        let page = try await station.get("/documents/\(id)/pages/0").text
        #expect(page.contains("Keep Whole Picture") && page.contains("points=\"60,50 400,70 390,500 50,480\""))
        #expect(try await !station.get("/documents/\(id)/pages/1").text.contains("Keep Whole Picture"))
        #expect(try await station.get("/documents?check=yes").text.contains("Check the Crop"))
        let answer = try await station.post("/documents/\(id)/pages/0/crop")
        let events = try #require(answer.location?.split(separator: "undo=").last)
        #expect(try library.pages(of: id)[0].quad == quad && library.pages(of: id)[1].quad == nil)
        #expect(try await toCheck() == 0)
        #expect(try await !station.get("/documents/\(id)").text.contains("Check the Crop"))
        _ = try library.undo(try #require(EventRange(events)), at: .now)
        #expect(try library.pages(of: id)[0].quad == nil)
        #expect(try await toCheck() == 1)
    }

    @Test("KF-7: one tap keeps a picture whole, and the question is gone")
    func keepsWhole() async throws {
        let id = try add()
        #expect(try await station.post("/documents/\(id)/pages/0/whole").location == "/documents/\(id)?done=whole")
        #expect(try await toCheck() == 0)
        #expect(try await toCheck("no") == 1)
        #expect(try library.pages(of: id)[0].quad == nil)
        #expect(try await station.post("/documents/\(id)/pages/0/crop").location == "/documents/\(id)")
        #expect(try library.pages(of: id)[0].quad == nil)
        #expect(try await station.post("/documents/99/pages/0/whole").status == .notFound)
    }

    @Test(
        "KF-7: a page is cropped on import only where it is as sure as for a camera",
        arguments: ["form", "draft", "program"])
    func imports(way: String) async throws {
        let bytes = try Self.faint()
        var scanner = PageScanner(detector: try PageDetector())
        let detection = try #require(try scanner.scan(try PictureReader().read(bytes: bytes)).detection)
        try #require(PageDetection.Level.show...PageDetection.Level.lock ~= (try #require(detection.level)))
        switch way {
        case "draft":
            _ = try await station.post("/scan/0123456789abcdef/import?name=a.png", bytes: bytes)
            _ = try await station.post("/scan/0123456789abcdef/save")
        case "program": _ = try await station.post("/api/documents", bytes: bytes)
        default:
            let head =
                "--b7\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nPaper\r\n"
                + "--b7\r\nContent-Disposition: form-data; name=\"attachments\"; filename=\"a.png\"\r\n\r\n"
            _ = try await station.ask(
                .post, "/documents/new", Array(head.utf8) + bytes + Array("\r\n--b7--\r\n".utf8),
                headers: [.contentType: "multipart/form-data; boundary=b7"])
        }
        #expect(try library.pages(of: 1)[0].quad == nil && library.cropsToCheck(of: 1)[0] != nil)
        _ = try await station.post("/api/documents", bytes: try Photos.bytes("letter-wood"))
        #expect(try library.pages(of: 2)[0].quad != nil && library.cropsToCheck(of: 2).isEmpty)
    }

    @Test("KF-11: a skewed scan is turned level on import, and the file is kept", arguments: ["png", "jpg"])
    func skewedScan(format: String) async throws {
        let pixels = try Self.scan(skewedByDegrees: 6)
        let bytes =
            format == "png"
            ? try PNGWriter().encode(.gray(pixels)) : try JPEGWriter.document.encode(.gray(pixels))
        _ = try await station.post("/api/documents?name=a.\(format)", bytes: bytes)
        let page = try library.pages(of: 1)[0]
        let turned = try PictureReader().read(bytes: library.original(page.original))
        #expect(page.quad == nil && turned.format == (format == "png" ? .png : .jpeg))
        var deskewer = PageDeskewer()
        guard case .level(let degrees) = deskewer.deskew(turned.pixels).outcome else {
            Issue.record("the page is not level")
            return
        }
        #expect(abs(degrees) < 0.3)
        let original = try #require(try library.originals(of: 1).first)
        #expect(try await station.get("/documents/1/originals/\(original.id)").body == bytes)
    }

    @Test("KF-11: a level scan and a picture without lines keep their pixels")
    func levelScan() async throws {
        let blank = try GrayImage(
            size: PixelSize(width: 400, height: 500), packed: [UInt8](repeating: 240, count: 400 * 500))
        for (index, pixels) in [try Self.scan(skewedByDegrees: 0), blank].enumerated() {
            let bytes = try PNGWriter().encode(.gray(pixels))
            _ = try await station.post("/api/documents", bytes: bytes)
            #expect(try library.original(library.pages(of: Int64(index + 1))[0].original) == bytes)
        }
    }

    /// Returns a white scan with lines of blocks like letters, which fall to the right.
    private static func scan(skewedByDegrees degrees: Double) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: 900, height: 1200))
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let (u, v) = (Double(x - 450), Double(y - 600))
                    let (column, row) = (Int(cosine * u + sine * v) + 450, Int(cosine * v - sine * u) + 600)
                    let isText = 100..<800 ~= column && 120..<1080 ~= row
                    // Words of letters of different widths.
                    let isLetter = column % 11 < 7 && (column / 11 + row / 36 * 5) % 7 != 0 && row % 36 < 14
                    view.row(y)[x] = isText && isLetter ? 20 : 250
                }
            }
        }
        return image
    }

    /// Returns a page that runs out of the picture, so that the detector finds it, but not with certainty.
    private static func faint() throws -> [UInt8] {
        var image = RGBImage(size: try PixelSize(width: 640, height: 800))
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let isPage = x >= 150 && 120..<640 ~= y
                    let isInk = isPage && y % 40 < 8 && x % 90 < 60 && 190..<470 ~= x
                    let noise = (x * 7919 + y * 104_729) % 23 - 11
                    let value = 120 + (isPage ? 60 : 0) - (isInk ? 70 : 0) + noise
                    for channel in 0..<3 { view.row(y)[3 * x + channel] = UInt8(value) }
                }
            }
        }
        return try PNGWriter().encode(.rgb(image))
    }
}
