import CRecto
import Foundation
import Recto
import RectoC
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// The appearance of a page is one value that arrives completely through every interface.
@Suite("Render options")
struct RenderOptionsTests {
    /// No option has its default value.
    private static let all: RenderOptions = {
        var options = RenderOptions(
            filter: .blackAndWhite, rotation: .clockwise90, paper: .fixed(.a5), dotsPerInch: 222)
        options.flattening = .automatic
        options.fillsFingers = false
        return options
    }()

    private static func fields(_ options: RenderOptions) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Mirror(reflecting: options).children.map { ($0.label ?? "", "\($0.value)") })
    }

    @Test("These tests change every option that there is")
    func everyOptionIsChanged() {
        let (changed, usual) = (Self.fields(Self.all), Self.fields(RenderOptions()))
        #expect(changed.count == usual.count && !usual.isEmpty)
        for (name, value) in usual { #expect(changed[name] != value, "\(name) is the usual one") }
    }

    @Test("A page that is captured from a stream has them, and so has the one that is fused of its frames")
    func scannersKeepThem() throws {
        let film = try WatchFilm.film.get()
        var options = Recto.Scanner.Options()
        (options.renderOptions, options.burstFrames) = (Self.all, 3)
        let scanner = try Recto.Scanner(options)
        var captured: [ScannedPage] = []
        var fused: FusedPage?
        for number in film.frames.indices where fused == nil {
            let update = film.frames[number].image.withView {
                scanner.process(.rgb($0), at: film.time(number), sequence: number)
            }
            if let page = update.capturedPage { captured.append(page) }
            while let burst = scanner.takeBurst() { fused = try burst.fuse() }
        }
        #expect(captured.first?.page.renderOptions == Self.all)
        #expect(fused?.page.renderOptions == Self.all)
    }

    @Test("Pages of stills, books and bursts of pictures have them")
    func stillsKeepThem() throws {
        let pictures = try WatchFilm.jpegs.get()[..<3].map { try PictureReader().read(bytes: $0) }
        var options = PageScanner.Options()
        options.renderOptions = Self.all
        var scanner = PageScanner(options, detector: try PageDetector())
        #expect(try scanner.scan(pictures[0]).page.renderOptions == Self.all)
        for scan in try scanner.scan(book: pictures[0]).scans { #expect(scan.page.renderOptions == Self.all) }
        let burst = try scanner.scan(burst: pictures)
        #expect(burst.source == .fused && burst.scan.page.renderOptions == Self.all)
    }

    @Test("A draft keeps them, also when it is opened again")
    func draftsKeepThem() throws {
        let folder = try TemporaryFolder()
        let page = Page(.rgb(try WatchFilm.film.get().frames[0].image), renderOptions: Self.all)
        do {
            let session = try ScanSession(folder: folder.path("draft"))
            let id = try session.add(page)
            #expect(try session.page(id).renderOptions == Self.all)
        }
        let session = try ScanSession(folder: folder.path("draft"))
        #expect(session.pages.map(\.renderOptions) == [Self.all])
        let id = try #require(session.pages.first?.id)
        #expect(try session.page(id).renderOptions == Self.all)
        try session.setRenderOptions(RenderOptions(), of: id)
        #expect(try session.page(id).renderOptions == RenderOptions())
    }

    @Test("Records of drafts keep them")
    func theyAreCoded() throws {
        let coded = try JSONEncoder().encode(Self.all)
        #expect(try JSONDecoder().decode(RenderOptions.self, from: coded) == Self.all)
    }

    // MARK: C

    private static func inC() -> recto_render_options {
        var options = recto_render_options()
        recto_render_options_init(&options)
        options.filter = RECTO_FILTER_BLACK_AND_WHITE
        options.rotation_degrees = 90
        options.dots_per_inch = 222
        options.paper = RECTO_PAPER_A5
        options.flattening = RECTO_FLATTENING_AUTOMATIC
        options.keeps_fingers = 1
        return options
    }

    /// The bytes of a struct's fields, without trailing padding.
    private static func bytes(_ options: recto_render_options) -> [UInt8] {
        let end = MemoryLayout<recto_render_options>.offset(of: \.keeps_fingers).map { $0 + 4 } ?? 0
        return withUnsafeBytes(of: options) { Array($0[..<end]) }
    }

    private static func options(of page: OpaquePointer?) -> recto_render_options {
        var options = recto_render_options()
        options.struct_size = MemoryLayout<recto_render_options>.stride
        #expect(recto_page_get_render_options(page, &options) == RECTO_OK)
        return options
    }

    @Test("A program in C sets all of them, on pages, sessions and scanners, and finds all again")
    func programsInCSetThem() throws {
        let film = try WatchFilm.film.get()
        let folder = try TemporaryFolder()
        var options = Self.inC()
        let expected = Self.bytes(options)
        let picture = folder.path("page.png")
        try PNGWriter().write(.rgb(film.frames[0].image), path: picture)
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        let page = try CObject(
            free: { recto_page_free($0) }, make: { recto_detector_scan_file(detector.pointer, picture, $0, nil) })
        #expect(Self.bytes(Self.options(of: page.pointer)) != expected)
        #expect(recto_page_set_render_options(page.pointer, &options) == RECTO_OK)
        #expect(Self.bytes(Self.options(of: page.pointer)) == expected)
        var info = recto_page_info()
        info.struct_size = MemoryLayout<recto_page_info>.stride
        #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK)
        #expect(info.paper == RECTO_PAPER_A5 && info.flattening == RECTO_FLATTENING_AUTOMATIC)
        #expect(info.keeps_fingers == 1 && info.dots_per_inch == 222 && info.rotation_degrees == 90)

        let session = try CObject(
            free: { recto_session_free($0) }, make: { recto_session_open(folder.path("draft"), $0) })
        var ids = [Int64](repeating: 0, count: 3)
        #expect(recto_session_add(session.pointer, page.pointer, &ids[0]) == RECTO_OK)
        #expect(recto_session_add_file(session.pointer, picture, nil, &options, &ids[1]) == RECTO_OK)
        #expect(recto_session_add_file(session.pointer, picture, nil, nil, &ids[2]) == RECTO_OK)
        #expect(recto_session_set_render_options(session.pointer, ids[2], &options) == RECTO_OK)
        for id in ids {
            let loaded = try CObject(
                free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
            #expect(Self.bytes(Self.options(of: loaded.pointer)) == expected)
        }

        var scannerOptions = recto_scanner_options()
        recto_scanner_options_init(&scannerOptions)
        let scanner = try withUnsafePointer(to: options) { options in
            scannerOptions.render_options = options
            return try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(&scannerOptions, $0) })
        }
        final class Found { var bytes: [[UInt8]] = [] }
        let found = Found()
        recto_scanner_on_capture(
            scanner.pointer,
            { page, _, context in
                guard let context else { return }
                let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
                found.bytes.append(RenderOptionsTests.bytes(RenderOptionsTests.options(of: page)))
            }, Unmanaged.passUnretained(found).toOpaque())
        for number in film.frames.indices where found.bytes.isEmpty {
            film.frames[number].image.withView {
                var frame = recto_frame($0)
                let time = film.time(number).inWholeNanoseconds
                #expect(recto_scanner_process(scanner.pointer, &frame, time, Int64(number), nil) == RECTO_OK)
            }
        }
        #expect(found.bytes == [expected])
    }

    /// Its struct had the first three fields.
    @Test("A program in C that was compiled with the first version changes what it knows, and nothing else")
    func olderProgramsChangeWhatTheyKnow() throws {
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        let page = try WatchFilm.film.get().frames[0].image.withView { view in
            var frame = recto_frame(view)
            return try CObject(
                free: { recto_page_free($0) }, make: { recto_detector_scan(detector.pointer, &frame, $0, nil) })
        }
        var options = Self.inC()
        #expect(recto_page_set_render_options(page.pointer, &options) == RECTO_OK)
        let firstSize = try #require(MemoryLayout<recto_render_options>.offset(of: \.paper))
        var older = recto_render_options()
        // The fields after them do not belong to the struct.
        (older.paper, older.flattening, older.keeps_fingers) = (RECTO_PAPER_A3, RECTO_FLATTENING_FORCED, 7)
        (older.struct_size, older.rotation_degrees) = (firstSize, 180)
        #expect(recto_page_set_render_options(page.pointer, &older) == RECTO_OK)
        (options.filter, options.rotation_degrees, options.dots_per_inch) = (RECTO_FILTER_COLOR, 180, 0)
        #expect(Self.bytes(Self.options(of: page.pointer)) == Self.bytes(options))
        older.rotation_degrees = 0
        #expect(recto_page_get_render_options(page.pointer, &older) == RECTO_OK)
        #expect(older.struct_size == firstSize && older.rotation_degrees == 180)
        #expect(older.paper == RECTO_PAPER_A3 && older.keeps_fingers == 7)
        older.struct_size -= 1
        #expect(recto_page_set_render_options(page.pointer, &older) == RECTO_INVALID_ARGUMENT)
        #expect(lastError.contains("struct_size"))
    }
}
