import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Documents and results that go to standard output, or to a file by `-o`.
@Suite("Standard output") struct StandardOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages/\(name)").standardized
            .path
    }

    /// Runs the program in the folder; its standard output becomes the file `out`.
    private func recto(_ command: String, to out: String = "out") throws -> ProgramResult {
        let recto = try ProgramResult.built("recto")
        return try ProgramResult.runApart(
            "sh", ["-c", "cd '\(folder.url.path)'; export SOURCE_DATE_EPOCH=1; exec '\(recto)' \(command) > \(out)"])
    }

    private func bytes(_ name: String = "out") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.url.appending(path: name)))
    }

    @Test(
        "A document is the same there as in a file, and alone",
        arguments: ["pdf", "tif", "png", "jpg"], ["scan", "enhance"])
    func documents(format: String, command: String) throws {
        let photos = "'\(photo("receipt-tiles.jpg"))'"
        let file = try recto("\(command) \(photos) -o page.\(format)", to: "results")
        let stream = try recto("\(command) \(photos) -o - --format \(format)")
        #expect(file.status == 0 && stream.status == 0, "\(stream.errors)")
        #expect(try bytes() == bytes("page.\(format)"))
        #expect(stream.errors.contains("receipt-tiles.jpg: "))
    }

    @Test("Several pages go into a PDF, with the results as JSON on standard error")
    func pages() throws {
        let photos = "'\(photo("receipt-tiles.jpg"))' '\(photo("letter-wood.jpg"))' missing.jpg"
        let file = try recto("scan \(photos) -o pages.pdf", to: "results")
        let stream = try recto("scan \(photos) -o - --json")
        #expect(file.status == 1 && stream.status == 1)
        #expect(try bytes() == bytes("pages.pdf"))
        let objects = stream.errors.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.compactMap { $0["output"] as? String } == ["-", "-"])
        #expect(objects.compactMap { $0["page"] as? Int } == [1, 2])
    }

    @Test("What cannot be done is said, and nothing is written")
    func refusals() throws {
        let photo = "'\(photo("receipt-tiles.jpg"))'"
        for (options, reason) in [
            ("scan \(photo) \(photo) -o - --format png", "holds one page"),
            ("scan \(photo) -o - --split-on code", "-o - holds one document"),
            ("scan \(photo) -o a.pdf --format png", "--format is for standard output"),
            ("watch --source film.mjpeg -o -", "'-' is invalid"),
            ("qr --watch --source film.mjpeg -o codes.jsonl", "redirect it"),
        ] {
            let result = try recto(options)
            #expect(result.status == 2 && result.errors.contains(reason), "\(options): \(result.errors)")
            #expect(try bytes().isEmpty)
        }
        let missing = try recto("scan missing.jpg -o -")
        #expect(missing.status == 1 && missing.errors.contains("recto: missing.jpg "), "\(missing.errors)")
        #expect(try bytes().isEmpty)
        let full = try recto("scan \(photo) -o -", to: "/dev/full")
        #expect(full.status == 1 && full.errors.contains("standard output cannot be written"), "\(full.errors)")
    }

    @Test(
        "Each command fails with a message if standard output is closed or full",
        arguments: [
            "detect photo.jpg", "detect photo.jpg --json", "scan photo.jpg -o page.pdf",
            "scan photo.jpg -o page.pdf --json", "scan photo.jpg -o -", "scan photo.jpg -o - --format png --json",
            "enhance photo.jpg -o page.png", "enhance photo.jpg -o - --format jpg",
            "enhance photo.jpg -o page.png --json",
            "qr photo.jpg", "qr photo.jpg --json", "watch --source film.mjpeg -o pages --fps 15",
            "watch --source film.mjpeg -o pages --fps 15 --json", "anchors score photo.jpg",
            "anchors score photo.jpg --json", "bench --frames 3 --size 640x480",
            "bench --frames 3 --size 640x480 --json",
            "schema", "--version", "help scan",
        ], [">&-", ">/dev/full"])
    func failing(command: String, redirection: String) throws {
        try FileManager.default.copyItem(atPath: photo("receipt-tiles.jpg"), toPath: folder.path("photo.jpg"))
        try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg"))
        let recto = try ProgramResult.built("recto")
        let result = try ProgramResult.runApart(
            "sh", ["-c", "cd '\(folder.url.path)'; exec '\(recto)' \(command) \(redirection)"])
        #expect(result.status == 1)
        let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
        let reports = result.errors.ranges(of: "recto: standard output cannot be written: \(reason)\n")
        #expect(reports.count == 1, "\(result.errors)")
        #expect(!result.errors.contains("written to standard output"), "\(result.errors)")
    }

    @Test("Results go to a file as they go to standard output", arguments: ["detect", "qr"])
    func results(command: String) throws {
        let photos = "'\(photo("receipt-tiles.jpg"))' missing.jpg"
        for output in ["-", "results.jsonl"] {
            let result = try recto("\(command) \(photos) --json -o \(output)", to: "out\(output == "-" ? "" : "2")")
            #expect(result.status == 1 && result.errors.contains("missing.jpg"))
        }
        #expect(try bytes("out2").isEmpty)
        // Times differ.
        let lines = try [bytes("out"), bytes("results.jsonl")].map { bytes in
            String(decoding: bytes, as: UTF8.self).replacing(/"milliseconds":[0-9.]+/, with: "")
        }
        #expect(lines[0] == lines[1] && lines[0].contains("receipt-tiles.jpg"))
        let unwritable = try recto("\(command) \(photos) -o nowhere/results.jsonl")
        #expect(unwritable.status == 1 && unwritable.errors.contains("nowhere/results.jsonl"))
    }

    @Test(
        "The ending of the file gives the format of the text",
        .enabled(if: ProgramResult.isInstalled("tesseract"), "tesseract is not installed"))
    func text() throws {
        let photo = "'\(photo("letter-wood.jpg"))'"
        for (options, beginning) in [
            ("-o page.hocr", "<?xml"), ("-o page.xml", "<?xml"), ("-o page.hocr --json", "{"),
        ] {
            #expect(try recto("text \(photo) \(options)").status == 0)
            let name = String(options.split(separator: " ")[1])
            #expect(
                try bytes().isEmpty && String(decoding: bytes(name), as: UTF8.self).hasPrefix(beginning), "\(options)")
        }
    }
}
