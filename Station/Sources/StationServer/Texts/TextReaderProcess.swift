import Foundation
import Glibc
import RectoVision
import StationRules
import StationStore
import Synchronization

/// Reads each page in a separate process with limits: ``TextWorker``.
struct TextReaderProcess: PageReader {
    /// The station's own program.
    let program: String

    func installedLanguages() async throws(ReadingFailure) -> [String] {
        do {
            return String(decoding: try await run(TextWorker.languages), as: UTF8.self).split(separator: "\n")
                .map(String.init)
        } catch { throw (error as? ReadingFailure) ?? .unavailable(.other("\(error)")) }
    }

    func read(
        _ page: PageRecord, picture: String, in languages: TextLanguages, isUrgent: Bool
    ) async throws -> StoredText {
        let order = TextOrder(
            picture: picture, corners: page.corners, rotation: page.rotation, flattening: page.flattening,
            languages: languages, isUrgent: isUrgent)
        do { return try StoredText(bytes: try await run(JSONAnswer.text(order))) } catch let error as StoredText.Failure
        {
            throw ReadingFailure.page("\(error)")
        }
    }

    /// - Returns: The output of the process.
    private func run(_ order: String) async throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-text-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch { throw ReadingFailure.unavailable(.other("\(error)")) }
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output").path
        let process = try Worker(arguments: Self.limits + [program, "--read-text", order], output: output)
        let status = try await withTaskCancellationHandler {
            try await process.run()
        } onCancel: {
            process.kill()
        }
        try Task.checkCancellation()
        let written = FileManager.default.contents(atPath: output) ?? Data()
        switch status.flatMap(TextWorker.Status.init(rawValue:)) {
        case .done: return [UInt8](written)
        case .page: throw ReadingFailure.page(String(decoding: written, as: UTF8.self))
        case .unavailable:
            throw ReadingFailure.unavailable(
                (try? JSONDecoder().decode(TextTrouble.self, from: written)) ?? .other("the reader does not start"))
        case nil: throw ReadingFailure.page("the reader ended before it had read the page")
        }
    }

    /// Arguments of `prlimit`: 4 GB of address space, of which the largest page uses half; five minutes of processor
    /// time; files of 64 MB; no core dump.
    private static let limits = ["--as=\(4 << 30)", "--cpu=300", "--fsize=\(64 << 20)", "--core=0", "--"]
}

/// A process that can be killed at any time.
private final class Worker: Sendable {
    private enum State {
        case ready(Process)
        case running(Process)
        case killed
    }

    private let state: Mutex<State>
    /// Its other end shows the process whether the station is still running.
    private let lifeline = Pipe()

    init(arguments: [String], output: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/prlimit")
        process.arguments = arguments
        process.standardInput = lifeline
        guard FileManager.default.createFile(atPath: output, contents: nil) else {
            throw ReadingFailure.unavailable(.other("\(output) cannot be written"))
        }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = FileHandle.nullDevice
        state = Mutex(.ready(process))
    }

    /// - Returns: The exit status; `nil` if the process was killed.
    func run() async throws -> Int32? {
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { state in
                guard case .ready(let process) = state else {
                    return continuation.resume(throwing: CancellationError())
                }
                process.terminationHandler = { process in
                    continuation.resume(
                        returning: process.terminationReason == .exit ? process.terminationStatus : nil)
                }
                do {
                    try process.run()
                    state = .running(process)
                } catch {
                    continuation.resume(throwing: ReadingFailure.unavailable(.other("\(error)")))
                }
            }
        }
    }

    func kill() {
        state.withLock { state in
            if case .running(let process) = state, process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
            state = .killed
        }
    }
}
