import Foundation
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// A program in C that links the library: see Tests/CDaemon.
@Suite("Daemon in C", .enabled(if: ProgramResult.isInstalled("gcc"), "gcc is not installed"))
struct CDaemonTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static var source: String { folder.appending(path: "Tests/CDaemon/capture-daemon.c").path }
    private static var include: String { folder.appending(path: "Sources/CRecto/include").path }

    private let work: TemporaryFolder

    init() throws { work = try TemporaryFolder() }

    @Test("Compilers of C and C++ take the header without a word", arguments: ["c99", "c17", "c++11", "c++20"])
    func header(standard: String) throws {
        let language = standard.hasPrefix("c++") ? "c++" : "c"
        let result = try ProgramResult.run(
            language == "c" ? "gcc" : "g++",
            [
                "-x", language, "-std=\(standard)", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                Self.include + "/recto.h",
            ])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }

    /// Compiles the daemon against the library that is built beside the tests.
    private func build(_ options: [String] = []) throws -> String {
        let libraries = URL(filePath: try ProgramResult.built("libRectoC.so")).deletingLastPathComponent().path
        let program = work.path("capture-daemon")
        let result = try ProgramResult.run(
            "gcc",
            [
                "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g", Self.source, "-I", Self.include,
                "-L", libraries, "-lRectoC", "-Wl,-rpath,\(libraries)", "-o", program,
            ] + options)
        try #require(result.status == 0, "\(result.output)")
        return program
    }

    /// Frames of the film as a camera's, two pages in all.
    private func frames() throws -> String {
        let film = try WatchFilm.film.get()
        let bytes = film.frames.reduce(into: Data()) { data, frame in
            data += Data(CameraFrame(frame.image, range: .limited).yuyv)
        }
        try bytes.write(to: work.url.appending(path: "frames"))
        return work.path("frames")
    }

    private func run(_ program: [String]) throws -> ProgramResult {
        let film = try WatchFilm.film.get()
        let command = program + ["yuyv", "\(film.size.width)", "\(film.size.height)", "15", work.url.path]
        let line = command.map { "'\($0)'" }.joined(separator: " ") + " < '\(try frames())'"
        return try ProgramResult.runApart("sh", ["-c", line])
    }

    private func expectTwoPages(_ result: ProgramResult) throws {
        #expect(result.status == 0, "\(result.errors.suffix(2000))")
        #expect(result.output.hasSuffix("2 pages\n"))
        #expect(try work.names.filter { $0.hasSuffix(".pdf") } == ["page-0001.pdf", "page-0002.pdf"])
    }

    @Test("It takes each page of a stream once")
    func takesPages() throws {
        let result = try run([try build()])
        try expectTwoPages(result)
        #expect(result.errors.contains("holdSteady"))
    }

    @Test("AddressSanitizer finds nothing in it")
    func addressSanitizer() throws {
        try expectTwoPages(
            try run(["env", "ASAN_OPTIONS=detect_leaks=0", try build(["-fsanitize=address,undefined"])]))
    }

    @Test("What is wrong is told, and is the exit status")
    func wrongInput() throws {
        let program = try build()
        #expect(try ProgramResult.runApart(program, []).status == 64)
        let absent = try ProgramResult.runApart(program, ["/dev/video-absent", work.url.path])
        #expect(absent.status == 1 && absent.errors.contains("/dev/video-absent: "))
        #expect(absent.output == "0 pages\n")
    }
}
