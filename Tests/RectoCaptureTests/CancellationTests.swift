import Foundation
import Glibc
import RectoCodecs
import RectoCore
import TestSupport
import Testing

import RectoCapture

/// Tasks that are canceled while receiving frames, at any point.
@Suite struct CancellationTests {
    private static let frameCount = 6
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func jpeg(_ level: UInt8) throws -> [UInt8] {
        let size = try PixelSize(width: 40, height: 24)
        return try JPEGWriter().encode(
            .gray(try GrayImage(size: size, packed: Array(repeating: level, count: size.area))))
    }

    /// The same frames from each kind of source except cameras.
    private func source(_ kind: String, frameCount: Int = frameCount) throws -> any FrameSource {
        let frames = try (0..<frameCount).map { try jpeg(UInt8($0 % 7 * 40)) }
        switch kind {
        case "folder":
            for (number, frame) in frames.enumerated() {
                try Data(frame).write(to: folder.url.appending(path: "\(number).jpg"))
            }
            return FrameSources.named(folder.url.path, timing: StreamTiming(framesPerSecond: 30, isRealTime: false))
        case "y4m":
            let pixels = Data(repeating: 90, count: 40 * 24)
            let film = frames.reduce(into: Data("YUV4MPEG2 W40 H24 F15:1 Cmono\n".utf8)) { data, _ in
                data += Data("FRAME\n".utf8) + pixels
            }
            try film.write(to: folder.url.appending(path: "film.y4m"))
            return StreamSource(.file(folder.path("film.y4m")))
        default:
            try Data(frames.joined()).write(to: folder.url.appending(path: "film.mjpeg"))
            return StreamSource(.file(folder.path("film.mjpeg")))
        }
    }

    @Test(
        "A task that is cancelled before its n-th frame gets no more",
        arguments: ["mjpeg", "y4m", "folder"], 0...frameCount)
    func aTaskCancelledBeforeAFrameGetsNoMore(kind: String, taken: Int) async throws {
        let source = try source(kind)
        try await Task {
            var frames = source.makeAsyncIterator()
            for _ in 0..<taken { try #require(try await frames.next() != nil) }
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(try await frames.next() == nil)
            #expect(try await frames.next() == nil)
        }.value
    }

    @Test(
        "A task that is cancelled while it waits for its n-th frame ends, and lets go of the source", arguments: 0...4)
    func aTaskCancelledWhileWaitingEnds(taken: Int) async throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        // Open in both directions, so that it neither ends nor breaks.
        let pipe = Glibc.open(path, O_RDWR | O_CLOEXEC)
        try #require(pipe >= 0)
        defer { close(pipe) }
        let task = Task {
            var count = 0
            for try await event in StreamSource(.file(path)) { if case .frame = event { count += 1 } }
            return count
        }
        try await expect(descriptors: 2, of: path)
        for level in 0..<taken {
            let frame = try jpeg(UInt8(40 * level))
            try #require(write(pipe, frame, frame.count) == frame.count)
        }
        // Time to take what is available, and to wait.
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        #expect(try await task.value <= taken)
        try await expect(descriptors: 1, of: path)
    }

    /// Takes frames more slowly than they arrive.
    private actor SlowConsumer {
        private(set) var taken = 0
        private var isStopped = false

        func stop() { isStopped = true }

        func take(_ source: any FrameSource) async throws {
            var frames = source.makeAsyncIterator()
            while !isStopped, try await frames.next() != nil {
                taken += 1
                usleep(3000)
            }
        }
    }

    @Test("A consumer slower than its source leaves turns to others", arguments: ["mjpeg", "y4m", "folder"])
    func slowConsumer(kind: String) async throws {
        let source = try source(kind, frameCount: 300)
        let consumer = SlowConsumer()
        async let taking: Void = consumer.take(source)
        while await consumer.taken == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await consumer.stop()
        try await taking
        #expect(await consumer.taken < 300)
    }

    /// Waits until a file is open a given number of times in this process. It counts checks instead of seconds: if
    /// other tests keep all threads busy, checks are as rare as the turns of the awaited task.
    private func expect(descriptors wanted: Int, of path: String) async throws {
        var count = -1
        for _ in 0..<50_000 where count != wanted {
            try await Task.sleep(for: .milliseconds(1))
            count = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            }
        }
        #expect(count == wanted)
    }
}
