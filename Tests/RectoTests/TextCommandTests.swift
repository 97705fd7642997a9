import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// `recto text` and `recto scan --text` as their users run them.
@Suite struct TextCommandTests {
    private let folder: TemporaryFolder
    private let truth: Set<String>

    /// A drawn page, upright and upside down.
    init() throws {
        folder = try TemporaryFolder()
        let page = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + 7, kind: .letter, format: .a5, pixelsPerMillimetre: 200 / 25.4)
        truth = Set(page.text.split(whereSeparator: \.isWhitespace).map(String.init))
        for (name, turns) in [("page.png", 0), ("turned.png", 2)] {
            let bytes = try PNGWriter().encode(.rgb(page.image.turned(quarterTurns: turns)))
            try Data(bytes).write(to: folder.url.appending(path: name))
        }
    }

    private func recto(_ arguments: String...) throws -> ProgramResult {
        try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
    }

    private func share(of text: String) -> Double {
        Double(truth.intersection(text.split(whereSeparator: \.isWhitespace).map(String.init)).count)
            / Double(truth.count)
    }

    @Test func pagesAreReadWhicheverWayTheyLie() throws {
        let result = try recto("text", folder.path("page.png"), folder.path("turned.png"), "--no-detect")
        #expect(result.status == 0)
        let pages = result.output.split(separator: "\u{C}").map(String.init)
        #expect(pages.count >= 2 && pages.prefix(2).allSatisfy { share(of: $0) >= 0.9 })
    }

    /// A scan without visible edges, its lines falling to the right by an angle.
    private func skewed(by degrees: Double) throws -> String {
        let page = try PictureReader(layout: .gray).read(path: folder.path("page.png")).gray
        let path = folder.path("skewed\(degrees).png")
        try Data(PNGWriter().encode(.gray(page.skewed(byDegrees: degrees)))).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: [-12.0, 7]) func skewedScansAreReadAndTurnedLevel(degrees: Double) throws {
        let path = try skewed(by: degrees)
        let text = try recto("text", path, "--no-detect")
        #expect(text.status == 0 && share(of: text.output) >= 0.85)
        let scan = try recto("scan", path, "-o", folder.path("level.png"), "--no-detect", "--json")
        #expect(scan.status == 0 && scan.output.contains(#""turned":true"#))
        let kept = try recto("scan", path, "-o", folder.path("kept.png"), "--no-detect", "--json", "--deskew", "off")
        #expect(kept.status == 0 && !kept.output.contains("deskew"))
        let enhanced = try recto("enhance", path, "-o", folder.path("enhanced.png"), "--deskew", "auto")
        #expect(enhanced.status == 0 && enhanced.output.contains("lines level (turned by"))
    }

    /// A pipe, as from another program, has no size and cannot be read twice.
    private func piped(_ file: String, to arguments: String...) throws -> ProgramResult {
        try ProgramResult.runApart(
            "sh",
            ["-c", #"cat "$1" | { shift; "$@"; }"#, "sh", folder.path(file), try ProgramResult.built("recto")]
                + arguments)
    }

    @Test func aPictureIsReadFromStandardInput() throws {
        let result = try piped("page.png", to: "text", "-", "--no-detect")
        #expect(result.status == 0)
        #expect(share(of: result.output) >= 0.9)
        let scan = try piped("page.png", to: "scan", "-", "-o", folder.path("piped.png"), "--json")
        #expect(scan.status == 0 && scan.output.contains(#""file":"-""#))
        #expect(try folder.names.contains("piped.png"))
    }

    @Test(arguments: [("", "is empty"), ("text, and no picture", "is not in a supported picture format")])
    func whatComesFromStandardInputAndIsNoPictureIsTold(content: String, reason: String) throws {
        try Data(content.utf8).write(to: folder.url.appending(path: "input"))
        for command in ["text", "detect", "qr"] {
            let result = try piped("input", to: command, "-", "--json")
            #expect(result.status == 1)
            #expect(result.errors == "recto: standard input \(reason)\n")
            #expect(result.output.contains(#""file":"-""#))
        }
    }

    @Test func jsonHasWordsWithPlacesAndWhatTheyPropose() throws {
        let result = try recto("text", folder.path("page.png"), folder.path("none.png"), "--no-detect", "--json")
        #expect(result.status == 1)
        let objects = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        try #require(objects.count == 2)
        #expect(share(of: objects[0]["text"] as? String ?? "") >= 0.9)
        #expect((objects[0]["blocks"] as? [Any])?.isEmpty == false)
        let proposals = try #require(objects[0]["proposals"] as? [String: [[String: Any]]])
        #expect(Set(proposals.keys) == ["titles", "dates", "amounts"])
        #expect(proposals["titles"]?.first?["confidence"] is Double)
        #expect((objects[1]["file"] as? String)?.hasSuffix("none.png") == true && objects[1]["error"] is String)
    }

    @Test(.enabled(if: ProgramResult.isInstalled("pdftotext"), "pdftotext is not installed"))
    func aScannedDocumentCanBeSearched() throws {
        let (document, sidecar) = (folder.path("out.pdf"), folder.path("out.txt"))
        let result = try recto(
            "scan", folder.path("turned.png"), "-o", document, "--no-detect", "--filter", "bw", "--rotate", "auto",
            "--text", "eng", "--sidecar", sidecar, "--pdfa")
        #expect(result.status == 0)
        #expect(share(of: try ProgramResult.run("pdftotext", [document, "-"]).output) >= 0.9)
        #expect(share(of: try String(contentsOfFile: sidecar, encoding: .utf8)) >= 0.9)
        // A 1-bit page stays small with its text.
        #expect(try Data(contentsOf: URL(filePath: document)).count <= 60_000)
    }

    @Test(arguments: [
        ["-o", "out.pdf", "--sidecar", "none/out.txt"], ["-o", "none/out.pdf", "--sidecar", "out.txt"],
        ["-o", "none/out.png", "--sidecar", "out.txt"],
        ["-o", "out.pdf", "--sidecar", "none/out.txt", "--split-on", "code"],
        ["-o", "out.pdf", "--debug-images", "page.png/steps"],
    ])
    func aPlaceWhereNothingCanBeWrittenIsToldBeforeAnythingIsRead(arguments: [String]) throws {
        let paths = arguments.map { $0.contains(".") || $0.contains("/") ? folder.path($0) : $0 }
        let scan = ["scan", folder.path("page.png"), "--no-detect", "--text", "eng"]
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), scan + paths)
        #expect(result.status == 1)
        // The line of a finished page would be here.
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("cannot be"))
        #expect(try folder.names.allSatisfy { !$0.hasPrefix("out") })
    }

    @Test func aMissingLanguageIsToldBeforeAnythingIsWritten() throws {
        let result = try recto("scan", folder.path("page.png"), "-o", folder.path("out.pdf"), "--text", "chi_xxx")
        #expect(result.status != 0 && result.errors.contains("tesseract-ocr-chi-xxx"))
        #expect(try !folder.names.contains("out.pdf"))
    }

    @Test(arguments: [
        ["text"], ["text", "x.jpg", "--json", "--hocr"], ["text", "x.jpg", "--layout", "round"],
        ["scan", "x.jpg", "-o", "x.pdf", "--sidecar", "x.txt"], ["scan", "x.jpg", "-o", "x.png", "--pdfa"],
        ["scan", "x.jpg", "-o", "x.png", "--text", "eng"],
        ["scan", "x.jpg", "-o", "x.pdf", "--text", "eng", "--sidecar", "x.doc"],
    ])
    func wrongUsageExitsWith2(arguments: [String]) throws {
        #expect(try ProgramResult.runApart(try ProgramResult.built("recto"), arguments).status == 2)
    }
}
