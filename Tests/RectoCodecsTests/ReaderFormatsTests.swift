import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Formats other than PNG and JPEG, each with known pixels.
@Suite("Formats that are read")
struct ReaderFormatsTests {
    private static let seeds: [UInt64] = Array(1...12)

    private func levels(_ picture: Picture) -> [UInt8] { picture.gray.packedBytes }

    // MARK: Netpbm

    @Test("Netpbm pictures of every kind come back", arguments: seeds)
    func netpbm(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = try random.size(upTo: 40)
        let maximum = [1, 3, 100, 255, 256, 1023, 65_535].randomElement(using: &random) ?? 255
        let count = size.area * 3
        let values = (0..<count).map { _ in Int.random(in: 0...maximum, using: &random) }
        let expected = values.map { UInt8(($0 * 255 + maximum / 2) / maximum) }
        let raw = values.flatMap { maximum > 255 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)] }
        let plain = values.map { "\($0)" }.joined(separator: seed % 2 == 0 ? " " : "\n")
        let head = "\(size.width) # a comment\n\(size.height)\n\(maximum)\n"
        let files = [
            Array("P6\n\(head)".utf8) + raw, Array("P3 #\n\(head)\(plain)".utf8),
            Array(
                "P7\nWIDTH \(size.width)\n# x\nHEIGHT \(size.height)\nDEPTH 3\nMAXVAL \(maximum)\nTUPLTYPE RGB\nENDHDR\n"
                    .utf8)
                + raw,
        ]
        for file in files {
            let picture = try PictureReader().read(bytes: file)
            #expect(picture.format == .pnm && picture.size == size)
            #expect(picture.rgb.packedBytes == expected)
        }
        let grayCount = size.area * (maximum > 255 ? 2 : 1)
        let gray = try PictureReader().read(bytes: Array("P5\n\(head)".utf8) + raw.prefix(grayCount))
        #expect(levels(gray) == Array(expected.prefix(size.area)))
    }

    @Test("Bits of Netpbm are ink", arguments: seeds)
    func netpbmBits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let image: BilevelImage = random.noise(try random.size(upTo: 40))
        let head = "\(image.width) \(image.height)\n"
        let expected = GrayImage(image).packedBytes
        let raw = Array("P4\n\(head)".utf8) + image.packedBytes
        let plain = Array("P1\n\(head)\(expected.map { $0 == 0 ? "1" : "0" }.joined())".utf8)
        for file in [raw, plain] { #expect(levels(try PictureReader().read(bytes: file)) == expected) }
    }

    // MARK: BMP

    @Test("BMP pictures come back in either order of rows", arguments: seeds)
    func bmp(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let image: RGBImage = random.noise(try random.size(upTo: 40))
        for (bits, isTopDown) in [(24, false), (24, true), (32, false), (32, true)] {
            let picture = try PictureReader().read(bytes: TestBMP.color(image, bits: bits, isTopDown: isTopDown))
            #expect(picture.format == .bmp && picture.rgb == image)
            #expect(abs(try #require(picture.resolution).horizontal - 300) < 0.1)
        }
        let gray: GrayImage = random.noise(image.size)
        for bits in [1, 4, 8] {
            let levels = gray.packedBytes.map { UInt8(Int($0) >> (8 - bits) * 255 / (1 << bits - 1)) }
            let picture = try PictureReader().read(bytes: TestBMP.palette(gray, bits: bits))
            #expect(self.levels(picture) == levels)
        }
        let runs = try PictureReader().read(bytes: TestBMP.runs(gray))
        #expect(levels(runs) == gray.packedBytes)
    }

    // MARK: GIF

    @Test("The first frame of a GIF comes back", arguments: seeds)
    func gif(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Large enough for codes of twelve bits and a full table.
        let size = try PixelSize(
            width: .random(in: 1...130, using: &random), height: .random(in: 1...130, using: &random))
        let bits = Int.random(in: 2...8, using: &random)
        let isNoise = seed % 2 == 0
        let values = (0..<size.area).map { index in
            isNoise ? Int.random(in: 0..<1 << bits, using: &random) : (index / 7 + index % size.width) % (1 << bits)
        }
        let palette = (0..<1 << bits).map { _ in
            [UInt8](repeating: 0, count: 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        for isInterlaced in [false, true] {
            let file = TestGIF(size: size, bits: bits, palette: palette, values: values, isInterlaced: isInterlaced)
                .bytes
            let picture = try PictureReader().read(bytes: file)
            #expect(picture.format == .gif)
            #expect(picture.rgb.packedBytes == values.flatMap { palette[$0] })
        }
        let clear = TestGIF(size: size, bits: bits, palette: palette, values: values, transparent: values[0]).bytes
        let expected = values.flatMap { $0 == values[0] ? [255, 255, 255] : palette[$0] }
        #expect(try PictureReader().read(bytes: clear).rgb.packedBytes == expected)
    }

    // MARK: TIFF

    @Test("TIFF pages of every layout come back", arguments: seeds)
    func tiff(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = try random.size(upTo: 40)
        for isBigEndian in [false, true] {
            for bits in [8, 16] {
                let most = 1 << bits - 1
                let values = (0..<size.area * 3).map { _ in Int.random(in: 0...most, using: &random) }
                let bytes = values.map { UInt8($0 >> (bits - 8)) }
                var page = TestTIFF.Page(
                    width: size.width, height: size.height, values: Array(values.prefix(size.area)))
                (page.bits, page.rowsPerStrip) = (bits, Int.random(in: 1...size.height, using: &random))
                var white = page
                white.photometric = 0
                var color = page
                (color.samples, color.photometric, color.values) = (3, 2, values)
                var planar = color
                planar.isPlanar = true
                planar.values = (0..<3).flatMap { plane in
                    stride(from: plane, to: values.count, by: 3).map { values[$0] }
                }
                let file = TestTIFF(isBigEndian: isBigEndian, pages: [page, white, color, planar]).bytes
                let document = try PictureDocument(bytes: file)
                #expect(document.format == .tiff && document.pageCount == 4)
                #expect(levels(try document.picture(at: 0)) == Array(bytes.prefix(size.area)))
                #expect(levels(try document.picture(at: 1)) == bytes.prefix(size.area).map { 255 - $0 })
                #expect(try document.picture(at: 2).rgb.packedBytes == bytes)
                #expect(largestDifference(try document.picture(at: 3).rgb.packedBytes, bytes) <= 1)
            }
        }
    }

    @Test("Inks, palettes, alpha and bits of TIFF become colors")
    func tiffColors() throws {
        let inks = [0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255]
        var page = TestTIFF.Page(width: 4, height: 1, values: inks)
        (page.samples, page.photometric) = (4, 5)
        let colors = try PictureReader().read(bytes: TestTIFF(pages: [page]).bytes)
        #expect(colors.rgb.packedBytes == [255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 0, 0])
        var palette = TestTIFF.Page(width: 2, height: 1, values: [1, 200])
        palette.photometric = 3
        palette.palette = (0..<768).map { ($0 % 256) * 257 * ($0 < 256 ? 1 : 0) }
        #expect(
            try PictureReader().read(bytes: TestTIFF(pages: [palette]).bytes).rgb.packedBytes == [1, 0, 0, 200, 0, 0])
        var alpha = TestTIFF.Page(width: 2, height: 1, values: [10, 20, 30, 255, 10, 20, 30, 0])
        (alpha.samples, alpha.photometric, alpha.hasAlpha) = (4, 2, true)
        #expect(
            try PictureReader().read(bytes: TestTIFF(pages: [alpha]).bytes).rgb.packedBytes == [
                10, 20, 30, 255, 255, 255,
            ])
        var bits = TestTIFF.Page(width: 3, height: 1, values: [1, 0, 1])
        (bits.bits, bits.photometric) = (1, 0)
        #expect(levels(try PictureReader().read(bytes: TestTIFF(pages: [bits]).bytes)) == [0, 255, 0])
    }

    @Test("TIFF states its turn and its resolution, and thumbnails are no pages", arguments: 1...8)
    func tiffHeaders(orientation: Int) throws {
        var page = TestTIFF.Page(width: 5, height: 3, values: Array(0..<15))
        (page.orientation, page.resolution, page.unit) = (orientation, (100, 50), 3)
        var thumbnail = TestTIFF.Page(width: 1, height: 1, values: [7])
        thumbnail.kind = 1
        let document = try PictureDocument(bytes: TestTIFF(pages: [thumbnail, page]).bytes)
        #expect(document.pageCount == 1)
        let picture = try document.picture(at: 0)
        let resolution = try #require(picture.resolution)
        let isTurned = orientation >= 5
        #expect(picture.size == (try PixelSize(width: isTurned ? 3 : 5, height: isTurned ? 5 : 3)))
        #expect(abs(resolution.horizontal - (isTurned ? 127 : 254)) < 0.01)
        #expect(abs(resolution.vertical - (isTurned ? 254 : 127)) < 0.01)
        let first = [0, 4, 14, 10, 0, 10, 14, 4][orientation - 1]
        #expect(levels(picture)[0] == UInt8(first))
    }

    @Test("What the writer of documents compresses is read", arguments: [200.0, 300])
    func writtenPages(dotsPerInch: Double) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 5)
        let size = try PixelSize(width: 133, height: 71)
        let (ink, gray, rgb): (BilevelImage, GrayImage, RGBImage) = (
            random.noise(size), random.slopes(size), random.slopes(size)
        )
        let resolution = try #require(Resolution(dotsPerInch: dotsPerInch))
        for compression in [TIFFWriter.Compression.deflate, .jpeg(try JPEGWriter(quality: 95, chroma: .full))] {
            let path = folder.path("pages.tif")
            let writer = try TIFFWriter(path: path, compression: compression)
            for raster in [Raster.bilevel(ink), .gray(gray), .rgb(rgb)] {
                try writer.add(raster, resolution: resolution)
            }
            try writer.finish()
            let document = try PictureDocument(path: path)
            #expect(document.pageCount == 3)
            #expect(try document.picture(at: 0).gray == GrayImage(ink))
            #expect(largestDifference(try document.picture(at: 1).gray.packedBytes, gray.packedBytes) <= 6)
            #expect(largestDifference(try document.picture(at: 2).rgb.packedBytes, rgb.packedBytes) <= 16)
            #expect(try document.picture(at: 2).resolution == resolution)
        }
    }

    // MARK: Formats of other libraries

    /// Encoders of formats that this project does not write, their accuracy, and their input.
    private static let encoders: [(program: String, arguments: [String], format: PictureFormat, tolerance: Int)] = [
        ("cwebp", ["-quiet", "-lossless", "in.png", "-o", "out"], .webp, 0),
        ("cwebp", ["-quiet", "-q", "95", "in.png", "-o", "out"], .webp, 24),
        ("heif-enc", ["-q", "95", "in.png", "-o", "out"], .heif, 24),
        ("heif-enc", ["-A", "-q", "95", "in.png", "-o", "out"], .avif, 24),
        ("cjxl", ["in.png", "out.jxl", "-d", "0", "--quiet"], .jpegXL, 0),
    ]

    @Test("WebP, HEIF, AVIF and JPEG XL come back", arguments: encoders.indices)
    func foreign(index: Int) throws {
        let encoder = Self.encoders[index]
        guard ProgramResult.isInstalled(encoder.program) else { return }
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 3)
        let image: RGBImage = random.slopes(try PixelSize(width: 120, height: 74))
        try PNGWriter().write(.rgb(image), path: folder.path("in.png"))
        let arguments = encoder.arguments.map { $0.hasPrefix("in.") || $0.hasPrefix("out") ? folder.path($0) : $0 }
        try #require(try ProgramResult.run(encoder.program, arguments).status == 0)
        let name = try #require(try folder.names.first { $0.hasPrefix("out") })
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path(name))))
        let picture = try PictureReader().read(bytes: bytes)
        #expect(picture.format == encoder.format)
        #expect(picture.size == image.size)
        #expect(largestDifference(picture.rgb.packedBytes, image.packedBytes) <= encoder.tolerance)
        for count in stride(from: 16, to: bytes.count, by: max(1, bytes.count / 40)) {
            #expect(throws: PictureError.self) { try PictureReader().read(bytes: Array(bytes.prefix(count))) }
        }
        var damaged = bytes
        for _ in 0..<150 {
            damaged[Int.random(in: 12..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            _ = try? PictureReader().read(bytes: damaged)
            if Bool.random(using: &random) { damaged = bytes }
        }
    }

    @Test("A format that is left out counts as unknown")
    func excludedFormats() throws {
        var reader = PictureReader()
        reader.formats = [.png, .jpeg]
        #expect(throws: PictureError.unknownFormat) { try reader.read(bytes: Array("P5 1 1 255 a".utf8)) }
    }

    // MARK: Hostile files

    private static func samples() throws -> [[UInt8]] {
        var random = SeededGenerator(seed: 9)
        let size = try PixelSize(width: 23, height: 17)
        let (gray, rgb): (GrayImage, RGBImage) = (random.noise(size), random.noise(size))
        var page = TestTIFF.Page(width: 23, height: 17, values: gray.packedBytes.map { Int($0) })
        page.resolution = (200, 100)
        var color = page
        (color.samples, color.photometric, color.values) = (3, 2, rgb.packedBytes.map { Int($0) })
        let palette = (0..<256).map { [UInt8](repeating: UInt8($0), count: 3) }
        return [
            TestTIFF(pages: [page, color]).bytes, TestTIFF(isBigEndian: true, pages: [color]).bytes,
            TestBMP.color(rgb, bits: 24, isTopDown: false), TestBMP.palette(gray, bits: 8), TestBMP.runs(gray),
            TestGIF(size: size, bits: 8, palette: palette, values: gray.packedBytes.map { Int($0) }).bytes,
            Array("P6 23 17 255\n".utf8) + rgb.packedBytes,
            Array("P2 23 17 255\n".utf8)
                + Array(gray.packedBytes.map { "\($0)" }.joined(separator: " ").utf8),
        ]
    }

    @Test("Files that are cut are errors, or the picture that is there")
    func cutFiles() throws {
        for sample in try Self.samples() {
            let whole = try PictureReader().read(bytes: sample)
            for count in 0..<sample.count {
                guard let picture = try? PictureReader().read(bytes: Array(sample.prefix(count))) else { continue }
                // The last bytes may be padding, an end mark, another page, or tags unrelated to the pixels.
                #expect(picture.size == whole.size && count > 200)
            }
        }
    }

    @Test("Flipped bytes give a picture or an error, never more", arguments: [0, 1, 2, 3])
    func flippedBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: 300 + seed)
        var reader = PictureReader()
        (reader.limits.pixels, reader.limits.memoryBytes) = (1 << 20, 1 << 24)
        for sample in try Self.samples() {
            for _ in 0..<300 {
                var bytes = sample
                for _ in 0...Int.random(in: 0..<4, using: &random) {
                    bytes[Int.random(in: 0..<min(bytes.count, 200), using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                if let document = try? PictureDocument(bytes: bytes, reader: reader), document.format != .pdf {
                    for page in 0..<min(document.pageCount, 4) { _ = try? document.picture(at: page) }
                }
            }
        }
    }

    @Test("Headers that state more than the limits are refused before memory is taken")
    func largeHeaders() throws {
        let files: [[UInt8]] = [
            Array("P6 60000 60000 255\n".utf8),
            Array("P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 255\nENDHDR\n".utf8),
            TestBMP.header(width: 60_000, height: 60_000), TestGIF.header(width: 60_000, height: 60_000),
        ]
        for file in files {
            let error = #expect(throws: PictureError.self) { try PictureReader().read(bytes: file) }
            guard case .pictureTooLarge = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        // A chain of directories that leads back to itself ends.
        var loop = TestTIFF(pages: [TestTIFF.Page(width: 1, height: 1, values: [1])]).bytes
        let count = Int(loop[8])
        loop[10 + 12 * count] = 8
        #expect(try PictureDocument(bytes: loop).pageCount >= 1)
        var reader = PictureReader()
        reader.limits.pages = 1
        let two = TestTIFF(pages: [
            TestTIFF.Page(width: 1, height: 1, values: [1]), TestTIFF.Page(width: 1, height: 1, values: [1]),
        ]).bytes
        #expect(throws: PictureError.tooManyPages(limit: 1)) { try PictureDocument(bytes: two, reader: reader) }
    }
}
