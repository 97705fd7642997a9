import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Full-size frames that the station requests from a browser after a capture.
@Suite struct FrameRouteTests {
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

    /// Returns a browser that has captured the page.
    private func captured(hasEngine: Bool = false) async throws -> CameraUnderTest {
        let camera = try await CameraUnderTest(try await station.scanner(name), hasEngine: hasEngine)
        let answers = try await camera.show(Photos.preview(film.frames[0]), seconds: 4)
        #expect(answers.contains { $0.gathersFrames } && answers.first?.gathersFrames == false)
        try await camera.sendStill(film.frames[0])
        return camera
    }

    /// Sends frames with the page's corners in each.
    private func send(
        _ address: String, _ frames: [[UInt8]], corners: [[Double]]? = nil, to station: StationUnderTest? = nil
    ) async throws -> StationUnderTest.Answer {
        let corners = corners ?? frames.map { _ in film.shares }
        var body = Array("--x\r\nContent-Disposition: form-data; name=\"corners\"\r\n\r\n".utf8)
        body += try JSONEncoder().encode(corners)
        for frame in frames {
            let head = "\r\n--x\r\nContent-Disposition: form-data; name=\"frames\"; filename=\"frame.jpg\"\r\n"
            body += Array("\(head)Content-Type: image/jpeg\r\n\r\n".utf8) + frame
        }
        return try await (station ?? self.station).ask(
            .post, address, body + Array("\r\n--x--\r\n".utf8),
            headers: [.contentType: "multipart/form-data; boundary=x"])
    }

    private func sharper(_ draft: Draft) async -> ScanSession.SessionPage? {
        let changes = draft.changes.stream
        if let page = await draft.pages.first, page.fusion != nil { return page }
        for await _ in changes { if let page = await draft.pages.first, page.fusion != nil { return page } }
        return nil
    }

    @Test(
        "DS-70: after a capture the station asks for the film's pictures, and makes one sharper picture of them",
        .timeLimit(.minutes(5)), arguments: [false, true])
    func frames(hasEngine: Bool) async throws {
        let camera = try await captured(hasEngine: hasEngine)
        let asked = try #require(camera.answer.frames)
        #expect(asked.key == camera.answer.handled && asked.count == 12)
        #expect(asked.address == "\(path)/pages/1/frames?key=\(asked.key)")
        let answer = try await send(asked.address, Array(film.frames[1...8]))
        #expect(answer.status == .accepted && answer.text == #"{"frames":9}"#)
        let page = try #require(await sharper(camera.scanner.draft))
        #expect(page.cameAs == 1 && page.originalSize.width == 2 * film.size.width)
        #expect(try await camera.scanner.draft.reference(of: 1) == film.frames[0])
        #expect(await camera.scanner.answer().sharper?.hasPrefix("Enhanced from ") == true)
        // They are only accepted once.
        #expect(try await send(asked.address, film.frames).status == .notFound)
        // The page still in view is recognized.
        let later = try await camera.show(Photos.preview(film.frames[3]), seconds: 3)
        #expect(later.allSatisfy { $0.still == nil && $0.display.pages == 1 && !$0.gathersFrames })
    }

    @Test(
        "DS-70: of a page that is taken again, too, pictures are asked for, with the answer that leads back to the gallery"
    )
    func retake() async throws {
        let first = try await captured()
        await first.close()
        let scanner = try await station.scanner(name)
        let camera = try await CameraUnderTest(scanner, replacing: 1)
        try await camera.show(Photos.preview(film.frames[0]), seconds: 4)
        let answer = try await camera.sendStill(film.frames[1])
        #expect(answer.destination == "\(path)/pages/1?done=retaken")
        let asked = try #require(answer.frames)
        #expect(asked.key == answer.handled)
        #expect(try await send(asked.address, Array(film.frames[2...8])).status == .accepted)
    }

    @Test(
        "DS-70, DS-71: pictures are asked for of a page with glare that the shutter takes, although the glare has moved",
        arguments: [false, true])
    func glare(hasEngine: Bool) async throws {
        let camera = try await CameraUnderTest(try await station.scanner(name), hasEngine: hasEngine)
        let shown = try Photos.preview(film.frame(0, lampAt: 0.35))
        let answers = try await camera.show(shown, seconds: 4)
        #expect(answers.allSatisfy { $0.still == nil } && answers.last?.gathersFrames == true)
        #expect(answers.last?.display.prompt == "Too much glare. Tilt or move the page.")
        await camera.scanner.answer(ScannerAction(kind: .shutter))
        try await camera.show(shown, seconds: 1)
        let answer = try await camera.sendStill(film.frame(1, lampAt: 0.65))
        #expect(answer.display.prompt != StationMessages.tookOther && answer.display.pages == 1)
        #expect(answer.frames?.key == answer.handled)
    }

    @Test(
        "DS-70, DS-71: no pictures are asked for if the person does not want it, of a page that is sharp enough, or of books"
    )
    func notAskedFor() async throws {
        let (size, large) = (try PixelSize(width: 1920, height: 1440), try PixelSize(width: 4000, height: 3000))
        #expect(FrameRequest.reasons(for: Quad(width: 1000, height: 1400), in: size) == .sampling)
        #expect(FrameRequest.reasons(for: Quad(width: 1300, height: 1800), in: size).isEmpty)
        #expect(FrameRequest.reasons(for: Quad(width: 1300, height: 1800), in: size, glareShare: 0.001) == .glare)
        #expect(FrameRequest.reasons(for: Quad(width: 300, height: 400), in: large, glareShare: 0.5).isEmpty)
        let camera = try await CameraUnderTest(try await station.scanner(DraftName()))
        await camera.scanner.answer(ScannerAction(kind: .subject, subject: .book))
        let answers = try await camera.show(Photos.preview(film.frames[0]), seconds: 4)
        try await camera.sendStill(film.frames[0])
        #expect(answers.allSatisfy { !$0.gathersFrames } && camera.answer.frames == nil)
        _ = try await station.post("/profile/preferences", "units=metric&sharpening=off")
        let other = try await CameraUnderTest(try await station.scanner(name))
        let shown = try await other.show(Photos.preview(film.frames[0]), seconds: 4)
        try await other.sendStill(film.frames[0])
        #expect(shown.allSatisfy { !$0.gathersFrames } && other.answer.frames == nil)
        #expect(await other.scanner.draft.pages.count == 1)
    }

    @Test("DS-72: a browser that keeps its film's pictures is asked to hold still, and why; others are not")
    func prompts() async throws {
        // The close surroundings of the page: it cannot come nearer.
        guard case .gray(let whole) = try PictureReader(layout: .gray).read(bytes: film.frames[0]).pixels else {
            preconditionFailure("asked for gray")
        }
        let (xs, ys) = (film.quad.corners.map(\.x), film.quad.corners.map(\.y))
        let (left, top) = (max(0, Int(xs.min() ?? 0) - 12), max(0, Int(ys.min() ?? 0) - 12))
        let right = min(whole.width, Int(xs.max() ?? 0) + 12)
        let bottom = min(whole.height, Int(ys.max() ?? 0) + 12)
        var near = GrayImage(size: try PixelSize(width: right - left, height: bottom - top))
        near.withMutableView { target in
            whole.withView { source in
                for y in 0..<target.height {
                    for x in 0..<target.width { target.row(y)[x] = source.row(top + y)[left + x] }
                }
            }
        }
        func prompts(keepsFilm: Bool, _ size: PixelSize, hasEngine: Bool = false) async throws -> Set<String> {
            let camera = try await CameraUnderTest(try await station.scanner(DraftName()), hasEngine: hasEngine)
            await camera.scanner.setStill(size, keepsFilm: keepsFilm)
            return Set(try await camera.show(near, seconds: 4).map(\.display.prompt))
        }
        let text = "Hold still: more pictures make small print sharper"
        let wide = try PixelSize(width: 2 * near.width, height: 2 * near.height)
        for hasEngine in [false, true] {
            let told = try await prompts(keepsFilm: true, wide, hasEngine: hasEngine)
            #expect(told.contains(text), "\(told)")
            #expect(try await !prompts(keepsFilm: false, wide, hasEngine: hasEngine).contains(text))
        }
        let large = try PixelSize(width: 8 * near.width, height: 8 * near.height)
        #expect(try await !prompts(keepsFilm: true, large).contains(text))
        _ = try await station.post("/profile/preferences", "units=metric&sharpening=off")
        #expect(try await !prompts(keepsFilm: true, wide).contains(text))
    }

    @Test("DS-70: what is no frame of the page is refused with a reason, and the page stays as it was captured")
    func hostile() async throws {
        let camera = try await captured()
        let asked = try #require(camera.answer.frames)
        let address = asked.address
        func refusal(_ frames: [[UInt8]], corners: [[Double]]? = nil) async throws -> HTTPResponse.Status {
            try await send(address, frames, corners: corners).status
        }
        let (frame, six) = (film.frames[1], Array(film.frames.prefix(6)))
        #expect(try await refusal([frame]) == .badRequest)
        #expect(try await refusal(Array(repeating: frame, count: 13)) == .badRequest)
        #expect(try await refusal(Array(repeating: [1], count: 1000)) == .badRequest)
        #expect(try await refusal([[1, 2], [3, 4], [5, 6]]) == .unprocessableContent)
        let same = try await send(address, Array(repeating: frame, count: 12))
        #expect(same.status == .accepted && same.text == #"{"frames":0}"#)
        #expect(try await refusal(six + [Array(frame.dropFirst())]) == .unprocessableContent)
        let small = try JPEGWriter(quality: 92).encode(.gray(GrayImage(size: PixelSize(width: 64, height: 48))))
        #expect(try await refusal(six + [small]) == .unprocessableContent)
        #expect(
            try await refusal(Array(repeating: [UInt8](repeating: 0, count: 3 << 20), count: 6)) == .contentTooLarge)
        // Invalid corners, too few, and those of a moved page.
        let shares = film.shares
        let reversed = stride(from: 6, through: 0, by: -2).flatMap { [shares[$0], shares[$0 + 1]] }
        for wrong in [
            [shares], Array(repeating: [0.1], count: 6), Array(repeating: reversed, count: 6),
            Array(repeating: shares.map { $0 + 3 }, count: 6),
        ] { #expect(try await refusal(six, corners: wrong) == .badRequest) }
        let moved = Array(
            repeating: shares.enumerated().map { $0.offset % 2 == 0 ? $0.element + 0.2 : $0.element }, count: 6)
        #expect(try await refusal(six, corners: moved) == .unprocessableContent)
        // Not a form, another page, another draft, another key.
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=x"]
        #expect(try await station.ask(.post, address, Array("--x\r\n".utf8), headers: headers).status == .badRequest)
        #expect(try await station.post(address, "frames=1").status == .badRequest)
        for other in [
            "\(path)/pages/2/frames?key=\(asked.key)", "/scan/\(DraftName())/pages/1/frames?key=\(asked.key)",
            "\(path)/pages/1/frames?key=\(DraftName())", "\(path)/pages/1/frames",
            "/scan/x/pages/1/frames?key=\(asked.key)",
        ] { #expect(try await send(other, six).status == .notFound, "\(other)") }
        #expect(await camera.scanner.draft.pages.map(\.fusion) == [nil])
        #expect(try await camera.scanner.draft.original(of: 1) == film.frames[0])
        // After all of these, the frames are still accepted.
        #expect(try await send(address, six).status == .accepted)
    }

    @Test("DS-70: frames of another page, or all damaged, make no sharper picture", .timeLimit(.minutes(5)))
    func otherPage() async throws {
        let camera = try await captured()
        let asked = try #require(camera.answer.frames)
        let other = try RestingFilm.other.get()
        let page = Page(try PictureReader().read(bytes: film.frames[0]).pixels, quad: film.quad)
        let damaged = film.frames.prefix(6).map { BurstPicture(jpegBytes: Array($0.prefix(900)), quad: film.quad) }
        #expect(try PageBurst.of(page, damaged).fuse() == nil)
        #expect(try await send(asked.address, Array(other.frames.prefix(2))).status == .accepted)
        // A restarted station has not requested anything.
        let again = try await StationUnderTest(folder: try TemporaryFolder())
        #expect(try await send(asked.address, film.frames, to: again).status == .notFound)
    }

    @Test("DS-70: few captures wait for their frames: the oldest is forgotten")
    func places() async throws {
        let camera = try await captured()
        let first = try #require(camera.answer.frames)
        let capture = PageSharpener.Capture(draft: camera.scanner.draft, page: 1, picture: 1, file: film.frames[0])
        let sharpener = PageSharpener(try Library(folder: folder.path("other")))
        let keys = (0..<6).map { _ in DraftName().text }
        for key in keys { sharpener.expect(key, of: capture, film.size, film.quad) }
        #expect(keys.map { sharpener.isExpected($0) } == [false, false, true, true, true, true])
        #expect(!sharpener.isExpected(first.key))
    }
}
