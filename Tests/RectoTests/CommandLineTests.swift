import Foundation
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The program as its users run it.
@Suite struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recto(_ arguments: String...) throws -> ProgramResult {
        try recto(arguments)
    }

    private func recto(_ arguments: [String]) throws -> ProgramResult {
        try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
    }

    private var pictures: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages").standardized
    }

    private func picture(_ name: String) -> String { pictures.appending(path: name).path }

    private func lines(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func helpAndVersionSucceed() throws {
        #expect(try recto("--version").output == RectoVersion.current + "\n")
        for command in ["scan", "detect", "enhance", "cameras"] {
            let help = try recto(command, "--help")
            #expect(help.status == 0)
            #expect(help.output.contains("EXAMPLES"))
        }
    }

    @Test(
        "Help fits into 80 columns: a line of 80 is wrapped, and what is wrapped loses its indentation",
        arguments: [["watch"], ["anchors", "track"]])
    func helpFits(command: [String]) throws {
        let lines = try recto(command + ["--help"]).output.split(separator: "\n")
            .drop { $0 != "SOURCES" }.prefix { !$0.hasPrefix("USAGE:") }
        #expect(lines.count > 20)
        for line in lines {
            #expect(line.hasPrefix("  ") || line.allSatisfy { $0.isUppercase || $0 == " " }, "\(line)")
        }
    }

    @Test(arguments: [
        ["scan"], ["scan", "x.jpg"], ["scan", "x.jpg", "-o", "x.gif"],
        ["scan", "x.jpg", "-o", "x.pdf", "--rotate", "45"],
        ["scan", "x.jpg", "-o", "x.pdf", "--threads", "0"],
        ["scan", "x.jpg", "-o", "x.pdf", "--filter", "sepia"], ["scan", "x.jpg", "-o", "x.pdf", "--dpi", "5"],
        ["scan", "x.jpg", "-o", "x.pdf", "--dpi", "nan"], ["scan", "x.jpg", "-o", "x.pdf", "--quality", "0"],
        ["enhance", "x.jpg", "-o", "x.pdf", "--quality", "101"],
        ["scan", "x.jpg", "-o", "x.pdf", "--corners", "1,2,3"],
        ["scan", "x.jpg", "-o", "x.pdf", "--corners", "0,0,0,9,9,9,9,0"],
        ["scan", "x.jpg", "-o", "x.pdf", "--corners", "0,0,9,0,9,9,0,9", "--no-detect"],
        ["scan", "x.jpg", "-o", "x.pdf", "--level", "sure"],
        ["detect"], ["detect", "--nonsense"], ["detect", "x.jpg", "--all", "--limit", "0"],
        ["detect", "x.jpg", "--limit", "many"], ["enhance", "x.png", "-o", "x"], ["develop"],
        ["enhance", "x.png", "-o", "y.png", "--method", "niblack"],
        ["enhance", "x.png", "-o", "y.png", "--window", "50"],
        ["scan", "x.png", "-o", "y.png", "--weight", "nan"],
    ])
    func wrongUsageExitsWith2(arguments: [String]) throws {
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test func detectAnswersEachInputInOrder() throws {
        _ = FileManager.default.createFile(atPath: folder.path("empty.jpg"), contents: Data())
        let result = try recto(
            "detect", picture("invoice-clutter.jpg"), folder.path("empty.jpg"), picture("blank-dark.jpg"),
            folder.path("missing.jpg"), "--json")
        #expect(result.status == 1)
        let answers = try lines(result)
        #expect(answers.count == 4)
        #expect(
            Set(answers[0].keys) == [
                "file", "width", "height", "presence", "quad", "confidence", "level", "milliseconds",
            ])
        #expect(answers[0]["level"] as? String == "capture")
        #expect((answers[0]["quad"] as? [[Double]])?.count == 4)
        #expect(answers[1]["error"] as? String == "is empty")
        #expect(answers[2]["file"] as? String == picture("blank-dark.jpg"))
        #expect((answers[3]["error"] as? String)?.hasPrefix("cannot be read") == true)
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(result.errors.contains("empty.jpg is empty"))
    }

    @Test func detectSaysNullWhereThereIsNoPage() throws {
        let gray = try GrayImage(
            size: PixelSize(width: 300, height: 200), packed: [UInt8](repeating: 90, count: 60_000))
        try PNGWriter().write(.gray(gray), path: folder.path("plain.png"))
        let result = try recto("detect", folder.path("plain.png"), "--json")
        #expect(result.status == 0)
        let answer = try lines(result)[0]
        #expect(answer["quad"] is NSNull)
        #expect(answer["level"] is NSNull)
        #expect(answer["confidence"] is Double)
    }

    @Test func detectListsCandidatesWithTheirReasons() throws {
        let photo = picture("invoice-clutter.jpg")
        let result = try recto("detect", photo, "--all", "--limit", "3", "--json")
        #expect(result.status == 0)
        let answer = try #require(try lines(result).first)
        let candidates = try #require(answer["candidates"] as? [[String: Any]])
        #expect(candidates.count == 3)
        #expect(candidates[0]["quad"] as? [[Double]] == answer["quad"] as? [[Double]])
        #expect(candidates[0]["level"] as? String == answer["level"] as? String)
        for candidate in candidates {
            #expect(Set(candidate.keys) == ["quad", "score", "confidence", "level", "reasons"])
            let reasons = try #require(candidate["reasons"] as? [[String: Any]])
            #expect(reasons.allSatisfy { Set($0.keys) == ["feature", "contribution", "text"] })
            let sum = reasons.compactMap { $0["contribution"] as? Double }.reduce(0, +)
            #expect(abs(sum - (try #require(candidate["score"] as? Double))) < 0.01)
        }
        let words = try recto("detect", photo, "--all", "--limit", "3").output.split(separator: "\n")
        #expect(words.contains { $0.contains("for: +") && $0.contains("edges along all sides") })
        #expect(words.count { $0.contains("score ") } == 3)
    }

    @Test func detectDrawsItsSteps() throws {
        let gray = try GrayImage(size: PixelSize(width: 9, height: 7), packed: [UInt8](repeating: 90, count: 63))
        try PNGWriter().write(.gray(gray), path: folder.path("tiny.png"))
        let result = try recto(
            "detect", picture("receipt-tiles.jpg"), folder.path("tiny.png"), "--debug-images", folder.path("steps"))
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let steps = ["edges.png", "found.jpg", "gradient.png", "hough.png", "lines.png", "quads.png"]
        // A picture too small for detection gives only the overlays.
        let expected = steps.map { "receipt-tiles-\($0)" } + ["tiny-found.jpg", "tiny-lines.png", "tiny-quads.png"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("steps")).sorted() == expected)
        for name in expected {
            let drawn = try PictureReader().read(path: folder.path("steps/\(name)"))
            #expect(name.hasSuffix("found.jpg") || drawn.size.longSide >= 900)
        }
    }

    @Test("Pictures that show nothing are answered", arguments: [(1, 1), (1, 300), (300, 1), (64, 48), (400, 300)])
    func degeneratePictures(width: Int, height: Int) throws {
        let size = try PixelSize(width: width, height: height)
        var generator = SeededGenerator(seed: UInt64(width))
        let makers: [(String, (Int) -> UInt8)] = [
            ("black", { _ in 0 }), ("white", { _ in 255 }),
            ("noise", { _ in UInt8.random(in: 0...255, using: &generator) }),
            ("stripes", { $0 % width % 2 == 0 ? 0 : 255 }),
            ("checkers", { ($0 % width / 8 + $0 / width / 8) % 2 == 0 ? 0 : 255 }),
        ]
        for (name, value) in makers {
            let image = try GrayImage(size: size, packed: (0..<size.area).map(value))
            try PNGWriter().write(.gray(image), path: folder.path("\(name).png"))
        }
        let result = try recto("detect", folder.url.path, "--all", "--json")
        #expect(result.status == 0)
        let answers = try lines(result)
        #expect(answers.count == makers.count)
        for answer in answers {
            for candidate in try #require(answer["candidates"] as? [[String: Any]]) {
                #expect((candidate["quad"] as? [[Double]])?.count == 4)
                #expect(0...1 ~= (candidate["confidence"] as? Double ?? -1))
            }
        }
        #expect(try recto("scan", folder.url.path, "-o", folder.path("out.tif")).status == 0)
    }

    @Test func scanCropsFromTheGivenLevelOn() throws {
        let photo = picture("letter-wood.jpg")
        for level in ["show", "capture"] {
            let result = try recto("scan", photo, "-o", folder.path("p.png"), "--level", level, "--json")
            let answer = try #require(try lines(result).first)
            let confidence = try #require(answer["confidence"] as? Double)
            #expect((answer["quad"] is NSNull) == (confidence < (level == "show" ? 0.35 : 0.8)))
            #expect((answer["level"] is NSNull) == (confidence < 0.35))
        }
    }

    @Test func overlaysAreWritten() throws {
        let result = try recto("detect", picture("invoice-clutter.jpg"), "--overlay", folder.path("seen"))
        #expect(result.status == 0)
        let overlay = try PictureReader().read(path: folder.path("seen/invoice-clutter-found.jpg"))
        #expect(try overlay.size == PictureReader().read(path: picture("invoice-clutter.jpg")).size)
    }

    @Test func scanMakesADocumentOfWhatCanBeRead() throws {
        let whole = try Data(contentsOf: URL(filePath: picture("letter-wood.jpg")))
        _ = FileManager.default.createFile(atPath: folder.path("cut.jpg"), contents: whole.prefix(whole.count / 2))
        let output = folder.path("out.pdf")
        let result = try recto(
            "scan", picture("letter-wood.jpg"), folder.path("cut.jpg"), picture("receipt-tiles.jpg"), "-o", output,
            "--json")
        #expect(result.status == 1)
        #expect(result.errors.contains("cut.jpg is a truncated JPEG picture"))
        let answers = try lines(result)
        #expect(answers.map { $0["page"] as? Int } == [1, nil, 2])
        let times = try #require(answers[0]["milliseconds"] as? [String: Double])
        #expect(Set(times.keys) == ["read", "detect", "straighten", "enhance", "write"])
    }

    @Test(
        "The document that scan makes is sound",
        .enabled(if: ProgramResult.isInstalled("qpdf"), "qpdf is not installed"))
    func scannedDocument() throws {
        let output = folder.path("out.pdf")
        let result = try recto("scan", picture("letter-wood.jpg"), picture("receipt-tiles.jpg"), "-o", output)
        #expect(result.status == 0)
        #expect(try ProgramResult.run("qpdf", ["--check", output]).status == 0)
        #expect(try ProgramResult.run("qpdf", ["--show-npages", output]).output == "2\n")
    }

    @Test func scanOfAFolderNumbersSinglePictures() throws {
        for name in ["b.jpg", "a.jpg"] {
            try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path(name))
        }
        let result = try recto(
            "scan", folder.url.path, "-o", folder.path("page.png"), "--filter", "bw", "--json")
        #expect(result.status == 0)
        #expect(try lines(result).map { ($0["file"] as? String)?.suffix(5) } == ["a.jpg", "b.jpg"])
        #expect(try folder.names == ["a.jpg", "b.jpg", "page-01.png", "page-02.png"])
        let bytes = try Data(contentsOf: URL(filePath: folder.path("page-01.png")))
        // Bit depth 1, gray.
        #expect(bytes[24] == 1 && bytes[25] == 0)
    }

    @Test func givenCornersAndPaperMakeTheGivenPage() throws {
        let result = try recto(
            "scan", picture("letter-wood.jpg"), "-o", folder.path("page.png"), "--corners",
            "100,100,800,100,800,1090,100,1090", "--paper", "a4", "--dpi", "200", "--rotate", "90", "--json")
        #expect(result.status == 0)
        let page = try PictureReader().read(path: folder.path("page.png"))
        #expect((page.size.width, page.size.height) == (2339, 1654))
        #expect(abs((page.resolution?.horizontal ?? 0) - 200) < 0.1)
    }

    @Test func pagesAreTurnedUpright() throws {
        let turned = folder.path("turned.png")
        let first = try recto("scan", picture("letter-wood.jpg"), "-o", turned, "--filter", "gray", "--rotate", "90")
        #expect(first.status == 0)
        let result = try recto(
            "scan", turned, "-o", folder.path("page.pdf"), "--no-detect", "--filter", "bw", "--rotate", "auto",
            "--threads", "2", "--json")
        #expect(result.status == 0)
        let line = try #require(try lines(result).first)
        #expect(line["rotation"] as? Int == 270)
        let orientation = try #require(line["orientation"] as? [String: Any])
        #expect(orientation["rotation"] as? Int == 270)
        #expect(try #require(orientation["confidence"] as? Double) > 0.8)
        #expect((line["milliseconds"] as? [String: Any])?["orient"] != nil)
        let blank = try recto(
            "scan", picture("blank-dark.jpg"), "-o", folder.path("blank.pdf"), "--rotate", "auto", "--json")
        let nothing = try #require(try lines(blank).first)
        #expect(nothing["rotation"] as? Int == 0)
        #expect((nothing["orientation"] as? [String: Any])?["rotation"] is NSNull)
    }

    @Test func aFailedRunWritesNothingAndKeepsTheEarlierFile() throws {
        let output = folder.path("out.pdf")
        _ = FileManager.default.createFile(atPath: output, contents: Data("earlier".utf8))
        _ = FileManager.default.createFile(atPath: folder.path("note.txt"), contents: Data("no picture".utf8))
        let result = try recto("scan", folder.path("note.txt"), "-o", output)
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("note.txt is not in a supported picture format\n"))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "earlier")
        #expect(try folder.names == ["note.txt", "out.pdf"])
    }

    @Test(arguments: ["missing/out.pdf", "missing/out.png"])
    func anOutputThatCannotBeWrittenIsNamed(name: String) throws {
        let result = try recto("scan", picture("receipt-tiles.jpg"), "-o", folder.path(name))
        #expect(result.status == 1)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("\(name) cannot be written: No such file or directory"))
        let enhanced = try recto("enhance", picture("receipt-tiles.jpg"), "-o", folder.path(name))
        #expect(enhanced.status == 1)
        #expect(enhanced.errors.contains("cannot be written"))
    }

    @Test func aRunThatIsKilledLeavesNoFiles() throws {
        let output = folder.path("out.pdf")
        _ = FileManager.default.createFile(atPath: output, contents: Data("earlier".utf8))
        let many = Array(repeating: picture("letter-wood.jpg"), count: 400)
        let process = ProgramResult.process(try ProgramResult.built("recto"), ["scan"] + many + ["-o", output])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        // The first line reports that a page has been added to the document.
        _ = pipe.fileHandleForReading.availableData
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(try folder.names == ["out.pdf"])
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "earlier")
    }

    @Test(arguments: ["bw", "gray", "color", "photo", "original"])
    func enhanceKeepsTheSize(filter: String) throws {
        let result = try recto(
            "enhance", picture("receipt-tiles.jpg"), "-o", folder.path("page.png"), "--filter", filter, "--json")
        #expect(result.status == 0)
        #expect(Set(try lines(result)[0].keys) == ["file", "output", "milliseconds"])
        #expect(
            try PictureReader().read(path: folder.path("page.png")).size
                == PictureReader().read(path: picture("receipt-tiles.jpg")).size)
    }

    @Test func automaticFilterSaysWhatItSees() throws {
        for command in [["enhance"], ["scan", "--no-detect"]] {
            let result = try recto(
                command + [picture("receipt-tiles.jpg"), "-o", folder.path("page.png"), "--filter", "auto", "--json"])
            #expect(result.status == 0)
            let suggestion = try #require(lines(result)[0]["suggestion"] as? [String: Any])
            #expect(["text", "coloredDocument", "photo", "whiteboard"].contains(suggestion["content"] as? String))
            #expect(0.25...1 ~= (suggestion["confidence"] as? Double ?? 0))
        }
    }

    @Test func methodsOfBlackAndWhiteDiffer() throws {
        let pages = try ["adaptive", "sauvola", "wolf", "nick", "bradley", "otsu"].map { method in
            let output = folder.path("\(method).png")
            let result = try recto(
                "enhance", picture("receipt-tiles.jpg"), "-o", output, "--filter", "bw", "--method", method)
            #expect(result.status == 0)
            return try Data(contentsOf: URL(filePath: output))
        }
        #expect(Set(pages).count == pages.count)
    }

    @Test func pipesAndFoldersAreNotReadAsPictures() throws {
        #expect(mkfifo(folder.path("pipe.jpg"), 0o600) == 0)
        let result = try recto("detect", folder.path("pipe.jpg"), folder.path("none/"))
        #expect(result.status == 1)
        #expect(result.errors.contains("pipe.jpg is neither a regular file nor a pipe"))
    }

    /// Runs a shell command in which `$recto` is the program.
    private func shell(_ line: String) throws -> ProgramResult {
        let assignment = "recto='\(try ProgramResult.built("recto"))'; cd '\(folder.url.path)'; "
        return try ProgramResult.runApart("sh", ["-c", assignment + line])
    }

    @Test(
        "A closed stream does not damage the document",
        .enabled(if: ProgramResult.isInstalled("qpdf"), "qpdf is not installed"),
        arguments: [(">&-", 1), ("2>&-", 0), ("<&-", 0), ("<&- >&- 2>&-", 1)])
    func closedStreams(redirection: String, status: Int32) throws {
        let result = try shell("$recto scan '\(picture("receipt-tiles.jpg"))' -o out.pdf \(redirection)")
        #expect(result.status == status)
        let report = "recto: standard output cannot be written: Bad file descriptor\n"
        #expect(redirection != ">&-" || result.errors == report)
        #expect(try ProgramResult.run("qpdf", ["--check", folder.path("out.pdf")]).status == 0)
    }

    @Test(
        "No input is written over",
        arguments: [
            "scan p-1.jpg -o p-1.jpg", "scan p-02.jpg p-01.jpg -o p.jpg", "scan p-1.jpg -o link.jpg",
            "scan p-1.jpg -o hard.jpg", "detect p.jpg p-found.jpg --overlay .",
            "scan p.jpg p-finished.jpg -o out.pdf --debug-images .", "enhance p.jpg -o ./p.jpg",
        ])
    func inputsAreSpared(arguments: String) throws {
        let whole = try Data(contentsOf: URL(filePath: picture("receipt-tiles.jpg")))
        let names = ["p.jpg", "p-1.jpg", "p-01.jpg", "p-02.jpg", "p-found.jpg", "p-finished.jpg"]
        for name in names { try whole.write(to: URL(filePath: folder.path(name))) }
        #expect(symlink("p-1.jpg", folder.path("link.jpg")) == 0)
        #expect(link(folder.path("p-1.jpg"), folder.path("hard.jpg")) == 0)
        let before = try folder.names
        let result = try shell("$recto \(arguments)")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasSuffix("is one of the inputs\n"))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(try folder.names == before)
        for name in names { #expect(try Data(contentsOf: URL(filePath: folder.path(name))) == whole) }
    }

    @Test("Inputs of the same name have overlays of their own")
    func overlaysOfOneName() throws {
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
            try FileManager.default.copyItem(
                atPath: picture("receipt-tiles.jpg"), toPath: folder.path("\(name)/page.jpg"))
        }
        #expect(try shell("$recto detect a b --overlay seen/deep").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("seen/deep")).sorted()
                == ["page-2-found.jpg", "page-found.jpg"])
    }

    @Test("A folder that cannot be created is one line, and nothing is written")
    func overlayFolderThatCannotBeCreated() throws {
        let photo = picture("receipt-tiles.jpg")
        for arguments in ["detect '\(photo)' --overlay", "scan '\(photo)' -o out.pdf --debug-images"] {
            let result = try shell("$recto \(arguments) /proc/none/such")
            #expect(result.status == 1)
            #expect(result.errors == "recto: /proc/none/such cannot be created: No such file or directory\n")
        }
        #expect(try folder.names.isEmpty)
    }

    @Test("A page that cannot be encoded fails alone")
    func pageThatCannotBeEncoded() throws {
        let long = GrayImage(size: try PixelSize(width: 65_535, height: 30))
        try PNGWriter().write(.gray(long), path: folder.path("long.png"))
        let photo = picture("receipt-tiles.jpg")
        for output in ["out.pdf", "out.tif", "out.jpg"] {
            let result = try shell(
                "$recto scan --no-detect --filter photo --paper none --json '\(photo)' long.png '\(photo)' -o \(output)"
            )
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("recto: long.png cannot be encoded: 65535 x 30 pixels, above"))
            #expect(result.errors.split(separator: "\n").count == 1)
            let answers = try lines(result)
            #expect(answers.map { $0["page"] as? Int } == [1, nil, output == "out.jpg" ? 3 : 2])
            #expect(answers[1]["file"] as? String == "long.png")
        }
        #expect(try folder.names == ["long.png", "out-01.jpg", "out-03.jpg", "out.pdf", "out.tif"])
    }

    @Test("A result that cannot be written is named, the next ones are")
    func resultThatCannotBeWritten() throws {
        let blocked = folder.path("q/out-02.png")
        try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
        let photo = "'\(picture("receipt-tiles.jpg"))'"
        let result = try shell("$recto scan --json \(photo) \(photo) \(photo) -o q/out.png")
        #expect(result.status == 1)
        #expect(result.errors == "recto: q/out-02.png is a directory\n")
        let answers = try lines(result)
        #expect(answers.map { $0["output"] as? String } == ["q/out-01.png", nil, "q/out-03.png"])
        #expect(answers[1]["file"] as? String == picture("receipt-tiles.jpg"))
        #expect(answers[1]["error"] as? String == "q/out-02.png is a directory")
    }

    @Test("An overlay that cannot be written costs no result")
    func overlayThatCannotBeWritten() throws {
        for name in ["receipt-tiles-found.jpg", "receipt-tiles-finished.jpg"] {
            try FileManager.default.createDirectory(
                atPath: folder.path("seen/\(name)"), withIntermediateDirectories: true)
        }
        let photo = "'\(picture("receipt-tiles.jpg"))'"
        let found = try shell("$recto detect --json \(photo) --overlay seen")
        #expect(found.status == 1)
        #expect(found.errors == "recto: seen/receipt-tiles-found.jpg is a directory\n")
        #expect(try lines(found).count == 1)
        #expect(try lines(found)[0]["quad"] is [[Double]])
        let scanned = try shell("$recto scan --json \(photo) -o out.pdf --debug-images seen")
        #expect(scanned.status == 1)
        #expect(scanned.errors.split(separator: "\n").count == 2)
        #expect(try lines(scanned).map { $0["page"] as? Int } == [1])
        #expect(try folder.names == ["out.pdf", "seen"])
        #expect(FileManager.default.fileExists(atPath: folder.path("seen/receipt-tiles-straightened.jpg")))
    }

    @Test("Enhanced pictures keep their resolution, if it can be meant", arguments: [(204.0, 98.0), (20, 19), (1, 1)])
    func enhancedResolution(horizontal: Double, vertical: Double) throws {
        let stated = try #require(Resolution(horizontal: horizontal, vertical: vertical))
        let page = GrayImage(size: try PixelSize(width: 60, height: 40))
        try PNGWriter(resolution: stated).write(.gray(page), path: folder.path("page.png"))
        #expect(try shell("$recto enhance page.png -o out.png").status == 0)
        let kept = try #require(try PictureReader().read(path: folder.path("out.png")).resolution)
        let expected = vertical < 20 ? Resolution.assumed : stated
        #expect(abs(kept.horizontal - expected.horizontal) < 0.02 && abs(kept.vertical - expected.vertical) < 0.02)
    }

    @Test("JPEG files keep the photo's time and place if asked", arguments: ["scan", "enhance"])
    func timeAndPlace(command: String) throws {
        let photo = DatedPhoto().inserted(
            intoJPEG: try JPEGWriter.standard.encode(.gray(GrayImage(size: PixelSize(width: 200, height: 300)))))
        try Data(photo).write(to: URL(filePath: folder.path("dated.jpg")))
        func written(_ options: String...) throws -> TimeAndPlace? {
            let output = folder.path("out.jpg")
            let result = try recto([command, folder.path("dated.jpg"), "-o", output] + options)
            #expect(result.status == 0, "\(result.errors)")
            return try PictureReader().read(path: output).timeAndPlace
        }
        #expect(try written() == nil && written("--metadata", "drop") == nil)
        let kept = try #require(try written("--metadata", "keep"))
        #expect(kept.captureTime == DatedPhoto.time && kept.hasPlace)
        let pdf = try recto([command, folder.path("dated.jpg"), "-o", folder.path("out.pdf"), "--metadata", "keep"])
        #expect(pdf.status == 2 && pdf.errors.contains("--metadata keep needs a document that ends in .jpg"))
    }

    @Test("A reader that has read enough ends the listing of pictures, and nothing is said", .timeLimit(.minutes(1)))
    func readerThatHasEnough() throws {
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("1.jpg"))
        for command in ["detect", "qr"] {
            let names = "$(printf '1.jpg %.0s' $(seq 2000))"
            let result = try shell("{ $recto \(command) \(names); echo $? >status; } | head -1")
            #expect(result.errors.isEmpty)
            #expect(try String(contentsOfFile: folder.path("status"), encoding: .utf8) == "1\n")
        }
    }

    @Test("A file whose name starts with a dash is a file, wherever a shell's pattern puts it")
    func namesThatStartWithADash() throws {
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("-h.jpg"))
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("--json.jpg"))
        let result = try shell("$recto detect *.jpg --json")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output.split(separator: "\n").count == 2)
        #expect(result.output.contains("\"file\":\"./-h.jpg\"") && result.output.contains("\"./--json.jpg\""))
        #expect(try shell("$recto detect -- -h.jpg").status == 0)
        // An argument that is not a file is an option.
        #expect(try shell("$recto detect -x.jpg").status == 2)
    }

    @Test("Names that are not UTF-8 are refused before any work, and said in readable characters")
    func namesThatAreNotUTF8() throws {
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("good.jpg"))
        let named = try shell("cp good.jpg \"$(printf 'pag\\351.jpg')\"; $recto scan good.jpg pag*.jpg -o out.pdf")
        #expect(named.status == 1)
        #expect(named.errors == "recto: pag\\xE9.jpg is not UTF-8: rename the file\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.pdf")))
        let listed = try shell("$recto detect .")
        #expect(listed.status == 1)
        #expect(listed.errors == "recto: ./pag\\xE9.jpg has a name that is not UTF-8: rename the file\n")
        #expect(listed.output.contains("good.jpg"))
    }

    @Test("Empty names are wrong usage, and are named by their options; empty texts are not")
    func emptyNames() throws {
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("1.jpg"))
        for (arguments, text) in [
            ("detect ''", "An argument is empty."), ("scan 1.jpg '' -o out.pdf", "An argument is empty."),
            ("text ''", "An argument is empty."), ("scan 1.jpg -o ''", "The value of -o is empty."),
            ("watch --source '' -o pages", "The value of --source is empty."),
            ("anchors match --db '' 1.jpg", "The value of --db is empty."),
        ] {
            let refused = try shell("$recto \(arguments)")
            #expect(refused.status == 2 && refused.errors.contains("Error: \(text)\n"), "\(refused.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["1.jpg"])
        #expect(try shell("$recto scan 1.jpg --title '' --password '' -o out.pdf").status == 0)
    }

    @Test("SOURCE_DATE_EPOCH is the time that documents say they were made at")
    func sourceDateEpoch() throws {
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("1.jpg"))
        for ending in ["pdf", "tif"] {
            let scan = "$recto scan 1.jpg --title Title -o"
            let epoch = "SOURCE_DATE_EPOCH=1000000000"
            #expect(try shell("\(epoch) \(scan) a.\(ending) && \(epoch) \(scan) b.\(ending)").status == 0)
            let (a, b) = (folder.path("a.\(ending)"), folder.path("b.\(ending)"))
            let bytes = try Data(contentsOf: URL(filePath: a))
            #expect(try bytes == Data(contentsOf: URL(filePath: b)))
            let time = ending == "pdf" ? "20010909014640" : "2001:09:09 01:46:40"
            #expect(bytes.range(of: Data(time.utf8)) != nil)
        }
        let wrong = try shell("SOURCE_DATE_EPOCH=yesterday $recto scan 1.jpg -o wrong.pdf")
        #expect(wrong.status == 2 && wrong.errors.contains("SOURCE_DATE_EPOCH is yesterday"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("wrong.pdf")))
    }

    @Test("Standard output that fails is said once, and the document is finished")
    func failingOutput() throws {
        let photo = picture("receipt-tiles.jpg")
        for index in 1...3 {
            try FileManager.default.copyItem(atPath: photo, toPath: folder.path("\(index).jpg"))
        }
        let full = try shell("$recto scan 1.jpg 2.jpg 3.jpg -o full.pdf >/dev/full")
        #expect(full.status == 1)
        #expect(full.errors == "recto: standard output cannot be written: No space left on device\n")
        let closed = try shell("{ $recto scan 1.jpg 2.jpg 3.jpg -o closed.tif; echo $? >status; } | true")
        #expect(closed.errors.isEmpty, "nobody reads any more, as after head")
        #expect(try String(contentsOfFile: folder.path("status"), encoding: .utf8) == "1\n")
        #expect(try folder.names == ["1.jpg", "2.jpg", "3.jpg", "closed.tif", "full.pdf", "status"])
        for arguments in ["--version", "scan --help"] {
            #expect(try shell("$recto \(arguments) >/dev/full").status == 1)
        }
    }

    @Test("A full pipe that does not block is waited for")
    func nonBlockingOutput() throws {
        let many = Array(repeating: folder.path("none"), count: 200)
        let process = ProgramResult.process(try ProgramResult.built("recto"), ["detect", "--json"] + many)
        let pipe = Pipe()
        let writing = pipe.fileHandleForWriting.fileDescriptor
        let reading = pipe.fileHandleForReading.fileDescriptor
        #expect(fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK) == 0)
        // F_SETPIPE_SZ: the smallest pipe, a page.
        #expect(fcntl(writing, 1031, 4096) == 4096)
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Once the pipe is full, later lines must not be lost.
        var waiting: Int32 = 0
        while process.isRunning, waiting < 3_500 {
            usleep(10_000)
            try #require(ioctl(reading, UInt(FIONREAD), &waiting) == 0)
        }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(data.count { $0 == UInt8(ascii: "\n") } == 200)
    }

    @Test("A file that grows too large is an error", .enabled(if: ProgramResult.isInstalled("bash")))
    func fileSizeLimit() throws {
        let photo = picture("receipt-tiles.jpg")
        let result = try shell("bash -c \"ulimit -f 1; '$recto' scan '\(photo)' -o out.pdf\"")
        #expect(result.status == 1)
        #expect(result.errors == "recto: out.pdf cannot be written: File too large\n")
        #expect(try folder.names.isEmpty)
    }

    @Test("Control characters of a name are escaped")
    func controlCharacters() throws {
        let result = try recto("detect", "a\nb\u{1B}[31m.jpg")
        #expect(result.errors == "recto: a\\nb\\u{1B}[31m.jpg cannot be read: No such file or directory\n")
    }

    /// JSON has no escape but `\\u` with four digits, and U+007F to U+009F may stand in names and texts.
    @Test(arguments: [0x01, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0x2028, 0x1F600])
    func jsonOfAnyNameParses(scalar: Int) throws {
        let name = "a\(String(UnicodeScalar(UInt32(scalar)) ?? " "))b.jpg"
        let result = try recto("detect", "--json", name)
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(try lines(result).first?["file"] as? String == name)
    }

    @Test("Pixels that are not square become square", arguments: [(204.0, 98.0), (204, 196), (100, 200)])
    func nonSquarePixels(horizontal: Double, vertical: Double) throws {
        let size = try PixelSize(width: Int(8.5 * horizontal), height: Int(11 * vertical))
        let stated = try #require(Resolution(horizontal: horizontal, vertical: vertical))
        try PNGWriter(resolution: stated).write(
            .gray(GrayImage(size: size)), path: folder.path("fax.png"))
        #expect(try shell("$recto scan fax.png -o out.png --no-detect --filter original").status == 0)
        let page = try PictureReader().read(path: folder.path("out.png"))
        let resolution = try #require(page.resolution)
        #expect(abs(Double(page.size.width) / resolution.horizontal - 8.5) < 0.02)
        #expect(abs(Double(page.size.height) / resolution.vertical - 11) < 0.02)
        #expect(abs(resolution.horizontal - max(horizontal, vertical)) < 0.1)
    }

    @Test(
        "The stated resolution decides between papers of the same proportions, and placeholders state none",
        arguments: [
            (300.0, 1748, 2480, "a5", 300.0), (300, 2480, 3508, "a4", 300), (150, 620, 874, "a6", 150),
            (200, 1386, 1968, "b5", 200), (200, 1433, 2024, nil, 200), (72, 1654, 2339, "a4", 200),
            (96, 1654, 2339, "a4", 200),
            (72, 1000, 1111, nil, 200),
        ] as [(Double, Int, Int, String?, Double)])
    func statedResolution(dpi: Double, width: Int, height: Int, paper: String?, expected: Double) throws {
        let image = GrayImage(size: try PixelSize(width: width, height: height))
        try PNGWriter(resolution: Resolution(dotsPerInch: dpi)).write(.gray(image), path: folder.path("page.png"))
        let page = try #require(
            try lines(shell("$recto scan page.png -o out.png --no-detect --filter original --json")).first)
        #expect(page["paper"] as? String == paper)
        #expect(abs(try #require(page["dpi"] as? Double) - expected) < 0.2)
    }

    @Test("Where no page is found the doubt is told")
    func confidenceWithoutAPage() throws {
        let flat = ["bookPage-busy", "receipt-tiles", "letter-wood"].map { picture("\($0).page.png") }
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["detect", "--json"] + flat)
        let doubts = try lines(result).filter { $0["quad"] is NSNull }.compactMap { $0["confidence"] as? Double }
        #expect(doubts.contains { $0 > 0 })
        #expect(doubts.allSatisfy { $0 < 0.5 })
    }

    @Test("A folder without pictures is an input that cannot be used", arguments: ["detect", "scan -o out.pdf"])
    func folderWithoutPictures(command: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path("none"), withIntermediateDirectories: false)
        let result = try shell("$recto \(command) none --json")
        #expect(result.status == 1)
        #expect(result.errors == "recto: none holds no pictures\n")
        #expect(result.output == "{\"error\":\"holds no pictures\",\"file\":\"none\"}\n")
        #expect(try folder.names == ["none"])
    }

    @Test(
        "Pictures of a folder that are skipped because of their format are told, and the others are done",
        arguments: ["detect", "scan -o out.pdf"])
    func skippedPicturesAreTold(command: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path("mixed"), withIntermediateDirectories: false)
        for name in ["a.dng", "b.DNG", "c.jp2", ".hidden.dng", "notes.txt"] {
            _ = FileManager.default.createFile(atPath: folder.path("mixed/\(name)"), contents: Data())
        }
        let alone = try shell("$recto \(command) mixed")
        #expect(alone.status == 1)
        #expect(alone.errors == "recto: mixed holds only pictures that cannot be read: 2 .dng, 1 .jp2\n")
        try FileManager.default.copyItem(atPath: picture("receipt-tiles.jpg"), toPath: folder.path("mixed/p.jpg"))
        let result = try shell("$recto \(command) mixed --json")
        #expect(result.status == 0)
        #expect(try lines(result).map { $0["file"] as? String } == ["mixed/p.jpg"])
        #expect(result.errors == "recto: mixed: skipped pictures that cannot be read: 2 .dng, 1 .jp2\n")
    }
}
