import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// Every command in a terminal, see Tests/Terminal/terminal.py. Output to pipes has no status lines, so tests without a
/// terminal cannot see errors there.
@Suite("In a terminal", .enabled(if: ProgramResult.isInstalled("python3"), "python3 is not installed"))
struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The output of a terminal.
    private struct Shown: Decodable {
        var status: Int?
        /// The step that was not reached.
        var timeout: String?
        var text: String
        /// Columns of the widest overwritten line, by the columns of the window.
        var widest: [String: Int]

        private enum CodingKeys: CodingKey { case status, timeout, text, widest }

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: CodingKeys.self)
            status = try object.decodeIfPresent(Int.self, forKey: .status)
            timeout = try? object.decodeIfPresent(String.self, forKey: .timeout)
            if timeout == nil, let step = try? object.decodeIfPresent([String: String].self, forKey: .timeout) {
                timeout = "\(step)"
            }
            text = try object.decode(String.self, forKey: .text)
            widest = try object.decode([String: Int].self, forKey: .widest)
        }

        func columns(in window: Int) -> Int { widest["\(window)"] ?? 0 }
    }

    /// A step of a scenario: see terminal.py.
    private enum Step {
        case wait(String), send(String), resize(Int), pause(Double), hangUp

        var object: [String: Any] {
            switch self {
            case .wait(let text): ["wait": text]
            case .send(let text): ["send": text]
            case .resize(let columns): ["resize": columns]
            case .pause(let seconds): ["pause": seconds]
            case .hangUp: ["hangup": true]
            }
        }
    }

    private static let (interrupt, suspend) = ("\u{3}", "\u{1A}")

    private func run(
        _ command: [String], columns: Int = 40, environment: [String: String] = [:], _ steps: [Step] = []
    ) throws -> Shown {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Terminal/terminal.py")
        let scenario: [String: Any] = [
            "command": command, "folder": folder.url.path, "columns": columns, "environment": environment,
            "steps": steps.map(\.object), "seconds": 120,
        ]
        let path = folder.path("scenario.json")
        try JSONSerialization.data(withJSONObject: scenario).write(to: URL(filePath: path))
        let result = try ProgramResult.runApart("sh", ["-c", "exec python3 '\(script.path)' < '\(path)'"])
        try #require(result.status == 0, "\(result.errors)")
        let shown = try JSONDecoder().decode(Shown.self, from: Data(result.output.utf8))
        #expect(shown.timeout == nil, "\(command): \(shown.timeout ?? ""): \(shown.text.suffix(2000))")
        return shown
    }

    private func recto(
        _ arguments: [String], columns: Int = 40, environment: [String: String] = [:], _ steps: [Step] = []
    ) throws -> Shown {
        try run([try ProgramResult.built("recto")] + arguments, columns: columns, environment: environment, steps)
    }

    private func photo(_ name: String) {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../TestImages/receipt-tiles.jpg")
        #expect((try? FileManager.default.copyItem(at: source, to: folder.url.appending(path: name))) != nil)
    }

    /// A video of two pages.
    private func film() throws { try WatchFilm.mjpeg().write(to: folder.url.appending(path: "film.mjpeg")) }

    /// The name of a camera that does not exist.
    private static let camera = "/dev/video-of-nobody"

    // MARK: Every command

    @Test(
        "Every command ends as it does in a pipe, and no line is wider than the window",
        arguments: [[:], ["NO_COLOR": "1"]])
    func everyCommand(environment: [String: String]) throws {
        photo("a.jpg")
        try film()
        let card = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(card), path: folder.path("card.png"))
        let commands = [
            "--help", "--version", "scan a.jpg -o out.png", "detect a.jpg", "enhance a.jpg -o flat.png", "qr card.png",
            "watch --source film.mjpeg -o pages", "watch --source film.mjpeg -o pages.pdf --fuse off",
            "watch --source film.mjpeg -o pages --json --max-frames 3", "qr --watch --source film.mjpeg --max-frames 3",
            "anchors build card.png -o card.anchors", "anchors score card.png",
            "anchors match --db card.anchors card.png",
            "anchors track --db card.anchors --source film.mjpeg",
            "anchors track --db card.anchors --source film.mjpeg --json --max-frames 3", "anchors lint card.anchors",
            "cameras", "bench --frames 2 --size 320x240", "schema", "schema detect", "text a.jpg",
        ]
        for name in try commandNames([]) + commandNames(["anchors"]).map({ "anchors \($0)" }) where name != "anchors" {
            #expect(commands.contains { "\($0) ".hasPrefix("\(name) ") }, "recto \(name)")
        }
        for command in commands where command != "text a.jpg" || ProgramResult.isInstalled("tesseract") {
            let shown = try recto(command.split(separator: " ").map(String.init), environment: environment)
            let status = try #require(shown.status)
            #expect(status == 0, "recto \(command): \(status): \(shown.text.suffix(1000))")
            #expect(shown.columns(in: 40) < 40, "recto \(command)")
            #expect(shown.text.firstMatch(of: /\x1b\[[0-9;]*m/) == nil, "recto \(command)")
        }
    }

    /// The names of the subcommands that a command's help lists.
    private func commandNames(_ command: [String]) throws -> [String] {
        let lines = try recto(command + ["--help"], columns: 80).text.split(whereSeparator: \.isNewline)
        let names = lines.drop { $0 != "SUBCOMMANDS:" }.compactMap { $0.firstMatch(of: /^  ([a-z]+)( |$)/)?.1 }
        try #require(names.count >= 5)
        return names.map(String.init)
    }

    @Test(
        "A stream shows its state on the last line",
        arguments: [[:], ["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "vt100", "NO_COLOR": ""]])
    func stateOfStreams(environment: [String: String]) throws {
        try film()
        let card = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(card), path: folder.path("card.png"))
        let built = try recto(["anchors", "build", "card.png", "-o", "card.anchors"])
        #expect(built.status == 0)
        for command in [
            "watch --source film.mjpeg -o pages --fuse off", "anchors track --db card.anchors --source film.mjpeg",
        ] {
            let shown = try recto(command.split(separator: " ").map(String.init), environment: environment)
            #expect(shown.status == 0, "\(command): \(shown.text.suffix(1000))")
            if environment["TERM"] == "dumb" {
                #expect(!shown.text.contains("\u{1B}"))
            } else {
                #expect(shown.text.contains("\r\u{1B}[K") && shown.text.contains("frames/s"))
                #expect(1..<40 ~= shown.columns(in: 40))
            }
            // There are never colors.
            #expect(shown.text.firstMatch(of: /\x1b\[[0-9;]*m/) == nil)
        }
    }

    // MARK: The window

    @Test("The line fits the window when that changes, and Ctrl+C ends the wait for a camera")
    func resizing() throws {
        let shown = try recto(
            ["watch", "--source", Self.camera, "-o", "pages"],
            [
                .wait("waiting for frames"), .resize(16), .wait("\r\u{1B}[K"), .wait("0 pages"), .resize(60),
                .wait("waiting for frames"), .send(Self.interrupt),
            ])
        #expect(shown.status == 0)
        #expect(shown.columns(in: 16) == 15 && 16..<60 ~= shown.columns(in: 60))
    }

    @Test("Names of wide characters fit the window, and control characters in them do nothing")
    func wideNames() throws {
        let name = "領収書と請求書の写真\u{1B}[2Jですから長い名前.jpg"
        photo(name)
        photo("最後.jpg")
        // The bar appears after a second, so the pictures must take longer than that.
        let pictures = [String](repeating: name, count: 200) + ["最後.jpg"]
        let shown = try recto(["scan"] + pictures + ["-o", "out.pdf"])
        #expect(shown.status == 0)
        #expect(20..<40 ~= shown.columns(in: 40), "\(shown.widest)")
        #expect(!shown.text.contains("\u{1B}[2J"))
    }

    // MARK: Signals

    @Test("Ctrl+C ends a scan, of which nothing is left")
    func interruptedScan() throws {
        let recto = try ProgramResult.built("recto")
        let shown = try run(
            ["sh", "-c", "echo ready; exec '\(recto)' scan - -o out.pdf"],
            [.wait("ready"), .pause(0.3), .send(Self.interrupt)])
        #expect(shown.status == -2)
        #expect(try folder.names == ["scenario.json"])
    }

    @Test(
        "Ctrl+C ends every command that waits for a camera or for input",
        arguments: [
            ("watch --source \(Self.camera) -o pages", 0),
            ("anchors track --db card.anchors --source \(Self.camera)", 0),
            ("qr --watch --source \(Self.camera)", -2), ("detect -", -2), ("text -", -2), ("enhance - -o out.png", -2),
        ])
    func interrupting(command: String, status: Int) throws {
        let card = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(card), path: folder.path("card.png"))
        #expect(try recto(["anchors", "build", "card.png", "-o", "card.anchors"]).status == 0)
        let program = try ProgramResult.built("recto")
        let waiting: [Step] = command.contains(Self.camera) ? [.wait("waiting until it comes")] : [.pause(0.5)]
        let shown = try run(
            ["sh", "-c", "echo ready; exec '\(program)' \(command)"],
            [.wait("ready")] + waiting + [.send(Self.interrupt)])
        #expect(shown.status == status, "\(shown.text.suffix(1000))")
        #expect(!(try folder.names.contains("out.png")))
    }

    @Test("A terminal that goes ends the program, which completes its document")
    func hangUp() throws {
        try film()
        let recto = try ProgramResult.built("recto")
        // The video, and then nothing.
        let shown = try run(
            [
                "sh", "-c",
                "mkfifo pipe; { cat film.mjpeg; sleep 100; } > pipe & '\(recto)' watch --source pipe -o out.pdf --fuse off",
            ], [.wait("out.pdf, page 2"), .hangUp])
        #expect(shown.status == -1)
        let end = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: folder.path("out.pdf")), .now < end { usleep(5000) }
        let document = try Data(contentsOf: folder.url.appending(path: "out.pdf"))
        #expect(document.starts(with: Data("%PDF-".utf8)))
    }

    @Test("Ctrl+Z stops it, and it goes on in the foreground; in the background it leaves the terminal alone")
    func jobControl() throws {
        let recto = try ProgramResult.built("recto")
        let watch = "'\(recto)' watch --source \(Self.camera) --mode manual -o pages"
        let shown = try run(
            ["bash", "--norc", "--noprofile", "-i"], columns: 100, environment: ["PS1": "$ ", "TERM": "vt100"],
            [
                .wait("$ "), .send("\(watch)\n"), .wait("waiting for frames"), .send(Self.suspend), .wait("Stopped"),
                .send("bg\n"), .wait("$ "), .resize(90), .pause(0.4), .send("jobs\n"), .wait("Running"),
                .send("fg\n"), .wait("\r\u{1B}[K"), .wait("waiting for frames"), .send(Self.interrupt), .wait("$ "),
                .send("echo status=$?\n"), .wait("status=0"), .send("exit\n"),
            ])
        #expect(shown.status == 0)
    }
}
