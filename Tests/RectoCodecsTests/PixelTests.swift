import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Pictures small enough to know every pixel.
@Suite("Pixels of PNG and JPEG")
struct PixelTests {
    @Test("Alpha is put on white")
    func alphaIsPutOnWhite() throws {
        let color = TestFiles.png(
            width: 3, height: 1, depth: 8, colorType: 6,
            pixels: [0, 10, 20, 30, 255, 10, 20, 30, 0, 0, 100, 200, 128])
        // 0 * 128/255 + 127 = 127; 100 * 128/255 + 127 = 177.2; 200 * 128/255 + 127 = 227.4.
        #expect(
            try PictureReader().read(bytes: color).rgb.packedBytes == [10, 20, 30, 255, 255, 255, 127, 177, 227])
        let gray = TestFiles.png(
            width: 2, height: 1, depth: 8, colorType: 4, pixels: [0, 50, 255, 50, 0])
        #expect(try PictureReader().read(bytes: gray).pixels == .gray(try image(2, 1, [50, 255])))
        let deep = TestFiles.png(
            width: 2, height: 1, depth: 16, colorType: 4, pixels: [0, 0x40, 0x80, 0xFF, 0xFF, 0x40, 0x80, 0, 0])
        #expect(try PictureReader().read(bytes: deep).pixels == .gray(try image(2, 1, [0x40, 255])))
    }

    @Test("A transparent value becomes white, in gray, color and palette")
    func transparentValue() throws {
        let gray = TestFiles.png(width: 4, height: 1, depth: 2, colorType: 0, pixels: [0, 0b0001_1011])
        let key = TestFiles.inserting("tRNS", [0, 1], before: "IDAT", intoPNG: gray)
        #expect(try PictureReader().read(bytes: gray).gray.packedBytes == [0, 85, 170, 255])
        #expect(try PictureReader().read(bytes: key).gray.packedBytes == [0, 255, 170, 255])
        let indexed = TestFiles.png(width: 2, height: 1, depth: 1, colorType: 3, pixels: [0, 0b0100_0000])
        let palette = TestFiles.inserting("PLTE", [1, 2, 3, 4, 5, 6], before: "IDAT", intoPNG: indexed)
        let half = TestFiles.inserting("tRNS", [255, 0], before: "IDAT", intoPNG: palette)
        #expect(try PictureReader().read(bytes: palette).pixels == .rgb(try image(2, 1, [1, 2, 3, 4, 5, 6])))
        #expect(try PictureReader().read(bytes: half).pixels == .rgb(try image(2, 1, [1, 2, 3, 255, 255, 255])))
    }

    @Test("Channels of 16 bits keep their high byte")
    func deepChannelsKeepTheirHighByte() throws {
        let file = TestFiles.png(width: 2, height: 1, depth: 16, colorType: 0, pixels: [0, 0x12, 0xFF, 0xFF, 0x00])
        #expect(try PictureReader().read(bytes: file).gray.packedBytes == [0x12, 0xFF])
    }

    @Test("The layout that is wanted is the one that comes")
    func theLayoutIsTheOneThatIsAskedFor() throws {
        let color = try PNGWriter().encode(.rgb(try image(2, 1, [255, 0, 0, 10, 20, 30])))
        #expect(try PictureReader(layout: .gray).read(bytes: color).pixels == .gray(try image(2, 1, [76, 18])))
        let gray = try PNGWriter().encode(.gray(try image(2, 1, [7, 200])))
        #expect(
            try PictureReader(layout: .rgb).read(bytes: gray).pixels == .rgb(try image(2, 1, [7, 7, 7, 200, 200, 200])))
        let jpeg = try JPEGWriter(quality: 100, chroma: .full).encode(.rgb(try image(2, 1, [9, 9, 9, 90, 90, 90])))
        guard case .gray(let luma) = try PictureReader(layout: .gray).read(bytes: jpeg).pixels else {
            Issue.record("color came although gray was wanted")
            return
        }
        #expect(largestDifference(luma.packedBytes, [9, 90]) <= 1)
    }

    @Test("A scaled JPEG has the rounded-up size, and the mean of its pixels", arguments: PictureReader.Scale.allCases)
    func aScaledJPEGHasTheMeansOfItsPixels(scale: PictureReader.Scale) throws {
        var random = SeededGenerator(seed: 9)
        let full: GrayImage = random.slopes(try PixelSize(width: 83, height: 61))
        let file = try JPEGWriter(quality: 95).encode(.gray(full))
        let picture = try PictureReader(scale: scale).read(bytes: file)
        let n = scale.rawValue
        #expect(picture.size == (try PixelSize(width: (83 + n - 1) / n, height: (61 + n - 1) / n)))
        #expect(picture.fullSize == full.size)
        let small = picture.gray.packedBytes
        let large = full.packedBytes
        for y in 0..<61 / n {
            for x in 0..<83 / n {
                let block = (0..<n * n).map { Int(large[(y * n + $0 / n) * 83 + x * n + $0 % n]) }
                #expect(abs(Int(small[y * picture.size.width + x]) - block.reduce(0, +) / (n * n)) <= 3)
            }
        }
    }

    @Test("Any picture has its pixels as color: ink is black, paper white")
    func anyPictureAsColor() throws {
        var page = BilevelImage(size: try PixelSize(width: 3, height: 1))
        page.withMutableView { $0.row(0)[0] = 0b0100_0000 }
        #expect(Raster.bilevel(page).rgb.packedBytes == [255, 255, 255, 0, 0, 0, 255, 255, 255])
        #expect(Raster.gray(try image(2, 1, [7, 200])).rgb.packedBytes == [7, 7, 7, 200, 200, 200])
        #expect(Raster.rgb(try image(1, 1, [1, 2, 3])).rgb.packedBytes == [1, 2, 3])
    }

    @Test("A 1-bit picture becomes black and white JPEG")
    func bilevelJPEG() throws {
        var page = BilevelImage(size: try PixelSize(width: 16, height: 8))
        page.withMutableView { for y in 0..<8 { $0.row(y)[0] = 0xFF } }
        let back = try PictureReader().read(bytes: try JPEGWriter(quality: 100).encode(.bilevel(page))).gray
        let due = (0..<128).map { UInt8($0 % 16 < 8 ? 0 : 255) }
        #expect(largestDifference(back.packedBytes, due) <= 1)
    }

    @Test("The bytes around the pixels of a PNG file")
    func goldenPNG() throws {
        var page = BilevelImage(size: try PixelSize(width: 10, height: 1))
        page.withMutableView { $0.row(0)[0] = 0b1010_0000 }
        let file = try PNGWriter(resolution: Resolution(dotsPerInch: 300)).encode(.bilevel(page))
        let start: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 10, 0, 0, 0, 1, 1, 0, 0, 0, 0]
            + [0xCF, 0x8E, 0x02, 0xD3]
            // 300 dots per inch are 11 811 per meter.
            + [0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73, 0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1, 0x78, 0xA5, 0x3F, 0x76]
        #expect(Array(file.prefix(start.count)) == start)
        #expect(file.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(
            try PictureReader().read(bytes: file).gray.packedBytes == [0, 255, 0, 255, 255, 255, 255, 255, 255, 255])
    }

    @Test("Values outside their range are refused")
    func valuesOutsideTheirRangeAreRefused() {
        for quality in [0, 101, -3] {
            #expect(throws: ParameterError.self) { try JPEGWriter(quality: quality) }
        }
        for dotsPerInch in [0, -1, 0.5, 200_000, .nan, .infinity] {
            #expect(Resolution(dotsPerInch: dotsPerInch) == nil)
        }
    }

    private func image<Layout: PixelLayout>(_ width: Int, _ height: Int, _ pixels: [UInt8]) throws -> Image<Layout> {
        try Image(size: PixelSize(width: width, height: height), packed: pixels)
    }
}
