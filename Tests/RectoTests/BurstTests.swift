import Foundation
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Pages of a video, captured with frames for fusion.
struct FusedFilm {
    let pages: [ScannedPage]
    let bursts: [PageBurst]

    /// Scanned once for all tests.
    static let film = Result { try FusedFilm() }
    /// The first page.
    static let fused = Result { try #require(try film.get().bursts[0].fuse()) }

    /// - Parameters:
    ///   - burstMemory: What the bursts, none of which is fused before the end, may take together, in bytes.
    ///   - show: Passes a frame of the video, possibly enlarged.
    init(burstFrames: Int = 16, burstMemory: Int? = nil, show: (RGBImage) -> RGBImage = { $0 }) throws {
        let film = try WatchFilm.film.get()
        var options = Recto.Scanner.Options()
        options.burstFrames = burstFrames
        if let burstMemory { options.burstMemory = burstMemory }
        let scanner = try Recto.Scanner(options)
        var (pages, bursts): ([ScannedPage], [PageBurst]) = ([], [])
        for number in film.frames.indices {
            let update = show(film.frames[number].image).withView {
                scanner.process(.rgb($0), at: film.time(number), sequence: number)
            }
            if let page = update.capturedPage { pages.append(page) }
            while let burst = scanner.takeBurst() { bursts.append(burst) }
        }
        if let page = try scanner.finish() { pages.append(page) }
        while let burst = scanner.takeBurst() { bursts.append(burst) }
        (self.pages, self.bursts) = (pages, bursts)
    }
}

@Suite struct BurstTests {
    @Test func eachPageHasABurst() throws {
        let film = try FusedFilm.film.get()
        #expect(film.pages.count == 2)
        #expect(film.bursts.map(\.time) == film.pages.map(\.time))
        #expect(film.bursts.map(\.sequence) == film.pages.map(\.sequence))
        for burst in film.bursts { #expect(8...16 ~= burst.count) }
        #expect(film.bursts.allSatisfy { $0.reason == .sampling })
    }

    @Test func noFramesAreKeptUnlessAskedFor() throws { #expect(try FusedFilm(burstFrames: 0).bursts.isEmpty) }

    @Test func burstsHaveAsManyFramesAsAskedFor() throws {
        #expect(try FusedFilm(burstFrames: 5).bursts.map(\.count) == [5, 5])
    }

    @Test(arguments: [-1, 1, 2, 33])
    func countsOfFramesOutsideTheirRangeAreRefused(count: Int) {
        var options = Recto.Scanner.Options()
        options.burstFrames = count
        #expect(throws: ParameterError.self) { try Recto.Scanner(options) }
    }

    @Test("Of frames of 6 MB no more are kept than 56 MB hold", .inRelease)
    func largeFramesAreFew() throws {
        let film = try FusedFilm(burstFrames: 32, burstMemory: 512_000_000) { image in
            guard let size = try? PixelSize(width: 1920, height: 1080) else { preconditionFailure("a valid size") }
            var large = RGBImage(size: size)
            large.withMutableView { target in
                image.withView { source in
                    for y in 0..<960 {
                        let (from, into) = (source.row(y / 2), target.row(y))
                        for x in 0..<1280 { for c in 0..<3 { into[3 * x + c] = from[3 * (x / 2) + c] } }
                    }
                }
            }
            return large
        }
        #expect(film.bursts.map(\.count) == [9, 9])
    }

    @Test("A page keeps its frames though the first one after its capture comes late, as where writing it takes long")
    func aPauseAfterTheCapture() throws {
        let film = try WatchFilm.film.get()
        var options = Recto.Scanner.Options()
        options.burstFrames = 16
        let scanner = try Recto.Scanner(options)
        var (pause, bursts): (Duration, [PageBurst]) = (.zero, [])
        for number in film.frames.indices {
            let time = film.time(number) + pause
            let update = film.frames[number].image.withView { scanner.process(.rgb($0), at: time) }
            if update.capturedPage != nil { pause += .milliseconds(700) }
            while let burst = scanner.takeBurst() { bursts.append(burst) }
        }
        #expect(bursts.count == 2)
        // Most of them were taken before it.
        for burst in bursts { #expect(8...16 ~= burst.count) }
    }

    @Test("Whether more frames are needed is told until the burst is complete")
    func moreFramesAreAskedFor() throws {
        let film = try WatchFilm.film.get()
        var options = Recto.Scanner.Options()
        options.burstFrames = 16
        let scanner = try Recto.Scanner(options)
        var isWaiting = false
        for number in film.frames.indices {
            let update = film.frames[number].image.withView { scanner.process(.rgb($0), at: film.time(number)) }
            if update.capturedPage != nil { isWaiting = true }
            #expect(update.needsMoreFrames == (isWaiting && scannerHasNone(scanner, &isWaiting)), "frame \(number)")
        }
    }

    /// Whether no burst is complete; a complete one ends the waiting.
    private func scannerHasNone(_ scanner: Recto.Scanner, _ isWaiting: inout Bool) -> Bool {
        guard scanner.takeBurst() != nil else { return true }
        isWaiting = false
        return false
    }

    @Test("Of a page that was tilted more frames are taken when that is asked for, and not before it is tilted")
    func moreFramesOfATiltedPage() throws {
        let film = try WatchFilm.film.get()
        var options = Recto.Scanner.Options()
        options.burstFrames = 16
        let scanner = try Recto.Scanner(options)
        // The first page for a long time, then moved a little, as by a hand that tilts it.
        let still = film.frames[8].image
        var bursts: [PageBurst] = []
        for number in 0..<90 {
            Self.shifted(still, by: min(max(3 * (number - 50), 0), 24)).withView {
                _ = scanner.process(.rgb($0), at: film.time(number))
            }
            while let burst = scanner.takeBurst() {
                bursts.append(burst)
                if bursts.count == 1 { scanner.takeMoreFrames(for: burst) }
            }
            #expect(bursts.count < 2 || number >= 58, "frame \(number)")
        }
        #expect(bursts.map(\.count) == [16, 16])
        #expect(bursts.first?.time == bursts.last?.time)
    }

    /// The image shifted to the right by some pixels.
    private static func shifted(_ image: RGBImage, by pixels: Int) -> RGBImage {
        var shifted = image
        shifted.withMutableView { target in
            image.withView { source in
                for y in 0..<source.height {
                    let (from, to) = (source.row(y), target.row(y))
                    for x in 3 * pixels..<source.rowBytes { to[x] = from[x - 3 * pixels] }
                }
            }
        }
        return shifted
    }

    @Test func theFusedPageIsWhereThePageIs() throws {
        let (film, fused) = (try FusedFilm.film.get(), try FusedFilm.fused.get())
        let size = try WatchFilm.film.get().size
        #expect(fused.scale == 2)
        #expect(fused.page.originalSize.width == 2 * size.width && fused.page.originalSize.height == 2 * size.height)
        let captured = try #require(film.pages[0].page.quad).map { $0 * 2 }
        let quad = try #require(fused.page.quad)
        #expect(quad.intersectionOverUnion(with: captured) > 0.97)
        #expect(fused.page.source == .fused && film.pages[0].page.source == .single)
        let fusion = try #require(fused.page.fusion)
        #expect(fusion.scale == 2)
        #expect(3...film.bursts[0].count ~= fusion.frames)
        // A quad that was moved slightly in the frame is moved as much in the fused picture.
        let moved = try #require(film.pages[0].page.quad).map { $0 + Point2D(x: 3, y: -2) }
        let there = try #require(fused.fused(moved))
        for corner in 0..<4 {
            #expect(there[corner].distance(to: quad[corner] + Point2D(x: 6, y: -4)) < 1.5)
        }
    }

    @Test("What lies around the page is the enlarged frame, without a seam")
    func whatLiesAroundThePageHasNoSeam() throws {
        let (film, fused) = (try FusedFilm.film.get(), try FusedFilm.fused.get())
        guard case .rgb(let image) = fused.page.original, let quad = film.pages[0].page.quad else {
            Issue.record("no color")
            return
        }
        // Left of the fused part, across the border of the part that is cut out of the frames.
        let columns = 0..<Int(quad.corners.map(\.x).min() ?? 0) - 32
        #expect(columns.count > 48)
        let enlarged = image.packedBytes
        let same = try WatchFilm.film.get().frames.contains { frame in
            let (bytes, width) = (frame.image.packedBytes, frame.image.width)
            return stride(from: 0, to: frame.image.height, by: 7).allSatisfy { y in
                columns.allSatisfy { x in
                    let (here, there) = (bytes[3 * (y * width + x)], enlarged[3 * (4 * y * width + 2 * x)])
                    return abs(Int(here) - Int(there)) <= 16
                }
            }
        }
        #expect(same)
    }

    @Test func aCancelledBurstIsNotFused() throws {
        #expect(try FusedFilm.film.get().bursts[0].fuse(isCancelled: { true }) == nil)
    }

    @Test("Files of a page are a burst; what is none of its pictures is refused by name")
    func burstsOfFiles() throws {
        let (film, shown) = (try WatchFilm.film.get(), try FusedFilm.film.get().pages[0])
        let quad = try #require(shown.page.quad)
        let files = try (0..<6).map { try JPEGWriter(quality: 92).encode(.rgb(film.frames[8 + $0].image)) }
        let pictures = files.map { BurstPicture(jpegBytes: $0, quad: quad) }
        let fused = try #require(try PageBurst.of(shown.page, pictures).fuse())
        #expect(3...6 ~= fused.page.fusion?.frames ?? 0)
        let there = try #require(fused.page.quad)
        #expect(there.intersectionOverUnion(with: quad.map { $0 * Double(fused.scale) }) > 0.97)
        func refusal(_ pictures: [BurstPicture]) -> ParameterError? {
            do {
                _ = try PageBurst.of(shown.page, pictures)
                return nil
            } catch { return error }
        }
        #expect(refusal(Array(pictures.prefix(2)))?.parameter == "pictures")
        #expect(refusal(pictures + [BurstPicture(jpegBytes: [1, 2, 3], quad: quad)])?.parameter == "pictures")
        let small = try JPEGWriter(quality: 92).encode(.gray(GrayImage(size: PixelSize(width: 64, height: 48))))
        #expect(refusal(pictures + [BurstPicture(jpegBytes: small, quad: quad)])?.parameter == "pictures")
        let turned = try Quad(corners: quad.corners.reversed())
        #expect(refusal(pictures + [BurstPicture(jpegBytes: files[0], quad: turned)])?.parameter == "quad")
        // A picture damaged after its header is not used.
        let damaged = BurstPicture(jpegBytes: Array(files[0].prefix(700)), quad: quad)
        #expect(try PageBurst.of(shown.page, pictures + [damaged]).fuse() != nil)
    }

    @Test("Bursts are fused one after the other, and waiting ends when they are; most of their frames are let go")
    func burstsAreFusedBesides() throws {
        let bursts = try FusedFilm().bursts
        let fuser = BurstFuser()
        let results = Results()
        #expect(fuser.add(bursts[0]) { results.add($0) })
        #expect(fuser.add(bursts[1], if: { false }) { results.add($0) })
        #expect(fuser.wait(for: .seconds(600)))
        #expect(results.all.map { $0?.time } == [bursts[0].time, nil])
        // The picture is the same as when all frames are kept.
        #expect(try results.all[0]?.page.original == FusedFilm.fused.get().page.original)
        #expect(bursts[0].times.count == 4)
        #expect(try bursts[0].count == FusedFilm.film.get().bursts[0].count)
        #expect(bursts[0].reason == .sampling)
        #expect(bursts[1].fuse() != nil)
    }

    @Test("Of more bursts than may wait the last is not fused; none is once fusing is given up")
    func fewBurstsWait() throws {
        // One of its own, because it loses its frames.
        let burst = try FusedFilm(burstFrames: 4).bursts[0]
        let (fuser, results, gate) = (BurstFuser(), Results(), DispatchSemaphore(value: 0))
        #expect(
            fuser.add(
                burst,
                if: {
                    gate.wait(); return true
                }
            ) { results.add($0) })
        #expect(fuser.add(burst) { results.add($0) })
        #expect(!fuser.add(burst) { results.add($0) })
        #expect(!fuser.wait(for: .zero))
        fuser.cancel()
        gate.signal()
        #expect(fuser.wait(for: .seconds(600)))
        #expect(results.all.map { $0?.time } == [nil, nil])
        #expect(!fuser.add(burst) { results.add($0) })
    }

    private final class Results: @unchecked Sendable {
        // Sendable: a lock.
        private let lock = NSLock()
        private var list: [FusedPage?] = []
        var all: [FusedPage?] { lock.withLock { list } }
        func add(_ page: FusedPage?) { lock.withLock { list.append(page) } }
    }
}

/// Fused pages in drafts.
@Suite struct FusedSessionTests {
    private let draft: Draft
    private let scanned: ScannedPage
    private let fused: FusedPage
    private let jpeg: [UInt8]

    init() throws {
        draft = try Draft()
        (scanned, fused) = (try FusedFilm.film.get().pages[0], try FusedFilm.fused.get())
        jpeg = try JPEGWriter(quality: 90).encode(scanned.page.original.raster)
    }

    /// A session with the page as it was captured.
    private func begun() throws -> (ScanSession, ScanSession.PageID) {
        let session = try draft.open()
        return (session, try session.add(scanned.page, jpegBytes: jpeg))
    }

    @Test func theReferenceStaysAsItCame() throws {
        let quad = try #require(fused.page.quad)
        do {
            let (session, id) = try begun()
            #expect(session.pages[0].source == .single)
            try session.rotate(id, by: .clockwise90)
            #expect(try session.fuse(id, picture: id.number, with: fused))
            #expect(try session.reference(of: id) == jpeg)
        }
        let session = try draft.open()
        #expect(session.recovery.isClean && session.pages.count == 1)
        let (page, frames) = (try #require(session.pages.first), try #require(fused.page.fusion?.frames))
        #expect(page.source == .fused && page.fusion?.frames == frames)
        #expect(page.originalSize == fused.page.originalSize && page.renderOptions.rotation == .clockwise90)
        #expect(page.quad == quad)
        #expect(try session.reference(of: page.id) == jpeg)
        #expect(try session.page(page.id).source == .fused)
        try session.takeReference(of: page.id)
        let single = try #require(session.pages.first)
        #expect(single.source == .single && single.quad == scanned.page.quad)
        #expect(single.originalSize == scanned.page.originalSize && single.renderOptions.rotation == .clockwise90)
        #expect(try session.picture(of: page.id) == jpeg)
    }

    @Test func cornersThatWereMovedStayMoved() throws {
        let (session, id) = try begun()
        let moved = try #require(scanned.page.quad).map { $0 + Point2D(x: 2, y: 3) }
        try session.adjust(id, corners: moved)
        #expect(try session.fuse(id, picture: id.number, with: fused))
        #expect(session.pages[0].quad == fused.fused(moved))
        // The same after moving them again.
        let further = try #require(session.pages[0].quad).map { $0 + Point2D(x: 4, y: 4) }
        try session.adjust(id, corners: further)
        try session.takeReference(of: id)
        let quad = try #require(session.pages[0].quad)
        for corner in 0..<4 { #expect(quad[corner].distance(to: moved[corner] + Point2D(x: 2, y: 2)) < 0.5) }
    }

    @Test func theWholePictureStaysTheWholePicture() throws {
        let (session, id) = try begun()
        try session.adjust(id, corners: nil)
        #expect(try session.fuse(id, picture: id.number, with: fused))
        #expect(session.pages[0].quad == nil && session.pages[0].source == .fused)
    }

    @Test("A page that was deleted, taken again or fused in the meantime is left alone")
    func pagesThatHaveChangedAreLeftAlone() throws {
        let (session, id) = try begun()
        let other = try session.add(scanned.page, jpegBytes: jpeg)
        try session.retake(other, with: scanned.page, jpegBytes: jpeg)
        #expect(try !session.fuse(other, picture: other.number, with: fused))
        try session.delete(id)
        #expect(try !session.fuse(id, picture: id.number, with: fused))
        try session.restore(id, at: 0)
        #expect(try session.fuse(id, picture: id.number, with: fused))
        #expect(try !session.fuse(id, picture: session.pages[0].picture, with: fused))
        // Another picture made from it replaces the first.
        #expect(try session.fuse(id, picture: id.number, with: fused))
        #expect(try session.reference(of: id) == jpeg)
        try session.retake(id, with: scanned.page, jpegBytes: jpeg)
        #expect(session.pages[0].source == .single)
        // Its earlier version, before the retake.
        try session.restorePicture(of: id)
        #expect(session.pages[0].source == .fused)
        #expect(try session.reference(of: id) == jpeg)
    }

    @Test(
        "After the picture as it came, the one of several can be taken again, also when the draft was closed meanwhile")
    func thereAndBack() throws {
        do {
            let (session, id) = try begun()
            #expect(try !session.takeFused(of: id))
            #expect(try session.fuse(id, picture: id.number, with: fused))
            try session.takeReference(of: id)
            #expect(session.pages[0].setAside == fused.page.fusion && session.pages[0].reference == nil)
            #expect(session.pages[0].cameAs == id.number)
        }
        let session = try draft.open()
        let id = session.pages[0].id
        #expect(try session.takeFused(of: id))
        #expect(session.pages[0].source == .fused && session.pages[0].quad == fused.page.quad)
        #expect(session.pages[0].setAside == nil && session.pages[0].cameAs == id.number)
        #expect(try session.reference(of: id) == jpeg)
        // A change to one of them applies to the other.
        try session.takeReference(of: id)
        let moved = try #require(scanned.page.quad).map { $0 + Point2D(x: 2, y: 3) }
        try session.adjust(id, corners: moved)
        try session.setFilter(.grayscale, of: id)
        #expect(try session.takeFused(of: id))
        let (quad, there) = (try #require(session.pages[0].quad), try #require(fused.fused(moved)))
        for corner in 0..<4 { #expect(quad[corner].distance(to: there[corner]) < 0.01) }
        #expect(session.pages[0].renderOptions.filter == .grayscale)
        try session.takeReference(of: id)
        let back = try #require(session.pages[0].quad)
        for corner in 0..<4 { #expect(back[corner].distance(to: moved[corner]) < 0.01) }
        // After a retake only the earlier version can be restored.
        try session.retake(id, with: scanned.page, jpegBytes: jpeg)
        #expect(try !session.takeFused(of: id))
        try session.restorePicture(of: id)
        #expect(try session.takeFused(of: id))
    }

    @Test("Corners that were chosen in one of both pictures are where they belong in the other")
    func cornersOfTheOtherPicture() throws {
        let (session, id) = try begun()
        let quad = try #require(scanned.page.quad)
        #expect(try session.corners(quad, of: id, in: id.number) == quad)
        #expect(try session.fuse(id, picture: id.number, with: fused))
        let made = session.pages[0].picture
        #expect(
            try session.corners(quad, of: id, in: id.number).intersectionOverUnion(with: #require(fused.page.quad))
                > 0.999)
        try session.takeReference(of: id)
        let back = try session.corners(#require(fused.page.quad), of: id, in: made)
        #expect(back.intersectionOverUnion(with: quad) > 0.999)
        #expect(try session.corners(quad, of: id, in: 77) == quad)
    }

    @Test("A fused picture with its reference becomes a page of another draft, with corners that were moved in it")
    func fusedPicturesOfElsewhere() throws {
        let (session, id) = try begun()
        #expect(try session.fuse(id, picture: id.number, with: fused))
        let page = session.pages[0]
        let reference = try #require(page.reference)
        #expect(reference.size == scanned.page.originalSize && reference.quad == scanned.page.quad)
        let moved = try #require(page.quad).map { $0 + Point2D(x: 4, y: 6) }
        let other = try Draft()
        do {
            let copy = try other.open()
            try copy.add(
                fused: ScanSession.FusedPicture(
                    bytes: try session.picture(of: id), quad: moved, reference: try session.reference(of: id),
                    referenceQuad: reference.quad, fusedQuad: reference.fusedQuad,
                    fusion: try #require(page.fusion)), key: "a")
        }
        let copy = try other.open()
        #expect(copy.recovery.isClean && copy.pages.count == 1)
        let there = try #require(copy.pages.first)
        #expect(there.fusion == page.fusion && there.quad == moved && copy.page(withKey: "a") == there.id)
        #expect(try copy.reference(of: there.id) == jpeg)
        try copy.takeReference(of: there.id)
        let (single, quad) = (try #require(copy.pages[0].quad), try #require(scanned.page.quad))
        for corner in 0..<4 { #expect(single[corner].distance(to: quad[corner] + Point2D(x: 2, y: 3)) < 0.5) }
    }

    @Test("Fusing is no retake: there is no former picture to go back to")
    func fusingIsNoRetake() throws {
        let (session, id) = try begun()
        #expect(try session.fuse(id, picture: id.number, with: fused))
        #expect(!session.hasFormerPicture(id))
    }

    @Test func aFusedPictureThatIsMissingGivesWayToTheReference() throws {
        do {
            let (session, id) = try begun()
            #expect(try session.fuse(id, picture: id.number, with: fused))
        }
        let pictures = URL(filePath: draft.path).appending(path: "originals")
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures.path).sorted()
        #expect(names.count == 2)
        try FileManager.default.removeItem(at: pictures.appending(path: names[1]))
        let session = try draft.open()
        #expect(session.pages.map(\.source) == [.single])
        #expect(session.pages.first?.quad == scanned.page.quad)
        #expect(try session.picture(of: session.pages[0].id) == jpeg)
    }

    @Test("A picture of an interrupted fusing becomes no page")
    func theFileOfAnInterruptedFusingBecomesNoPage() throws {
        do {
            let (session, id) = try begun()
            #expect(try session.fuse(id, picture: id.number, with: fused))
        }
        // The program ended before the last record.
        let lines = try String(contentsOf: draft.journal, encoding: .utf8).split(separator: "\n")
        try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8).write(to: draft.journal)
        let session = try draft.open()
        #expect(session.pages.map(\.source) == [.single])
    }

    @Test func whatIsLostIsKeptWithThePage() throws {
        let part = Quad(width: 16, height: 32).map { $0 + Point2D(x: 48, y: 64) }
        let fusion = PageFusion(frames: 9, scale: 2, noise: 4.5, lostShare: 0.01, lost: [part])
        let copy = try JSONDecoder().decode(PageFusion.self, from: try JSONEncoder().encode(fusion))
        #expect(copy == fusion)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                PageFusion.self, from: Data(#"{"frames":3,"noise":1,"lostShare":0,"lost":[[1,2,3]]}"#.utf8))
        }
        for scale in [0, -1, 3] {
            let record = Data(#"{"frames":3,"scale":\#(scale),"noise":1,"lostShare":0,"lost":[]}"#.utf8)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(PageFusion.self, from: record) }
        }
    }
}
