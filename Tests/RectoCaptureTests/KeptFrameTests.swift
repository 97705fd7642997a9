import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

import RectoCapture

/// Frames that a program keeps for longer than they are lent.
@Suite("Frames kept past their step")
struct KeptFrameTests {
    private static let kinds = ["mjpeg", "y4m", "folder", "camera"]
    private let folder: TemporaryFolder
    private let size: PixelSize

    init() throws {
        folder = try TemporaryFolder()
        size = try PixelSize(width: 64, height: 48)
    }

    private func jpeg(_ level: UInt8) throws -> [UInt8] {
        try JPEGWriter().encode(.gray(try GrayImage(size: size, packed: Array(repeating: level, count: size.area))))
    }

    /// Several frames from each kind of source.
    private func source(_ kind: String) throws -> any FrameSource {
        let files = try [10, 20, 30].map { try jpeg($0) }
        switch kind {
        case "camera": return FakeCamera().source()
        case "folder":
            for (number, file) in files.enumerated() {
                try Data(file).write(to: folder.url.appending(path: "\(number).jpg"))
            }
            return PictureSource([folder.url.path])
        case "y4m":
            let film = files.reduce(into: Data("YUV4MPEG2 W64 H48 F15:1 Cmono\n".utf8)) { data, _ in
                data += Data("FRAME\n".utf8) + Data(repeating: 10, count: size.area)
            }
            try film.write(to: folder.url.appending(path: "film.y4m"))
            return StreamSource(.file(folder.path("film.y4m")))
        default:
            try Data(files.joined()).write(to: folder.url.appending(path: "film.mjpeg"))
            return StreamSource(.file(folder.path("film.mjpeg")))
        }
    }

    private func expectRefused(_ frame: CapturedFrame) {
        #expect(!frame.isLent)
        for detail in [FrameDetail.full, .luma] {
            #expect(throws: FrameDecoder.Failure.self) { try frame.withView(detail) { _ in } }
        }
        #expect(throws: FrameDecoder.Failure.self) { try frame.withBytes { _ in } }
        #expect(!StoredFrame().store(frame))
        #expect(frame.size == size && frame.number >= 0)
    }

    @Test("A frame is refused with its reason once the next one has been asked for", arguments: kinds)
    func handedBack(kind: String) throws {
        var kept: CapturedFrame?
        var iterator = try source(kind).makeAsyncIterator()
        var count = 0
        while count < 8, let event = try iterator.next(orFor: .seconds(20)) {
            guard case .frame(let frame) = event else { continue }
            if let kept { expectRefused(kept) }
            _ = try frame.withView { #expect($0.size == size) }
            kept = frame
            count += 1
        }
        _ = try iterator.next(orFor: .zero)
        #expect(count >= 3)
        expectRefused(try #require(kept))
    }

    @Test("A frame that is kept when its source goes can be read, or is refused", arguments: kinds)
    func sourceGone(kind: String) async throws {
        func first() throws -> CapturedFrame? {
            var iterator = try source(kind).makeAsyncIterator()
            while let event = try iterator.next(orFor: .seconds(20)) {
                if case .frame(let frame) = event { return frame }
            }
            return nil
        }
        let frame = try #require(try first())
        for _ in 0..<3 {
            if frame.isLent {
                let bytes = try frame.withBytes { $0.reduce(0) { $0 &+ Int($1) } }
                #expect(bytes >= 0)
                try frame.withView { #expect($0.size == size) }
            } else {
                expectRefused(frame)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
