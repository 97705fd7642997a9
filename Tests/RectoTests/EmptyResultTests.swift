import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// A run whose result is empty says so on standard error and exits with 1.
@Suite("Empty results") struct EmptyResultTests {
    private let folder: TemporaryFolder

    /// A blank page, and a stream of it.
    init() throws {
        folder = try TemporaryFolder()
        let blank = try GrayImage(
            size: PixelSize(width: 320, height: 240), packed: [UInt8](repeating: 250, count: 320 * 240))
        try Data(try PNGWriter().encode(.gray(blank))).write(to: folder.url.appending(path: "blank.png"))
        let frame = try JPEGWriter.standard.encode(.gray(blank))
        try Data(frame + frame + frame).write(to: folder.url.appending(path: "blank.mjpeg"))
    }

    private func recto(_ arguments: String) throws -> ProgramResult {
        try ProgramResult.runApart(
            "sh", ["-c", "cd '\(folder.url.path)' && exec '\(try ProgramResult.built("recto"))' \(arguments)"])
    }

    private var photo: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages/receipt-tiles.jpg")
            .standardized.path
    }

    @Test("Pages without text are named, and without any text there is no output")
    func text() throws {
        let blank = try recto("text blank.png --no-detect -o blank.txt")
        #expect(blank.status == 1 && blank.output.isEmpty && blank.errors == "recto: blank.png: no text found\n")
        #expect(try !folder.names.contains("blank.txt"))
        let some = try recto("text blank.png '\(photo)' --no-detect")
        #expect(some.status == 0 && some.errors == "recto: blank.png: no text found\n")
        #expect(some.output.hasPrefix("\u{C}") && some.output.count > 20)
    }

    @Test("Formats that describe the page are written without text too", arguments: ["--json", "--hocr", "--alto"])
    func pageDescriptions(format: String) throws {
        let result = try recto("text blank.png --no-detect \(format)")
        #expect(result.status == 0 && !result.output.isEmpty)
        #expect(result.errors == "recto: blank.png: no text found\n")
    }

    @Test("A sidecar without text is reported")
    func sidecar() throws {
        let result = try recto("scan blank.png -o out.pdf --text eng --sidecar out.txt")
        #expect(result.status == 0 && result.errors == "recto: out.txt is empty: no text found\n")
    }

    @Test("Nothing to join")
    func parts() throws {
        let result = try recto("qr --join blank.png")
        #expect(result.status == 1 && result.errors == "recto: no part of a split payload found\n")
    }

    @Test("A list without usable pictures, and one that is complete")
    func lists() throws {
        try "missing.png\n".write(toFile: folder.path("bad.txt"), atomically: true, encoding: .utf8)
        let bad = try recto("scan --list bad.txt -o bad.pdf")
        // Each line of the list has its result, so the run is done and is not to be repeated.
        #expect(bad.status == 0 && bad.errors.contains("recto: bad-01.pdf was not written: no picture became a page"))
        try "blank.png\n".write(toFile: folder.path("good.txt"), atomically: true, encoding: .utf8)
        #expect(try recto("scan --list good.txt -o good.pdf").status == 0)
        let again = try recto("scan --list good.txt -o good.pdf")
        #expect(again.status == 0 && again.output.isEmpty && again.errors.hasPrefix("recto: nothing to do: "))
    }
}
