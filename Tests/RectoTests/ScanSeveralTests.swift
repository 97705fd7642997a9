import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// A page for each sheet that lies in a picture: `PageScanner.scan(several:)` and `recto scan --several`.
@Suite struct ScanSeveralTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func sheet(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> Quad {
        Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: left + width, y: top),
            bottomRight: Point2D(x: left + width, y: top + height), bottomLeft: Point2D(x: left, y: top + height))
    }

    /// Two rows, in reading order; the tops of the upper ones differ.
    private static let sheets = [
        sheet(70, 80, 310, 380), sheet(460, 60, 300, 400), sheet(60, 550, 300, 390), sheet(450, 540, 320, 400),
    ]

    /// Sheets with words on a dark ground, with a camera's noise.
    private static func picture(_ sheets: [Quad]) throws -> GrayImage {
        let size = try PixelSize(width: 840, height: 1000)
        var pixels = [UInt8](repeating: 70, count: size.area)
        for sheet in sheets {
            for y in Int(sheet.topLeft.y)..<Int(sheet.bottomLeft.y) {
                var words = SplitMix64(seed: 77 + UInt64(y / 30))
                var isInk = false
                for x in Int(sheet.topLeft.x)..<Int(sheet.topRight.x) {
                    if x % 9 == 0 { isInk = y % 30 < 12 && words.next() % 100 < 60 }
                    let isText = x > Int(sheet.topLeft.x) + 40 && x < Int(sheet.topRight.x) - 40
                    pixels[y * size.width + x] = isText && isInk ? 60 : 225
                }
            }
        }
        var noise = CameraNoise(seed: 5)
        noise.add(to: &pixels, width: size.width)
        return try GrayImage(size: size, packed: pixels)
    }

    private func scan(_ sheets: [Quad], _ crop: PageScanner.Crop = .detected) throws -> [PageScanner.Scan] {
        var scanner = PageScanner(detector: try PageDetector())
        scanner.options.crop = crop
        let file = try PNGWriter().encode(.gray(try Self.picture(sheets)))
        return try scanner.scan(several: try PictureReader().read(bytes: file))
    }

    @Test func sheetsComeInReadingOrder() throws {
        let scans = try scan(Self.sheets.reversed())
        #expect(scans.count == Self.sheets.count)
        for (scan, sheet) in zip(scans, Self.sheets) {
            let quad = try #require(scan.page.quad)
            #expect(quad.intersectionOverUnion(with: sheet) > 0.95)
            #expect(scan.detection?.quad == quad)
            #expect(scan.page.originalSize == (try PixelSize(width: 840, height: 1000)))
        }
    }

    /// Tall sheets beside short ones belong to both of their rows.
    @Test func aTallSheetIsReadInItsColumn() throws {
        let sheets = [Self.sheet(60, 60, 300, 880), Self.sheet(460, 60, 300, 390), Self.sheet(460, 540, 300, 390)]
        #expect(SheetOrder(sheets).indices == [0, 1, 2])
        let mirrored = [Self.sheet(460, 60, 300, 880), Self.sheet(60, 60, 300, 390), Self.sheet(60, 540, 300, 390)]
        #expect(SheetOrder(mirrored).indices == [1, 2, 0])
    }

    @Test func aPictureWithoutSheetsIsOnePage() throws {
        let scans = try scan([])
        #expect(scans.count == 1 && scans.first?.page.quad == nil)
    }

    @Test func oneSheetIsOnePage() throws {
        let scans = try scan([Self.sheets[0]])
        #expect(scans.count == 1)
        #expect(try #require(scans.first?.page.quad).intersectionOverUnion(with: Self.sheets[0]) > 0.97)
    }

    @Test func givenCornersAreOnePage() throws {
        let scans = try scan(Self.sheets, .corners(Self.sheets[2]))
        #expect(scans.map(\.page.quad) == [Self.sheets[2]])
    }

    // MARK: The program

    private func run(_ sheets: [Quad] = ScanSeveralTests.sheets, _ options: String...) throws -> ProgramResult {
        let file = folder.path("pile.png")
        try Data(try PNGWriter().encode(.gray(try Self.picture(sheets)))).write(to: URL(filePath: file))
        return try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["scan", file, "--several", "--json"] + options)
    }

    private func objects(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func names(_ start: String) throws -> [String] { try folder.names.filter { $0.hasPrefix(start) }.sorted() }

    @Test func eachSheetIsAPageOfTheDocument() throws {
        let result = try run(Self.sheets, "-o", folder.path("out.pdf"), "--debug-images", folder.path("steps"))
        #expect(result.status == 0)
        let pages = try objects(result)
        #expect(pages.map { $0["page"] as? Int } == [1, 2, 3, 4])
        #expect(pages.allSatisfy { ($0["quad"] as? [Any])?.count == 4 && $0["presence"] as? String == "found" })
        for name in ["pile-finished.jpg", "pile-4-finished.jpg"] {
            #expect(FileManager.default.fileExists(atPath: folder.path("steps/\(name)")))
        }
    }

    @Test func eachSheetIsAPicture() throws {
        #expect(try run(Self.sheets, "-o", folder.path("out.png")).status == 0)
        #expect(try names("out") == ["out-01.png", "out-02.png", "out-03.png", "out-04.png"])
    }

    @Test func eachSheetIsADocumentIfPagesAreSplit() throws {
        let result = try run(
            Self.sheets, "-o", folder.path("out.pdf"), "--split-on", "page", "--name", "sheet {number}")
        #expect(result.status == 0)
        #expect(try names("") == ["pile.png", "sheet 1.pdf", "sheet 2.pdf", "sheet 3.pdf", "sheet 4.pdf"])
        let documents = try objects(result).filter { $0["document"] != nil }
        #expect(documents.map { $0["pages"] as? Int } == [1, 1, 1, 1])
    }

    @Test(arguments: [
        ["--book"], ["--fuse"], ["--no-detect"], ["--corners", "0,0,9,0,9,9,0,9"],
        ["--split-on", "page", "--split-pattern", "*"], ["--split-on", "page", "--name", "{code}"],
    ])
    func wrongUsageExitsWith2(options: [String]) throws {
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["scan", "x.jpg", "-o", "x.pdf", "--several"] + options)
        #expect(result.status == 2)
    }
}
