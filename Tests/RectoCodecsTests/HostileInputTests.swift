import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    /// A small picture in each written format, and a progressive JPEG if the evaluation data are available.
    private static func samples() throws -> [[UInt8]] {
        var random = SeededGenerator(seed: 7)
        let size = try PixelSize(width: 19, height: 17)
        let rgb: RGBImage = random.slopes(size)
        let gray: GrayImage = random.noise(size)
        let bilevel: BilevelImage = random.noise(size)
        let resolution = Resolution(dotsPerInch: 100)
        return [
            try PNGWriter(resolution: resolution).encode(.rgb(rgb)), try PNGWriter().encode(.gray(gray)),
            try PNGWriter().encode(.bilevel(bilevel)),
            TestFiles.inserting(
                "eXIf", TestFiles.exif(6), before: "IDAT", intoPNG: try PNGWriter().encode(.gray(gray))),
            try JPEGWriter(quality: 90).encode(.rgb(rgb)), try JPEGWriter(quality: 50).encode(.gray(gray)),
            TestFiles.inserting(TestFiles.exif(6), intoJPEG: try JPEGWriter.standard.encode(.rgb(rgb))),
            TestFiles.progressiveJPEG,
        ]
    }

    @Test("Every beginning of a file is an error")
    func everyBeginningOfAFileIsAnError() throws {
        for sample in try Self.samples() {
            #expect(throws: Never.self) { try PictureReader().read(bytes: sample) }
            for count in 0..<sample.count {
                #expect(throws: PictureError.self) { try PictureReader().read(bytes: Array(sample.prefix(count))) }
            }
        }
    }

    @Test("A cut behind the header is told as such")
    func truncationIsNamed() throws {
        for sample in try Self.samples() {
            let error = #expect(throws: PictureError.self) {
                try PictureReader().read(bytes: Array(sample.dropLast(3)))
            }
            #expect(error.map { "\($0)" }?.contains("truncated") == true)
        }
    }

    /// A JPEG file of eight rows of eight blocks.
    private static func noise() throws -> [UInt8] {
        var random = SeededGenerator(seed: 11)
        let gray: GrayImage = random.noise(try PixelSize(width: 64, height: 64))
        return try JPEGWriter(quality: 50).encode(.gray(gray))
    }

    private static let prematureEnd = PictureError.corrupt(
        .jpeg, "Corrupt JPEG data: premature end of data segment")

    @Test("Data that end before the pixels do are an error, though the end marker be there")
    func earlyEnd() throws {
        let file = try Self.noise()
        let (head, data) = TestFiles.partsOfJPEG(file)
        let (end, comment): ([UInt8], [UInt8]) = ([0xFF, 0xD9], [0xFF, 0xFE, 0, 2])
        #expect(head + data + end == file)
        for share in [0, 1, 20, 50, 80] {
            let part = TestFiles.entropyCoded(data.prefix(data.count * share / 100))
            #expect(throws: PictureError.truncated(.jpeg)) { try PictureReader().read(bytes: head + part + end) }
            #expect(throws: Self.prematureEnd) { try PictureReader().read(bytes: head + part + comment + end) }
        }
        // The last bits: some encoders omit them.
        let maximum = TestFiles.entropyCoded(data.dropLast())
        #expect(throws: Never.self) { try PictureReader().read(bytes: head + maximum + end) }
    }

    @Test("A lost part between restart markers is damage")
    func earlyRestart() throws {
        let (head, data) = TestFiles.partsOfJPEG(try Self.noise())
        let part = TestFiles.entropyCoded(data.prefix(20))
        // Eight segments of eight blocks each.
        let restartInterval: [UInt8] = [0xFF, 0xDD, 0, 4, 0, 8]
        var file: [UInt8] = head.prefix(2) + restartInterval + head.dropFirst(2) + part
        for number: UInt8 in 0..<7 { file += [0xFF, 0xD0 + number] + part }
        file += [0xFF, 0xD9]
        #expect(throws: Self.prematureEnd) { try PictureReader().read(bytes: file) }
    }

    @Test("A header that states more pixels than there are data for is an error")
    func largerThanData() throws {
        let (sequential, progressive) = (try Self.noise(), TestFiles.progressiveJPEG)
        for (file, error) in [(sequential, PictureError.truncated(.jpeg)), (progressive, Self.prematureEnd)] {
            let huge = TestFiles.stating(width: 13_000, height: 13_000, inJPEG: file)
            #expect(throws: error) { try PictureReader().read(bytes: huge) }
            var reader = PictureReader()
            reader.limits.memoryBytes = 13_000 * 13_000 - 1
            #expect(throws: PictureError.notEnoughMemory(width: 13_000, height: 13_000)) {
                try reader.read(bytes: huge)
            }
        }
    }

    @Test("Flipped bytes give a picture or an error, never more", arguments: [0, 1, 2, 3])
    func flippedBytesGiveAPictureOrAnError(seed: UInt64) throws {
        var random = SeededGenerator(seed: 100 + seed)
        // Small limits keep a header with a false size fast.
        var limits = PictureReader.Limits()
        limits.pixels = 1 << 20
        let layouts: [PictureReader.Layout] = [.asStored, .gray, .rgb]
        for sample in try Self.samples() {
            for round in 0..<300 {
                var bytes = sample
                for _ in 0...Int.random(in: 0..<4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                // A broken checksum would hide later data from the flips.
                TestFiles.repairChecksums(ofPNG: &bytes)
                let scale = PictureReader.Scale.allCases[round % 4]
                let reader = PictureReader(layout: layouts[round % 3], scale: scale, limits: limits)
                do throws(PictureError) {
                    let picture = try reader.read(bytes: bytes)
                    #expect(picture.size.area <= limits.pixels)
                } catch {
                    #expect(!"\(error)".contains("\n"))
                }
            }
        }
    }

    @Test("A picture beyond the limits is refused by its header")
    func aPictureBeyondTheLimitsIsRefused() throws {
        // 65 000 x 65 000 white bits in half a megabyte of file would take 4 GB.
        let bomb = TestFiles.png(width: 65_000, height: 65_000, depth: 1, colorType: 0, pixels: [])
        #expect(
            throws: PictureError.pictureTooLarge(width: 65_000, height: 65_000, limit: "178956970 pixels")
        ) { try PictureReader().read(bytes: bomb) }
        let long = TestFiles.png(width: 70_000, height: 1, depth: 8, colorType: 2, pixels: [])
        #expect(throws: PictureError.pictureTooLarge(width: 70_000, height: 1, limit: "65535 pixels a side")) {
            try PictureReader().read(bytes: long)
        }
        let largest = TestFiles.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 16, colorType: 6, pixels: [])
        #expect(throws: PictureError.self) { try PictureReader().read(bytes: largest) }
        let zero = TestFiles.png(width: 0, height: 5, depth: 8, colorType: 0, pixels: [])
        #expect(throws: PictureError.self) { try PictureReader().read(bytes: zero) }
    }

    @Test("The memory ceiling counts pixels, turning and coefficients")
    func theMemoryLimitCountsEverything() throws {
        var random = SeededGenerator(seed: 8)
        let image: RGBImage = random.slopes(try PixelSize(width: 200, height: 100))
        let plain = try JPEGWriter.standard.encode(.rgb(image))
        let turned = TestFiles.inserting(TestFiles.exif(6), intoJPEG: plain)
        var reader = PictureReader()
        reader.limits.memoryBytes = 200 * 100 * 3 + 400_000
        #expect(throws: Never.self) { try reader.read(bytes: plain) }
        reader.limits.memoryBytes = 200 * 100 * 3 - 1
        let error = PictureError.notEnoughMemory(width: 200, height: 100)
        #expect(throws: error) { try reader.read(bytes: plain) }
        #expect(throws: error) { try reader.read(bytes: try PNGWriter().encode(.rgb(image))) }
        reader.limits.memoryBytes = 200 * 100 * 6 - 1
        #expect(throws: error) { try reader.read(bytes: turned) }
        #expect(error.description == "is 200 x 100 pixels, which needs more memory than allowed")
    }

    @Test("Limits of any value refuse or allow", arguments: [Int.min, -1, 0, Int.max])
    func extremeLimits(value: Int) throws {
        var random = SeededGenerator(seed: 9)
        let image: RGBImage = random.slopes(try PixelSize(width: 20, height: 10))
        let files = [try JPEGWriter.standard.encode(.rgb(image)), TestFiles.progressiveJPEG]
        let fields: [WritableKeyPath<PictureReader.Limits, Int>] = [\.side, \.pixels, \.memoryBytes, \.scans]
        for file in files {
            for field in fields {
                var reader = PictureReader()
                reader.limits[keyPath: field] = value
                if value > 0 {
                    #expect(throws: Never.self) { try reader.read(bytes: file) }
                } else {
                    #expect(throws: PictureError.self) { try reader.read(bytes: file) }
                }
            }
        }
    }

    @Test("A JPEG file of endless scans is refused")
    func endlessScansAreRefused() throws {
        var reader = PictureReader()
        reader.limits.scans = 3
        #expect(throws: PictureError.corrupt(.jpeg, "too many scans")) {
            try reader.read(bytes: TestFiles.progressiveJPEG)
        }
    }

    @Test("What is no picture is named")
    func noPicture() throws {
        let cases: [([UInt8], PictureError)] = [
            ([], .empty), (Array("GIF87b".utf8), .unknownFormat), ([0xFF], .unknownFormat),
            ([UInt8](repeating: 0, count: 4_000), .unknownFormat),
        ]
        for (bytes, error) in cases { #expect(throws: error) { try PictureReader().read(bytes: bytes) } }
        #expect("\(PictureError.unknownFormat)" == "is not in a supported picture format")
    }

    @Test("Only regular files are read, and nothing hangs")
    func onlyRegularFilesAreRead() throws {
        let folder = try TemporaryFolder()
        let reader = PictureReader()
        #expect(throws: PictureError.directory) { try reader.read(path: folder.url.path) }
        #expect(throws: PictureError.unreadable("No such file or directory")) {
            try reader.read(path: folder.path("none"))
        }
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(throws: PictureError.notARegularFile) { try reader.read(path: folder.path("pipe")) }
        #expect(throws: PictureError.notARegularFile) { try reader.read(path: "/dev/zero") }
        try Data().write(to: URL(filePath: folder.path("empty")))
        #expect(throws: PictureError.empty) { try reader.read(path: folder.path("empty")) }
        // A file with a hole takes no space on the disk.
        let huge = open(folder.path("huge"), O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(huge, 1 << 40) == 0)
        // A file that is not a picture is recognized by its first bytes, however large it is.
        #expect(throws: PictureError.unknownFormat) { try reader.read(path: folder.path("huge")) }
        #expect(pwrite(huge, [0xFF, 0xD8] as [UInt8], 2, 0) == 2)
        close(huge)
        #expect(throws: PictureError.fileTooLarge(bytes: 1 << 40, limit: 1 << 30)) {
            try reader.read(path: folder.path("huge"))
        }
        try Data([0x89, 0x50]).write(to: URL(filePath: folder.path("short")))
        #expect(throws: PictureError.unknownFormat) { try reader.read(path: folder.path("short")) }
    }

    @Test("A stream is read to its end or the limit, and no further than it takes to tell that it is no picture")
    func streamsAreReadAsFarAsNeeded() throws {
        let zeros = open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        #expect(throws: PictureError.unknownFormat) { try readPictureStream(zeros, limit: 1 << 30) }
        let picture: [UInt8] = [0xFF, 0xD8] + [UInt8](repeating: 7, count: 300)
        let cases: [(limit: Int, error: PictureError?)] = [
            (302, nil), (301, .fileTooLarge(bytes: 302, limit: 301)),
        ]
        for (limit, error) in cases {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(picture))
            try pipe.fileHandleForWriting.close()
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            if let error {
                #expect(throws: error) { try readPictureStream(descriptor, limit: limit) }
            } else {
                #expect(try readPictureStream(descriptor, limit: limit) == picture)
            }
        }
    }
}
