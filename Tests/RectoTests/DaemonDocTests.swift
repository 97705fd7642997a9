import Foundation
import TestSupport
import Testing

/// The programs in docs/daemons.md, built like a reader would.
@Suite("Daemons of the documents", .enabled(if: ProgramResult.isInstalled("g++"), "g++ is not installed"))
struct DaemonDocTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg"))
    }

    @Test("They capture the pages of a stream to PDF in memory", arguments: ["c", "cpp"])
    func captures(language: String) throws {
        let program = try CProgram.buildDocumented(language, in: folder)
        let result = try ProgramResult.runApart(program, [folder.path("film.mjpeg")])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.last == "2 pages")
        for page in 1...2 { #expect(lines.contains { $0.hasPrefix("page \(page): ") && $0.hasSuffix("bytes of PDF") }) }
        let missing = try ProgramResult.runApart(program, [folder.path("missing.mjpeg")])
        #expect(missing.status == 1 && missing.errors.contains("missing.mjpeg does not exist"), "\(missing.errors)")
    }

    @Test("The one in C has 80 lines at most")
    func isShort() throws { #expect(try CProgram.documented("c").count <= 80) }
}
