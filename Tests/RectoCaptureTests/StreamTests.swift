import Foundation
import Glibc
import RectoCodecs
import RectoCore
import Synchronization
import TestSupport
import Testing

import RectoCapture

/// Frames from files, folders, pipes and the program itself.
@Suite struct StreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func jpeg(_ level: UInt8, width: Int = 40, height: Int = 24) throws -> [UInt8] {
        let size = try PixelSize(width: width, height: height)
        // The level at the top left, and elsewhere content that takes many bytes.
        var generator = SeededGenerator(seed: UInt64(level))
        let pixels = (0..<size.area).map { index in
            max(index % width, index / width) < 16 ? level : UInt8.random(in: 0...255, using: &generator)
        }
        let image = try GrayImage(size: size, packed: pixels)
        return try JPEGWriter().encode(.gray(image))
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    /// The view of a file's first frame.
    private static func firstFrame<Result>(
        of path: String, _ body: (CapturedFrame) throws -> Result
    ) async throws -> Result {
        var result: Result?
        try await takeEvents(from: StreamSource(.file(path))) { event in
            if case .frame(let frame) = event { result = try body(frame) }
            return result != nil
        }
        return try #require(result)
    }

    /// The result of a source: the level of each frame's first pixel, and the frames it leaves out.
    private static func levels(_ source: some FrameSource) async throws -> (levels: [Int], damaged: [DamagedFrame]) {
        var levels: [Int] = []
        var damaged: [DamagedFrame] = []
        try await takeEvents(from: source) { event in
            switch event {
            case .frame(let frame):
                levels.append(try frame.withView { level($0) })
            case .device(.damaged(let frame)): damaged.append(frame)
            case .device(let event): Issue.record("\(event)")
            }
            return false
        }
        return (levels, damaged)
    }

    /// The level of the first pixel.
    private static func level(_ view: FrameView) -> Int {
        switch view {
        case .gray(let view): Int(view.base[0])
        case .rgb(let view): Int(view.base[0])
        case .nv12(let view): Int(view.luma[0])
        case .yuyv(let view): Int(view.base[view.offsets.luma])
        }
    }

    @Test func picturesBehindEachOtherAreFrames() async throws {
        let frames = try [10, 20, 30].map { try Self.jpeg($0) }
        let junk: [UInt8] = [0, 1, 0xFF, 0xFF, 7]
        let path = try write("clip.mjpeg", frames[0] + junk + frames[1] + frames[2])
        let found = try await Self.levels(StreamSource(.file(path)))
        #expect(found.levels == [10, 20, 30])
        #expect(found.damaged.isEmpty)
    }

    /// A reader of a pipe need not wait for the next frame to see this one.
    @Test func aFrameOfAPipeIsToldWhenItEnds() async throws {
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Open in both directions, so it never ends for the reader.
        let handle = try #require(FileHandle(forUpdatingAtPath: pipe))
        let levels = [10, 20, 30]
        try handle.write(contentsOf: Data(Self.jpeg(UInt8(levels[0]))))
        var found: [Int] = []
        try await takeEvents(from: StreamSource(.file(pipe))) { event in
            guard case .frame(let frame) = event else { return false }
            found.append(try frame.withView { Self.level($0) })
            // The next one begins only now.
            if found.count < levels.count { try handle.write(contentsOf: Data(Self.jpeg(UInt8(levels[found.count])))) }
            return found.count == levels.count
        }
        #expect(found == levels)
    }

    @Test func aFrameThatIsCutIsLeftOut() async throws {
        let frames = try [10, 20, 30].map { try Self.jpeg($0) }
        let path = try write("cut.mjpeg", frames[0] + frames[1].dropLast(20) + frames[2] + frames[0].dropLast(2))
        let found = try await Self.levels(StreamSource(.file(path)))
        #expect(found.levels == [10, 30])
        #expect(found.damaged.map(\.sequence) == [1, 3])
    }

    /// Two bytes at a time: every state of the splitter is left and entered again.
    @Test(arguments: [1, 2, 3, 700, 1 << 20])
    func framesAreTheSameInPieces(pieceBytes: Int) throws {
        // A picture within a segment, like a thumbnail, and a restart marker within the data.
        let inner = try Self.jpeg(1, width: 8, height: 8)
        let whole = try Self.jpeg(200)
        let length = inner.count + 2
        let withInner = whole[..<2] + [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + inner + whole[2...]
        let stream = Array(withInner) + whole
        var splitter = MJPEGSplitter()
        let storage = FrameStorage()
        var frames: [[UInt8]] = []
        for start in stride(from: 0, to: stream.count, by: pieceBytes) {
            stream[start..<min(start + pieceBytes, stream.count)].withUnsafeBytes { piece in
                var left = piece
                while !left.isEmpty {
                    let (taken, outcome) = splitter.consume(left, into: storage)
                    if case .frame(let count) = outcome { frames.append(Array(storage.bytes[..<count])) }
                    left = UnsafeRawBufferPointer(rebasing: left[taken...])
                }
            }
        }
        #expect(frames == [Array(withInner), whole])
    }

    @Test(.timeLimit(.minutes(1))) func hostileBytesNeitherTrapNorHang() throws {
        var generator = SeededGenerator(seed: 5)
        let whole = try Self.jpeg(90)
        for _ in 0..<300 {
            var stream = whole + whole + whole
            for _ in 0..<Int.random(in: 1...30, using: &generator) {
                stream[Int.random(in: 0..<stream.count, using: &generator)] =
                    Bool.random(using: &generator) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
            }
            stream.removeLast(Int.random(in: 0..<stream.count, using: &generator))
            let storage = FrameStorage()
            let decoder = JPEGFrameDecoder()
            var splitter = MJPEGSplitter(maximumBytes: 4096)
            var consumed = 0
            stream.withUnsafeBytes { bytes in
                var left = bytes
                while !left.isEmpty {
                    let (taken, outcome) = splitter.consume(left, into: storage)
                    consumed += taken
                    left = UnsafeRawBufferPointer(rebasing: left[taken...])
                    guard case .frame(let count) = outcome else { continue }
                    let frame = UnsafeRawBufferPointer(rebasing: storage.bytes[..<count])
                    _ = JPEGHeader(frame)
                    try? decoder.decode(frame.bindMemory(to: UInt8.self), divisor: 2, isColor: true)
                }
            }
            _ = splitter.finish()
            #expect(consumed == stream.count)
        }
    }

    @Test func aFrameWithoutEndIsGivenUp() throws {
        var splitter = MJPEGSplitter(maximumBytes: 1000)
        let endless: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + [UInt8](repeating: 7, count: 5000)
        let outcome = endless.withUnsafeBytes { splitter.consume($0, into: FrameStorage()).outcome }
        #expect(outcome == .damaged("longer than 1000 bytes"))
    }

    @Test func headersTellSizeAndExif() throws {
        let bytes = try Self.jpeg(5, width: 31, height: 17)
        let header = bytes.withUnsafeBytes { JPEGHeader($0) }
        #expect(header?.size == (try PixelSize(width: 31, height: 17)))
        #expect(header?.hasExif == false)
        for count in 0..<bytes.count { _ = bytes.prefix(count).withUnsafeBytes { JPEGHeader($0) } }
        #expect(bytes.prefix(20).withUnsafeBytes { JPEGHeader($0) } == nil)
    }

    /// Motion JPEG omits the usual Huffman tables; and no frame may show through the next.
    @Test func framesWithoutTablesAreDecoded() throws {
        func without(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            var (result, position) = (Array(bytes[..<2]), 2)
            while bytes[position + 1] != 0xDA {
                let end = position + 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
                if bytes[position + 1] != marker { result += bytes[position..<end] }
                position = end
            }
            return result + bytes[position...]
        }
        let whole = try Self.jpeg(123)
        let decoder = JPEGFrameDecoder()
        func level(_ bytes: [UInt8], divisor: Int, isColor: Bool) throws -> UInt8 {
            try bytes.withUnsafeBufferPointer { try decoder.decode($0, divisor: divisor, isColor: isColor) }
            guard case .gray(let view) = try decoder.view() else { return 0 }
            return view.base[0]
        }
        for divisor in [1, 2, 4, 8] {
            #expect(try level(whole, divisor: divisor, isColor: false) == 123)
            // JPEGWriter may use custom tables; without them data may be wrong, but never a trap.
            _ = try? level(without(0xC4, whole), divisor: divisor, isColor: false)
            #expect(throws: PictureError.self) { try level(without(0xDB, whole), divisor: divisor, isColor: false) }
        }
        #expect(throws: PictureError.self) { try level([], divisor: 1, isColor: false) }
    }

    @Test func missingEndMarkersPassAndMissingDataDoesNot() throws {
        let whole = try Self.jpeg(123)
        let decoder = JPEGFrameDecoder()
        try whole.dropLast(2).withUnsafeBufferPointer { try decoder.decode($0, divisor: 1, isColor: true) }
        #expect(throws: PictureError.self) {
            try whole.dropLast(30).withUnsafeBufferPointer { try decoder.decode($0, divisor: 1, isColor: true) }
        }
    }

    @Test(arguments: [("mono", 1.0), ("420jpeg", 1.5), ("420", 1.5), ("422", 2.0), ("444", 3.0)])
    func planesOfY4MBecomeFrames(colors: String, bytesPerPixel: Double) async throws {
        let (width, height) = (6, 4)
        let count = Int(bytesPerPixel * Double(width * height))
        let frames = [50, 60].map { level in
            Array("FRAME Ip\n".utf8) + [UInt8](repeating: level, count: width * height)
                + [UInt8](repeating: 128, count: count - width * height)
        }
        let header = Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip C\(colors)\n".utf8)
        let path = try write("clip.y4m", header + frames[0] + frames[1])
        var times: [Duration] = []
        try await takeEvents(from: StreamSource(.file(path))) { event in
            if case .frame(let frame) = event { times.append(frame.time) }
            return false
        }
        #expect(times == [.zero, .milliseconds(40)])
        #expect(try await Self.levels(StreamSource(.file(path))).levels == [50, 60])
        let cut = try write("cut.y4m", header + frames[0] + frames[1].dropLast())
        let found = try await Self.levels(StreamSource(.file(cut)))
        #expect(found.levels == [50])
        #expect(found.damaged.map(\.sequence) == [1])
    }

    @Test func chromaOfY4MComesToItsPlace() async throws {
        // 3 × 1: an odd width.
        let path = try write(
            "odd.y4m", Array("YUV4MPEG2 W3 H1 C444\nFRAME\n".utf8) + [1, 2, 3, 10, 20, 30, 40, 50, 60])
        #expect(try await Self.firstFrame(of: path) { try $0.withBytes { Array($0) } } == [1, 15, 2, 45, 3, 30, 3, 60])
        let halved = try write("nv12.y4m", Array("YUV4MPEG2 W3 H2\nFRAME\n".utf8) + [1, 2, 3, 4, 5, 6, 10, 20, 30, 40])
        let bytes = try await Self.firstFrame(of: halved) { try $0.withBytes { Array($0) } }
        #expect(bytes == [1, 2, 3, 4, 5, 6, 10, 30, 20, 40])
    }

    /// The rows of Y and those of pairs differ in length where the width is odd.
    @Test(arguments: [(161, 121), (1, 1), (3, 2), (7, 5), (160, 121), (33, 64)])
    func framesOf420HaveTheirSizeWhateverTheParity(width: Int, height: Int) async throws {
        let chroma = (width + 1) / 2 * ((height + 1) / 2)
        let frame =
            Array("FRAME\n".utf8) + (0..<width * height).map { UInt8(truncatingIfNeeded: 16 + $0 % 200) }
            + [UInt8](repeating: 90, count: chroma) + [UInt8](repeating: 170, count: chroma)
        let path = try write("odd.y4m", Array("YUV4MPEG2 W\(width) H\(height) C420jpeg\n".utf8) + frame + frame)
        var sizes: [PixelSize] = []
        try await takeEvents(from: StreamSource(.file(path))) { event in
            guard case .frame(let frame) = event else { return false }
            try? frame.withView { view in
                sizes.append(view.size)
                guard case .nv12(let planes) = view else { return }
                let last = planes.luma + (height - 1) * planes.lumaStride + width - 1
                #expect(last.pointee == UInt8(truncatingIfNeeded: 16 + (width * height - 1) % 200))
                let pair = planes.chroma + ((height + 1) / 2 - 1) * planes.chromaStride + (width + 1) / 2 * 2 - 2
                #expect(pair[0] == 90 && pair[1] == 170)
            }
            return false
        }
        #expect(sizes == [try PixelSize(width: width, height: height), try PixelSize(width: width, height: height)])
    }

    @Test func headersOfY4MThatCannotBeReadAreErrors() async throws {
        for fields in [
            "W4", "W0 H4", "W-4 H4", "W4 H4 C420p10", "W99999999999999999999 H4", "W65535 H65535",
            "W4 H4 X\(String(repeating: "a", count: 5000))",
        ] {
            let path = try write("bad.y4m", Array("YUV4MPEG2 \(fields)\n".utf8))
            await #expect(throws: CaptureError.self) { try await Self.levels(StreamSource(.file(path))) }
        }
        let endless = try write("endless.y4m", Array("YUV4MPEG2 W4 H4".utf8))
        await #expect(throws: CaptureError.unknownFormat) { try await Self.levels(StreamSource(.file(endless))) }
    }

    @Test(arguments: ["F0:1", "F1:0", "F-3:1", "Fx", "F9223372036854775807:1", "F"])
    func absurdRatesCountAsNone(rate: String) throws {
        #expect(try Y4MHeader(Array("YUV4MPEG2 W4 H4 \(rate)".utf8)).interval == nil)
    }

    @Test func whatIsNoStreamIsAnError() async throws {
        await #expect(throws: CaptureError.notFound) {
            try await Self.levels(StreamSource(.file(folder.path("missing"))))
        }
        for (name, bytes) in [("empty", []), ("text", Array("hello, world".utf8))] as [(String, [UInt8])] {
            let path = try write(name, bytes)
            await #expect(throws: CaptureError.unknownFormat) { try await Self.levels(StreamSource(.file(path))) }
        }
        await #expect(throws: CaptureError.self) { try await Self.levels(StreamSource(.file(folder.url.path))) }
    }

    @Test("Encoded video is refused with the pipeline that decodes it")
    func encodedVideo() async throws {
        for (name, start) in [
            ("a.h264", [0, 0, 0, 1, 0x67, 0x42]), ("b.h264", [0, 0, 1, 0x67]),
            ("c.mp4", [0, 0, 0, 24] + Array("ftypisom".utf8)), ("d.mkv", [0x1A, 0x45, 0xDF, 0xA3, 1]),
        ] as [(String, [UInt8])] {
            let path = try write(name, start)
            await #expect(throws: CaptureError.encodedVideo) { try await Self.levels(StreamSource(.file(path))) }
        }
        #expect("\(CaptureError.encodedVideo)".contains("ffmpeg -i FILE -f yuv4mpegpipe"))
        #expect("\(CaptureError.noUsableFormat(offered: ["H264"]))".contains("ffmpeg -f v4l2 -i DEVICE"))
        #expect("\(CaptureError.noUsableFormat(offered: ["BA81"]))" == "has no usable format, only BA81")
    }

    /// The source fails while a thread checks whether it has: of many failing streams, some do so between two checks.
    @Test func aThreadIsToldOfAFailureThatComesBetweenItsQuestions() throws {
        let source = StreamSource(.file(try write("text", Array("hello, world".utf8))))
        for _ in 0..<300 {
            var frames = source.makeAsyncIterator()
            #expect(throws: CaptureError.unknownFormat) {
                while !frames.hasEnded { _ = try frames.next(orFor: .zero) }
            }
        }
    }

    @Test func foldersAreReadInTheOrderOfNames() async throws {
        _ = try write("b.jpg", try Self.jpeg(20))
        _ = try write("a.JPG", try Self.jpeg(10))
        _ = try write("c.jpg", [1, 2, 3])
        _ = try write("notes.txt", [1])
        let size = try PixelSize(width: 4, height: 3)
        try PNGWriter().write(
            .gray(GrayImage(size: size, packed: [UInt8](repeating: 40, count: 12))), path: folder.path("d.png"))
        let found = try await Self.levels(PictureSource([folder.url.path]))
        #expect(found.levels == [10, 20, 40])
        #expect(found.damaged.map(\.sequence) == [2])
        let empty = try TemporaryFolder()
        await #expect(throws: CaptureError.noPictures) { try await Self.levels(PictureSource([empty.url.path])) }
        await #expect(throws: CaptureError.notFound) { try await Self.levels(PictureSource([folder.path("no")])) }
    }

    @Test func filesInRealTimeLoseFramesAndKeepTheirTimes() async throws {
        let clip = try (0..<30).flatMap { try Self.jpeg(UInt8(4 * $0)) }
        let path = try write("clip.mjpeg", clip)
        let timing = StreamTiming(framesPerSecond: 200, isRealTime: true)
        var sequences: [Int] = []
        try await takeEvents(from: StreamSource(.file(path), timing: timing)) { event in
            guard case .frame(let frame) = event else { return false }
            #expect(frame.time == .milliseconds(5) * frame.sequence)
            #expect(frame.gap == frame.sequence - (sequences.last ?? frame.sequence - 1) - 1)
            sequences.append(frame.sequence)
            usleep(20_000)
            return false
        }
        #expect(sequences.count < 20)
        #expect(sequences.last == 29)
    }

    @Test func storedFramesOutliveTheirSource() async throws {
        let path = try write("clip.mjpeg", try Self.jpeg(10) + Self.jpeg(20))
        let stored = [StoredFrame(), StoredFrame()]
        try await takeEvents(from: StreamSource(.file(path))) { event in
            if case .frame(let frame) = event { stored[frame.number].store(frame) }
            return false
        }
        let decoder = FrameDecoder()
        let levels = try stored.map { frame in
            try decoder.withView(of: frame) { view in
                if case .rgb(let view) = view { Int(view.base[0]) } else { -1 }
            }
        }
        #expect(levels == [10, 20])
        #expect(stored.map(\.sequence) == [0, 1])
    }

    /// Each detail has a size, and requesting another one must not return the last.
    @Test func detailIsDecodedAsAskedFor() async throws {
        let path = try write("large.mjpeg", try Self.jpeg(77, width: 1923, height: 1081))
        let details = [FrameDetail.full, .detection, .luma, .detection, FrameDetail(longSide: 100)]
        let sizes = try await Self.firstFrame(of: path) { frame in
            try details.map { detail in
                try frame.withView(detail) { view in
                    if case .gray = view { #expect(!detail.isColor) } else { #expect(detail.isColor) }
                    return view.size.description
                }
            }
        }
        #expect(sizes == ["1923 x 1081", "962 x 541", "962 x 541", "962 x 541", "241 x 136"])
    }

    @Test func framesInMemoryAreLentAndHandedBackOnce() async throws {
        let feed = FrameFeed()
        let handedBack = Counter()
        let gray = try GrayImage(size: PixelSize(width: 8, height: 4), packed: [UInt8](repeating: 9, count: 32))
        let sender = Task {
            for number in 0..<200 {
                gray.withView { view in
                    // The picture outlives the feed.
                    feed.send(.gray(view), at: .milliseconds(number)) { handedBack.add() }
                }
                try await Task.sleep(for: .milliseconds(1))
            }
            feed.finish()
        }
        var count = 0
        try await takeEvents(from: feed) { event in
            guard case .frame(let frame) = event else { return false }
            try frame.withView { #expect($0.size == gray.size) }
            count += 1
            return false
        }
        try await sender.value
        #expect(count > 0)
        #expect(handedBack.value == 200)
        #expect(try await Self.levels(feed).levels.isEmpty, "a second run")
    }

    @Test func argumentsNameSources() throws {
        let clip = try write("clip.mjpeg", [1])
        let picture = try write("page.png", [1])
        #expect(FrameSources.named("-") is StreamSource)
        #expect(FrameSources.named(clip) is StreamSource)
        #expect(FrameSources.named(picture) is PictureSource)
        #expect(FrameSources.named(folder.url.path) is PictureSource)
        #expect(FrameSources.named("/dev/null") is CameraSource)
        #expect(FrameSources.named("/dev/video77") is CameraSource)
        #expect(FrameSources.named("serial:A1") is CameraSource)
        #expect(FrameSources.named("usb-0bda:58b0-200901010001") is CameraSource)
        #expect(FrameSources.named("clpi.mjpeg") is StreamSource)
    }
}

/// Counts from any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
