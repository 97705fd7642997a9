import CRecto
import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The functions of recto.h that keep pages in a draft.
@Suite("Sessions from C")
struct CSessionTests {
    private let draft: Draft
    private let detector: CObject

    init() throws {
        draft = try Draft()
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
    }

    private func open() throws -> CObject {
        try CObject(free: { recto_session_free($0) }, make: { recto_session_open(draft.path, $0) })
    }

    /// A picture's file.
    private func file(_ name: String, width: Int) throws -> String {
        try Data(Draft.picture(70, width: width)).write(to: draft.folder.url.appending(path: name))
        return draft.folder.path(name)
    }

    /// Appends a page processed by the detector.
    @discardableResult
    private func add(_ width: Int, to session: CObject) throws -> Int64 {
        let path = try file("page.png", width: width)
        let page = try CObject(
            free: { recto_page_free($0) }, make: { recto_detector_scan_file(detector.pointer, path, $0, nil) })
        var id: Int64 = 0
        #expect(recto_session_add(session.pointer, page.pointer, &id) == RECTO_OK)
        return id
    }

    private func ids(_ session: CObject) throws -> [Int64] {
        var count = 0
        try #require(recto_session_count(session.pointer, &count) == RECTO_OK)
        return try (0..<count).map { place in
            var id: Int64 = 0
            try #require(recto_session_get_page(session.pointer, place, &id, nil) == RECTO_OK)
            return id
        }
    }

    private func info(_ session: CObject, _ place: Int) throws -> recto_page_info {
        var (id, info) = (Int64(0), recto_page_info())
        info.struct_size = MemoryLayout<recto_page_info>.stride
        try #require(recto_session_get_page(session.pointer, place, &id, &info) == RECTO_OK)
        return info
    }

    /// Width of a page's picture.
    private func width(_ session: CObject, _ id: Int64) throws -> UInt32 {
        let page = try CObject(
            free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
        var info = recto_page_info()
        info.struct_size = MemoryLayout<recto_page_info>.stride
        try #require(recto_page_get_info(page.pointer, &info) == RECTO_OK)
        return info.picture_width
    }

    @Test("Pages are added, changed, moved and deleted")
    func pagesAreAddedChangedMovedAndDeleted() throws {
        var (first, second, third) = (Int64(0), Int64(0), Int64(0))
        let session = try open()
        first = try add(40, to: session)
        var corners = Draft.quad(2).inC
        var renderOptions = recto_render_options()
        recto_render_options_init(&renderOptions)
        renderOptions.rotation_degrees = 90
        #expect(
            recto_session_add_file(
                session.pointer, try file("second.png", width: 90), &corners, &renderOptions, &second)
                == RECTO_OK)
        third = try add(140, to: session)
        try add(200, to: session)
        #expect(Set([first, second, third]).count == 3)
        #expect(recto_session_delete(session.pointer, third) == RECTO_OK)
        #expect(recto_session_move(session.pointer, second, 0) == RECTO_OK)
        #expect(recto_session_rotate(session.pointer, second, 180) == RECTO_OK)
        #expect(recto_session_set_filter(session.pointer, first, RECTO_FILTER_GRAYSCALE) == RECTO_OK)
        corners = Draft.quad(3).inC
        #expect(recto_session_set_corners(session.pointer, first, &corners) == RECTO_OK)
        let left = try ids(session)
        #expect(left.count == 3 && left[0] == second && left[1] == first)
        #expect(try info(session, 0).rotation_degrees == 270)
        #expect(try info(session, 1).corners.corners.0.x == 3)
        #expect(try info(session, 1).filter == RECTO_FILTER_GRAYSCALE)
        #expect(try width(session, left[2]) == 200)
    }

    @Test("A draft stays when its session is freed, and is open once at a time")
    func aDraftOutlivesItsSession() throws {
        var id: Int64 = 0
        do {
            let session = try open()
            id = try add(70, to: session)
            var other: OpaquePointer?
            #expect(recto_session_open(draft.path, &other) == RECTO_IN_USE && other == nil)
            #expect(lastError == "\(draft.path) is being used by another program")
        }
        let session = try open()
        #expect(try ids(session) == [id])
        var recovery = recto_recovery()
        recovery.struct_size = MemoryLayout<recto_recovery>.stride
        #expect(recto_session_get_recovery(session.pointer, &recovery) == RECTO_OK)
        #expect(recovery.cut_records == 0 && recovery.adopted_pages == 0 && recovery.lost_pages == 0)
    }

    @Test("A page that was captured from a JPEG frame keeps that frame's bytes, also in the place of another")
    func aCapturedPageKeepsItsFramesBytes() throws {
        final class Taken { var page: CObject? }
        let (film, files, taken) = (try WatchFilm.film.get(), try WatchFilm.jpegs.get(), Taken())
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(nil, $0) })
        let keep: recto_capture_function = { page, _, context in
            guard let context else { return }
            let taken = Unmanaged<Taken>.fromOpaque(context).takeUnretainedValue()
            taken.page = try? CObject(free: { recto_page_free($0) }, make: { recto_page_copy(page, $0) })
        }
        recto_scanner_on_capture(scanner.pointer, keep, Unmanaged.passUnretained(taken).toOpaque())
        for (number, file) in files.enumerated() where taken.page == nil {
            try file.withUnsafeBufferPointer { bytes in
                var frame = recto_frame(RECTO_FORMAT_JPEG, try #require(bytes.baseAddress), bytes.count, film.size)
                let time = Int64(Double(number) / WatchFilm.framesPerSecond * 1e9)
                #expect(recto_scanner_process(scanner.pointer, &frame, time, Int64(number), nil) == RECTO_OK)
            }
        }
        let page = try #require(taken.page)
        let session = try open()
        var id: Int64 = 0
        #expect(recto_session_add(session.pointer, page.pointer, nil) == RECTO_OK)
        id = try add(9, to: session)
        #expect(recto_session_retake(session.pointer, id, page.pointer) == RECTO_OK)
        let originals = draft.path + "/originals"
        let kept = try FileManager.default.contentsOfDirectory(atPath: originals).filter { $0.hasSuffix(".jpg") }
        #expect(kept.count == 2)
        for name in kept {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: originals + "/" + name)))
            #expect(files.contains(bytes))
        }
        #expect(try info(session, 1).has_corners == 1)
    }

    @Test("A retake changes the picture and keeps the look")
    func aRetakeKeepsTheLook() throws {
        let session = try open()
        var id: Int64 = 0
        id = try add(70, to: session)
        #expect(recto_session_rotate(session.pointer, id, 270) == RECTO_OK)
        let path = try file("better.png", width: 180)
        var corners = Draft.quad(4).inC
        #expect(recto_session_retake_file(session.pointer, id, path, &corners) == RECTO_OK)
        let after = try info(session, 0)
        #expect(after.rotation_degrees == 270 && after.has_corners == 1 && after.corners.corners.0.x == 4)
        #expect(recto_session_set_corners(session.pointer, id, nil) == RECTO_OK)
        #expect(try info(session, 0).has_corners == 0)
        #expect(try width(session, id) == 180)
    }

    @Test("A session is saved as a document or as numbered files, and can be discarded")
    func aSessionIsSavedAndDiscarded() throws {
        let session = try open()
        let out = draft.folder
        #expect(recto_session_save(session.pointer, out.path("none.pdf")) == RECTO_INVALID_ARGUMENT)
        for width in [50, 150] {
            try add(width, to: session)
        }
        #expect(recto_session_save(session.pointer, out.path("both.pdf")) == RECTO_OK)
        #expect(recto_session_save(session.pointer, out.path("page.jpg")) == RECTO_OK)
        #expect(recto_session_save(session.pointer, out.path("both.doc")) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_save(session.pointer, out.path("missing/both.pdf")) == RECTO_UNWRITABLE)
        #expect(try out.names == ["both.pdf", "draft", "page-01.jpg", "page-02.jpg", "page.png"])
        #expect(recto_session_discard(session.pointer) == RECTO_OK)
        #expect(!FileManager.default.fileExists(atPath: draft.path))
        #expect(recto_session_discard(session.pointer) == RECTO_INVALID_ARGUMENT)
        #expect(lastError == "\(draft.path) has been discarded")
    }

    @Test("What a crash left is put in order, and told")
    func whatACrashLeftIsPutInOrder() throws {
        do {
            let session = try open()
            try add(70, to: session)
        }
        let journal = try FileHandle(forWritingTo: draft.journal)
        try journal.seekToEnd()
        try journal.write(contentsOf: Data("00000000 {\"order\"".utf8))
        try journal.close()
        try Data(Draft.picture(70, width: 99)).write(to: URL(filePath: draft.path + "/originals/000007.png"))
        try Data("none".utf8).write(to: URL(filePath: draft.path + "/originals/notes.txt"))
        let session = try open()
        var recovery = recto_recovery()
        recovery.struct_size = MemoryLayout<recto_recovery>.stride
        #expect(recto_session_get_recovery(session.pointer, &recovery) == RECTO_OK)
        #expect(recovery.cut_records == 1 && recovery.adopted_pages == 1 && recovery.unusable_pictures == 1)
        #expect(recovery.damaged_records == 0 && recovery.lost_pages == 0)
        let pages = try ids(session)
        #expect(pages.count == 2)
        #expect(try width(session, pages[1]) == 99)
    }

    @Test("Bad arguments are refused by name, and change nothing")
    func badArguments() throws {
        var (pointer, id): (OpaquePointer?, Int64) = (nil, 0)
        expectRefused("folder", recto_session_open(nil, &pointer))
        expectRefused("session", recto_session_open(draft.path, nil))
        expectRefused("session", recto_session_get_recovery(nil, nil))
        expectRefused("session", recto_session_count(nil, nil))
        expectRefused("session", recto_session_get_page(nil, 0, &id, nil))
        expectRefused("session", recto_session_add(nil, nil, nil))
        expectRefused("session", recto_session_add_file(nil, nil, nil, nil, nil))
        expectRefused("session", recto_session_retake(nil, 1, nil))
        expectRefused("session", recto_session_retake_file(nil, 1, nil, nil))
        expectRefused("session", recto_session_set_corners(nil, 1, nil))
        expectRefused("session", recto_session_set_filter(nil, 1, RECTO_FILTER_COLOR))
        expectRefused("session", recto_session_rotate(nil, 1, 0))
        expectRefused("session", recto_session_set_render_options(nil, 1, nil))
        expectRefused("session", recto_session_delete(nil, 1))
        expectRefused("session", recto_session_move(nil, 1, 0))
        expectRefused("session", recto_session_load_page(nil, 1, &pointer))
        expectRefused("session", recto_session_save(nil, nil))
        expectRefused("session", recto_session_discard(nil))
        recto_session_free(nil)
        let session = try open()
        id = try add(70, to: session)
        let before = try info(session, 0)
        expectRefused("recovery", recto_session_get_recovery(session.pointer, nil))
        expectRefused("count", recto_session_count(session.pointer, nil))
        expectRefused("id", recto_session_get_page(session.pointer, 0, nil, nil))
        expectRefused("page", recto_session_add(session.pointer, nil, nil))
        expectRefused("path", recto_session_add_file(session.pointer, nil, nil, nil, nil))
        expectRefused("page", recto_session_retake(session.pointer, id, nil))
        expectRefused("path", recto_session_retake_file(session.pointer, id, nil, nil))
        expectRefused("options", recto_session_set_render_options(session.pointer, id, nil))
        expectRefused("page", recto_session_load_page(session.pointer, id, nil))
        expectRefused("path", recto_session_save(session.pointer, nil))
        #expect(recto_session_get_page(session.pointer, 1, &id, nil) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_get_page(session.pointer, -1, &id, nil) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_move(session.pointer, id, 1) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_move(session.pointer, id, .max) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_rotate(session.pointer, id, 45) == RECTO_INVALID_ARGUMENT)
        #expect(recto_session_set_filter(session.pointer, id, recto_filter(rawValue: 9)) == RECTO_INVALID_ARGUMENT)
        var renderOptions = recto_render_options()
        recto_render_options_init(&renderOptions)
        renderOptions.dots_per_inch = 1e9
        #expect(recto_session_set_render_options(session.pointer, id, &renderOptions) == RECTO_INVALID_ARGUMENT)
        var corners = Draft.quad(2).inC
        corners.corners.0.x = .nan
        #expect(recto_session_set_corners(session.pointer, id, &corners) == RECTO_INVALID_ARGUMENT)
        for unknown in [0, -1, id + 1, .max, .min] as [Int64] {
            #expect(recto_session_delete(session.pointer, unknown) == RECTO_INVALID_ARGUMENT)
            #expect(lastError == "\(draft.path) has no page \(unknown)")
        }
        let text = draft.folder.path("text.png")
        try Data("no picture".utf8).write(to: URL(filePath: text))
        for path in [text, draft.folder.path("missing.png")] {
            #expect(recto_session_add_file(session.pointer, path, nil, nil, nil) == RECTO_UNREADABLE)
            #expect(lastError.hasPrefix(path))
        }
        #expect(recto_session_open(text, &pointer) == RECTO_UNREADABLE && pointer == nil)
        let after = try info(session, 0)
        #expect(try ids(session) == [id] && after.rotation_degrees == before.rotation_degrees)
        #expect(after.has_corners == before.has_corners && after.filter == before.filter)
    }
}

extension Quad {
    fileprivate var inC: recto_quad {
        func point(_ corner: Int) -> recto_point { recto_point(x: self[corner].x, y: self[corner].y) }
        return recto_quad(corners: (point(0), point(1), point(2), point(3)))
    }
}
