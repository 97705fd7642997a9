import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import Testing
import TestSupport

/// A camera view without a browser: pictures go in as they come over the live channel.
@Suite struct LiveScannerTests {
    private static let photo = "letter-wood"
    private let draft: Draft
    private let scanner: LiveScanner
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        draft = Draft(DraftName(), folder: folder.path("draft"))
        scanner = try LiveScanner(draft)
        await scanner.begin(replacing: nil)
        await scanner.setCamera(.ready)
    }

    /// The photo at half its size, as luminance.
    private func preview() throws -> GrayImage {
        let picture = try PictureReader(layout: .gray, scale: .half).read(bytes: Photos.bytes(Self.photo))
        guard case .gray(let image) = picture.pixels else { throw PictureError.unknownFormat }
        return image
    }

    /// Ten pictures a second of the same scene.
    private func show(
        _ image: GrayImage, seconds: ClosedRange<Double>, until isDone: (ScannerAnswer) -> Bool = { _ in false }
    )
        async throws -> [ScannerAnswer]
    {
        var answers: [ScannerAnswer] = []
        for tenth in Int(seconds.lowerBound * 10)...Int(seconds.upperBound * 10) {
            let uplink = try LiveUplink(Uplink.luminance(image, sequence: tenth, milliseconds: tenth * 100))
            answers.append(await scanner.answer(uplink))
            if isDone(answers[answers.count - 1]) { break }
        }
        return answers
    }

    private func still(_ bytes: [UInt8]) async throws -> ScannerAnswer {
        await scanner.answer(try LiveUplink(Uplink.jpeg(.still, bytes)))
    }

    @Test("DS-1, DS-6, DS-7, DS-8: a page that lies still is taken once, in full size, at its corners")
    func takesAPageOnce() async throws {
        let answers = try await show(preview(), seconds: 0...5) { $0.still }
        let last = try #require(answers.last)
        #expect(last.still)
        #expect(answers.dropLast().allSatisfy { !$0.still })
        let stored = try await still(Photos.bytes(Self.photo))
        #expect(stored.display.pages == 1)
        #expect(stored.display.save == "Save (1)")
        #expect(stored.thumbnail != nil)
        let page = try #require(await draft.pages.first)
        #expect(page.originalSize == (try PictureReader().read(bytes: Photos.bytes(Self.photo)).size))
        let truth = try Photos.quad(Self.photo)
        let quad = try #require(page.quad)
        #expect((0..<4).allSatisfy { quad[$0].distance(to: truth[$0]) < 4 })
        // Ten seconds later it is still the same page.
        let later = try await show(preview(), seconds: 5...15)
        #expect(later.allSatisfy { !$0.still && $0.display.pages == 1 })
    }

    @Test("DS-4: a candidate is outlined with the first picture that shows it, in shares of the picture")
    func outlinesAtOnce() async throws {
        let answers = try await show(preview(), seconds: 0...0.2)
        let shares = try #require(answers.compactMap(\.quad).first)
        let truth = try Photos.quad(Self.photo)
        let size = try PictureReader().read(bytes: Photos.bytes(Self.photo)).size
        for corner in 0..<4 {
            #expect(abs(shares[2 * corner] - truth[corner].x / Double(size.width)) < 0.01)
            #expect(abs(shares[2 * corner + 1] - truth[corner].y / Double(size.height)) < 0.01)
        }
    }

    @Test("DS-11, DS-12, DS-25: in manual mode the shutter alone takes the page, which is then to be confirmed")
    func manualMode() async throws {
        await scanner.answer(ScannerAction(kind: .mode, mode: .manual))
        let answers = try await show(preview(), seconds: 0...3)
        #expect(answers.allSatisfy { !$0.still })
        await scanner.answer(ScannerAction(kind: .shutter))
        let after = try await show(preview(), seconds: 3.1...4) { $0.still }
        #expect(try #require(after.last).still)
        let stored = try await still(Photos.bytes(Self.photo))
        #expect(stored.display.confirming == 1)
        #expect(stored.picture?.contains("/pages/1/screen") == true)
        await scanner.answer(ScannerAction(kind: .keep))
        #expect(await draft.pages.count == 1)
    }

    @Test("DS-13: the shutter without a document takes the whole picture, with its own corners to adjust")
    func shutterWithoutADocument() async throws {
        let empty = GrayImage(size: try PixelSize(width: 320, height: 240))
        await scanner.answer(ScannerAction(kind: .shutter))
        let answers = try await show(empty, seconds: 0...1) { $0.still }
        #expect(try #require(answers.last).still)
        let blank = RGBImage(size: try PixelSize(width: 640, height: 480))
        let stored = try await still(JPEGWriter.standard.encode(.rgb(blank)))
        #expect(stored.display.pages == 1)
        #expect(await draft.pages[0].quad == Quad(try PixelSize(width: 640, height: 480)))
    }

    @Test("DS-15: the chosen filter is that of the pages that are taken")
    func filterOfPages() async throws {
        await scanner.answer(ScannerAction(kind: .filter, filter: .blackAndWhite))
        _ = try await show(preview(), seconds: 0...5) { $0.still }
        _ = try await still(Photos.bytes(Self.photo))
        #expect(await draft.pages.map(\.renderOptions.filter) == [.blackAndWhite])
    }

    @Test("DS-37: a page that is taken again stays in its place")
    func retake() async throws {
        _ = try await show(preview(), seconds: 0...5) { $0.still }
        _ = try await still(Photos.bytes(Self.photo))
        let first = await draft.pages[0]
        await scanner.answer(ScannerAction(kind: .retake, page: first.id.number))
        let answers = try await show(preview(), seconds: 5.1...10) { $0.still }
        #expect(try #require(answers.last).still)
        let stored = try await still(Photos.bytes(Self.photo))
        #expect(stored.display.pages == 1)
        let second = await draft.pages[0]
        #expect(second.id == first.id)
        #expect(second.picture != first.picture)
    }

    @Test("A still that is no picture is told, and the next page is taken all the same")
    func damagedStill() async throws {
        _ = try await show(preview(), seconds: 0...5) { $0.still }
        let told = try await still([0xFF, 0xD8, 1, 2, 3])
        #expect(told.display.prompt.hasPrefix("The scan was not saved"))
        #expect(told.display.pages == 0)
        // Nobody asked for this one.
        #expect(try await still(Photos.bytes(Self.photo)).display.pages == 0)
    }

    @Test(
        "DS-39, DS-8: through a camera of the station the frame itself is the page, and pictures wait until they are drawn"
    )
    func stationCamera() async throws {
        let film = folder.path("film.mjpeg")
        let picture = try Photos.bytes(Self.photo)
        try Data((0..<60).flatMap { _ in picture }).write(to: URL(filePath: film))
        let shown = Shown()
        try await scanner.watch(film, turn: PictureTurn()) { picture, answer in await shown.add(picture, answer) }
        // Nobody said that the first picture is drawn: it stayed the only one.
        #expect(await shown.pictures == [picture])
        #expect(await shown.answers.last?.display.pages == 1)
        let page = try #require(await draft.pages.first)
        let truth = try Photos.quad(Self.photo)
        #expect(page.quad.map { quad in (0..<4).allSatisfy { quad[$0].distance(to: truth[$0]) < 4 } } == true)
    }

    @Test("DS-39: without any camera the demonstration's pages are taken, one after the other", .timeLimit(.minutes(5)))
    func demonstration() async throws {
        let shown = Shown()
        let watching = Task {
            try await scanner.watch(CameraChoice.demonstration, turn: PictureTurn()) { await shown.add($0, $1) }
        }
        while await draft.pages.count < 2 { try await Task.sleep(for: .milliseconds(50)) }
        watching.cancel()
        try await watching.value
        #expect(await shown.pictures.count == 1)
        let pages = await draft.pages
        #expect(pages[0].picture != pages[1].picture)
    }

    @Test("DS-44: a camera of the station that is not there is told")
    func stationCameraIsMissing() async throws {
        let shown = Shown()
        try await scanner.watch(folder.path("none.mjpeg"), turn: PictureTurn()) { await shown.add($0, $1) }
        #expect(await shown.pictures.isEmpty)
        #expect(await shown.answers.last?.display.camera == .absent)
    }
}

/// What was sent to a browser.
private actor Shown {
    private(set) var pictures: [[UInt8]] = []
    private(set) var answers: [ScannerAnswer] = []

    func add(_ picture: [UInt8]?, _ answer: ScannerAnswer) {
        if let picture { pictures.append(picture) }
        answers.append(answer)
    }
}
