import Foundation
import HTTPTypes
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import Synchronization
import TestSupport
import Testing

/// Pages of the station's own cameras that become sharper after their capture.
@Suite struct SharperPageTests {
    private let folder: TemporaryFolder
    private let station: StationUnderTest
    private let film: RestingFilm
    private let name = DraftName()

    init() async throws {
        folder = try TemporaryFolder()
        station = try await StationUnderTest(folder: folder)
        film = try RestingFilm.film.get()
    }

    private var path: String { "/scan/\(name)" }
    private var library: Library { get throws { try Library(folder: folder.path("station")) } }

    /// Returns a view on a camera that shows the page.
    private func scanner() async throws -> LiveScanner {
        let scanner = try await station.scanner(name)
        try await scanner.setSource("Desk")
        await scanner.begin(replacing: nil)
        return scanner
    }

    /// Shows the clip to a camera of the station.
    private func show(_ scanner: LiveScanner) async throws {
        try await scanner.watch(film.write(in: folder), turn: PictureTurn()) { _, _ in }
    }

    /// Waits until a draft is in a certain state.
    private func wait(_ draft: Draft, until isDone: @Sendable (Draft) async -> Bool) async {
        let changes = draft.changes.stream
        if await isDone(draft) { return }
        for await _ in changes where await isDone(draft) { return }
    }

    /// Returns a page captured from the first frame of the clip, and the result of merging all frames.
    private func captured() async throws -> (draft: Draft, fused: FusedPage) {
        let draft = try await station.scanner(name).draft
        _ = try await draft.keep(film.page(0), jpegBytes: film.frames[0])
        return (draft, try #require(try film.fused()))
    }

    @discardableResult
    private func sharpen(_ draft: Draft, _ fused: FusedPage) async throws -> Bool {
        try await draft.sharpen(1, 1, with: fused, fused.jpegBytes())
    }

    @Test(
        "DS-68: a page of the station's camera is there at once, and a sharper picture takes its place; its own is kept",
        .timeLimit(.minutes(5)))
    func stationCamera() async throws {
        let scanner = try await scanner()
        try await show(scanner)
        let draft = scanner.draft
        await wait(draft) { await $0.pages.first?.fusion != nil }
        let pages = await draft.pages
        #expect(pages.count == 1)
        let page = try #require(pages.first)
        #expect(page.originalSize.width == 2 * film.size.width)
        #expect(try film.frames.contains(await draft.reference(of: 1)))
        let there = try #require(page.quad)
        #expect(there.intersectionOverUnion(with: film.quad.map { $0 * 2 }) > 0.95)
        let frames = try #require(page.fusion?.frames)
        #expect(await scanner.answer().sharper == "Enhanced from \(frames) shots")
        // It is still in view, and is not a different page.
        try await show(scanner)
        #expect(await draft.pages.count == 1)
    }

    @Test("DS-72: before a camera of the station one is asked to hold still, until there are enough pictures")
    func prompts() async throws {
        let scanner = try await scanner()
        await scanner.setCamera(.ready)
        let prompts = Mutex<[String]>([])
        let turn = PictureTurn()
        try await scanner.watch(film.write(in: folder), turn: turn) { _, answer in
            prompts.withLock { $0.append(answer.display.prompt) }
            turn.giveBack()
        }
        let told = prompts.withLock { $0 }
        let asked = try #require(told.lastIndex(of: "Hold still: more pictures make small print sharper"))
        let captured = try #require(told.firstIndex(of: "Captured"), "there are enough by then")
        #expect(asked < captured)
        #expect(told.last == "Already scanned as page 1")
    }

    @Test("DS-71: nothing is made of several pictures if the person does not want it")
    func switchedOff() async throws {
        _ = try await station.post("/profile/preferences", "units=metric&sharpening=off")
        #expect(try await station.get("/profile").text.contains("name=\"sharpening\"><option value=\"off\" selected"))
        let scanner = try await scanner()
        try await show(scanner)
        #expect(await scanner.draft.pages.map(\.fusion) == [nil])
        _ = try await station.post("/profile/preferences", "units=metric")
        #expect(
            try await station.get("/profile").text.contains(
                "value=\"off\" selected>Off</option><option value=\"automatic\">"))
    }

    @Test("DS-68: a camera that shows one frame again and again gives no sharper page")
    func sameFrames() async throws {
        let pictures = film.frames.map { BurstPicture(jpegBytes: $0, quad: film.quad) }
        #expect(try PageBurst.of(film.page(0), pictures).hasDifferentFrames)
        let same = Array(repeating: pictures[0], count: 8)
        #expect(try !PageBurst.of(film.page(0), same).hasDifferentFrames)
    }

    @Test("DS-68: corners, turn, filter and flattening that were changed meanwhile stay as they are")
    func changedMeanwhile() async throws {
        let (draft, fused) = try await captured()
        let moved = film.quad.map { $0 + Point2D(x: 5, y: 7) }
        try await draft.adjust(1, to: moved)
        try await draft.rotate(1)
        try await draft.setFilter(.grayscale, of: 1)
        try await draft.setFlattening(.automatic, of: 1)
        #expect(try await sharpen(draft, fused))
        let page = try #require(await draft.page(1))
        #expect(page.renderOptions.rotation == .clockwise90 && page.renderOptions.filter == .grayscale)
        #expect(page.renderOptions.flattening == .automatic)
        let (quad, there) = (try #require(page.quad), try #require(fused.fused(moved)))
        #expect((0..<4).allSatisfy { quad[$0].distance(to: there[$0]) < 0.01 })
    }

    @Test("DS-68: a page that was deleted, taken again, split or saved meanwhile is no other page")
    func goneMeanwhile() async throws {
        let (draft, fused) = try await captured()
        let other = try RestingFilm.other.get()
        _ = try await draft.keep(other.page(0), jpegBytes: other.frames[0])
        try await draft.delete(1)
        #expect(try await !sharpen(draft, fused))
        try await draft.restore(1, at: 0)
        try await draft.split(1, top: 0.5, bottom: 0.5, order: .leftFirst)
        #expect(try await !sharpen(draft, fused))
        _ = try await draft.unfold(1)
        #expect(try await draft.original(of: 1) == film.frames[0])
        #expect(try await sharpen(draft, fused))
        // Once is enough.
        #expect(try await !sharpen(draft, fused))
        try await draft.show(.single, of: 1)
        #expect(try await !sharpen(draft, fused))
        #expect(await draft.pages.map(\.cameAs) == [1, 2])
        #expect(try await draft.original(of: 2) == other.frames[0])
    }

    @Test(
        "DS-69: in the gallery one goes back to the picture as it was captured, and forth; the document keeps both, and so does its editing"
    )
    func thereAndBack() async throws {
        let (draft, fused) = try await captured()
        #expect(try await !station.get("\(path)/pages").text.contains("source-fused"))
        #expect(try await sharpen(draft, fused))
        func isChosen(_ source: String) async throws -> Bool {
            try await station.get("\(path)/pages/1").text.contains(
                "id=\"source-\(source)\" name=\"source\" value=\"\(source)\" aria-pressed=\"true\"")
        }
        let sharper = try fused.jpegBytes()
        #expect(try await station.get("\(path)/pages/1/original").body == sharper)
        #expect(try await isChosen("fused"))
        let text = try await station.get("\(path)/pages/1").text
        #expect(text.contains("Enhanced from \(fused.page.fusion?.frames ?? 0) shots"))
        #expect(try await station.post("\(path)/pages/1/source", "source=single").location == "\(path)/pages/1")
        #expect(try await station.get("\(path)/pages/1/original").body == film.frames[0])
        #expect(try await isChosen("single"))
        #expect(await draft.page(1)?.quad == film.quad)
        _ = try await station.post("\(path)/pages/1/source", "source=fused")
        #expect(try await station.get("\(path)/pages/1/original").body == sharper)
        #expect(await draft.page(1)?.quad == fused.page.quad)
        for wrong in ["source=both", "source=", "filter=color"] {
            #expect(try await station.post("\(path)/pages/1/source", wrong).status == .badRequest)
        }
        // A screen that shows the page's first picture keeps getting that one.
        #expect(try await station.get("\(path)/pages/1/original?v=1").body == film.frames[0])
        // In the library.
        let location = try #require(try await station.post("\(path)/save").location)
        let document = try #require(Int64(location.split(separator: "/")[1].prefix { $0.isNumber }))
        let page = try #require(try library.pages(of: document).first)
        #expect(try library.original(page.original) == sharper)
        #expect(try page.single.map { try library.original($0) } == film.frames[0])
        func screen() async throws -> String { try await station.get("/documents/\(document)/pages/0").text }
        #expect(try await screen().contains("Enhanced from \(fused.page.fusion?.frames ?? 0) shots"))
        let edit = try #require(try await station.post("/documents/\(document)/draft").location)
        let editing = String(edit.dropLast(6))
        // Both pictures of a copy have numbers: the page has that of the sharper one.
        _ = try await station.post("\(editing)/pages/2/source", "source=single")
        #expect(try await station.get("\(editing)/pages/2/original").body == film.frames[0])
        let saved = try #require(try await station.post("\(editing)/save").location)
        let single = try #require(try library.pages(of: document).first)
        #expect(try library.original(single.original) == film.frames[0] && single.single == nil)
        #expect(single.quad == film.quad)
        #expect(try await !screen().contains("Sharper: "))
        // And undone.
        let event = try #require(saved.firstMatch(of: /undo=(\d+)$/)?.output.1)
        _ = try await station.post("/documents/\(document)/undo/\(event)")
        #expect(try library.pages(of: document) == [page])
    }

    @Test("DS-68: corners that are being adjusted on the captured picture are where they belong in the sharper one")
    func adjustedMeanwhile() async throws {
        let (draft, fused) = try await captured()
        let screen = try await station.get("\(path)/pages/1/adjust").text
        #expect(screen.contains("<input type=\"hidden\" name=\"picture\" value=\"1\">"))
        #expect(try await sharpen(draft, fused))
        let moved = film.quad.map { $0 + Point2D(x: 4, y: -3) }
        let corners = moved.corners.map { "\($0.x),\($0.y)" }.joined(separator: ",")
        let answer = try await station.post("\(path)/pages/1/adjust", "corners=\(corners)&picture=1")
        #expect(answer.location == "\(path)/pages/1")
        let (quad, there) = (try #require(await draft.page(1)?.quad), try #require(fused.fused(moved)))
        #expect((0..<4).allSatisfy { quad[$0].distance(to: there[$0]) < 0.01 })
    }

    @Test(
        "DS-68, DS-69: a draft that was saved before its page was sharper becomes sharper as a document, unless somebody has changed it"
    )
    func savedMeanwhile() async throws {
        let (draft, fused) = try await captured()
        let library = try library
        let (frame, file) = (film.frames[0], try fused.jpegBytes())
        let document = try await draft.save(in: library, title: "Rent", captured: .now).document
        #expect(try await !sharpen(draft, fused))
        // It is not replaced while the page is being edited.
        let before = try library.pageList(of: document)
        try library.beginEdit(of: document, in: "0123456789abcdef", seeing: before)
        #expect(try !library.sharpen(document, frame, with: fused, file, at: .now))
        try library.forgetEdits(except: [])
        #expect(try !library.sharpen(document, film.frames[1], with: fused, file, at: .now))
        #expect(try library.pageList(of: document) == before)
        #expect(try library.sharpen(document, frame, with: fused, file, at: .now))
        let page = try #require(try library.pages(of: document).first)
        #expect(page.quad == fused.page.quad && page.single == before.items[0].page.original)
        #expect(try library.document(document).version == 2)
        #expect(try library.pageList(of: document).items[0].id == before.items[0].id)
        #expect(try !library.sharpen(document, frame, with: fused, file, at: .now))
        // Deleting it leaves no files behind.
        try library.delete(document)
        #expect(try !library.hasOriginal(page.original) && !library.hasOriginal(#require(page.single)))
    }

    @Test("DS-68: a station that ends meanwhile has the page as it was captured, or the sharper one with its own")
    func cutAnywhere() async throws {
        let (draft, fused) = try await captured()
        let journal = URL(filePath: folder.path("station/drafts/\(name)/journal"))
        let before = try Data(contentsOf: journal)
        #expect(try await sharpen(draft, fused))
        let after = try Data(contentsOf: journal)
        // The sharper picture follows the record that refers to it.
        let named = try #require(after[before.count...].firstIndex(of: UInt8(ascii: "\n"))) + 1
        for length in Array(stride(from: named, to: after.count, by: 11)) + [after.count - 1, after.count] {
            let copy = folder.path("copy")
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: folder.path("station/drafts/\(name)"), toPath: copy)
            try after.prefix(length).write(to: URL(filePath: copy + "/journal"))
            let found = Draft(name, folder: copy)
            let pages = await found.pages
            #expect(pages.count == 1 && pages[0].cameAs == 1, "\(length) bytes")
            #expect(try await found.reference(of: 1) == film.frames[0], "\(length) bytes")
        }
    }

    @Test("DS-71: that glare hides something is told in the camera view, once, in the gallery, and with the saved page")
    func lostParts() async throws {
        let scanner = try await scanner()
        let (draft, made) = try await captured()
        #expect(await scanner.answer().display.pages == 1)
        var page = made.page
        page.fusion = PageFusion(frames: 9, noise: 2, lostShare: 0.02, lost: [Quad(width: 20, height: 30)])
        #expect(try await sharpen(draft, FusedPage(page: page, scale: made.scale, captured: made.captured)))
        await scanner.setCamera(.ready)
        let warning = "Glare hides part of the page. Tilt it, and take it again."
        #expect(await scanner.answer().display.prompt == warning)
        #expect(try await station.get("\(path)/pages").text.contains(warning))
        // And of a document.
        let location = try #require(try await station.post("\(path)/save").location)
        let document = try #require(Int64(location.split(separator: "/")[1].prefix { $0.isNumber }))
        #expect(try await station.get("/documents/\(document)/pages/0").text.contains(warning))
    }
}
