import Foundation
import Glibc
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// `recto watch` as its users run it.
@Suite("Watching")
struct WatchTests {
    private let folder: TemporaryFolder
    private var pages: String { folder.path("pages") }

    init() throws { folder = try TemporaryFolder() }

    private typealias Event = [String: Any]

    private func events(_ lines: some Sequence<some StringProtocol>) throws -> [Event] {
        try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Event, "\($0)") }
    }

    private func watch(_ arguments: String...) throws -> (status: Int32, events: [Event], errors: String) {
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["watch", "-o", pages, "--json"] + arguments)
        return (result.status, try events(result.output.split(separator: "\n")), result.errors)
    }

    /// A running program; unless a source is given, it reads from a pipe that the test writes to.
    private func start(
        _ arguments: [String], source: String? = nil, output: String? = nil, environment: [String: String] = [:]
    ) throws -> (program: RunningProgram, pipe: FileHandle) {
        let pipe = folder.path("pipe")
        if source == nil { #expect(mkfifo(pipe, 0o600) == 0) }
        // Open in both directions: it never ends for the reader until this handle is closed.
        let handle = try #require(source == nil ? FileHandle(forUpdatingAtPath: pipe) : FileHandle.nullDevice)
        let program = try RunningProgram(
            try ProgramResult.built("recto"),
            ["watch", "--source", source ?? pipe, "-o", output ?? pages, "--json"] + arguments,
            environment: environment)
        return (program, handle)
    }

    private func write(_ data: Data, to name: String) throws -> String {
        try data.write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    private func all(_ kind: String, _ events: [Event]) -> [Event] { events.filter { $0["event"] as? String == kind } }

    private var pageNames: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: pages).sorted() }
    }

    /// Checks what every run must report, and how often.
    private func expectWhole(_ events: [Event], frames: Int, captures: Int, reason: String = "end") throws {
        #expect(events.first?["event"] as? String == "start")
        let end = try #require(events.last)
        #expect(end["event"] as? String == "end" && end["reason"] as? String == reason)
        #expect(end["frames"] as? Int == frames && end["captures"] as? Int == captures)
        #expect(all("frame", events).compactMap { $0["frame"] as? Int } == Array(0..<frames))
        #expect(all("capture", events).count == captures)
        for event in all("frame", events) {
            let required = [
                "sequence", "gap", "time", "width", "height", "quad", "confidence", "tracking", "guidance",
                "milliseconds",
            ]
            #expect(Set(required).isSubset(of: event.keys))
        }
        // Changes of guidance are reported, and nothing else.
        let codes = all("frame", events).compactMap { $0["guidance"] as? String }
        let changes = codes.indices.filter { $0 == 0 || codes[$0] != codes[$0 - 1] }
        #expect(all("guidance", events).compactMap { $0["frame"] as? Int } == changes)
        #expect(all("guidance", events).compactMap { $0["code"] as? String } == changes.map { codes[$0] })
    }

    private func expectBothPages(_ events: [Event]) throws {
        let captures = all("capture", events)
        #expect(captures.compactMap { $0["file"] as? String } == ["page-0001.jpg", "page-0002.jpg"])
        #expect(try pageNames == ["page-0001.jpg", "page-0002.jpg"])
        let film = try WatchFilm.film.get()
        for (capture, lying) in zip(captures, WatchFilm.lying) {
            #expect(lying.contains(try #require(capture["captureTime"] as? Double)))
            let corners = try #require(capture["quad"] as? [[Double]]).map { Point2D(x: $0[0], y: $0[1]) }
            let truth = film.frames[try #require(capture["sequence"] as? Int)].page
            #expect(try Quad(corners: corners).intersectionOverUnion(with: truth) > 0.96)
            let page = try PictureReader().read(path: "\(pages)/\(try #require(capture["file"] as? String))")
            // The fused page has replaced the single one.
            let stored = all("fused", events).first { $0["page"] as? Int == capture["page"] as? Int } ?? capture
            #expect(page.size.width == stored["width"] as? Int && page.size.height == stored["height"] as? Int)
        }
    }

    // MARK: Fusing

    @Test("A page of several frames takes the place of the single one, under the same number and name")
    func fusedPagesTakeThePlaceOfSingleOnes() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, errors) = try watch("--source", source, "--fps", "15")
        #expect(status == 0 && errors.isEmpty)
        try expectBothPages(events)
        let (captures, fused) = (all("capture", events), all("fused", events))
        #expect(fused.count == 2)
        for (capture, fused) in zip(captures, fused) {
            for member in ["page", "sequence"] { #expect(capture[member] as? Int == fused[member] as? Int) }
            #expect(capture["file"] as? String == fused["file"] as? String)
            #expect(capture["captureTime"] as? Double == fused["captureTime"] as? Double)
            #expect(capture["source"] as? String == "single" && fused["source"] as? String == "fused")
            #expect(3...16 ~= (fused["frames"] as? Int ?? 0))
            #expect(fused["reason"] as? String == "sampling" && fused["lost"] as? Double == 0)
            // Twice the resolution of a frame.
            let (single, double) = (capture["width"] as? Int ?? 0, fused["width"] as? Int ?? 0)
            #expect(abs(double - 2 * single) <= 8, "\(single), \(double)")
        }
        #expect(events.last?["captures"] as? Int == 2)
    }

    @Test("--fuse takes so many frames at most, and off none", arguments: ["off", "4"])
    func fuseOption(frames: String) throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, _) = try watch("--source", source, "--fps", "15", "--fuse", frames)
        #expect(status == 0)
        try expectBothPages(events)
        let fused = all("fused", events).compactMap { $0["frames"] as? Int }
        #expect(frames == "off" ? fused.isEmpty : fused.count == 2 && fused.allSatisfy { 3...4 ~= $0 })
    }

    @Test("--fuse refuses what is no number of frames", arguments: ["2", "33", "on", "-3", "8.5"])
    func fuseOptionsThatAreNone(value: String) throws {
        let (status, _, errors) = try watch("--source", folder.path("none"), "--fuse=\(value)")
        #expect(status == 2)
        #expect(errors.contains("--fuse"))
    }

    @Test("Pages of a document are fused too", hasQPDF)
    func pagesOfADocumentAreFused() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, errors) = try watchIntoDocument("--source", source)
        #expect(status == 0 && errors.isEmpty)
        #expect(all("fused", events).compactMap { $0["page"] as? Int } == [1, 2])
        try expectDocument(pages: 2)
    }

    @Test("A page's file that has gone, or is another one by now, stays as it is", arguments: [true, false])
    func filesThatHaveChangedAreNotReplaced(isGone: Bool) throws {
        let (program, pipe) = try start(["--fps", "15", "--fuse", "32"])
        // More frames are expected when the page is captured: none has been fused yet.
        try feedUntilCapture(program, pipe)
        let file = URL(filePath: "\(pages)/page-0001.jpg")
        if isGone { try FileManager.default.removeItem(at: file) } else { try Data("mine".utf8).write(to: file) }
        program.send(SIGTERM)
        #expect(program.end() == 0)
        let events = try events(program.lines)
        #expect(all("fused", events).isEmpty && all("error", events).isEmpty)
        #expect(try pageNames == (isGone ? [] : ["page-0001.jpg"]))
        if !isGone { #expect(try Data(contentsOf: file) == Data("mine".utf8)) }
    }

    /// Writes frames of the video one after the other until the first page has been captured.
    private func feedUntilCapture(_ program: RunningProgram, _ pipe: FileHandle) throws {
        let jpegs = try WatchFilm.jpegs.get()
        try pipe.write(contentsOf: Data(jpegs[0]))
        for frame in 0... {
            // A frame is complete once the next one begins.
            try pipe.write(contentsOf: Data(jpegs[frame + 1]))
            _ = try #require(program.nextLine(with: "\"frame\":\(frame),"))
            if program.lines.contains(where: { $0.contains("\"event\":\"capture\"") }) { break }
        }
    }

    @Test("A fused page is told of also while no frames come")
    func aFusedPageIsToldWithoutFrames() throws {
        let (program, pipe) = try start(["--fps", "15", "--fuse", "3"])
        try feedUntilCapture(program, pipe)
        _ = try #require(program.nextLine(with: "\"event\":\"fused\""), "\(program.errorText)")
        program.send(SIGTERM)
        #expect(program.end() == 0)
    }

    @Test("While more frames are taken the advice is to keep still")
    func advice() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (_, events, _) = try watch("--source", source, "--fps", "15", "--fuse", "32")
        let codes = all("advice", events).map { $0["code"] as? String }
        #expect(Array(codes.prefix(2)) == ["keepStill", nil])
        // Changes are reported, and nothing else.
        let told = all("frame", events).map { $0["advice"] as? String }
        let changes = told.indices.dropFirst().filter { told[$0] != told[$0 - 1] }
        #expect(codes == changes.map { told[$0] })
    }

    @Test("The page is asked to lie still from before its capture on, and why; frames say why more of them help")
    func fusionReasons() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (_, events, _) = try watch("--source", source, "--fps", "15")
        let frames = all("frame", events)
        func reasons(_ event: Event) -> [String] { event["fusionReasons"] as? [String] ?? [] }
        #expect(frames.allSatisfy { ($0["quad"] is [Any]) == reasons($0).contains("sampling") })
        let captured = try #require(all("capture", events).first?["frame"] as? Int)
        let first = try #require(all("advice", events).first)
        #expect(first["code"] as? String == "keepStill" && (first["frame"] as? Int ?? 0) < captured)
        #expect((first["reasons"] as? [String])?.first == "sampling")
        for frame in frames where (frame["guidance"] as? String) == "holdSteady" {
            #expect(frame["advice"] as? String == "keepStill")
        }
        #expect(all("advice", events).allSatisfy { ($0["reasons"] == nil) == ($0["code"] as? String != "keepStill") })
        // Without fusion, no more frames are requested.
        try FileManager.default.removeItem(atPath: pages)
        let (_, plain, _) = try watch("--source", source, "--fps", "15", "--fuse", "off")
        #expect(all("advice", plain).isEmpty && reasons(all("frame", plain)[0]) == reasons(frames[0]))
        func sequences(_ events: [Event]) -> [Int?] { all("capture", events).map { $0["sequence"] as? Int } }
        #expect(sequences(plain) == sequences(events))
    }

    @Test(
        "Pages of an MJPEG file, a folder and a Y4M file are captured once each", arguments: ["mjpeg", "folder", "y4m"])
    func pagesOfEveryKindOfStreamAreCapturedOnce(kind: String) throws {
        let source: String
        switch kind {
        case "mjpeg": source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        case "y4m": source = try write(WatchFilm.film.get().y4m(), to: "film.y4m")
        default:
            source = folder.path("film")
            try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
            for (number, bytes) in try WatchFilm.jpegs.get().enumerated() {
                _ = try write(Data(bytes), to: String(format: "film/%04d.jpg", number))
            }
        }
        let (status, events, errors) = try watch("--source", source, "--fps", "15")
        #expect(status == 0 && errors.isEmpty)
        try expectWhole(events, frames: try WatchFilm.jpegs.get().count, captures: 2)
        try expectBothPages(events)
        #expect(all("frame", events).allSatisfy { $0["gap"] as? Int == 0 })
    }

    @Test("Standard input is a source")
    func standardInput() throws {
        let program = try RunningProgram(
            try ProgramResult.built("recto"),
            ["watch", "--source", "-", "-o", pages, "--json", "--fps", "15", "--mode", "auto"])
        let film = try WatchFilm.mjpeg()
        Thread.detachNewThread { [writer = Writer(program)] in
            writer.program.write(film)
            writer.program.closeInput()
        }
        #expect(program.end() == 0)
        let events = try events(program.lines)
        try expectWhole(events, frames: try WatchFilm.jpegs.get().count, captures: 2)
        try expectBothPages(events)
    }

    /// Passes a pipe to another thread, which is the only writer.
    private struct Writer: @unchecked Sendable {
        let program: RunningProgram
        init(_ program: RunningProgram) { self.program = program }
    }

    @Test(
        "Real streams run through to their end", .enabled(if: EvaluationData.isThere, EvaluationData.missing),
        arguments: [
            ("formats/mjpeg-boofcv/boofcv_shake_500x375.mjpeg", 71),
            ("formats/mjpeg-boofcv/boofcv_zoom_500x375.mjpeg", 71), ("video/book-docdetect/frames", 95),
            ("video/qr-boofcv/frames", 20),
        ])
    func realStreams(path: String, frames: Int) throws {
        let (status, events, errors) = try watch("--source", try EvaluationData.path(path).path)
        #expect(status == 0 && errors.isEmpty)
        try expectWhole(events, frames: frames, captures: all("capture", events).count)
        #expect(all("device", events).isEmpty)
        #expect(try pageNames.count == all("capture", events).count)
        // A book in a hand that is never still.
        guard path.contains("book") else { return }
        let known = all("frame", events).filter { $0["quad"] is [[Double]] }
        #expect(known.count >= 93)
    }

    @Test("A stream ends after --max-frames")
    func maximumFrames() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, _) = try watch("--source", source, "--max-frames", "7")
        #expect(status == 0)
        try expectWhole(events, frames: 7, captures: 0, reason: "frames")
    }

    @Test("In real time frames come at their rate, and those that are late are left out")
    func realTime() throws {
        let source = try write(Data(try WatchFilm.jpegs.get()[..<12].joined()), to: "film.mjpeg")
        let start = ContinuousClock.now
        let (status, events, _) = try watch("--source", source, "--fps", "20", "--realtime")
        #expect(status == 0)
        #expect(ContinuousClock.now - start > .seconds(11.0 / 20))
        let frames = all("frame", events)
        let gaps = frames.compactMap { $0["gap"] as? Int }.reduce(0, +)
        #expect(frames.count + gaps == 12)
    }

    @Test("Numbers go on after the pages that are there; formats and looks are as asked")
    func numbersContinueAfterThePagesThatAreThere() throws {
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        _ = try write(Data(), to: "pages/page-0041.pdf")
        _ = try write(Data(), to: "pages/notes.txt")
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, _) = try watch(
            "--source", source, "--fps", "15", "--format", "png", "--filter", "bw", "--rotate", "90", "--dpi", "100",
            "--paper", "a4")
        #expect(status == 0)
        #expect(all("capture", events).compactMap { $0["file"] as? String } == ["page-0042.png", "page-0043.png"])
        #expect(all("capture", events).allSatisfy { $0["dpi"] as? Double == 100 && $0["paper"] as? String == "a4" })
        #expect(try PictureReader().read(path: "\(pages)/page-0042.png").size.longSide == 1169)
    }

    // MARK: One document

    private var document: String { folder.path("contract.pdf") }

    private func watchIntoDocument(_ arguments: String...) throws -> (status: Int32, events: [Event], errors: String) {
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["watch", "-o", document, "--json", "--fps", "15"] + arguments)
        return (result.status, try events(result.output.split(separator: "\n")), result.errors)
    }

    private func expectDocument(pages: Int) throws {
        #expect(try ProgramResult.run("qpdf", ["--check", document]).status == 0)
        #expect(try ProgramResult.run("qpdf", ["--show-npages", document]).output == "\(pages)\n")
        #expect(!FileManager.default.fileExists(atPath: document + ".draft"))
    }

    private static let hasQPDF = ConditionTrait.enabled(
        if: ProgramResult.isInstalled("qpdf"), "qpdf is not installed")

    @Test("A document holds all pages", hasQPDF)
    func aDocumentHoldsAllPages() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, events, errors) = try watchIntoDocument("--source", source)
        #expect(status == 0 && errors.isEmpty)
        #expect(all("start", events).compactMap { $0["recoveredPages"] as? Int } == [0])
        #expect(all("capture", events).compactMap { $0["page"] as? Int } == [1, 2])
        #expect(all("capture", events).allSatisfy { $0["file"] as? String == "contract.pdf" })
        try expectDocument(pages: 2)
    }

    @Test("A TIFF file holds all pages, too")
    func aTIFFFileHoldsAllPages() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["watch", "--source", source, "-o", folder.path("contract.tif"), "--fps", "15"])
        #expect(result.status == 0)
        #expect(result.output.contains("contract.tif, page 2: "))
        let bytes = try Data(contentsOf: URL(filePath: folder.path("contract.tif")))
        #expect(bytes.prefix(4) == Data([0x49, 0x49, 0x2A, 0]))
    }

    @Test("Pages of a run that was killed begin the next run's document", hasQPDF)
    func pagesOfAKilledRunBeginTheNextDocument() throws {
        let (program, pipe) = try start(["--fps", "15"], output: document)
        let jpegs = try WatchFilm.jpegs.get()
        try pipe.write(contentsOf: Data(jpegs[..<40].joined()))
        _ = try #require(program.nextLine(with: "\"event\":\"capture\""))
        program.send(SIGKILL)
        _ = program.end()
        #expect(!FileManager.default.fileExists(atPath: document))

        let source = try write(Data(jpegs[40...].joined()), to: "rest.mjpeg")
        let (status, events, _) = try watchIntoDocument("--source", source)
        #expect(status == 0)
        #expect(all("start", events).compactMap { $0["recoveredPages"] as? Int } == [1])
        #expect(all("capture", events).compactMap { $0["page"] as? Int } == [2])
        try expectDocument(pages: 2)
    }

    @Test("A document that exists is not replaced")
    func aDocumentThatExistsIsNotReplaced() throws {
        _ = try write(Data("text".utf8), to: "contract.pdf")
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, _, errors) = try watchIntoDocument("--source", source)
        #expect(status == 1)
        #expect(errors.contains("contract.pdf exists already and is not replaced"))
        #expect(try Data(contentsOf: URL(filePath: document)) == Data("text".utf8))
    }

    @Test("Without a page there is no document, and no draft is left")
    func withoutAPageThereIsNoDocument() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let (status, _, errors) = try watchIntoDocument("--source", source, "--max-frames", "3")
        #expect(status == 0 && errors.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["film.mjpeg"])
    }

    // MARK: Shots that are asked for

    @Test("In manual mode a line captures, and nothing else")
    func onlyALineTakesTheShotInManualMode() throws {
        let (program, pipe) = try start(["--mode", "manual", "--fps", "15"])
        let jpegs = try WatchFilm.jpegs.get()
        try pipe.write(contentsOf: Data(jpegs[..<22].joined()))
        _ = try #require(program.nextLine(with: "\"frame\":20,"))
        #expect(!program.lines.contains { $0.contains("\"capture\"") })
        program.write("now\n")
        // The line and the frames arrive separately, so frames continue until one shows that the line has arrived.
        var sent = 22
        while true {
            try pipe.write(contentsOf: jpegs[sent % 8])
            sent += 1
            let frame = try #require(program.nextLine(with: "\"event\":\"frame\""))
            if frame.contains("\"captur") { break }
        }
        try pipe.write(contentsOf: Data(jpegs[..<12].joined()))
        let capture = try #require(program.nextLine(with: "\"event\":\"capture\""))
        #expect(capture.contains("page-0001.jpg"))
        // The end of the input is not a line and does not end the run.
        program.closeInput()
        try pipe.write(contentsOf: Data(jpegs[..<12].joined()))
        _ = try #require(program.nextLine(with: "\"frame\":\(sent + 21),"))
        program.send(SIGTERM)
        #expect(program.end() == 0)
        let events = try events(program.lines)
        #expect(all("capture", events).count == 1)
        #expect(events.last?["reason"] as? String == "signal")
    }

    @Test("SIGUSR1 takes a shot in either mode", arguments: ["auto", "manual"])
    func signalledShot(mode: String) throws {
        let (program, pipe) = try start(["--mode", mode, "--fps", "15"])
        let jpegs = try WatchFilm.jpegs.get()
        try pipe.write(contentsOf: Data(jpegs[..<3].joined()))
        _ = try #require(program.nextLine(with: "\"frame\":1,"))
        program.send(SIGUSR1)
        // Frames continue until one shows that the request has arrived.
        for sent in 3... {
            try pipe.write(contentsOf: jpegs[sent % 8])
            let frame = try #require(program.nextLine(with: "\"event\":\"frame\""))
            if frame.contains("\"captur") { break }
        }
        // A capture in progress at the end is written.
        program.send(SIGTERM)
        #expect(program.end() == 0)
        #expect(all("capture", try events(program.lines)).count == 1)
        #expect(try pageNames == ["page-0001.jpg"])
    }

    // MARK: The end

    @Test("Signals end it cleanly, also while nothing comes", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalsEndTheProgramCleanly(signal: Int32) throws {
        let (program, pipe) = try start([])
        _ = try #require(program.nextLine(with: "start"))
        try pipe.write(contentsOf: Data(WatchFilm.jpegs.get()[..<5].joined()))
        _ = try #require(program.nextLine(with: "\"frame\":3,"))
        program.send(signal)
        #expect(program.end() == 0)
        let events = try events(program.lines)
        #expect(events.last?["reason"] as? String == "signal")
        #expect(try pageNames.isEmpty)
    }

    @Test("A signal while the last pages are finished does not end it before", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalAfterTheEndOfTheStream(signal: Int32) throws {
        let (program, pipe) = try start(["--fps", "15", "--fuse", "16"])
        let jpegs = try WatchFilm.jpegs.get()
        try pipe.write(contentsOf: Data(jpegs.joined()))
        try pipe.close()
        _ = try #require(program.nextLine(with: "\"frame\":\(jpegs.count - 1),"))
        program.send(signal)
        #expect(program.end() == 0)
        let events = try events(program.lines)
        #expect(events.last?["event"] as? String == "end")
        #expect(!all("capture", events).isEmpty)
        #expect(try pageNames.count == all("capture", events).count)
    }

    @Test("A stream in which no page can be captured is an error")
    func streamWithoutAPage() throws {
        let source = try write(Data(WatchFilm.jpegs.get()[..<3].joined()), to: "film.mjpeg")
        let (status, _, errors) = try watchIntoDocument("--source", source)
        #expect(status == 1 && errors.contains("film.mjpeg showed no page that could be captured"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["film.mjpeg"])
    }

    @Test("A reader that goes ends it")
    func closedOutput() throws {
        let (program, pipe) = try start([])
        _ = try #require(program.nextLine(with: "start"))
        program.closeOutput()
        try pipe.write(contentsOf: Data(WatchFilm.jpegs.get()[..<5].joined()))
        #expect(program.end() == 1)
        #expect(program.errorText.isEmpty, "nobody reads any more, as after head")
    }

    @Test("What it was started to ignore does not end it, as SIGHUP after nohup")
    func ignoredSignals() throws {
        let recto = try ProgramResult.built("recto")
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let program = try RunningProgram(
            "/bin/sh",
            ["-c", "trap '' HUP; exec '\(recto)' watch --source '\(source)' -o '\(pages)' --json --fps 15 --realtime"])
        _ = try #require(program.nextLine(with: "start"))
        program.send(SIGHUP)
        _ = try #require(program.nextLine(with: "\"frame\":9,"))
        program.send(SIGTERM)
        #expect(program.end() == 0)
        #expect(program.lines.last?.contains("\"reason\":\"signal\"") == true)
    }

    @Test("Two programs that write to one folder take different numbers, and replace nothing of each other")
    func twoProgramsWriteToOneFolder() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let programs = try (0..<3).map { _ in try start(["--fuse", "off"], source: source).program }
        var files: [String] = []
        for program in programs {
            #expect(program.end() == 0)
            files += all("capture", try events(program.lines)).compactMap { $0["file"] as? String }
        }
        #expect(files.count == 6 && Set(files).count == 6)
        #expect(try pageNames == files.sorted())
    }

    @Test("A camera that is not there is waited for, which is said, and for how long")
    func absentCamera() throws {
        let waiting = try start([], source: "/dev/video-of-nobody").program
        let line = try #require(waiting.nextLine(with: "absent"))
        #expect(line.contains("is not there: waiting until it comes"))
        waiting.send(SIGINT)
        #expect(waiting.end() == 0)
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["watch", "--source", "/dev/video-of-nobody", "-o", pages, "--wait", "0.5"])
        #expect(result.status == 1)
        #expect(
            result.errors == """
                recto: /dev/video-of-nobody is not there: waiting at most 0.5 s
                recto: /dev/video-of-nobody delivers no frames: it is not there

                """)
    }

    @Test("Sources that cannot be read are an error, told in words and as an event")
    func badSources() throws {
        for (source, reason) in [
            (folder.path("missing.mjpeg"), "does not exist"), (try write(Data("text".utf8), to: "text"), "is not an"),
            (try write(Data(), to: "empty"), "is not an"), (folder.url.path, "holds no pictures"),
        ] {
            let (status, events, errors) = try watch("--source", source)
            #expect(status == 1)
            #expect(errors.contains(reason), "\(errors)")
            #expect((all("error", events).first?["text"] as? String)?.contains(reason) == true)
            #expect(events.last?["event"] as? String == "end")
            #expect(!FileManager.default.fileExists(atPath: pages), "no empty folder is left")
        }
        let missing = folder.path("missing.mjpeg")
        for output in ["kept/new/pages/", "kept/"] {
            try FileManager.default.createDirectory(atPath: folder.path("kept"), withIntermediateDirectories: true)
            let result = try ProgramResult.runApart(
                try ProgramResult.built("recto"), ["watch", "--source", missing, "-o", folder.path(output)])
            #expect(result.status == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).isEmpty)
        }
    }

    @Test("A damaged frame is told and passed over")
    func damagedFrames() throws {
        var jpegs = try WatchFilm.jpegs.get()
        jpegs[5] = Array(jpegs[5][..<(jpegs[5].count / 2)]) + [0xFF, 0xD9]
        let source = try write(Data(jpegs.joined()), to: "film.mjpeg")
        let (status, events, _) = try watch("--source", source, "--fps", "15")
        #expect(status == 0)
        let damaged = all("device", events).filter { $0["code"] as? String == "damaged" }
        #expect(damaged.count == 1 && damaged.first?["frame"] as? Int == 5)
        #expect(all("frame", events).count == jpegs.count - 1)
        try expectBothPages(events)
    }

    @Test("A page that cannot be written is an error, and the rest goes on")
    func fullFolder() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        // In the way of the first page, and not a file.
        try FileManager.default.createDirectory(atPath: "\(pages)/page-0001.jpg", withIntermediateDirectories: true)
        let (status, events, errors) = try watch("--source", source, "--fps", "15", "--format", "jpg")
        #expect(status == 0 && errors.isEmpty, "numbers go on after what is there")
        #expect(all("capture", events).compactMap { $0["page"] as? Int } == [2, 3])
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["watch", "--source", source, "-o", "/proc/nowhere"])
        #expect(result.status == 1)
        #expect(result.errors == "recto: /proc/nowhere cannot be created: No such file or directory\n")
        let file = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["watch", "--source", source, "-o", source])
        #expect(
            file.status == 2 && file.errors.contains("Name a document that ends in .pdf or .tif, or a folder"),
            "\(file.errors)")
    }

    @Test(
        "Wrong usage exits with 2",
        arguments: [
            [], ["--source", "x"], ["-o", "x"], ["--source", "x", "-o", "y", "--fps", "0"],
            ["--source", "x", "-o", "y", "--max-frames", "0"], ["--source", "x", "-o", "y", "--mode", "both"],
            ["--source", "x", "-o", "y", "--size", "12"], ["--source", "x", "-o", "y", "--size", "0x9"],
            ["--source", "x", "-o", "y", "--set", "focus"], ["--source", "x", "-o", "y", "--encoding", "h264"],
            ["--source", "x", "-o", "y", "--encoding", "rgb"],
            ["--source", "x", "-o", "y", "--format", "gif"], ["--source", "x", "-o", "y", "--dpi", "1e9"],
            ["--source", "x", "-o", "y.pdf", "--format", "pdf"], ["--source", "x", "-o", "name.txt"],
            ["--source", "x", "-o", "page.png"], ["--source", "x", "-o", "some/scans.2026"],
        ])
    func wrongUsage(arguments: [String]) throws {
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["watch"] + arguments)
        #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty)
    }

    // MARK: Files and services

    @Test("A page's file is whole whenever it can be seen")
    func wholeFiles() throws {
        let source = try write(WatchFilm.mjpeg(), to: "film.mjpeg")
        let program = try RunningProgram(
            try ProgramResult.built("recto"), ["watch", "--source", source, "-o", pages, "--json", "--fps", "15"])
        var seen: Set<String> = []
        var isRunning = true
        // The last check follows the program's end, by which time the last page may have arrived.
        while isRunning {
            isRunning = program.isRunning
            for name in (try? pageNames) ?? [] where !name.hasPrefix(".") && seen.insert(name).inserted {
                _ = try PictureReader().read(path: "\(pages)/\(name)")
            }
            // The program must not wait for the reader.
            while program.nextLine(within: 0.0005) != nil {}
        }
        #expect(seen == ["page-0001.jpg", "page-0002.jpg"])
        #expect(program.end() == 0)
    }

    @Test("A service says that it is ready, alive and stopping")
    func aServiceReportsItsState() throws {
        let socket = try NotifySocket(path: folder.path("notify"))
        let begin = ContinuousClock.now
        let (program, pipe) = try start(
            [], environment: ["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": "400000"])
        #expect(socket.next() == "READY=1")
        try pipe.write(contentsOf: Data(WatchFilm.jpegs.get()[..<2].joined()))
        for _ in 0..<3 { #expect(socket.next() == "WATCHDOG=1") }
        // Twice in each given interval, and not more often.
        #expect(ContinuousClock.now - begin > .milliseconds(350))
        program.send(SIGTERM)
        #expect(socket.next(after: "WATCHDOG=1") == "STOPPING=1")
        #expect(program.end() == 0)
    }

    /// The socket that receives a service's messages.
    private final class NotifySocket {
        private let descriptor: Int32

        init(path: String) throws {
            descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(status == 0)
        }

        deinit { close(descriptor) }

        /// - Parameter repeated: A message to skip.
        func next(after repeated: String? = nil) -> String? {
            while true {
                var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&readiness, 1, 60_000) == 1 else { return nil }
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                guard count >= 0 else { return nil }
                let text = String(decoding: bytes[..<count], as: UTF8.self)
                if text != repeated { return text }
            }
        }
    }

    private static let sampleUnit = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/RectoCLI/recto-watch.service").standardized

    @Test("The sample unit starts the program with options that it has")
    func theSampleUnitHasOptionsThatThereAre() throws {
        let unit = try String(contentsOf: Self.sampleUnit, encoding: .utf8)
        let command = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
        let words = command.split(separator: " ").dropFirst().map(String.init)
        #expect(words.first == "watch")
        let help = try ProgramResult.runApart(try ProgramResult.built("recto"), words + ["--help"])
        #expect(help.status == 0)
        for option in words where option.hasPrefix("--") { #expect(help.output.contains(option)) }
        for setting in ["Type=notify", "WatchdogSec=", "Restart="] { #expect(unit.contains(setting)) }
    }

    @Test(
        "systemd knows every setting of the sample unit",
        .enabled(if: ProgramResult.isInstalled("systemd-analyze"), "no systemd-analyze: install systemd"))
    func systemdKnowsTheSampleUnit() throws {
        let check = try ProgramResult.run("systemd-analyze", ["verify", Self.sampleUnit.path])
        #expect(!check.output.contains("Unknown"), "\(check.output)")
    }

    @Test(
        "Memory stays below 64 MB at 1080p",
        .inRelease,
        arguments: ["nv12", "yuyv", "jpeg"])
    func memoryStaysBelowItsLimit(kind: String) throws {
        let (program, pipe) = try start(["--fps", "15", "--fuse", "off"])
        try pipe.write(contentsOf: Self.header(kind))
        for frame in try WatchFilm.film.get().frames[..<30] {
            try pipe.write(contentsOf: Self.large(frame.image, kind))
        }
        _ = try #require(program.nextLine(with: "\"event\":\"capture\"", within: 60), "\(program.errorText)")
        let kilobytes = try Self.maximumMemory(of: program)
        #expect(kilobytes < 64_000_000 / 1024, "\(kilobytes) kB")
        program.send(SIGTERM)
        #expect(program.end() == 0)
    }

    @Test(
        "Frames that are kept to be fused take 16 MB more as JPEG, 64 MB as pixels",
        .inRelease,
        arguments: ["nv12", "yuyv", "jpeg"])
    func keptFramesTakeLittleMemory(kind: String) throws {
        let (program, pipe) = try start(["--fps", "15", "--fuse", "32"])
        let frames = try WatchFilm.film.get().frames
        try pipe.write(contentsOf: Self.header(kind) + Self.large(frames[0].image, kind))
        // The peak before the page is captured: memory used then does not belong to kept frames.
        var kilobytes = 0
        for frame in 0... {
            let before = kilobytes
            try pipe.write(contentsOf: Self.large(frames[frame + 1].image, kind))
            _ = try #require(program.nextLine(with: "\"frame\":\(frame),"), "\(program.errorText)")
            if program.lines.contains(where: { $0.contains("\"event\":\"capture\"") }) {
                kilobytes = before
                break
            }
            kilobytes = try Self.maximumMemory(of: program)
        }
        #expect(kilobytes < (kind == "jpeg" ? 80_000_000 : 128_000_000) / 1024, "\(kilobytes) kB")
        program.send(SIGTERM)
        #expect(program.end() == 0)
    }

    /// Peak memory in kilobytes.
    private static func maximumMemory(of program: RunningProgram) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.split(whereSeparator: { !$0.isNumber })[0]))
    }

    private static func header(_ kind: String) -> Data {
        guard kind != "jpeg" else { return Data() }
        return Data("YUV4MPEG2 W1920 H1080 F15:1 \(kind == "nv12" ? "C420" : "C422") XCOLORRANGE=FULL\n".utf8)
    }

    /// A frame of 1920 × 1080, with its header.
    private static func large(_ image: RGBImage, _ kind: String) throws -> Data {
        let large = enlarged(image)
        guard kind != "jpeg" else { return Data(try JPEGWriter().encode(.rgb(large))) }
        // Gray suffices: chroma takes the same memory.
        let chroma = [UInt8](repeating: 128, count: kind == "nv12" ? large.size.area / 2 : large.size.area)
        return Data("FRAME\n".utf8) + Data(WatchFilm.planes(large)[..<large.size.area]) + Data(chroma)
    }

    /// At the center of a 1080p frame, twice as large.
    private static func enlarged(_ image: RGBImage) -> RGBImage {
        guard let size = try? PixelSize(width: 1920, height: 1080) else { preconditionFailure("a valid size") }
        var large = RGBImage(size: size)
        large.withMutableView { target in
            image.withView { source in
                for y in 0..<target.height {
                    let (from, into) = (source.row(min(y / 2, source.height - 1)), target.row(y))
                    for x in 0..<target.width {
                        let column = min(max(x - 320, 0) / 2, source.width - 1)
                        for channel in 0..<3 { into[3 * x + channel] = from[3 * column + channel] }
                    }
                }
            }
        }
        return large
    }
}
