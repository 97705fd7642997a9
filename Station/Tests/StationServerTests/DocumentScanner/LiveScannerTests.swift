import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// A camera view without a browser.
@Suite struct LiveScannerTests {
    private static let photo = "letter-wood"
    private let draft: Draft
    private let camera: CameraUnderTest
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        draft = Draft(DraftName(), folder: folder.path("draft"))
        camera = try await CameraUnderTest(draft)
    }

    /// Returns the draft as another process would open it.
    private func restarted() -> Draft {
        let copy = folder.path("copy")
        try? FileManager.default.removeItem(atPath: copy)
        try? FileManager.default.copyItem(atPath: folder.path("draft"), toPath: copy)
        return Draft(draft.name, folder: copy)
    }

    private func pictures(_ draft: Draft) async throws -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        for page in await draft.pages { pictures.append(try await draft.original(of: page.id.number)) }
        return pictures
    }

    @Test("DS-1, DS-6, DS-7, DS-8: a page that lies still is taken once, in full size, at its corners")
    func takesAPageOnce() async throws {
        let answers = try await camera.show(Self.photo)
        #expect(answers.last?.still != nil)
        #expect(answers.dropLast().allSatisfy { $0.still == nil })
        let stored = try await camera.sendStill(Photos.bytes(Self.photo))
        #expect(stored.display.pages == 1)
        #expect(stored.display.save == "Save (1)")
        #expect(stored.display.prompt == "Captured")
        #expect(stored.thumbnail != nil)
        let page = try #require(await draft.pages.first)
        #expect(page.originalSize == (try PictureReader().read(bytes: Photos.bytes(Self.photo)).size))
        let truth = try Photos.quad(Self.photo)
        let quad = try #require(page.quad)
        #expect((0..<4).allSatisfy { quad[$0].distance(to: truth[$0]) < 4 })
        // Ten seconds later it is still the same page.
        let later = try await camera.show(Self.photo, seconds: 10)
        #expect(later.allSatisfy { $0.still == nil && $0.display.pages == 1 })
    }

    @Test("DS-4: a candidate is outlined with the first picture that shows it, in shares of the picture")
    func outlinesAtOnce() async throws {
        let answers = try await camera.show(Self.photo, seconds: 0.3)
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
        await camera.scanner.answer(ScannerAction(kind: .mode, mode: .manual))
        #expect(try await camera.show(Self.photo, seconds: 3).allSatisfy { $0.still == nil })
        await camera.scanner.answer(ScannerAction(kind: .shutter))
        #expect(try await camera.capture(Self.photo, seconds: 1))
        #expect(camera.answer.display.confirming == 1)
        #expect(camera.answer.picture?.contains("/pages/1/screen") == true)
        await camera.scanner.answer(ScannerAction(kind: .keep))
        #expect(await draft.pages.count == 1)
    }

    @Test("DS-55: the two sides of a card come onto one A4 page, at their true size")
    func card() async throws {
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .identityCard))
        #expect(try await camera.capture("identityCard-dark"))
        #expect(camera.answer.display.prompt == "Turn the card over")
        #expect(try await camera.capture("businessCard-busy"))
        let pages = await draft.pages
        #expect(pages.count == 1)
        #expect(camera.answer.display.pages == 1)
        let sheet = try PictureReader().read(bytes: try await draft.original(of: try #require(pages.first).id.number))
        #expect(sheet.size == (try PixelSize(width: 2480, height: 3508)))
        #expect(sheet.resolution == Resolution(horizontal: 300, vertical: 300))
        // The rows and columns that show a card; the others are white.
        let rows = sheet.rgb.withView { view in
            (0..<view.height).filter { y in (0..<view.rowBytes).contains { view.row(y)[$0] < 200 } }
        }
        let columns = sheet.rgb.withView { view in
            (0..<view.width).filter { x in (0..<view.height).contains { view.row($0)[3 * x] < 200 } }
        }
        #expect(abs(columns.count - 1011) < 24)
        let (first, last) = (try #require(rows.first), try #require(rows.last))
        let (top, bottom) = (3508 / 3 - 319, 3508 * 2 / 3 + 319)
        #expect(abs(first - top) < 12)
        #expect(abs(last - bottom) < 12)
        // Rows of a light card without print are as white as the paper; those between the cards always are.
        #expect(rows.count > 638 && !rows.contains { top + 650..<bottom - 650 ~= $0 })
        // The back is still in view, and is not the front of another card.
        let later = try await camera.show("businessCard-busy", seconds: 3)
        #expect(later.allSatisfy { $0.still == nil && $0.display.pages == 1 })
    }

    /// Captures both sides of a card.
    private func takeCard(_ camera: CameraUnderTest) async throws {
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .identityCard))
        #expect(try await camera.capture("identityCard-dark"))
        #expect(try await camera.capture("businessCard-busy"))
    }

    @Test("DS-55: a front waits for its back when the view is opened again, and comes no second time")
    func cardAcrossViews() async throws {
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .identityCard))
        try await camera.show("identityCard-dark")
        let front = try #require(camera.answer.still)
        try await camera.sendStill(Photos.bytes("identityCard-dark"), front)
        await camera.close()
        let next = try await CameraUnderTest(draft)
        #expect(next.answer.display.prompt == "Turn the card over")
        #expect(try await next.sendStill(Photos.bytes("identityCard-dark"), front).display.pages == 1)
        try await next.show("businessCard-busy")
        let back = try #require(next.answer.still)
        for _ in 1...2 {
            #expect(try await next.sendStill(Photos.bytes("businessCard-busy"), back).display.pages == 1)
            #expect(await draft.pages.map(\.id.number) == [3])
        }
        let desk = GrayImage(size: try Photos.preview(Photos.bytes("businessCard-busy")).size)
        #expect(try await next.show(desk, seconds: 1).last?.display.prompt == "Show the front of the card")
    }

    @Test("DS-55: the card comes to the place of its front")
    func placeOfCard() async throws {
        #expect(try await camera.capture("letter-wood"))
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .identityCard))
        #expect(try await camera.capture("identityCard-dark"))
        let file = try Photos.page("list-wood")
        _ = try await draft.keep(picture: file, quad: nil, renderOptions: RenderOptions())
        #expect(try await camera.capture("businessCard-busy"))
        let (letter, front, back) = (1, 2, 4)
        #expect(await draft.pages.map(\.id.number) == [letter, 5, 3])
        // The same applies to a back before its front.
        try await draft.restore(front, at: 3)
        try await draft.restore(back, at: 0)
        try await draft.joinSides(front, back)
        #expect(await draft.pages.map(\.id.number) == [letter, 5, 3, 6])
    }

    @Test("DS-55, DS-37: taking a card's page again takes a page, and no side")
    func retakeOfACard() async throws {
        try await takeCard(camera)
        await camera.close()
        let again = try await CameraUnderTest(draft, replacing: 3)
        #expect(try await again.capture("form-stripes"))
        #expect(again.answer.display.question?.page == 4)
        await again.scanner.answer(ScannerAction(kind: .replace))
        #expect(await draft.pages.map(\.id.number) == [4])
        await again.close()
        let next = try await CameraUnderTest(draft)
        #expect(next.answer.display.prompt == "Show the front of the card")
    }

    @Test("DS-55: sides that cannot become one page stay two, and the person is told")
    func sidesThatStaySeparate() async throws {
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .identityCard))
        #expect(try await camera.capture("identityCard-dark"))
        // The front's picture cannot be read.
        let file = URL(filePath: folder.path("draft/originals/000001.jpg"))
        let picture = try Data(contentsOf: file)
        try Data(count: picture.count).write(to: file)
        #expect(try await camera.capture("businessCard-busy"))
        #expect(camera.answer.display.prompt == "The two sides could not be put on one page. They stay separate.")
        #expect(await draft.pages.map(\.id.number) == [1, 2])
        // The back is known, and the next card begins with its front.
        try picture.write(to: file)
        let later = try await camera.show("businessCard-busy", seconds: 3)
        #expect(later.allSatisfy { $0.still == nil && $0.display.pages == 2 })
    }

    @Test("DS-55, DS-43: wherever the station ends while sides become one page, there are either they or it")
    func joinCutAnywhere() async throws {
        for photo in ["identityCard-dark", "businessCard-busy"] {
            _ = try await draft.keep(
                picture: Photos.bytes(photo), quad: Photos.quad(photo), renderOptions: RenderOptions())
        }
        let path = folder.path("draft")
        let journal = URL(filePath: path + "/journal")
        let before = try Data(contentsOf: journal).count
        try await draft.joinSides(1, 2)
        #expect(await draft.pages.map(\.id.number) == [3])
        let after = try Data(contentsOf: journal)
        let ends = (before..<after.count).filter { after[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        #expect(!ends.isEmpty)
        for end in ends {
            let copy = restarted()
            try after[..<end].write(to: URL(filePath: folder.path("copy/journal")))
            #expect(await copy.pages.map(\.id.number) == (end == ends.last ? [3] : [1, 2]))
        }
    }

    /// - Parameter moments: The time after the start of joining.
    @Test("DS-55, DS-19: a draft that is saved while sides become one page has them or it", arguments: 0..<4)
    func savedDuringTheJoin(moments: Int) async throws {
        let library = try Library(folder: folder.path("library"))
        for photo in ["identityCard-dark", "businessCard-busy"] {
            _ = try await draft.keep(
                picture: Photos.bytes(photo), quad: Photos.quad(photo), renderOptions: RenderOptions())
        }
        let draft = draft
        let join = Task { try await draft.joinSides(1, 2) }
        // The draft is also used by others during the joining.
        for _ in 0..<moments { _ = try? await draft.content(of: 1) }
        let document = try await draft.save(in: library, title: "Card", captured: .now).document
        let pages = try library.document(document).pages
        switch await join.result {
        case .success: #expect(pages == 1)
        case .failure(let error):
            #expect(error as? DraftRefusal == .ended(.saved(document)))
            #expect(pages == 2)
        }
    }

    @Test("DS-55, DS-16: a whiteboard is taken in color")
    func whiteboard() async throws {
        await camera.scanner.answer(ScannerAction(kind: .filter, filter: .blackAndWhite))
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .whiteboard))
        let desk = GrayImage(size: try Photos.preview(Photos.bytes("poster-tiles")).size)
        #expect(try await camera.show(desk, seconds: 0.2).last?.display.prompt == "Show the whole whiteboard")
        #expect(try await camera.capture("poster-tiles"))
        #expect(await draft.pages.map(\.renderOptions.filter) == [.color])
    }

    @Test("DS-13: the shutter without a document takes the whole picture, with its own corners to adjust")
    func shutterWithoutADocument() async throws {
        let empty = GrayImage(size: try PixelSize(width: 320, height: 240))
        await camera.scanner.answer(ScannerAction(kind: .shutter))
        try await camera.show(empty, seconds: 1)
        let blank = RGBImage(size: try PixelSize(width: 640, height: 480))
        let stored = try await camera.sendStill(JPEGWriter.standard.encode(.rgb(blank)))
        #expect(stored.display.pages == 1)
        #expect(await draft.pages[0].quad == Quad(try PixelSize(width: 640, height: 480)))
    }

    @Test("DS-15: the chosen filter is that of the pages that are taken, in the next view, too")
    func filterOfPages() async throws {
        await camera.scanner.answer(ScannerAction(kind: .filter, filter: .blackAndWhite))
        try await camera.capture(Self.photo)
        #expect(await draft.pages.map(\.renderOptions.filter) == [.blackAndWhite])
        await camera.close()
        let next = try await CameraUnderTest(draft)
        #expect(next.answer.display.filter == .blackAndWhite)
    }

    @Test("DS-45: a photo of other proportions than the preview shows the page all the same")
    func photoThatShowsMore() async throws {
        try await camera.show(Self.photo)
        let note = try #require(camera.answer.still)
        let size = try PictureReader().read(bytes: Photos.bytes(Self.photo)).size
        #expect(abs((note.aspect ?? 0) * Double(size.height) / Double(size.width) - 1) < 0.01)
        let margin = size.height / 6
        #expect(try await camera.sendStill(Photos.widened(Self.photo, by: margin)).display.pages == 1)
        let quad = try #require(await draft.pages.first?.quad)
        let truth = try Photos.quad(Self.photo)
        #expect(
            (0..<4).allSatisfy { corner in
                quad[corner].distance(to: Point2D(x: truth[corner].x, y: truth[corner].y + Double(margin))) < 4
            })
    }

    @Test("DS-45: a photo that does not show the page is refused by its name, and the page is taken again")
    func photoOfSomethingElse() async throws {
        try await camera.show(Self.photo)
        let key = try #require(camera.answer.still?.key)
        let refused = try await camera.sendStill(Photos.bytes("list-wood"))
        #expect(refused.refused == key && refused.handled == key && refused.display.pages == 0)
        #expect(try await camera.capture(Self.photo))
        #expect(camera.answer.display.pages == 1)
    }

    @Test("DS-46: what the browser says of its pictures decides whether a page is sharp enough")
    func sharpness() async throws {
        func prompts() async throws -> Set<String> {
            Set(try await camera.show(Self.photo, seconds: 0.5).map(\.display.prompt))
        }
        let size = try PictureReader().read(bytes: Photos.bytes(Self.photo)).size
        await camera.scanner.setStill(try PixelSize(width: size.width / 2, height: size.height / 2), keepsFilm: false)
        #expect(try await prompts().contains("Move closer for a sharper page"))
        await camera.scanner.setStill(try PixelSize(width: size.width * 4, height: size.height * 4), keepsFilm: false)
        #expect(try await !prompts().contains("Move closer for a sharper page"))
    }

    @Test("DS-49: a page whose text lies on its side comes upright")
    func upright() async throws {
        let photo = "article-plain"
        let turned = try Photos.turned(photo)
        try await camera.show(try Photos.preview(turned), seconds: 4)
        try await camera.sendStill(turned)
        let page = try #require(await draft.pages.first)
        var renderer = PageRenderer()
        let suggestion = try renderer.suggestOrientation(of: try await draft.content(of: page.id.number))
        #expect(page.renderOptions.rotation == suggestion.sureRotation)
        #expect(page.renderOptions.rotation != Rotation.none)
    }

    @Test("A still that is no picture is told, and the next page is taken all the same")
    func damagedStill() async throws {
        try await camera.show(Self.photo)
        let told = try await camera.sendStill([0xFF, 0xD8, 1, 2, 3])
        #expect(told.display.prompt.hasPrefix("The scan was not saved"))
        #expect(told.display.pages == 0 && told.handled != nil)
        #expect(try await camera.capture(Self.photo))
        #expect(camera.answer.display.pages == 1)
    }

    // MARK: Nothing lost

    @Test("DS-37: taking a page again takes that page, shows that it does, and leads back to the gallery")
    func retake() async throws {
        for photo in ["letter-wood", "list-wood"] { #expect(try await camera.capture(photo)) }
        let before = await draft.pages
        await camera.close()
        let again = try await CameraUnderTest(draft, replacing: 1)
        #expect(again.answer.display.retaking == "Retaking page 1")
        // The other page is still in view: it is recognized, and reported.
        let wrong = try await again.show("list-wood")
        #expect(wrong.allSatisfy { $0.still == nil })
        #expect(wrong.last?.display.prompt == "This is page 2. Show page 1.")
        #expect(try await again.capture("letter-wood"))
        #expect(again.answer.destination == "/scan/\(draft.name)/pages/1?done=retaken")
        let after = await draft.pages
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after[0].picture != before[0].picture && after[1] == before[1])
        #expect(try await pictures(draft) == ["letter-wood", "list-wood"].map { try Photos.bytes($0) })
    }

    @Test(
        "DS-37: another page than the one that is taken again is added, and the person is asked",
        arguments: [
            ScannerAction.Kind.replace, .add, .delete,
        ])
    func retakeOfAnotherPage(_ choice: ScannerAction.Kind) async throws {
        for photo in ["letter-wood", "list-wood"] { #expect(try await camera.capture(photo)) }
        await camera.close()
        let again = try await CameraUnderTest(draft, replacing: 1)
        #expect(try await again.capture("form-stripes"))
        let question = try #require(again.answer.display.question)
        #expect(question.page == 3 && question.replace == "Replace Page 1")
        // Leaving now loses nothing.
        #expect(try await pictures(draft) == ["letter-wood", "list-wood", "form-stripes"].map { try Photos.bytes($0) })
        let answer = await again.scanner.answer(ScannerAction(kind: choice))
        #expect(answer.display.question == nil)
        let photos: [String]
        switch choice {
        case .replace:
            photos = ["form-stripes", "list-wood"]
            #expect(answer.destination == "/scan/\(draft.name)/pages/3?done=replaced&page=1&place=0")
        case .add:
            photos = ["letter-wood", "list-wood", "form-stripes"]
            #expect(answer.display.retaking == "Retaking page 1")
        default: photos = ["letter-wood", "list-wood"]
        }
        #expect(try await pictures(draft) == photos.map { try Photos.bytes($0) })
    }

    @Test("DS-37: a page that the person did not want is not taken again while it lies there")
    func aRefusedPageWaits() async throws {
        #expect(try await camera.capture("letter-wood"))
        await camera.close()
        let again = try await CameraUnderTest(draft, replacing: 1)
        #expect(try await again.capture("form-stripes"))
        _ = await again.scanner.answer(ScannerAction(kind: .delete))
        #expect(try await again.show("form-stripes").allSatisfy { $0.still == nil && $0.display.question == nil })
        // Showing it again captures it again.
        let desk = GrayImage(size: try Photos.preview(Photos.bytes("form-stripes")).size)
        try await again.show(desk, seconds: 1)
        #expect(try await again.capture("form-stripes"))
        #expect(again.answer.display.question?.page == 3)
    }

    @Test("DS-7, DS-35: a page that was deleted is taken again, also while it lies there and in the same view")
    func deletedPagesComeAgain() async throws {
        #expect(try await camera.capture(Self.photo))
        try await draft.delete(1)
        #expect(try await camera.capture(Self.photo))
        #expect(await draft.pages.map(\.id.number) == [2])
        try await draft.delete(2)
        await camera.close()
        let next = try await CameraUnderTest(draft)
        #expect(try await next.capture(Self.photo))
        #expect(await draft.pages.map(\.id.number) == [3])
    }

    @Test(
        "DS-7, DS-43: pages of the session are not taken twice: in another view, after a restart, when imported or adjusted"
    )
    func knownPagesAreNotTakenTwice() async throws {
        for photo in ["letter-wood", "list-wood"] { #expect(try await camera.capture(photo)) }
        _ = try await draft.keep(
            picture: Photos.bytes("receipt-tiles"), quad: Photos.quad("receipt-tiles"), renderOptions: RenderOptions())
        // Only a part of the page.
        let quad = try Photos.quad("letter-wood")
        let half = Quad(
            topLeft: quad[0], topRight: quad[1], bottomRight: quad[2] * 0.5 + quad[1] * 0.5,
            bottomLeft: quad[3] * 0.5 + quad[0] * 0.5)
        try await draft.adjust(1, to: half)
        await camera.close()
        for draft in [draft, restarted()] {
            let view = try await CameraUnderTest(draft)
            for (place, photo) in ["letter-wood", "list-wood", "receipt-tiles"].enumerated() {
                let answers = try await view.show(photo, seconds: 3)
                #expect(answers.allSatisfy { $0.still == nil }, "\(photo)")
                #expect(answers.last?.display.prompt == "Already scanned as page \(place + 1)")
            }
            #expect(try await view.capture("form-stripes"))
            await view.close()
        }
    }

    @Test("DS-7: a blank page that lies there when the view opens again is not taken twice")
    func blankPages() async throws {
        #expect(try await camera.capture("blank-dark"))
        await camera.close()
        let view = try await CameraUnderTest(draft)
        #expect(try await view.show("blank-dark", seconds: 4).allSatisfy { $0.still == nil })
    }

    @Test("DS-8: a still that does not show the captured page is not stored, and the page is captured again")
    func stillOfAnotherScene() async throws {
        try await camera.show(Self.photo)
        let size = try PictureReader().read(bytes: Photos.bytes(Self.photo)).size
        for wrong in [try JPEGWriter.standard.encode(.rgb(RGBImage(size: size))), try Photos.bytes("form-stripes")] {
            let answer = try await camera.sendStill(wrong)
            #expect(answer.display.pages == 0)
            #expect(answer.display.prompt == StationMessages.moved)
            try await camera.show(Self.photo)
        }
        #expect(try await camera.sendStill(Photos.bytes(Self.photo)).display.pages == 1)
    }

    @Test("DS-8, DS-45: a page of fine print is found in a still that is many times as large as the preview")
    func finePrint() async throws {
        let bytes = try Self.finePrint()
        let preview = try PictureReader(layout: .gray, scale: .eighth).read(bytes: bytes).gray
        try await camera.show(preview, seconds: 4)
        let answer = try await camera.sendStill(bytes)
        #expect(answer.display.pages == 1, "\(answer.display.prompt)")
    }

    /// Returns a photo of 3840 × 2160 pixels of a page on a dark table, with print finer than the sampling distance
    /// of a signature.
    private static func finePrint() throws -> [UInt8] {
        let size = try PixelSize(width: 3840, height: 2160)
        var pixels = [UInt8](repeating: 40, count: size.width * size.height)
        func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ gray: UInt8) {
            for row in rows {
                for column in columns { pixels[row * size.width + column] = gray }
            }
        }
        fill(320..<3520, 130..<2030, 235)
        var random = SeededGenerator(seed: 1)
        for top in stride(from: 230, to: 1930, by: 24) {
            let length = Int.random(in: 900..<2900, using: &random)
            for left in stride(from: 470, to: 470 + length, by: 6) where Bool.random(using: &random) {
                fill(left..<left + 3, top..<top + 12, 30)
            }
        }
        // The preview is an eighth of the size, and has noise too.
        var noise = CameraNoise(seed: 1)
        for cell in [1, 8] { noise.add(to: &pixels, width: size.width, cell: cell) }
        return try JPEGWriter.standard.encode(.gray(GrayImage(size: size, packed: pixels)))
    }

    @Test("DS-43: a reload in the middle of a capture stores nothing of the last view")
    func reloadWhileCapturing() async throws {
        try await camera.show(Self.photo)
        #expect(camera.answer.still != nil)
        await camera.close()
        let view = try await CameraUnderTest(draft)
        let empty = GrayImage(size: try PixelSize(width: 480, height: 640))
        #expect(try await view.show(empty, seconds: 2).allSatisfy { $0.still == nil })
        #expect(try await view.capture(Self.photo))
        #expect(await draft.pages.count == 1)
    }

    @Test(
        "DS-7, DS-43: a still that an earlier view asked for is known to the view that stores it: its page is not captured again"
    )
    func stillOfAnEarlierView() async throws {
        try await camera.show(Self.photo)
        let note = try #require(camera.answer.still)
        await camera.close()
        let view = try await CameraUnderTest(draft)
        #expect(try await view.sendStill(Photos.bytes(Self.photo), note).display.pages == 1)
        #expect(try await view.show(Self.photo).allSatisfy { $0.still == nil })
    }

    @Test("DS-43: a still that comes twice, or to a station that was started again, is stored once")
    func stillsAreStoredOnce() async throws {
        try await camera.show(Self.photo)
        let note = try #require(camera.answer.still)
        for _ in 0..<2 {
            let answer = try await camera.sendStill(Photos.bytes(Self.photo), note)
            #expect(answer.display.pages == 1 && answer.handled == note.key)
        }
        await camera.close()
        let other = restarted()
        let view = try await CameraUnderTest(other)
        #expect(try await view.sendStill(Photos.bytes(Self.photo), note).display.pages == 1)
        // One that the station never received.
        let lost = StillNote(key: "00000000000000ff", quad: note.quad, filter: .color, replaces: nil)
        #expect(try await view.sendStill(Photos.bytes("list-wood"), lost).display.pages == 2)
    }

    @Test("DS-21: a second view takes over; the first one waits, goes on when asked, and when the second closes")
    func twoViews() async throws {
        let second = try await CameraUnderTest(draft)
        #expect(try await camera.show(Self.photo).allSatisfy { $0.still == nil && $0.display.camera == .elsewhere })
        #expect(try await second.capture(Self.photo))
        #expect(await camera.scanner.answer().display.pages == 1)
        await camera.scanner.answer(ScannerAction(kind: .resume))
        #expect(await second.scanner.answer().display.camera == .elsewhere)
        #expect(try await camera.show(Self.photo, seconds: 3).allSatisfy { $0.still == nil })
        #expect(try await camera.capture("list-wood"))
        await camera.close()
        #expect(try await second.capture("form-stripes"))
        #expect(await draft.pages.count == 3)
    }

    @Test("DS-19: a view whose draft was saved elsewhere leads away; a page that was on its way begins a new draft")
    func savedElsewhere() async throws {
        let library = try Library(folder: folder.path("library"))
        #expect(try await camera.capture(Self.photo))
        try await camera.show("list-wood")
        let note = try #require(camera.answer.still)
        let saved = try await draft.save(in: library, title: "Letter", captured: .now)
        let answer = await camera.scanner.answer()
        #expect(answer.destination == "/scan/\(draft.name)")
        // The browser sends captured pages before it leaves; nothing else is captured.
        #expect(try await camera.show("form-stripes", seconds: 1).allSatisfy { $0.still == note && $0.quad == nil })
        let rescued = try await camera.sendStill(Photos.bytes("list-wood"), note)
        #expect(rescued.destination?.hasSuffix("/pages/1?done=rescued") == true)
        #expect(rescued.destination?.contains(draft.name.text) == false)
        #expect(try library.document(saved.document).pages == 1)
        #expect(try await draft.save(in: library, title: "Letter", captured: .now) == saved)
        // Sent again, it is the existing page.
        #expect(try await camera.sendStill(Photos.bytes("list-wood"), note).destination == rescued.destination)
    }

    @Test("DS-43: a still that cannot be stored is kept by the browser, which sends it again")
    func storedLater() async throws {
        let file = folder.path("full")
        try Data().write(to: URL(filePath: file))
        // A file is in place of the draft's folder.
        let draft = Draft(DraftName(), folder: file + "/draft")
        let camera = try await CameraUnderTest(draft)
        try await camera.show(Self.photo)
        let note = try #require(camera.answer.still)
        let refused = try await camera.sendStill(Photos.bytes(Self.photo))
        #expect(refused.handled == nil && refused.display.prompt.hasPrefix("The scan was not saved"))
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        let stored = try await camera.sendStill(Photos.bytes(Self.photo), note)
        #expect(stored.handled == note.key && stored.display.pages == 1)
        #expect(stored.display.prompt.hasPrefix("The scan was not saved") == false)
    }

    @Test("DS-37: another page than the one to be taken again stays another one when it is sent once more")
    func otherPageAgain() async throws {
        #expect(try await camera.capture(Self.photo))
        let page = try #require(await draft.pages.first?.id.number)
        let retaking = try await CameraUnderTest(draft, replacing: page)
        try await retaking.show("list-wood")
        let note = try #require(retaking.answer.still)
        for _ in 0..<2 {
            let answer = try await retaking.sendStill(Photos.bytes("list-wood"), note)
            #expect(answer.display.question != nil && answer.destination == nil && answer.display.pages == 2)
        }
        // A reopened view repeats the question until the person has decided.
        await retaking.close()
        let reloaded = try await CameraUnderTest(draft, replacing: page)
        #expect(reloaded.answer.display.question?.page == 2)
        await reloaded.scanner.answer(ScannerAction(kind: .add))
        await reloaded.close()
        #expect(try await CameraUnderTest(draft, replacing: page).answer.display.question == nil)
    }

    // MARK: Cameras of the station

    @Test(
        "DS-39, DS-8: through a camera of the station the frame itself is the page, and pictures wait until they are drawn"
    )
    func stationCamera() async throws {
        let film = folder.path("film.mjpeg")
        let picture = try Photos.bytes(Self.photo)
        try Data((0..<60).flatMap { _ in picture }).write(to: URL(filePath: film))
        let shown = Shown()
        try await camera.scanner.watch(film, turn: PictureTurn()) { picture, answer in await shown.add(picture, answer)
        }
        // No message confirmed that the first picture was drawn, so it stayed the only one.
        #expect(await shown.pictures == [picture])
        #expect(await shown.answers.last?.display.pages == 1)
        let page = try #require(await draft.pages.first)
        let truth = try Photos.quad(Self.photo)
        #expect(page.quad.map { quad in (0..<4).allSatisfy { quad[$0].distance(to: truth[$0]) < 4 } } == true)
    }

    @Test("DS-39: without any camera the demonstration's pages are taken, one after the other", .timeLimit(.minutes(5)))
    func theDemonstrationsPagesAreCaptured() async throws {
        let shown = Shown()
        let scanner = camera.scanner
        let watching = Task {
            try await scanner.watch(CameraChoice.demonstration, turn: PictureTurn()) { await shown.add($0, $1) }
        }
        for await _ in draft.changes.stream where await draft.pages.count >= 2 { break }
        watching.cancel()
        try await watching.value
        #expect(await shown.pictures.count == 1)
        let pages = await draft.pages
        #expect(pages[0].picture != pages[1].picture)
    }

    @Test("DS-44: a camera of the station that is not there is told")
    func stationCameraIsMissing() async throws {
        let shown = Shown()
        try await camera.scanner.watch(folder.path("none.mjpeg"), turn: PictureTurn()) { await shown.add($0, $1) }
        #expect(await shown.pictures.isEmpty)
        #expect(await shown.answers.last?.display.camera == .absent)
    }
}

/// The data sent to a browser.
private actor Shown {
    private(set) var pictures: [[UInt8]] = []
    private(set) var answers: [ScannerAnswer] = []

    func add(_ picture: [UInt8]?, _ answer: ScannerAnswer) {
        if let picture { pictures.append(picture) }
        answers.append(answer)
    }
}
