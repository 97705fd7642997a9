import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// One boot of the guest of `Tests/CaptureRig`, with real kernel drivers, and the results of its cases.
struct CaptureRig {
    /// A line of the probe.
    struct Line: Decodable {
        var event: String
        var code: String?
        var frame: Int?
        var file: String?
        var source: String?
        var captures: Int?
        var reason: String?
        var text: String?
        var at: Double?
        var sequence: Int?
        var gap: Int?
        var ms: Double?
        var size: String?
        var encoding: String?
        var view: String?
        var damaged: String?
        var hash: String?
        var frames: Int?
    }

    private enum Outcome {
        case ran(TemporaryFolder)
        case skipped(String)
        case failed(String)
    }

    /// On a separate thread: parallel tests need the shared ones.
    private static let outcome = Task<Outcome, Never> {
        #if DEBUG
            return .skipped("the rig runs with -c release: debug code is too slow for an emulated machine")
        #else
            await withCheckedContinuation { waiting in
                Thread.detachNewThread {
                    do { waiting.resume(returning: try run()) } catch {
                        waiting.resume(returning: .failed("\(error)"))
                    }
                }
            }
        #endif
    }

    /// - Throws: If there are no results: a cancellation if nothing is at fault.
    static func lines(_ name: String) async throws -> [Line] {
        try await text(name).split(separator: "\n").map { line in
            do { return try JSONDecoder().decode(Line.self, from: Data(line.utf8)) } catch {
                throw Failure(description: "\(name): \(line)")
            }
        }
    }

    static func text(_ name: String) async throws -> String {
        try String(contentsOfFile: try await path(name), encoding: .utf8)
    }

    /// A picture from the cases.
    static func picture(_ name: String) async throws -> GrayImage {
        try PictureReader().read(path: try await path(name)).gray
    }

    private static func path(_ name: String) async throws -> String {
        switch await outcome.value {
        case .ran(let folder): folder.path(name)
        case .skipped(let reason): try Test.cancel("\(reason)")
        case .failed(let reason): throw Failure(description: reason)
        }
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    private static func run() throws -> Outcome {
        guard ProgramResult.isInstalled("gcc") else { return .skipped("gcc is not installed") }
        let results = try TemporaryFolder()
        let made = try TemporaryFolder()
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../CaptureRig").standardized
        let frames = try (0..<3).map { number in
            let path = made.path("frame-\(number).jpg")
            try JPEGWriter().write(.rgb(picture(number)), path: path)
            return path
        }
        // The first without compression: what a camera is asked for unless something else is said.
        let raw = made.path("frame-0.yuyv")
        let bytes = try picture(0).packedBytes
        var samples = Data()
        for index in stride(from: 1, to: bytes.count, by: 3) {
            samples.append(16 + UInt8(Int(bytes[index]) * 219 / 255))
            samples.append(128)
        }
        try samples.write(to: URL(filePath: raw))
        let film = RigFilm()
        let filmed = try (0..<RigFilm.frameCount).map { number in
            let path = made.path("film-\(number).jpg")
            try Data(film.frame(number)).write(to: URL(filePath: path))
            return path
        }
        let programs = [
            try ProgramResult.built("CaptureProbe"), try ProgramResult.built("recto"),
            // In the guest, its library is in the same folder.
            try CProgram.build("capture-daemon", in: made, ["-Wl,-rpath,/bin"]),
            try CProgram.buildDocumented("c", in: made, ["-Wl,-rpath,/bin"]),
            try ProgramResult.built("libRectoC.so"),
        ]
        let result = try ProgramResult.run(
            folder.appending(path: "run").path,
            [results.url.path, folder.appending(path: "cases").path] + programs + frames + [raw] + filmed)
        switch result.status {
        case 0: return .ran(results)
        case 77: return .skipped(result.output.split(separator: "\n").last.map(String.init) ?? "skipped")
        default: return .failed(result.output)
        }
    }

    /// A printed page on a desk, at its place in each frame.
    private static func picture(_ number: Int) throws -> RGBImage {
        let size = try PixelSize(width: 640, height: 360)
        let pixels = (0..<size.area).flatMap { index -> [UInt8] in
            let (x, y) = (index % 640 - 10 * number, index / 640)
            let isPage = 200..<430 ~= x && 40..<320 ~= y
            let isPrint = 225..<(300 + y * 7 % 100) ~= x && 70..<290 ~= y && y / 5 % 3 == 0
            if isPrint { return [40, 40, 60] }
            return isPage ? [240, 238, 230] : [UInt8(90 + x % 7), 70, UInt8(50 + y % 5)]
        }
        return try RGBImage(size: size, packed: pixels)
    }
}
