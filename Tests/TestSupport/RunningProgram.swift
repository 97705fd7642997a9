public import Foundation
import Glibc

/// A program that runs beside the test and communicates with it.
public final class RunningProgram {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private let folder: TemporaryFolder
    private var unread: [UInt8] = []
    private var isRead = true
    /// All lines of its standard output read so far.
    public private(set) var lines: [String] = []

    /// - Parameter environment: Added to the test's own.
    public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        errors = folder.url.appending(path: "errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    public var identifier: Int32 { process.processIdentifier }
    public var isRunning: Bool { process.isRunning }
    public var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Writes to its standard input; a closed input is not an error.
    public func write(_ bytes: Data) { try? input.fileHandleForWriting.write(contentsOf: bytes) }
    public func write(_ text: String) { write(Data(text.utf8)) }
    public func closeInput() { try? input.fileHandleForWriting.close() }
    /// Stops reading its standard output.
    public func closeOutput() {
        isRead = false
        try? output.fileHandleForReading.close()
    }

    /// How long a test waits before it considers a program stuck: on a busy machine a debug build may be slow.
    public static let patience = 300.0

    /// The next line of its standard output.
    /// - Returns: `nil` at its end, or if none arrives in time.
    public func nextLine(within seconds: Double = patience) -> String? {
        // A closed output would be polled until the patience is over.
        guard isRead else { return nil }
        let descriptor = output.fileHandleForReading.fileDescriptor
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: unread[..<newline], as: UTF8.self))
                unread.removeFirst(newline + 1)
                return lines.last
            }
            let left = (end - .now) / .milliseconds(1)
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&waiting, 1, Int32(left) + 1) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            unread += bytes[..<count]
        }
    }

    /// The next line that contains a text.
    public func nextLine(with text: String, within seconds: Double = patience) -> String? {
        while let line = nextLine(within: seconds) {
            if line.contains(text) { return line }
        }
        return nil
    }

    /// Reads its remaining output and waits for its end.
    /// - Returns: Its exit code, or the negative number of the signal that ended it; `nil` if it does not end in time.
    public func end(within seconds: Double = patience) -> Int32? {
        while nextLine(within: seconds) != nil {}
        let end = ContinuousClock.now + .seconds(seconds)
        while process.isRunning, .now < end { usleep(2000) }
        guard !process.isRunning else { return nil }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
