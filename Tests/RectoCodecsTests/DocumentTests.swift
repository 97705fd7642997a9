import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// PDF and TIFF files as other programs see them.
@Suite("Documents")
struct DocumentTests {
    private static let metadata = DocumentMetadata(title: "Größe (1)", creationTime: 1_767_225_600)

    private static func bilevelPage(_ size: PixelSize, _ random: inout SeededGenerator) -> BilevelImage {
        // Bars of random lengths, so that all codes of Group 4 occur; noise would not compress.
        var page = BilevelImage(size: size)
        page.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                var x = 0
                var isInk = false
                while x < view.width {
                    let end = min(view.width, x + Int.random(in: 1...40, using: &random))
                    if isInk { for i in x..<end { row[i >> 3] |= 0x80 >> UInt8(i & 7) } }
                    (x, isInk) = (end, !isInk)
                }
            }
        }
        return page
    }

    @Test(
        "PDF pages are rendered as the pixels that went in, at their true size",
        .enabled(if: ProgramResult.isInstalled("pdftoppm") && ProgramResult.isInstalled("qpdf")),
        arguments: [(72.0, 1), (100, 2), (150, 3), (200, 4), (299.7, 5)] as [(Double, UInt64)])
    func pagesOfPDFAreRenderedExactly(dotsPerInch: Double, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: seed)
        let resolution = try #require(Resolution(dotsPerInch: dotsPerInch))
        let size = try PixelSize(
            width: .random(in: 90...240, using: &random), height: .random(in: 90...240, using: &random))
        let page = Self.bilevelPage(size, &random)
        let gray: GrayImage = random.slopes(size)
        let rgb: RGBImage = random.slopes(size)
        let path = folder.path("a.pdf")
        let jpeg = try JPEGWriter(quality: 95, chroma: .full)
        let writer = try PDFWriter(path: path, jpeg: jpeg, metadata: Self.metadata)
        for raster in [Raster.bilevel(page), .gray(gray), .rgb(rgb)] { try writer.add(raster, resolution: resolution) }
        try writer.finish()

        let check = try ProgramResult.run("qpdf", ["--check", path])
        #expect(check.status == 0, "\(check.output)")
        let rendered = try render(path, dotsPerInch, folder)
        #expect(rendered.count == 3)
        #expect(rendered.allSatisfy { $0.size == size })
        #expect(rendered[0].gray == GrayImage(page))
        #expect(largestDifference(rendered[1].gray.packedBytes, gray.packedBytes) <= 6)
        #expect(largestDifference(rendered[2].rgb.packedBytes, rgb.packedBytes) <= 16)

        let information = try ProgramResult.run("pdfinfo", ["-isodates", path]).output
        #expect(information.contains("Größe (1)"))
        #expect(information.contains("CreationDate:    2026-01-01T00:00:00Z"))
        #expect(information.contains("ModDate:         2026-01-01T00:00:00Z"))
        #expect(information.contains("Producer:        Recto"))
        let width = Double(size.width) * 72 / dotsPerInch
        let stated = try #require(information.firstMatch(of: /Page size:\s+([0-9.]+) x/)?.1)
        #expect(abs((Double(stated) ?? 0) - width) < 0.01)
    }

    @Test(
        "A page of one bit a pixel has the same bytes in a PDF whatever number of threads codes it",
        arguments: [(1, 1), (9, 2), (200, 7), (131, 240), (1000, 333)])
    func groupFourInParts(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: UInt64(width))
        let size = try PixelSize(width: width, height: height)
        var blank = Self.bilevelPage(size, &random)
        // Rows without ink or change cost a bit each: byte boundaries fall everywhere.
        blank.withMutableView { view in
            for y in 0..<height where y % 7 > 3 { view.row(y).update(repeating: 0, count: view.rowBytes) }
        }
        func bytes(_ workers: Int) throws -> Data {
            let path = folder.path("\(workers).pdf")
            let writer = try PDFWriter(path: path, workers: workers)
            try writer.add(.bilevel(blank), resolution: try #require(Resolution(dotsPerInch: 200)))
            try writer.finish()
            return try Data(contentsOf: URL(filePath: path))
        }
        let whole = try bytes(1)
        for workers in [2, 3, 8, 64] { #expect(try bytes(workers) == whole, "\(workers) threads") }
    }

    @Test(
        "A JPEG file goes into a PDF page as it is, upright", .enabled(if: ProgramResult.isInstalled("pdftoppm")),
        arguments: 1...8)
    func embeddedJPEG(number: Int) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 11)
        let stored: RGBImage = random.slopes(try PixelSize(width: 64, height: 40))
        let plain = try JPEGWriter(quality: 95, chroma: .full).encode(.rgb(stored))
        let file = TestFiles.inserting(TestFiles.exif(number), intoJPEG: plain)
        let writer = try PDFWriter(path: folder.path("a.pdf"))
        try writer.add(jpegFile: file, resolution: try #require(Resolution(dotsPerInch: 72)))
        try writer.finish()
        let document = try Data(contentsOf: URL(filePath: folder.path("a.pdf")))
        #expect(document.range(of: Data(file)) != nil)
        let upright = try PictureReader().read(bytes: file)
        let rendered = try render(folder.path("a.pdf"), 72, folder)
        #expect(rendered[0].size == upright.size)
        #expect(largestDifference(rendered[0].rgb.packedBytes, upright.rgb.packedBytes) <= 2)
    }

    @Test("What is no gray or color JPEG file is not embedded")
    func notEmbedded() throws {
        let folder = try TemporaryFolder()
        let writer = try PDFWriter(path: folder.path("a.pdf"))
        let resolution = try #require(Resolution(dotsPerInch: 72))
        let png = try PNGWriter().encode(.gray(GrayImage(size: PixelSize(width: 1, height: 1))))
        for bytes in [[], png, Array(TestFiles.progressiveJPEG.prefix(30))] {
            #expect(throws: OutputError.self) { try writer.add(jpegFile: bytes, resolution: resolution) }
        }
        #expect(writer.pageCount == 0)
        #expect(throws: OutputError.noPages) { try writer.finish() }
    }

    /// Viewers accept 3 to 14,400 units, and PDF/A requires it (ISO 19005-2, 6.1.13).
    @Test(arguments: [
        (1, 1, 200.0), (250, 40_100, 200), (40_100, 250, 200), (8, 300, 300), (600, 60_000, 20), (70, 90, 72),
    ])
    func pageSidesAreWithinTheLimitsOfPDF(width: Int, height: Int, dotsPerInch: Double) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("page.pdf")
        let writer = try PDFWriter(path: path, isArchival: true)
        let image = BilevelImage(size: try PixelSize(width: width, height: height))
        try writer.add(.bilevel(image), resolution: try #require(Resolution(dotsPerInch: dotsPerInch)))
        try writer.finish()
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let box = try #require(text.firstMatch(of: /\/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]/))
        let unit = text.firstMatch(of: /\/UserUnit ([0-9]+)/).flatMap { Double($0.output.1) } ?? 1
        for (side, pixels) in zip([box.output.1, box.output.2], [width, height]) {
            let units = try #require(Double(side))
            #expect(3...14_400 ~= units)
            let points = Double(pixels) * 72 / dotsPerInch
            #expect(units == 3 || abs(units * unit - points) < 0.001 * unit)
        }
    }

    @Test("The same pages give the same PDF file, and a text string is escaped")
    func theSamePagesGiveTheSameFile() throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 12)
        let page = Self.bilevelPage(try PixelSize(width: 50, height: 60), &random)
        let resolution = try #require(Resolution(dotsPerInch: 72))
        for name in ["a", "b"] {
            let writer = try PDFWriter(path: folder.path(name), metadata: Self.metadata)
            try writer.add(.bilevel(page), resolution: resolution)
            try writer.finish()
        }
        let a = try Data(contentsOf: URL(filePath: folder.path("a")))
        #expect(a == (try Data(contentsOf: URL(filePath: folder.path("b")))))
        #expect(String(decoding: a, as: UTF8.self).contains("/MediaBox [0 0 50 60]"))
        #expect(PDFWriter.textString("a(b)\\c") == "(a\\(b\\)\\\\c)")
        #expect(PDFWriter.textString("é𝄞") == "<FEFF00E9D834DD1E>")
    }

    @Test(
        "A CCITT page of one row, and of odd widths, comes back",
        .enabled(if: ProgramResult.isInstalled("pdftoppm")), arguments: 1...20)
    func smallPages(width: Int) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: UInt64(width))
        let page: BilevelImage = random.noise(try PixelSize(width: width, height: 21 - width))
        let writer = try PDFWriter(path: folder.path("a.pdf"))
        try writer.add(.bilevel(page), resolution: try #require(Resolution(dotsPerInch: 72)))
        try writer.finish()
        #expect(try render(folder.path("a.pdf"), 72, folder)[0].gray == GrayImage(page))
    }

    @Test("TIFF pages come back", arguments: [1, 2, 3])
    func pagesOfTIFFComeBack(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: seed)
        let resolution = try #require(Resolution(horizontal: 204, vertical: 98))
        let path = folder.path("a.tif")
        var rasters: [Raster] = []
        for _ in 0..<4 {
            rasters.append(.bilevel(Self.bilevelPage(try random.size(upTo: 300), &random)))
            rasters.append(.gray(random.noise(try random.size(upTo: 70))))
            rasters.append(.rgb(random.noise(try random.size(upTo: 70))))
        }
        let writer = try TIFFWriter(path: path, metadata: Self.metadata)
        for raster in rasters { try writer.add(raster, resolution: resolution) }
        #expect(!(try folder.names.contains("a.tif")))
        try writer.finish()
        #expect(writer.pageCount == rasters.count)
        let pages = try TIFFPages(path: path)
        #expect(pages.count == rasters.count)
        for (index, raster) in rasters.enumerated() {
            let page = try pages.page(index)
            #expect(page.resolution == resolution)
            #expect(page.compression == (index % 3 == 0 ? 4 : 8))
            switch raster {
            case .bilevel(let image): #expect(page.pixels == RGBImage(GrayImage(image)))
            case .gray(let image): #expect(page.pixels == RGBImage(image))
            case .rgb(let image): #expect(page.pixels == image)
            }
        }
    }

    @Test("JPEG pages of a TIFF file come back nearly", arguments: [JPEGWriter.Chroma.full, .halved])
    func tiffJPEG(chroma: JPEGWriter.Chroma) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 13)
        let path = folder.path("a.tif")
        let gray: GrayImage = random.slopes(try PixelSize(width: 67, height: 45))
        let rgb: RGBImage = random.slopes(try PixelSize(width: 67, height: 45))
        let writer = try TIFFWriter(path: path, compression: .jpeg(try JPEGWriter(quality: 95, chroma: chroma)))
        let resolution = try #require(Resolution(dotsPerInch: 72))
        try writer.add(.gray(gray), resolution: resolution)
        try writer.add(.rgb(rgb), resolution: resolution)
        try writer.finish()
        let pages = try TIFFPages(path: path)
        #expect(try pages.page(0).compression == 7)
        #expect(largestDifference(try pages.page(0).pixels.packedBytes, RGBImage(gray).packedBytes) <= 6)
        #expect(largestDifference(try pages.page(1).pixels.packedBytes, rgb.packedBytes) <= 16)
    }

    @Test("A page after the end is a programmer's error")
    func pageAfterTheEnd() async {
        let pdf = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            let writer = try PDFWriter(path: folder.path("a.pdf"))
            let page = Raster.gray(GrayImage(size: try PixelSize(width: 1, height: 1)))
            try writer.add(page, resolution: .assumed)
            try writer.finish()
            try writer.add(page, resolution: .assumed)
        }
        let tiff = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            let writer = try TIFFWriter(path: folder.path("a.tif"))
            let page = Raster.gray(GrayImage(size: try PixelSize(width: 1, height: 1)))
            try writer.add(page, resolution: .assumed)
            try writer.finish()
            try writer.add(page, resolution: .assumed)
        }
        #if DEBUG
            // Optimized programs stop without a message.
            for result in [pdf, tiff] {
                let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
                #expect(message.contains("the document has been finished"))
            }
        #else
            #expect(pdf != nil && tiff != nil)
        #endif
    }

    @Test("A document without pages is no file")
    func noPages() throws {
        let folder = try TemporaryFolder()
        #expect(throws: OutputError.noPages) { try TIFFWriter(path: folder.path("a.tif")).finish() }
        #expect(throws: OutputError.noPages) { try PDFWriter(path: folder.path("a.pdf")).finish() }
        #expect(try folder.names.isEmpty)
    }

    /// The pages of a PDF file as pictures.
    private func render(_ path: String, _ dotsPerInch: Double, _ folder: TemporaryFolder) throws -> [Picture] {
        let result = try ProgramResult.run("pdftoppm", ["-png", "-r", "\(dotsPerInch)", path, folder.path("page")])
        #expect(result.status == 0, "\(result.output)")
        return try folder.names.filter { $0.hasSuffix(".png") }.map { try PictureReader().read(path: folder.path($0)) }
    }
}
