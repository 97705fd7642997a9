import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// The `--json` output of each command, compared with its schema.
@Suite(
    "The schema of the output", .enabled(if: OutputCheck.isPossible, "python3-jsonschema is not installed"))
struct OutputSchemaTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages/\(name)").standardized
            .path
    }

    /// Runs commands with `--json` in the folder.
    /// - Returns: The members and values of `event` in all lines, to see what has been covered.
    @discardableResult
    private func check(_ schema: String, _ commands: String...) throws -> Set<String> {
        let recto = try ProgramResult.built("recto")
        var lines = ""
        for command in commands {
            let result = try ProgramResult.runApart(
                "sh", ["-c", "cd '\(folder.url.path)'; exec '\(recto)' \(command) --json"])
            #expect(!result.output.isEmpty, "\(command): \(result.errors)")
            lines += result.output
        }
        #expect(try OutputCheck.errors(schema, lines) == "")
        return try lines.split(separator: "\n").reduce(into: Set<String>()) { seen, line in
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            seen.formUnion(object.keys)
            if let event = object["event"] as? String { seen.insert(event) }
        }
    }

    private func code(_ name: String, _ text: String) throws {
        let picture = QRPicture(QRSymbol(bytes: Array(text.utf8)), scale: 4)
        try Data(try PNGWriter().encode(.gray(picture.image))).write(to: URL(filePath: folder.path(name)))
    }

    private func film() throws { try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg")) }

    private func card() throws {
        let card = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(card), path: folder.path("card.png"))
    }

    @Test func pagesInPictures() throws {
        let letter = photo("letter-wood.jpg")
        let seen = try check("detect", "detect '\(letter)' missing.jpg", "detect '\(letter)' --all --limit 3")
        #expect(seen.isSuperset(of: ["quad", "error", "candidates"]))
        try check(
            "enhance", "enhance '\(letter)' -o e.png --filter auto --flatten auto", "enhance missing.png -o e.png")
    }

    @Test func scannedPages() throws {
        let (letter, receipt) = (photo("letter-wood.jpg"), photo("receipt-tiles.jpg"))
        try code("sheet.png", "PATCHT")
        let white = Data("P5 400 500 255\n".utf8) + Data(repeating: 255, count: 200_000)
        try white.write(to: folder.url.appending(path: "white.pgm"))
        let seen = try check(
            "scan", "scan '\(letter)' '\(receipt)' missing.jpg -o a.pdf --filter auto --rotate auto --flatten auto",
            "scan sheet.png '\(receipt)' white.pgm -o b.pdf --split-on code --drop-blank auto",
            "scan --fuse '\(letter)' '\(letter)' '\(letter)' -o c.png")
        #expect(
            seen.isSuperset(of: [
                "error", "suggestion", "orientation", "flatten", "separator", "blank", "document", "source",
            ]))
    }

    @Test(.enabled(if: ProgramResult.isInstalled("tesseract"), "tesseract is not installed"))
    func readPages() throws {
        let letter = photo("letter-wood.jpg")
        try check("text", "text '\(letter)' missing.jpg")
        let seen = try check("scan", "scan '\(letter)' -o d.pdf --text eng --name '{date} {title}'")
        #expect(seen.isSuperset(of: ["words", "proposals"]))
    }

    @Test func codes() throws {
        try code("plain.png", "https://example.com/a")
        try film()
        try #"{"hosts": ["example.org"]}"#.write(toFile: folder.path("policy.json"), atomically: true, encoding: .utf8)
        let seen = try check(
            "qr", "qr plain.png missing.png", "qr plain.png --onboarding policy.json",
            "qr --watch --source film.mjpeg --max-frames 3 --onboarding policy.json")
        #expect(seen.isSuperset(of: ["codes", "error", "onboarding", "seconds"]))
    }

    @Test func streams() throws {
        try film()
        let seen = try check(
            "watch", "watch --source film.mjpeg -o pages --fuse 4", "watch --source missing.mjpeg -o pages")
        #expect(
            seen.isSuperset(of: ["start", "frame", "guidance", "advice", "capture", "fused", "error", "end"]), "\(seen)"
        )
        try check("bench", "bench --frames 2 --size 320x240")
    }

    @Test func anchors() throws {
        try card()
        try film()
        let recto = try ProgramResult.built("recto")
        let database = folder.path("card.anchors")
        let built = try ProgramResult.runApart(
            recto, ["anchors", "build", folder.path("card.png"), "-o", database, "--width", "card=0.0856"])
        #expect(built.status == 0, "\(built.errors)")
        try check("anchors-score", "anchors score card.png missing.png")
        let seen = try check("anchors-match", "anchors match --db card.anchors card.png missing.png")
        #expect(seen.isSuperset(of: ["matches", "error"]))
        let events = try check(
            "anchors-track", "anchors track --db card.anchors --source card.png",
            "anchors track --db card.anchors --source film.mjpeg --max-frames 3")
        #expect(events.isSuperset(of: ["start", "frame", "appeared", "end"]), "\(events)")
        // The same card twice is mistaken for itself.
        try FileManager.default.copyItem(atPath: folder.path("card.png"), toPath: folder.path("again.png"))
        let twice = try ProgramResult.runApart(
            recto, ["anchors", "build", folder.path("card.png"), folder.path("again.png"), "-o", database])
        #expect(twice.status == 0, "\(twice.errors)")
        try check("anchors-lint", "anchors lint card.anchors")
    }

    @Test("A line with a member too many, one too few or of another type does not pass")
    func differencesAreSeen() throws {
        let line = #"{"file":"a.jpg","score":50,"reasons":[]}"#
        #expect(try OutputCheck.errors("anchors-score", line) == "")
        for wrong in [
            #"{"file":"a.jpg","score":50}"#, #"{"file":"a.jpg","score":"50","reasons":[]}"#,
            #"{"file":"a.jpg","score":50,"reasons":[],"more":1}"#, #"{"file":"a.jpg","score":101,"reasons":[]}"#,
        ] { #expect(try OutputCheck.errors("anchors-score", wrong) != "") }
    }

    @Test("Each command that has --json has a schema, and each schema is one of JSON")
    func everyCommand() throws {
        let recto = try ProgramResult.built("recto")
        let help = try ProgramResult.runApart(recto, ["--experimental-dump-help"]).output
        let root = try #require(try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any])
        func names(_ command: [String: Any], _ path: [String]) -> [String] {
            let arguments = command["arguments"] as? [[String: Any]] ?? []
            let printsJSON = arguments.contains { argument in
                (argument["names"] as? [[String: Any]] ?? []).contains { $0["name"] as? String == "json" }
            }
            let inner = command["subcommands"] as? [[String: Any]] ?? []
            return (printsJSON ? [path.joined(separator: "-")] : [])
                + inner.flatMap { names($0, path + [$0["commandName"] as? String ?? ""]) }
        }
        let found = names(try #require(root["command"] as? [String: Any]), [])
        let all = try schema()
        let parts = try #require(all["anyOf"] as? [[String: String]]).compactMap { $0["$ref"] }
        #expect(Set(found.map { "#/$defs/\($0)" }) == Set(parts))
        for name in found { #expect(try schema(name)["$ref"] as? String == "#/$defs/\(name)") }
        #expect(try ProgramResult.runApart(recto, ["schema", "nothing"]).status == 2)
    }

    private func schema(_ name: String...) throws -> [String: Any] {
        let text = try ProgramResult.runApart(try ProgramResult.built("recto"), ["schema"] + name).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["$id"] as? String == "urn:recto:output:1")
        #expect((object["$defs"] as? [String: Any]).map { $0.count > 30 } == true)
        return object
    }
}
