import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// `recto qr` as its users run it.
@Suite struct QRCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recto(_ arguments: String...) throws -> ProgramResult {
        try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
    }

    private func objects(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// A picture of a code with the given text.
    private func code(_ text: String, named name: String, damaged: Bool = false) throws -> String {
        var symbol = QRSymbol(bytes: Array(text.utf8), level: .low)
        if damaged { symbol.damage(symbol.dataPlaces) }
        let path = folder.path(name)
        let picture = QRPicture(symbol, module: 5, angle: 0.3)
        try Data(try PNGWriter().encode(.gray(picture.image))).write(to: URL(filePath: path))
        return path
    }

    private func policy(_ json: String) throws -> String {
        let path = folder.path("policy.json")
        try json.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func tellsWhatItReads() throws {
        let path = try code("Grüße, 你好", named: "code.png")
        let object = try #require(try objects(try recto("qr", path, "--json")).first)
        let found = try #require((object["codes"] as? [[String: Any]])?.first)
        #expect(object["file"] as? String == path)
        #expect(found["text"] as? String == "Grüße, 你好")
        #expect(found["bytes_base64"] as? String == Data("Grüße, 你好".utf8).base64EncodedString())
        #expect(found["encoding"] as? String == "UTF-8")
        #expect(found["level"] as? String == "L")
        #expect((found["corners"] as? [[Double]])?.count == 4)
        #expect(object["onboarding"] == nil)
        #expect(try recto("qr", path).output.contains("Grüße, 你好"))
    }

    @Test func saysWhatIsWrong() throws {
        let missing = try recto("qr", folder.path("none.png"), "--json")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("none.png"))
        #expect(try recto("qr").status == 2)
        #expect(try recto("qr", "x.png", "--watch", "--source", "-").status == 2)
        let absent = try recto("qr", "--watch", "--source", "absent.mjpeg")
        #expect(absent.status == 1 && absent.errors == "recto: absent.mjpeg does not exist\n")
        #expect(try recto("qr", "x.png", "--region", "1,2,3").status == 2)
    }

    @Test func aPartOfAPictureIsLookedAt() throws {
        let path = try code("in the middle", named: "part.png")
        func corners(_ region: String...) throws -> [[Double]]? {
            let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["qr", path, "--json"] + region)
            let object = try #require(try objects(result).first)
            return (object["codes"] as? [[String: Any]])?.first?["corners"] as? [[Double]]
        }
        let whole = try #require(try corners())
        let part = try #require(try corners("--region", "5,3,4000,4000"))
        for (a, b) in zip(whole.joined(), part.joined()) { #expect(abs(a - b) < 0.5) }
        #expect(try corners("--region", "0,0,20,20") == nil)
    }

    @Test func streamsAreWatched() throws {
        let picture = QRPicture(QRSymbol(bytes: Array("https://example.com/activate?token=abc".utf8)), module: 5)
        let frame = try JPEGWriter.standard.encode(.gray(picture.image))
        let film = folder.path("film.mjpeg")
        try Data(frame + frame + frame).write(to: URL(filePath: film))
        let frames = try objects(try recto("qr", "--watch", "--source", film, "--json"))
        #expect(frames.map { $0["frame"] as? Int } == [0, 1, 2])
        #expect(frames.allSatisfy { ($0["codes"] as? [[String: Any]])?.count == 1 })
        let policy = try policy(#"{"hosts": ["example.com"]}"#)
        let watched = try recto("qr", "--watch", "--source", film, "--onboarding", policy, "--json")
        let states = try objects(watched).map { ($0["onboarding"] as? [String: Any])?["state"] as? String }
        #expect(states == ["seen", "successful", "successful"])
    }

    /// The files of the parts of a payload, one code each.
    private func parts(of payload: String, cutAt cut: Int) throws -> [String] {
        let bytes = Array(payload.utf8)
        return try [bytes[..<cut], bytes[cut...]].enumerated().map { index, part in
            var bits = QRBits(version: 5)
            bits.appendStructure(index: index, count: 2, parity: Int(bytes.reduce(0, ^)))
            bits.append(bytes: Array(part))
            let picture = QRPicture(QRSymbol(bits, version: 5, level: .low, mask: 2), scale: 4)
            let path = folder.path("part-\(index).png")
            try Data(try PNGWriter().encode(.gray(picture.image))).write(to: URL(filePath: path))
            return path
        }
    }

    @Test func partsOfAPayloadAreJoined() throws {
        let files = try parts(of: "one payload in two codes", cutAt: 9)
        let result = try recto("qr", "--join", files[1], files[0], "--json")
        #expect(result.status == 0)
        let joined = try #require(try objects(result).last?["joined"] as? [String: Any])
        #expect(joined["text"] as? String == "one payload in two codes")
        #expect(joined["parity_right"] as? Bool == true && joined["missing"] as? [Int] == [])
        #expect(joined["files"] as? [String] == [files[1], files[0]])
        #expect(
            try recto("qr", "--join", files[0], files[1]).output.contains("joined 2 parts: one payload in two codes"))
        let partial = try recto("qr", "--join", files[0])
        #expect(partial.status == 1 && partial.errors.contains("lacks part 2"))
        #expect(partial.output.contains("part 1 of 2"))
        #expect(try recto("qr", "--join", files[0], "--onboarding", "x.json").status == 2)
    }

    @Test func symbologiesAreNamedWithCommas() throws {
        let path = try code("only a QR code", named: "code.png")
        #expect(try recto("qr", path, "--symbology", "ean13,qrcode").output.contains("only a QR code"))
        #expect(try recto("qr", path, "--symbology", "ean13,code128").output.contains("no code found"))
        let wrong = try recto("qr", path, "--symbology", "ean13,none")
        #expect(wrong.status == 2)
    }

    /// A library that the loader finds before the installed one, and cannot open.
    private func withoutLibzbar() throws -> String {
        try Data().write(to: folder.url.appending(path: "libzbar.so.0"))
        return "LD_LIBRARY_PATH=\(folder.url.path)"
    }

    @Test("Without libzbar QR codes are read, and a request for bar codes says what to install")
    func libzbarIsMissing() throws {
        let (path, recto) = (try code("read without libzbar", named: "code.png"), try ProgramResult.built("recto"))
        let without = try withoutLibzbar()
        let read = try ProgramResult.runApart(without, [recto, "qr", path])
        #expect(read.status == 0 && read.output.contains("read without libzbar"))
        let scanned = try ProgramResult.runApart(without, [recto, "scan", path, "-o", folder.path("page.pdf")])
        #expect(scanned.status == 0)
        for arguments in [
            ["qr", path, "--symbology", "ean13,qrcode"],
            ["scan", path, "-o", folder.path("split.pdf"), "--split-on", "code"],
        ] {
            let refused = try ProgramResult.runApart(without, [recto] + arguments)
            #expect(refused.status == 1 && refused.output.isEmpty)
            #expect(refused.errors.contains("bar codes cannot be read: "), "\(refused.errors)")
            #expect(refused.errors.hasSuffix("; install libzbar0\n"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("split.pdf")))
    }

    @Test(
        "A program in C gets a status of its own for the same",
        .enabled(if: ProgramResult.isInstalled("gcc"), "gcc is not installed"))
    func libzbarIsMissingInC() throws {
        let path = try code("read in C", named: "code.png")
        let program = try CProgram.build("read-codes", in: folder)
        let read = try ProgramResult.runApart(program, ["qrcode+ean13", path])
        #expect(read.status == 0 && read.output.hasSuffix("code.png: QR Code: read in C\n"), "\(read.errors)")
        let without = try withoutLibzbar()
        #expect(try ProgramResult.runApart(without, [program, "qrcode", path]).status == 0)
        let refused = try ProgramResult.runApart(without, [program, "qrcode+ean13", path])
        // RECTO_NOT_INSTALLED
        #expect(refused.status == 6 && refused.errors.contains("install libzbar0"), "\(refused.errors)")
    }

    @Test("No library of a screen, of D-Bus or of video is linked", .enabled(if: ProgramResult.isInstalled("ldd")))
    func dependenciesAreThoseOfADaemon() throws {
        for file in ["recto", "libRectoC.so"] {
            let needed = try ProgramResult.runApart("ldd", [try ProgramResult.built(file)])
            #expect(needed.status == 0 && needed.output.contains("libc.so"))
            #expect(needed.output.firstMatch(of: /lib(zbar|X11|xcb|dbus|v4l)/) == nil, "\(needed.output)")
        }
    }

    @Test func codesAreDecidedOnByThePolicy() throws {
        let policy = try policy(#"{"hosts": ["example.com"]}"#)
        func state(_ picture: String) throws -> [String: Any] {
            let object = try #require(try objects(try recto("qr", picture, "--onboarding", policy, "--json")).first)
            return try #require(object["onboarding"] as? [String: Any])
        }
        let valid = try state(try code("https://example.com/activate?token=abc", named: "valid.png"))
        #expect(valid["state"] as? String == "successful")
        #expect(valid["kind"] as? String == "activationLink")
        let invalid = try state(try code("https://example.com.evil.net/activate", named: "invalid.png"))
        #expect(invalid["state"] as? String == "invalid")
        let risks = try #require(invalid["risks"] as? [[String: Any]]).compactMap { $0["code"] as? String }
        #expect(risks.contains("hostNotAllowed"))
        let seen = try state(try code("https://example.com/activate", named: "seen.png", damaged: true))
        #expect(seen["state"] as? String == "seen")
        let blank = folder.path("blank.png")
        let paper = GrayImage(size: try PixelSize(width: 320, height: 240))
        try Data(try PNGWriter().encode(.gray(paper))).write(to: URL(filePath: blank))
        #expect(try state(blank)["state"] as? String == "unsuccessful")
    }

    /// The text output shows nothing of a code but what its policy's report may show.
    @Test func onboardingKeepsSecrets() throws {
        let policy = try policy(#"{"kinds": ["wifi"]}"#)
        let path = try code("WIFI:T:WPA;S:office;P:hunter2secret;;", named: "wifi.png")
        let result = try recto("qr", path, "--onboarding", policy)
        #expect(result.status == 0)
        #expect(result.output.contains("valid onboarding code"))
        #expect(!result.output.contains("hunter2secret"))
    }

    @Test(arguments: [
        (#"{"hosts": [3]}"#, "hosts[0]"), (#"{"host": ["a.example"]}"#, "host"), ("{", "policy.json"),
        ("", "policy.json"),
    ])
    func policiesThatAreNone(json: String, named part: String) throws {
        let result = try recto("qr", "x.png", "--onboarding", try policy(json))
        #expect(result.status != 0)
        #expect(result.errors.contains("policy.json") && result.errors.contains(part))
        #expect(result.output.isEmpty)
    }
}
