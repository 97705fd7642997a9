import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Both pages of open books.
@Suite struct BookScanTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Words on two pages that get darker towards the gutter; or on one page, across its whole width.
    private static func picture(gutter: Double?) throws -> GrayImage {
        let size = try PixelSize(width: 1200, height: 800)
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<size.height {
                var words = SplitMix64(seed: 77 + UInt64(y / 30))
                let isText = 80..<720 ~= y && y % 30 < 12
                var isInk = false
                for x in 0..<size.width {
                    if x % 9 == 0 { isInk = isText && words.next() % 100 < 60 }
                    let aside = gutter.map { abs(Double(x) - $0) } ?? .infinity
                    let isMargin = x < 90 || x > size.width - 90 || aside < 70
                    let level = (isInk && !isMargin ? 60 : 210) - min(90 / (1 + aside / 25), 60)
                    view.row(y)[x] = UInt8(level)
                }
            }
        }
        return image
    }

    private func scan(
        gutter: Double?, _ order: PageScanner.BookScan.Order, _ crop: PageScanner.Crop = .wholePicture
    ) throws -> PageScanner.BookScan {
        var scanner = PageScanner(detector: try PageDetector())
        scanner.options.crop = crop
        let file = try PNGWriter().encode(.gray(try Self.picture(gutter: gutter)))
        return try scanner.scan(book: try PictureReader().read(bytes: file), order: order)
    }

    @Test(arguments: PageScanner.BookScan.Order.allCases)
    func pagesComeInReadingOrder(order: PageScanner.BookScan.Order) throws {
        let book = try scan(gutter: 630, order)
        #expect(book.scans.count == 2)
        let gutter = try #require(book.gutter)
        #expect(gutter.allSatisfy { abs($0.x - 630) < 24 })
        let pages = order == .leftFirst ? book.scans : book.scans.reversed()
        let (left, right) = (try #require(pages[0].page.quad), try #require(pages[1].page.quad))
        #expect(left.topLeft == Point2D(x: 0, y: 0) && left.topRight == right.topLeft)
        #expect(left.bottomRight == right.bottomLeft && right.bottomRight == Point2D(x: 1200, y: 800))
    }

    @Test func pictureWithoutAGutterIsOnePage() throws {
        let book = try scan(gutter: nil, .leftFirst)
        #expect(book.scans.count == 1 && book.gutter == nil)
        #expect(book.scans.first?.page.quad == nil)
    }

    /// A valley in one page, such as beside its margin, must not split it: the parts would be narrower than any page.
    @Test(arguments: [(370.0, 890.0, 1), (420, 880, 1), (500, 1100, 1), (100, 1100, 2)])
    func halvesLookLikePages(left: Double, right: Double, count: Int) throws {
        let corners = Quad(
            topLeft: Point2D(x: left, y: 0), topRight: Point2D(x: right, y: 0),
            bottomRight: Point2D(x: right, y: 800), bottomLeft: Point2D(x: left, y: 800))
        let book = try scan(gutter: 630, .leftFirst, .corners(corners))
        #expect(book.scans.count == count && (book.gutter == nil) == (count == 1))
    }

    /// Two sheets with words on a dark ground.
    private static func sheets(_ sheets: [Quad]) throws -> GrayImage {
        let size = try PixelSize(width: 1200, height: 800)
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<size.height {
                var words = SplitMix64(seed: 77 + UInt64(y / 30))
                var isInk = false
                for x in 0..<size.width {
                    if x % 9 == 0 { isInk = y % 30 < 12 && words.next() % 100 < 60 }
                    let (x, y) = (Double(x), Double(y))
                    let sheet = sheets.first {
                        $0.topLeft.x..<$0.topRight.x ~= x && $0.topLeft.y..<$0.bottomLeft.y ~= y
                    }
                    let isText = sheet.map { x > $0.topLeft.x + 40 && x < $0.topRight.x - 40 } ?? false
                    view.row(Int(y))[Int(x)] = sheet == nil ? 70 : isText && isInk ? 60 : 225
                }
            }
        }
        return image
    }

    /// Of two sheets side by side both are found, and a single one gives one page.
    @Test(arguments: PageScanner.BookScan.Order.allCases) func sheetsBesideEachOtherBothCome(
        order: PageScanner.BookScan.Order
    ) throws {
        func sheet(_ left: Double, _ top: Double) -> Quad {
            Quad(
                topLeft: Point2D(x: left, y: top), topRight: Point2D(x: left + 430, y: top),
                bottomRight: Point2D(x: left + 430, y: top + 600), bottomLeft: Point2D(x: left, y: top + 600))
        }
        let sheets = [sheet(90, 90), sheet(640, 110)]
        func scan(_ sheets: [Quad]) throws -> PageScanner.BookScan {
            var scanner = PageScanner(detector: try PageDetector())
            let file = try PNGWriter().encode(.gray(try Self.sheets(sheets)))
            return try scanner.scan(book: try PictureReader().read(bytes: file), order: order)
        }
        let both = try scan(sheets)
        #expect(both.gutter == nil && both.scans.count == 2)
        let expected = order == .leftFirst ? sheets : sheets.reversed()
        for (scan, sheet) in zip(both.scans, expected) {
            #expect(try #require(scan.page.quad).intersectionOverUnion(with: sheet) > 0.97)
            #expect(scan.detection?.quad == scan.page.quad)
        }
        #expect(try scan([sheets[0]]).scans.count == 1)
    }

    private func run(_ options: String...) throws -> ProgramResult {
        let file = folder.path("spread.png")
        try Data(try PNGWriter().encode(.gray(try Self.picture(gutter: 630)))).write(to: URL(filePath: file))
        return try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["scan", file, "-o", folder.path("out.png")] + options)
    }

    @Test func bothPagesAreWritten() throws {
        let result = try run("--book", "--no-detect", "--json", "--debug-images", folder.path("steps"))
        #expect(result.status == 0)
        let pages = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(pages.count == 2)
        #expect(pages.allSatisfy { $0["flatten"] != nil })
        #expect(try folder.names.filter { $0.hasPrefix("out") }.sorted() == ["out-01.png", "out-02.png"])
        for name in ["spread-finished.jpg", "spread-2-finished.jpg"] {
            #expect(FileManager.default.fileExists(atPath: folder.path("steps/\(name)")))
        }
    }

    @Test(arguments: [["--book", "--fuse"], ["--book", "--rotate", "90"], ["--right-to-left"]])
    func whatDoesNotGoTogetherIsSaid(options: [String]) throws {
        let file = folder.path("spread.png")
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["scan", file, "-o", folder.path("out.pdf")] + options)
        #expect(result.status == 2)
        #expect(result.errors.contains(options[0]))
    }
}
