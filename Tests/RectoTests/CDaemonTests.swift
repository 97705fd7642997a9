import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// A C program linked with the library: see Tests/CDaemon.
@Suite("Daemon in C", .enabled(if: ProgramResult.isInstalled("gcc"), "gcc is not installed"))
struct CDaemonTests {
    private let work: TemporaryFolder

    init() throws { work = try TemporaryFolder() }

    @Test("Compilers of C and C++ accept the header without a warning", arguments: ["c99", "c17", "c++11", "c++20"])
    func compilersAcceptTheHeaderWithoutWarnings(standard: String) throws {
        let language = standard.hasPrefix("c++") ? "c++" : "c"
        let result = try ProgramResult.run(
            language == "c" ? "gcc" : "g++",
            [
                "-x", language, "-std=\(standard)", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                CProgram.include + "/recto.h",
            ])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }

    private func build(_ name: String = "capture-daemon", _ options: [String] = []) throws -> String {
        try CProgram.build(name, in: work, options)
    }

    /// Frames of the video in a camera's format, with two pages in all.
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
        let document = try Data(contentsOf: work.url.appending(path: "pages.pdf"))
        #expect(document.starts(with: Data("%PDF-".utf8)))
        #expect(!FileManager.default.fileExists(atPath: work.path("draft")))
    }

    @Test("It takes each page of a stream once")
    func takesPages() throws {
        let result = try run([try build()])
        try expectTwoPages(result)
        #expect(result.errors.contains("holdSteady"))
    }

    @Test("AddressSanitizer finds nothing in it")
    func addressSanitizer() throws {
        let daemon = try build("capture-daemon", ["-fsanitize=address,undefined"])
        try expectTwoPages(try run(["env", "ASAN_OPTIONS=detect_leaks=0", daemon]))
    }

    @Test("A daemon that was killed left its pages, and the next one goes on with them")
    func goesOn() throws {
        let (daemon, film) = (try build(), try WatchFilm.film.get())
        let killed = try RunningProgram(
            daemon, ["yuyv", "\(film.size.width)", "\(film.size.height)", "15", work.url.path])
        for frame in film.frames {
            killed.write(Data(CameraFrame(frame.image, range: .limited).yuyv))
            if killed.nextLine(with: "page ", within: 0.001) != nil { break }
        }
        killed.send(SIGKILL)
        #expect(killed.end() == -SIGKILL && killed.lines.count == 1)
        #expect(!FileManager.default.fileExists(atPath: work.path("pages.pdf")))
        let result = try run([daemon])
        #expect(result.status == 0 && result.output.hasSuffix("3 pages\n"))
    }

    @Test("A program in C tells which anchors a picture shows")
    func aProgramInCFindsAnchors() throws {
        let card = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(card), path: work.path("card.png"))
        let program = try build("find-anchors", ["-fsanitize=address,undefined"])
        let result = try ProgramResult.runApart(
            "env", ["ASAN_OPTIONS=detect_leaks=0", program, work.path("card.png"), work.path("card.png")])
        #expect(result.status == 0 && result.output.hasPrefix("\(work.path("card.png")): "), "\(result.errors)")
        let missing = try ProgramResult.runApart(program, [work.path("missing.png"), work.path("card.png")])
        #expect(missing.status == 1 && missing.errors.contains("missing.png"))
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
