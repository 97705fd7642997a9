import Foundation
import RectoCodecs
import RectoCore
import RectoOnboarding
import StationIdentity
import StationRules
import StationServer
import StationStore
import StationViews
import TestSupport
import Testing

/// The scan of an activation code without a browser.
@Suite struct LiveCodeScannerTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let codes: ActivationCodes
    private let scanner: LiveCodeScanner

    init() async throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        codes = try ActivationCodes(library: library, key: try SigningKey(file: folder.path("key")))
        scanner = try LiveCodeScanner(codes, photos: TokenBucket.Rate(perSecond: 1000, burst: 1))
        await scanner.setCamera(.ready)
    }

    /// Shows a code at ten pictures per second until an answer contains feedback.
    private func show(
        _ text: String, at place: CodeFrame.Place = .middle, from start: Int = 0,
        until feedback: CodeFinding.Feedback? = nil
    ) async throws -> CodeScannerAnswer {
        let frame = try CodeFrame.image(of: text, at: place)
        var answer = await scanner.answer()
        for tenth in start..<start + 20 {
            let uplink = try LiveUplink(Uplink.luminance(frame, sequence: tenth, milliseconds: tenth * 100))
            answer = await scanner.answer(uplink)
            if answer.display.feedback == feedback { break }
        }
        return answer
    }

    @Test(
        "QR-1, QR-3, QR-6, QR-12: a code of the station that lies in the guide is recognised, and lets the person go on"
    )
    func aCodeOfTheStationIsRecognised() async throws {
        let text = try codes.issue(origin: "https://box.local:8347", now: .now).text
        let answer = try await show(text, until: .successful)
        #expect(answer.display.feedback == .successful)
        #expect(answer.code == text)
        #expect(!answer.display.guide)
        let (token, finding) = try codes.activate(text, name: "Browser", now: .now)
        #expect(finding == .valid)
        #expect(try library.device(try #require(token)) != nil)
    }

    @Test("QR-17: a code counts at whatever address it names, and an old one and a changed one do not")
    func activation() throws {
        let text = try codes.issue(origin: "https://box.local:8347", now: .now).text
        #expect(text.hasPrefix("https://box.local:8347/activate#code=") && !text.contains("?"))
        let old = text.replacing("https://box.local:8347/activate#", with: "recto://activate?")
        #expect(try codes.activate(old, name: "Browser", now: .now).finding == .outdated)
        #expect(try codes.activate(text + "&more=1", name: "Browser", now: .now).finding == .foreign)
        let elsewhere = text.replacing("box.local", with: "10.0.0.1")
        #expect(try codes.activate(elsewhere, name: "Browser", now: .now).finding == .valid)
        #expect(try codes.activate(text, name: "Browser", now: .now).finding == .used)
    }

    @Test("QR-6: beside the guide it does not count, and the person is led to it")
    func besideTheGuide() async throws {
        let answer = try await show(try codes.issue(origin: "https://box.local:8347", now: .now).text, at: .corner)
        #expect(answer.display.feedback == .seen)
        #expect(answer.display.prompt == CodeFinding.outside.cameraText)
        #expect(answer.code == nil)
        // Its position and the guide are shown in any case.
        #expect(answer.quad?.count == 8)
        #expect(answer.guide?.count == 3)
    }

    @Test("QR-3, QR-13, QR-14: what others issued, what has expired and what was used is invalid; the scan goes on")
    func foreignExpiredAndUsedCodesAreInvalid() async throws {
        let other = try ActivationCodes(library: library, key: try SigningKey(file: folder.path("other")))
        let good = try codes.issue(origin: "https://box.local:8347", now: .now).text
        let cases: [(String, CodeFinding)] = [
            ("https://example.com/activate?code=1", .foreign), ("hello", .foreign),
            (try other.issue(origin: "https://box.local:8347", now: .now).text, .foreign),
            (good.replacing("&exp=", with: "&exp=9"), .foreign),
            ("recto://activate?code=1&exp=2&kid=3&sig=4", .outdated),
            ("https://192.0.2.2:8347/invitation#\(SessionIdentifier().text)", .invitation),
            (try codes.issue(origin: "https://box.local:8347", now: .now - 700).text, .expired),
        ]
        for (index, (text, finding)) in cases.enumerated() {
            // After each failure the next code is processed as if there had been none.
            let answer = try await show(text, from: 30 * index, until: .invalid)
            #expect(answer.display.prompt == finding.cameraText, "\(text)")
            #expect(answer.display.guide && answer.code == nil)
        }
        let used = try codes.issue(origin: "https://box.local:8347", now: .now).text
        _ = try codes.activate(used, name: "Browser", now: .now)
        #expect(try await show(used, from: 300, until: .invalid).display.prompt == CodeFinding.used.cameraText)
        #expect(try codes.activate(used, name: "Browser", now: .now).finding == .used)
        #expect(try await show(good, from: 400, until: .successful).code == good)
    }

    @Test("QR-11: a photo goes through the same reader: no code, another code, a code of the station")
    func aPhotoGoesThroughTheSameReader() async throws {
        func send(_ image: GrayImage) async throws -> CodeScannerAnswer {
            await scanner.answer(try LiveUplink(Uplink.file(.photo, try PNGWriter().encode(.gray(image)))))
        }
        let none = try await send(GrayImage(size: try PixelSize(width: 200, height: 100)))
        #expect(none.display.prompt == CodeFinding.none.photoText)
        #expect(none.display.feedback == .unsuccessful)
        let damaged = await scanner.answer(try LiveUplink(Uplink.file(.photo, [1, 2, 3])))
        #expect(damaged.display.feedback == .unsuccessful)
        #expect(try await send(try CodeFrame.image(of: "hello", at: .corner)).display.feedback == .invalid)
        let text = try codes.issue(origin: "https://box.local:8347", now: .now).text
        #expect(try await send(try CodeFrame.image(of: text, at: .corner)).code == text)
    }

    @Test("SS-16: a channel's photos are looked at in turn, the first at once and one in two seconds from then on")
    func photosHaveAPace() async throws {
        #expect(ChannelLimits.photos == TokenBucket.Rate(perSecond: 0.5, burst: 1))
        let scanner = try LiveCodeScanner(codes, photos: TokenBucket.Rate(perSecond: 20, burst: 1))
        let damaged = try LiveUplink(Uplink.file(.photo, [1, 2, 3]))
        let begin = ContinuousClock.now
        for _ in 0..<6 { _ = await scanner.answer(damaged) }
        // 250 minus the possible difference between both clocks.
        #expect(ContinuousClock.now - begin > .milliseconds(240))
    }

    @Test("SS-16: photos and pictures of a camera that would take much memory are not decoded; large photos are")
    func sizesOfPictures() async throws {
        func photo(_ width: Int, _ height: Int) throws -> [UInt8] {
            let size = try PixelSize(width: width, height: height)
            return try JPEGWriter.standard.encode(
                .gray(CodeFrame.photo(of: codes.issue(origin: "https://box.local:8347", now: .now).text, size: size)))
        }
        func feedback(_ photo: [UInt8]) async throws -> CodeFinding.Feedback? {
            await scanner.answer(try LiveUplink(Uplink.file(.photo, photo))).display.feedback
        }
        #expect(try await feedback(photo(8300, 6400)) == .unsuccessful)
        #expect(try await feedback(photo(8160, 6120)) == .successful)
        let large = try photo(1920, 1100)
        #expect(LiveUplink.previewPixels < 1920 * 1100)
        #expect(try LiveUplink(Uplink.file(.preview, large)).withFrame { _ in true } == nil)
        #expect(try LiveUplink(Uplink.file(.preview, photo(1920, 1080))).withFrame { _ in true } == true)
    }

    @Test("QR-6: through a camera of the station it is the same, and the scan ends with the first code that activates")
    func stationCamera() async throws {
        let text = try codes.issue(origin: "https://box.local:8347", now: .now).text
        let frame = try JPEGWriter.standard.encode(.gray(try CodeFrame.image(of: text, at: .middle)))
        let film = folder.path("film.mjpeg")
        try Data((0..<20).flatMap { _ in frame }).write(to: URL(filePath: film))
        try await scanner.watch(film, turn: PictureTurn()) { _, _ in }
        let answer = await scanner.answer()
        #expect(answer.display.feedback == .successful && answer.code == text)
    }

    private static func text(_ count: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(count))
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789&=:/?._-")
        return String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
    }

    @Test("QR-15: what the station shows is read by the engine", arguments: [1, 40, 200, 900, 2331])
    func everySymbolIsReadByTheEngine(count: Int) throws {
        let text = Self.text(count)
        #expect(try CodeFrame.read(try CodeFrame.image(of: text, at: .whole)) == [text])
    }

    @Test(
        "QR-15: what the station shows is read by zbar",
        .enabled(if: ProgramResult.isInstalled("zbarimg"), "no zbarimg: install zbar-tools"),
        arguments: [1, 40, 200, 900, 2331])
    func everySymbolIsReadByAnotherReader(count: Int) throws {
        let text = Self.text(count)
        let file = folder.path("code.png")
        try Data(try PNGWriter().encode(.gray(CodeFrame.image(of: text, at: .whole)))).write(to: URL(filePath: file))
        let zbar = try ProgramResult.runApart("zbarimg", ["--raw", "-q", file])
        #expect(zbar.output == text + "\n")
    }

    @Test func textsThatNoSymbolHoldsAreRefused() {
        #expect(throws: CodeSymbol.Failure.tooLong(3000)) { try CodeSymbol(String(repeating: "a", count: 3000)) }
    }
}
