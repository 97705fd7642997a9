import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Peak memory of the program.
@Suite("Memory ceiling")
struct MemoryCeilingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program, or a script with it.
    /// - Returns: Its exit code, and its peak memory in megabytes.
    private func peak(
        _ arguments: [String], by given: String? = nil
    ) throws -> (status: Int32, megabytes: Int) {
        let program = try given ?? ProgramResult.built("recto")
        let result = try ProgramResult.run("/usr/bin/python3", ["-c", Self.measure, program] + arguments)
        let figures = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 2)
        // An exit, not a signal.
        try #require(figures[0] >= 0, "ended by signal \(-figures[0])")
        return (Int32(figures[0]), figures[1])
    }

    /// Runs what its arguments say, and prints the exit code and the peak memory in megabytes. A process counts the memory of the one
    /// that started it until it runs a program, so the tests, which are large, start a small one for this.
    private static let measure = """
        import resource, subprocess, sys
        quiet = subprocess.DEVNULL
        code = subprocess.run(sys.argv[1:], stdin=quiet, stdout=quiet, stderr=quiet).returncode
        print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
        """

    private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: folder.url.appending(path: name))
        return folder.path(name)
    }

    private static let small = Result { () throws in try RGBImage(size: PixelSize(width: 16, height: 16)) }

    /// A picture of 16 × 16 pixels whose header states another size.
    private func png(width: UInt32, height: UInt32) throws -> [UInt8] {
        var bytes = try PNGWriter().encode(.rgb(try Self.small.get()))
        bytes.replaceSubrange(16..<24, with: Self.bigEndian(width) + Self.bigEndian(height))
        bytes.replaceSubrange(29..<33, with: Self.bigEndian(crc32(Array(bytes[12..<29]))))
        return bytes
    }

    private func jpeg(width: UInt16, height: UInt16) throws -> [UInt8] {
        var bytes = try JPEGWriter().encode(.rgb(try Self.small.get()))
        let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(
            frame + 5..<frame + 9, with: (Self.bigEndian(UInt32(height))[2...] + Self.bigEndian(UInt32(width))[2...]))
        return bytes
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    @Test("Pictures and streams that only say they are huge take no memory of that size")
    func claimedSizesTakeNoMemory() throws {
        let plain = try peak(["detect", try write("small.png", try png(width: 16, height: 16))])
        #expect(plain.status == 0)
        let pictures = [
            try write("max.png", try png(width: 0x7fff_ffff, height: 0x7fff_ffff)),
            try write("wide.png", try png(width: 65_000, height: 65_000)),
            try write("max.jpg", try jpeg(width: 65_535, height: 65_535)),
        ]
        for picture in pictures {
            let result = try peak(["detect", picture])
            #expect(result.status == 1, "\(picture)")
            #expect(result.megabytes <= plain.megabytes + 32, "\(picture)")
        }
        let header = Array("YUV4MPEG2 W60000 H60000 F30:1 C420\nFRAME\n".utf8)
        let streams = [
            try write("huge.y4m", header + [UInt8](repeating: 0, count: 100)),
            try write("huge.mjpeg", try jpeg(width: 65_535, height: 65_535)),
        ]
        for stream in streams {
            let result = try peak(["watch", "--source", stream, "-o", folder.path("pages")])
            #expect(result.megabytes <= plain.megabytes + 32, "\(stream)")
        }
        for command in [["anchors", "score"], ["qr"], ["scan", "-o", folder.path("out.pdf")]] {
            for picture in pictures {
                let result = try peak(command + [picture])
                #expect(result.status == 1, "\(command) \(picture)")
                #expect(result.megabytes <= plain.megabytes + 32, "\(command) \(picture)")
            }
        }
    }

    @Test("A picture that says as much as is allowed takes no more than the limit")
    func anAllowedSizeTakesNoMoreThanTheLimit() throws {
        let limit = PictureReader.Limits().memoryBytes >> 20
        for (name, bytes) in [
            ("png", try png(width: 13_000, height: 13_000)), ("jpg", try jpeg(width: 13_000, height: 13_000)),
        ] {
            let result = try peak(["detect", try write("allowed.\(name)", bytes)])
            #expect(result.megabytes <= limit, "\(name)")
        }
    }

    /// Frames of a photo that fills their height, with noise that differs from one to the next.
    private func writeNoisyFilm(of photo: String, _ size: PixelSize, _ path: String) throws {
        let image = try PictureReader().read(path: Self.testImages.appending(path: photo).path).rgb
        let (source, scale) = (image.packedBytes, image.width * 256 / size.height)
        var random = SplitMix64(seed: 5)
        var file = Data()
        for _ in 0..<6 {
            var bytes = [UInt8](repeating: 0, count: 3 * size.area)
            for y in 0..<size.height {
                // Upright photos lie on their side.
                let column = min(y * scale / 256, image.width - 1)
                for x in 0..<size.width {
                    let row = min(max((x - size.width / 2) * scale / 256 + image.height / 2, 0), image.height - 1)
                    let place = 3 * (row * image.width + column)
                    let value = random.next()
                    let noise = Int(value & 31) + Int(value >> 8 & 31) - 31
                    for channel in 0..<3 {
                        bytes[3 * (y * size.width + x) + channel] = UInt8(
                            clamping: Int(source[place + channel]) + noise)
                    }
                }
            }
            file += Data(try JPEGWriter(quality: 90).encode(.rgb(try RGBImage(size: size, packed: bytes))))
        }
        try file.write(to: folder.url.appending(path: path))
    }

    private static let testImages = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "TestImages")

    /// What the sample unit for systemd allows, in megabytes.
    private static var allowedByUnit: Int {
        get throws {
            let unit = testImages.deletingLastPathComponent().appending(path: "Sources/RectoCLI/recto-watch.service")
            let text = try String(contentsOf: unit, encoding: .utf8)
            let found = try #require(text.firstMatch(of: /MemoryMax=(\d+)M\n/))
            return try #require(Int(found.1))
        }
    }

    @Test(
        "Noisy streams of several pages stay within what the sample unit allows", .inRelease,
        arguments: [(1920, 1080), (3840, 2160)])
    func noisyStreams(width: Int, height: Int) throws {
        let size = try PixelSize(width: width, height: height)
        let photos = ["letter-wood.jpg", "report-nearWhite.jpg", "notes-clutter.jpg"]
        for (index, photo) in photos.enumerated() { try writeNoisyFilm(of: photo, size, "\(index).mjpeg") }
        let script = """
            cd '\(folder.url.path)'
            for page in 0 1 2; do for round in 1 2 3 4; do cat $page.mjpeg; done; done |
            '\(try ProgramResult.built("recto"))' watch --source - --fps 10 -o pages
            """
        let result = try peak(["-c", script], by: "/bin/sh")
        #expect(result.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("pages")).count >= 2)
        #expect(try result.megabytes <= Self.allowedByUnit, "\(result.megabytes) MB")
    }

    @Test("A photograph is scanned in ten times the memory of its pixels")
    func aPhotographTakesTenTimesItsPixels() throws {
        let photo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "TestImages/letter-wood.jpg").path
        let pixels = 3 * (try PictureReader().read(path: photo).size.area)
        let plain = try peak(["detect", try write("small.png", try png(width: 16, height: 16))])
        let result = try peak(["scan", photo, "-o", folder.path("out.pdf")])
        #expect(result.status == 0)
        #expect(result.megabytes - plain.megabytes <= (10 * pixels) >> 20)
    }
}
