import Foundation
import TestSupport
import Testing

/// Where `recto watch` writes pages.
@Suite("Output of recto watch")
struct WatchOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func film() throws -> String {
        try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg"))
        return folder.path("film.mjpeg")
    }

    @Test("Whether an output is a folder follows from its name, or by what is there")
    func folderNames() throws {
        let source = try film()
        func watch(_ output: String) throws -> ProgramResult {
            try ProgramResult.runApart(
                try ProgramResult.built("recto"), ["watch", "--source", source, "-o", output, "--max-frames", "1"])
        }
        let refused = try watch(folder.path("name.txt"))
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains(
                "Name a document that ends in .pdf or .tif, or a folder; end the name of a new folder that looks like a file with /."
            ))
        #expect(try folder.names == ["film.mjpeg"])
        try FileManager.default.createDirectory(
            atPath: folder.path("old.txt"), withIntermediateDirectories: true)
        for name in ["old.txt", "new.txt/", "new", ".hidden"] {
            let result = try watch("\(folder.url.path)/\(name)")
            #expect(result.status == 0, "\(name): \(result.errors)")
        }
        #expect(try folder.names == [".hidden", "film.mjpeg", "new", "new.txt", "old.txt"])
    }

    @Test("A folder that cannot be written is an error with the system's reason before the first frame")
    func unwritableFolders() throws {
        let source = try film()
        for (output, error) in [
            ("/proc/self", "/proc/self cannot be written: "),
            ("/proc/none/pages", "/proc/none/pages cannot be created: "),
            ("/proc/none/contract.pdf", "/proc/none/contract.pdf.draft cannot be created: No such file or directory"),
            ("/dev/null/pages", "/dev/null/pages cannot be created: Not a directory"),
        ] {
            let result = try ProgramResult.runApart(
                try ProgramResult.built("recto"), ["watch", "--source", source, "-o", output, "--json"])
            #expect(result.status == 1 && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.hasPrefix("recto: \(error)"), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }
}
