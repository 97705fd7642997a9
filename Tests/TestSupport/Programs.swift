public import Foundation

/// The result of another program.
public struct ProgramResult: Sendable {
    public let status: Int32
    /// Standard output, followed by the error stream unless that was separated.
    public let output: String
    public let errors: String

    /// Runs a program, found by `PATH` if its name has no slash; its error stream is part of the output.
    public static func run(_ program: String, _ arguments: [String]) throws -> ProgramResult {
        let process = process(program, arguments)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return ProgramResult(
            status: process.terminationStatus, output: String(decoding: data, as: UTF8.self), errors: "")
    }

    /// Runs a program and separates its two streams.
    public static func runApart(_ program: String, _ arguments: [String]) throws -> ProgramResult {
        let folder = try TemporaryFolder()
        let paths = [folder.path("output"), folder.path("errors")]
        let handles = paths.map { path -> FileHandle? in
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return FileHandle(forWritingAtPath: path)
        }
        let process = process(program, arguments)
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return ProgramResult(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    /// A program that has not been started.
    public static func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        return process
    }

    public static func isInstalled(_ program: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// Path of a program of the package, built with the tests.
    public static func built(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }
}

/// A folder that is removed with its contents together with this object.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "recto-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func path(_ name: String) -> String { url.appending(path: name).path }
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
