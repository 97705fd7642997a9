import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import TestSupport
import Testing

/// Scanning open books.
@Suite struct BookScannerTests {
    private static let name = "0123456789abcdef"
    private let station: StationUnderTest
    private let camera: CameraUnderTest
    private let path = "/scan/\(Self.name)"

    init() async throws {
        station = try await StationUnderTest()
        camera = try await CameraUnderTest(
            try await station.scanner(try #require(DraftName(Self.name))))
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .book))
    }

    private var draft: Draft { camera.scanner.draft }

    /// Shows a book until it is captured, and sends its picture.
    private func take(seed: UInt64 = 77, hasFold: Bool = true) async throws -> ScannerAnswer {
        try await camera.show(Photos.preview(OpenBook.file(seed: seed, hasFold: hasFold)), seconds: 4)
        return try await camera.sendStill(OpenBook.file(seed: seed, hasFold: hasFold))
    }

    @Test(
        "DS-65: a shot of a book gives its pages in reading order, to be made flat",
        arguments: BookOrder.allCases)
    func pages(order: BookOrder) async throws {
        await camera.scanner.answer(ScannerAction(kind: .order, order: order))
        try await camera.show(Photos.preview(OpenBook.file()), seconds: 4)
        let note = try #require(camera.answer.still)
        let answer = try await camera.sendStill(OpenBook.file(), note)
        let pages = await draft.pages
        try #require(pages.count == 2)
        let (left, right) = order == .leftFirst ? (pages[0], pages[1]) : (pages[1], pages[0])
        #expect(
            left.quad?.topRight == right.quad?.topLeft && left.quad?.bottomRight == right.quad?.bottomLeft
        )
        #expect(abs(try #require(left.quad).topRight.x - OpenBook.x) < 24)
        #expect(pages.allSatisfy { $0.renderOptions.flattening == .automatic })
        // Both are at the thumbnail in the order of the book.
        let thumbnails = try #require(answer.book?.thumbnails)
        #expect(thumbnails.count == 2 && thumbnails[0].contains("/pages/\(left.id)/"))
        // The same picture again, as after a lost answer.
        #expect(try await camera.sendStill(OpenBook.file(), note).display.pages == 2)
        #expect(
            try await camera.show(Photos.preview(OpenBook.file()), seconds: 5).allSatisfy {
                $0.still == nil
            })
    }

    @Test("DS-65: where no fold is sure a book is one page, and that is said")
    func noFold() async throws {
        let answer = try await take(hasFold: false)
        #expect(answer.display.pages == 1 && answer.book == nil)
        #expect(answer.display.prompt == StationMessages.noFold)
    }

    @Test("DS-65: a book is taken however much its pages are bent", arguments: [12.0, 24, 36], CaptureMode.allCases)
    func bent(bend: Double, mode: CaptureMode) async throws {
        await camera.scanner.answer(ScannerAction(kind: .mode, mode: mode))
        let file = try OpenBook.file(bend: bend)
        if mode == .manual {
            try await camera.show(Photos.preview(file), seconds: 1)
            await camera.scanner.answer(ScannerAction(kind: .shutter))
        }
        try await camera.show(Photos.preview(file), seconds: 6)
        #expect(try await camera.sendStill(file).display.pages == 2)
        let quads = await draft.pages.compactMap(\.quad)
        let left = try #require(quads.min { $0.centroid.x < $1.centroid.x })
        #expect(abs(left.topRight.x - OpenBook.x) < 24 && abs(left.bottomRight.x - OpenBook.x) < 24, "\(quads)")
    }

    @Test("DS-65: the shutter takes what is there, and says that it is not what was seen")
    func shutterTakesOther() async throws {
        await camera.scanner.answer(ScannerAction(kind: .mode, mode: .manual))
        try await camera.show(Photos.preview(OpenBook.file()), seconds: 1)
        await camera.scanner.answer(ScannerAction(kind: .shutter))
        try await camera.show(Photos.preview(OpenBook.file()), seconds: 2)
        let answer = try await camera.sendStill(OpenBook.file(seed: 990))
        #expect(answer.display.pages == 2 && answer.display.prompt == StationMessages.tookOther)
    }

    @Test("DS-66: a book of one page is folded by hand, and made one page again")
    func foldByHand() async throws {
        _ = try await take(hasFold: false)
        let whole = try #require(await draft.pages.first?.quad)
        #expect(try await station.get("\(path)/pages/1").text.contains("href=\"\(path)/pages/1/fold\""))
        #expect(try await !station.get("\(path)/pages/1/fold").text.contains("One Page"))
        let split = try await station.post("\(path)/pages/1/fold", "top=0.5&bottom=0.4")
        #expect(split.location == "\(path)/pages/1?done=split")
        #expect(await draft.pages.map(\.id.number) == [1, 2])
        let halves = await draft.pages
        #expect(halves[1].renderOptions == halves[0].renderOptions)
        let (left, right) = (try #require(halves[0].quad), try #require(halves[1].quad))
        let spread = try #require(BookSpread(left: left, right: right))
        #expect(spread.outline == whole && abs(spread.top - 0.5) < 1e-6 && abs(spread.bottom - 0.4) < 1e-6)
        let undo = try await station.get("\(path)/pages/1?done=split").text
        #expect(undo.contains("action=\"\(path)/pages/1/unfold\""))
        for number in [1, 2] {
            let united = try #require(try await station.post("\(path)/pages/\(number)/unfold").location)
            #expect(await draft.pages.map(\.quad) == [whole])
            let place = number == 1 ? "facing=2&place=1" : "facing=1&place=0"
            #expect(united == "\(path)/pages/\(number)?done=united&\(place)")
            #expect(try await station.get(united).text.contains("/unfold?\(place.replacing("&", with: "&amp;"))\""))
            let undone = try await station.post("\(path)/pages/\(number)/unfold?\(place)")
            #expect(undone.location == "\(path)/pages/\(number)")
            #expect(await draft.pages.map(\.quad) == halves.map(\.quad))
        }
    }

    @Test("DS-66: a fold whose other page was deleted meanwhile leads back to the one that is left")
    func goneMeanwhile() async throws {
        _ = try await take()
        #expect(try await station.get("\(path)/pages/1/fold").text.contains("name=\"facing\" value=\"2\""))
        try await draft.delete(2)
        #expect(
            try await station.post("\(path)/pages/1/fold", "top=0.4&bottom=0.6&facing=2").location
                == "\(path)/pages/1?done=unfolded")
        #expect(try await station.post("\(path)/pages/1/unfold").location == "\(path)/pages/1?done=unfolded")
        #expect(await draft.pages.map(\.id.number) == [1])
    }

    @Test(
        "DS-66: of two pages one stays, though the one to keep was deleted meanwhile, and Undo brings that back"
    )
    func onePageOnly() async throws {
        _ = try await take()
        let screen = try await station.get("\(path)/pages/1/fold").text
        #expect(
            screen.contains(
                "action=\"\(path)/pages/1/delete?keep=2\"><button class=\"button plain\">Right Page Only"))
        try await draft.delete(2)
        let answer = try await station.post("\(path)/pages/1/delete?keep=2")
        #expect(answer.location == "\(path)/pages/1?done=alone&page=2")
        #expect(await draft.pages.map(\.id.number) == [1])
        let told = try await station.get(try #require(answer.location)).text
        #expect(told.contains("The other page was deleted meanwhile. This one was kept."))
        #expect(told.contains("\(path)/pages/2/restore?place=1"))
    }

    @Test(
        "DS-66: a spread that was taken whole can be folded, whatever was chosen then, and an upright page cannot"
    )
    func takenWhole() async throws {
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .document))
        _ = try await station.post("\(path)/import", bytes: OpenBook.file())
        #expect(try await station.get("\(path)/pages/1").text.contains("href=\"\(path)/pages/1/fold\""))
        #expect(
            try await station.post("\(path)/pages/1/fold", "top=0.5&bottom=0.5").location
                == "\(path)/pages/1?done=split")
        #expect(await draft.spread(of: 1) != nil)
        try await draft.delete(2)
        #expect(try await !station.get("\(path)/pages/1").text.contains("/fold\""))
    }

    @Test("DS-66: a cropped page stays at the fold while its corners there stay, and Adjust says so")
    func crop() async throws {
        _ = try await take()
        #expect(try await station.get("\(path)/pages/2/adjust").text.contains("They part if"))
        var quad = try #require(await draft.page(2)?.quad)
        quad[1].y += 20
        try await draft.adjust(2, to: quad)
        #expect(await draft.spread(of: 2) != nil)
        quad[0].y += 20
        try await draft.adjust(2, to: quad)
        #expect(await draft.spread(of: 2) == nil)
        #expect(try await !station.get("\(path)/pages/2/adjust").text.contains("They part if"))
    }

    @Test("DS-65: a picture that is imported while books are chosen is two pages", arguments: [true, false])
    func imported(hasFold: Bool) async throws {
        let answer = try await station.post("\(path)/import", bytes: OpenBook.file(hasFold: hasFold))
        #expect(answer.location?.hasSuffix(hasFold ? "/pages/1" : "/pages/1?done=unsplit") == true)
        let pages = await draft.pages
        #expect(pages.count == (hasFold ? 2 : 1) && pages.allSatisfy { $0.renderOptions.flattening == .automatic })
        #expect(await (draft.spread(of: 1) != nil) == hasFold)
    }

    @Test("DS-65: of two sheets beside each other that are imported while books are chosen both come, without a fold")
    func importedSheets() async throws {
        var picture = try OpenBook.picture(hasFold: false)
        // The desk between them.
        picture.withMutableView { view in
            for y in 0..<view.height { for x in 690..<750 { view.row(y)[x] = 45 } }
        }
        let answer = try await station.post(
            "\(path)/import", bytes: JPEGWriter.standard.encode(.gray(picture)))
        #expect(answer.location?.hasSuffix("/pages/1") == true)
        let quads = await draft.pages.compactMap(\.quad)
        try #require(quads.count == 2)
        #expect(abs(quads[0].topRight.x - 690) < 8 && abs(quads[1].topLeft.x - 750) < 8)
        #expect(await draft.spread(of: 1) == nil)
    }

    @Test("DS-67: nothing is taken while a page is turned; the next spread that lies still is")
    func turning() async throws {
        _ = try await take()
        let (before, after) = (
            try Photos.preview(OpenBook.file()), try Photos.preview(OpenBook.file(seed: 990))
        )
        for step in 1...20 {
            let answers = try await camera.show(
                Self.turning(from: before, to: after, at: Double(step) / 20), seconds: 0.1)
            #expect(answers.allSatisfy { $0.still == nil })
        }
        #expect(try await take(seed: 990).display.pages == 4)
    }

    /// Draws a raised sheet at a stage of being turned from right to left.
    private static func turning(from before: GrayImage, to after: GrayImage, at share: Double)
        -> GrayImage
    {
        var image = before
        let size = before.size
        image.withMutableView { view in
            after.withView { next in
                let edge = Int(Double(size.width) * (0.92 - 0.84 * share))
                for y in size.height / 10..<size.height * 9 / 10 {
                    for x in edge..<size.width { view.row(y)[x] = next.row(y)[x] }
                    for x in edge..<min(edge + size.width / 12, size.width) { view.row(y)[x] = 170 }
                }
            }
        }
        return image
    }

    @Test(
        "DS-66: a page of a book that is taken again is that page again, not the spread",
        arguments: [[1, 2], [2, 1]])
    func retake(numbers: [Int]) async throws {
        _ = try await take()
        await camera.close()
        let before = await draft.pages
        for number in numbers {
            let again = try await CameraUnderTest(draft, replacing: number)
            try await again.show(Photos.preview(OpenBook.file()), seconds: 4)
            #expect(try await again.sendStill(OpenBook.file()).display.pages == 2)
            await again.close()
        }
        let after = await draft.pages
        #expect(after.map(\.id) == before.map(\.id))
        for (old, new) in zip(before, after) {
            #expect(new.picture != old.picture)
            let (old, new) = (try #require(old.quad), try #require(new.quad))
            #expect(new.intersectionOverUnion(with: old) > 0.9)
        }
    }

    @Test("DS-66: in manual mode both pages are shown to be checked, and taken again together")
    func manualMode() async throws {
        await camera.scanner.answer(ScannerAction(kind: .mode, mode: .manual))
        try await camera.show(Photos.preview(OpenBook.file()), seconds: 1)
        await camera.scanner.answer(ScannerAction(kind: .shutter))
        let answer = try await take()
        #expect(answer.display.confirming == 2 && answer.book?.pictures.count == 2)
        await camera.scanner.answer(ScannerAction(kind: .retake, page: 2))
        #expect(await draft.pages.isEmpty)
        #expect(await camera.scanner.answer().display.confirming == nil)
    }

    @Test(
        "DS-66: both pages follow the fold, either is left out, and pages that meet no more have none")
    func fold() async throws {
        _ = try await take()
        let screen = try await station.get("\(path)/pages/1/fold").text
        #expect(screen.contains("role=\"slider\" tabindex=\"0\" aria-label=\"Upper end of the fold\""))
        #expect(try await station.get("\(path)/pages/2").text.contains("href=\"\(path)/pages/2/fold\""))
        #expect(
            try await station.post("\(path)/pages/2/fold", "top=0.4&bottom=0.6&facing=1").location?
                .hasPrefix("\(path)/pages/2?done=folded&top=0.5") == true)
        let quads = await draft.pages.compactMap(\.quad)
        let spread = try #require(BookSpread(left: quads[0], right: quads[1]))
        #expect(abs(spread.top - 0.4) < 1e-6 && abs(spread.bottom - 0.6) < 1e-6)
        for wrong in ["top=nan&bottom=0.5", "top=0.5", "top=x&bottom=y"] {
            #expect(try await station.post("\(path)/pages/1/fold", wrong).status.kind == .clientError)
        }
        #expect(
            screen.contains(
                "action=\"\(path)/pages/2/delete?keep=1\"><button class=\"button plain\">Left Page Only"))
        _ = try await station.post("\(path)/pages/2/delete")
        // A single upright page has no fold.
        #expect(
            try await station.get("\(path)/pages/1/fold").location == "\(path)/pages/1?done=unfolded")
        #expect(try await !station.get("\(path)/pages/1").text.contains("/fold\""))
    }
}
