import CRecto
import Foundation
import RectoC
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// The functions of recto.h for daemons: sources, runs, output to memory, frames of all formats, bursts.
@Suite("Sources and output in C")
struct CSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(_ name: String) throws -> CObject {
        try CObject(free: { recto_source_free($0) }, make: { recto_source_open(name, nil, $0) })
    }

    private func filmSource() throws -> CObject {
        let bytes = [UInt8](try WatchFilm.mjpeg())
        return try bytes.withUnsafeBufferPointer { buffer in
            try CObject(
                free: { recto_source_free($0) },
                make: { recto_source_open_memory(buffer.baseAddress, buffer.count, nil, $0) })
        }
    }

    private static func next(_ source: CObject, within seconds: Double = 60) -> recto_event {
        var event = recto_event()
        recto_event_init(&event)
        #expect(recto_source_next(source.pointer, seconds, &event) == RECTO_OK, "\(lastError)")
        return event
    }

    // MARK: Sources

    @Test("A stream in memory gives its frames as they are, and then its end")
    func streamInMemory() throws {
        let source = try filmSource()
        let files = try WatchFilm.jpegs.get()
        for (number, file) in files.enumerated() {
            let event = Self.next(source)
            try #require(event.kind == RECTO_EVENT_FRAME)
            #expect(event.number == number && event.sequence == number && event.gap == 0)
            let frame = try #require(event.frame).pointee
            #expect(frame.format == RECTO_FORMAT_MJPEG && frame.width == 640 && frame.height == 480)
            #expect(Array(UnsafeBufferPointer(start: frame.planes.0, count: frame.plane_bytes.0)) == file)
        }
        #expect(Self.next(source).kind == RECTO_EVENT_END && Self.next(source, within: 0).kind == RECTO_EVENT_END)
    }

    @Test("A descriptor can be read from while an event waits, and not while none does")
    func descriptor() throws {
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let handle = try #require(FileHandle(forUpdatingAtPath: pipe))
        let source = try source(pipe)
        var descriptor: Int32 = -1
        try #require(recto_source_get_descriptor(source.pointer, &descriptor) == RECTO_OK)
        func isReadable(within milliseconds: Int32) -> Bool {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, milliseconds) == 1
        }
        #expect(!isReadable(within: 20))
        let files = try WatchFilm.jpegs.get()
        // An MJPEG frame is complete when the next one begins.
        try handle.write(contentsOf: Data(files[0] + files[1].prefix(100)))
        #expect(isReadable(within: 60_000))
        #expect(Self.next(source).kind == RECTO_EVENT_FRAME)
        #expect(!isReadable(within: 20) && Self.next(source, within: 0).kind == RECTO_EVENT_NONE)
        var again: Int32 = -1
        #expect(recto_source_get_descriptor(source.pointer, &again) == RECTO_OK && again == descriptor)
    }

    @Test("A camera that is not there is said, waited for, and given up when patience is over")
    func absentCamera() throws {
        var options = recto_source_options()
        recto_source_options_init(&options)
        options.patience_seconds = 0.3
        let source = try CObject(
            free: { recto_source_free($0) }, make: { recto_source_open("/dev/video-of-nobody", &options, $0) })
        let event = Self.next(source)
        #expect(event.kind == RECTO_EVENT_DEVICE && event.device == RECTO_DEVICE_ABSENT)
        #expect(String(cString: event.text) == "is not there")
        var last = recto_event()
        recto_event_init(&last)
        var status = RECTO_OK
        let end = ContinuousClock.now + .seconds(60)
        while status == RECTO_OK, .now < end { status = recto_source_next(source.pointer, 1, &last) }
        #expect(status == RECTO_UNREADABLE)
        #expect(lastError == "/dev/video-of-nobody delivers no frames: it is not there")
    }

    @Test("What cannot be a source is refused by its name")
    func badSources() throws {
        var pointer: OpaquePointer?
        expectRefused("name", recto_source_open(nil, nil, &pointer))
        expectRefused("bytes", recto_source_open_memory(nil, 0, nil, &pointer))
        var options = recto_source_options()
        recto_source_options_init(&options)
        options.frames_per_second = .nan
        #expect(recto_source_open("film.mjpeg", &options, &pointer) == RECTO_INVALID_ARGUMENT)
        var event = recto_event()
        recto_event_init(&event)
        let missing = try source(folder.path("missing.mjpeg"))
        #expect(recto_source_next(missing.pointer, 60, &event) == RECTO_UNREADABLE)
        #expect(lastError == "\(folder.path("missing.mjpeg")) does not exist")
        #expect(recto_source_next(missing.pointer, -1, &event) == RECTO_INVALID_ARGUMENT)
        #expect(recto_source_next(missing.pointer, .nan, &event) == RECTO_INVALID_ARGUMENT)
        #expect(recto_camera_set_control("/dev/video-of-nobody", "focus", 1) == RECTO_UNREADABLE)
        let cameras = try CObject(free: { recto_cameras_free($0) }, make: { recto_cameras_list($0) })
        var (count, camera) = (0, recto_camera())
        recto_camera_init(&camera)
        #expect(recto_cameras_count(cameras.pointer, &count) == RECTO_OK)
        #expect(recto_cameras_get(cameras.pointer, count, &camera) == RECTO_INVALID_ARGUMENT)
    }

    /// The callbacks of a run.
    private final class Run {
        var kinds: [recto_event_kind] = []
        var observed = 0
        var captures = 0
        var limit = Int.max
    }

    private func run(_ options: UnsafePointer<recto_scanner_options>? = nil, limit: Int = .max) throws -> Run {
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(options, $0) })
        let (source, run) = (try filmSource(), Run())
        run.limit = limit
        let context = Unmanaged.passUnretained(run).toOpaque()
        recto_scanner_on_capture(
            scanner.pointer,
            { _, _, context in
                if let context { Unmanaged<Run>.fromOpaque(context).takeUnretainedValue().captures += 1 }
            }, context)
        let status = recto_scanner_run(
            scanner.pointer, source.pointer,
            { event, seen, context in
                guard let event, let context else { return 1 }
                let run = Unmanaged<Run>.fromOpaque(context).takeUnretainedValue()
                run.kinds.append(event.pointee.kind)
                if seen != nil { run.observed += 1 }
                return run.kinds.count >= run.limit ? 1 : 0
            }, context)
        #expect(status == RECTO_OK, "\(lastError)")
        return run
    }

    @Test("A scanner runs a source to its end, or until the caller wants no more")
    func runs() throws {
        let whole = try run()
        #expect(whole.captures == 2 && whole.kinds.last == RECTO_EVENT_END)
        #expect(whole.observed == (try WatchFilm.jpegs.get()).count)
        #expect(whole.kinds.filter { $0 == RECTO_EVENT_FRAME }.count == whole.observed)
        #expect(try run(limit: 4).kinds.count == 4)
    }

    @Test("Parameters have names; one that is unknown, and a value that is no number, are refused")
    func parameters() throws {
        var options = recto_scanner_options()
        recto_scanner_options_init(&options)
        let usual = String(cString: recto_scanner_parameters())
        #expect(usual.contains("capture.stillSpeed=0.08 ") && usual.contains("tracking.patience=0.5"))
        // All parameters at their current values change nothing.
        #expect(
            try usual.withCString {
                options.parameters = $0; return try run(&options).captures
            } == 2)
        // No page of the video spans that much.
        let span = "capture.minimumSpan=1 capture.patience=60"
        #expect(
            try span.withCString {
                options.parameters = $0; return try run(&options).captures
            } == 0)
        for (wrong, reason) in [
            ("capture.nothing=1", "capture.nothing"), ("capture.patience=", "name=number"),
            ("capture.patience=61", "patience"), ("capture.patience", "name=number"),
        ] {
            var pointer: OpaquePointer?
            wrong.withCString {
                options.parameters = $0
                #expect(recto_scanner_new(&options, &pointer) == RECTO_INVALID_ARGUMENT)
            }
            #expect(lastError.contains(reason), "\(lastError)")
        }
    }

    @Test("Pages that the caller has are not captured, until they are forgotten; others are fused of several frames")
    func knownPagesAndBursts() throws {
        let film = try WatchFilm.film.get()
        var options = recto_scanner_options()
        recto_scanner_options_init(&options)
        options.burst_frames = 8
        final class Pages { var all: [CObject] = [] }
        func scan(_ known: CObject? = nil) throws -> (pages: [CObject], numbers: Set<Int64>, fused: [recto_fusion]) {
            let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(&options, $0) })
            let pages = Pages()
            recto_scanner_on_capture(
                scanner.pointer,
                { page, _, context in
                    guard let page, let context else { return }
                    let copy = try? CObject(free: { recto_page_free($0) }, make: { recto_page_copy(page, $0) })
                    if let copy { Unmanaged<Pages>.fromOpaque(context).takeUnretainedValue().all.append(copy) }
                }, Unmanaged.passUnretained(pages).toOpaque())
            if let known { #expect(recto_scanner_know(scanner.pointer, known.pointer, 7) == RECTO_OK) }
            var (numbers, fused): (Set<Int64>, [recto_fusion]) = ([], [])
            for number in film.frames.indices {
                try film.frames[number].image.withView { view in
                    var (frame, seen) = (recto_frame(view), recto_observation())
                    recto_observation_init(&seen)
                    let time = film.time(number).inWholeNanoseconds
                    try #require(recto_scanner_process(scanner.pointer, &frame, time, Int64(number), &seen) == RECTO_OK)
                    if seen.has_page != 0 { numbers.insert(seen.known_page) }
                }
                var burst: OpaquePointer?
                while recto_scanner_take_burst(scanner.pointer, &burst) == RECTO_OK, let found = burst {
                    defer { recto_burst_free(found) }
                    var (page, fusion): (OpaquePointer?, recto_fusion) = (nil, recto_fusion())
                    recto_fusion_init(&fusion)
                    try #require(recto_burst_fuse(found, &page, &fusion) == RECTO_OK, "\(lastError)")
                    if page != nil { fused.append(fusion) }
                    recto_page_free(page)
                }
            }
            #expect(recto_scanner_forget(scanner.pointer, 7) == RECTO_OK)
            #expect(recto_scanner_forget(scanner.pointer, -7) == RECTO_INVALID_ARGUMENT)
            return (pages.all, numbers, fused)
        }
        let first = try scan()
        #expect(first.pages.count == 2 && first.numbers == [-1])
        #expect(!first.fused.isEmpty && first.fused.allSatisfy { $0.is_fused == 1 && $0.used_frames >= 3 })
        let second = try scan(first.pages[0])
        #expect(second.pages.count == 1 && second.numbers.contains(7))
    }

    // MARK: Formats

    @Test("Frames of every format show the same page")
    func formats() throws {
        let image = try WatchFilm.film.get().frames[0].image
        let truth = try WatchFilm.film.get().frames[0].page
        let (width, height) = (image.width, image.height)
        let rgb: [UInt8] = image.withView { view in
            (0..<height).flatMap { Array(UnsafeBufferPointer(start: view.row($0), count: 3 * width)) }
        }
        let pixels = stride(from: 0, to: rgb.count, by: 3).map { (rgb[$0], rgb[$0 + 1], rgb[$0 + 2]) }
        let planes = WatchFilm.planes(image)
        let (luma, area) = (Array(planes[..<(width * height)]), width * height)
        func halved(_ plane: Int) -> [UInt8] {
            (0..<height / 2).flatMap { y in (0..<width / 2).map { planes[plane * area + 2 * y * width + 2 * $0] } }
        }
        let (blue, red) = (halved(1), halved(2))
        func wide(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { [0, $0] } }
        func pairs(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] { zip(first, second).flatMap { [$0, $1] } }
        let formats: [(recto_format, [UInt8])] = [
            (RECTO_FORMAT_GRAY, luma), (RECTO_FORMAT_RGB, rgb),
            (RECTO_FORMAT_BGR, pixels.flatMap { [$0.2, $0.1, $0.0] }),
            (RECTO_FORMAT_RGBA, pixels.flatMap { [$0.0, $0.1, $0.2, 9] }),
            (RECTO_FORMAT_BGRA, pixels.flatMap { [$0.2, $0.1, $0.0, 9] }), (RECTO_FORMAT_GRAY16, wide(luma)),
            (RECTO_FORMAT_NV12, luma + pairs(blue, red)), (RECTO_FORMAT_NV21, luma + pairs(red, blue)),
            (RECTO_FORMAT_I420, luma + blue + red), (RECTO_FORMAT_P010, wide(luma) + wide(pairs(blue, red))),
        ]
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        var colors: [String: [UInt8]] = [:]
        for (format, bytes) in formats {
            try bytes.withUnsafeBufferPointer { buffer in
                var frame = recto_frame(format, try #require(buffer.baseAddress), buffer.count, image.size)
                frame.range = RECTO_RANGE_FULL
                var found = recto_detection()
                recto_detection_init(&found)
                let page = try CObject(
                    free: { recto_page_free($0) }, make: { recto_detector_scan(detector.pointer, &frame, $0, &found) })
                let corners = found.corners.corners
                let quad = try Quad(
                    corners: [corners.0, corners.1, corners.2, corners.3].map { Point2D(x: $0.x, y: $0.y) })
                #expect(quad.intersectionOverUnion(with: truth) > 0.95, "\(format)")
                var (options, pixels) = (recto_render_options(), recto_pixels())
                recto_render_options_init(&options)
                recto_pixels_init(&pixels)
                (options.filter, options.dots_per_inch) = (RECTO_FILTER_ORIGINAL, 20)
                #expect(recto_page_set_render_options(page.pointer, &options) == RECTO_OK)
                let rendered = try CObject(
                    free: { recto_image_free($0) }, make: { recto_page_render(page.pointer, $0) })
                #expect(recto_image_get_pixels(rendered.pointer, &pixels) == RECTO_OK)
                let middle =
                    Int(pixels.height) / 2 * pixels.stride + Int(pixels.width) / 2
                    * (pixels.row_bytes / Int(pixels.width))
                colors["\(format.rawValue)"] = Array(UnsafeBufferPointer(start: pixels.data + middle, count: 1))
                // One byte less is rejected.
                frame.plane_bytes.0 -= 1
                #expect(recto_detector_detect(detector.pointer, &frame, &found) == RECTO_INVALID_ARGUMENT, "\(format)")
            }
        }
        let usual = Int(try #require(colors["1"]?.first))
        for (format, color) in colors { #expect(abs(Int(color[0]) - usual) <= 16, "\(format): \(color) and \(usual)") }
        var (h264, found) = (recto_frame(RECTO_FORMAT_H264, [0], 1, image.size), recto_detection())
        recto_detection_init(&found)
        #expect(recto_detector_detect(detector.pointer, &h264, &found) == RECTO_INVALID_ARGUMENT)
        #expect(lastError.contains("H.264") && lastError.contains("ffmpeg"))
    }

    @Test("Memory behind a descriptor is lent as a frame")
    func buffers() throws {
        let path = folder.path("frame")
        try Data((0..<255).map { UInt8($0) }).write(to: URL(filePath: path))
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let buffer = try CObject(free: { recto_buffer_free($0) }, make: { recto_buffer_map(file, 255, $0) })
        var data: UnsafePointer<UInt8>?
        #expect(recto_buffer_begin(buffer.pointer, &data) == RECTO_OK)
        #expect(data?[254] == 254)
        #expect(recto_buffer_end(buffer.pointer) == RECTO_OK)
        var other: OpaquePointer?
        #expect(recto_buffer_map(file, 256, &other) == RECTO_INVALID_ARGUMENT, "more than there is")
        #expect(recto_buffer_map(-1, 1, &other) == RECTO_INVALID_ARGUMENT)
        #expect(recto_buffer_map(file, 0, &other) == RECTO_INVALID_ARGUMENT && other == nil)
    }

    // MARK: Output

    private func page() throws -> CObject {
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        return try WatchFilm.film.get().frames[0].image.withView { view in
            var frame = recto_frame(view)
            return try CObject(
                free: { recto_page_free($0) }, make: { recto_detector_scan(detector.pointer, &frame, $0, nil) })
        }
    }

    @Test("A document in memory is the one that a file would hold", arguments: ["pdf", "tif", "png", "jpg"])
    func documentsInMemory(ending: String) throws {
        let page = try page()
        let formats = [
            "pdf": RECTO_DOCUMENT_PDF, "tif": RECTO_DOCUMENT_TIFF, "png": RECTO_DOCUMENT_PNG,
            "jpg": RECTO_DOCUMENT_JPEG,
        ]
        let format = try #require(formats[ending])
        let pages = [Optional(page.pointer), Optional(page.pointer)]
        let count = ending == "pdf" || ending == "tif" ? 2 : 1
        try #require(recto_pages_write(pages, count, folder.path("page.\(ending)")) == RECTO_OK, "\(lastError)")
        let file = [UInt8](try Data(contentsOf: folder.url.appending(path: "page.\(ending)")))
        let bytes = try CObject(
            free: { recto_bytes_free($0) }, make: { recto_pages_encode(pages, count, format, nil, $0) })
        var (data, length): (UnsafePointer<UInt8>?, Int) = (nil, 0)
        #expect(recto_bytes_get(bytes.pointer, &data, &length) == RECTO_OK)
        #expect(Array(UnsafeBufferPointer(start: data, count: length)) == file)
        final class Written { var (bytes, limit): ([UInt8], Int) = ([], .max) }
        let written = Written()
        let write: recto_write_function = { data, count, context in
            guard let data, let context else { return 1 }
            let written = Unmanaged<Written>.fromOpaque(context).takeUnretainedValue()
            written.bytes += UnsafeBufferPointer(start: data, count: count)
            return written.bytes.count > written.limit ? 1 : 0
        }
        let context = Unmanaged.passUnretained(written).toOpaque()
        #expect(recto_pages_write_to(pages, count, format, nil, write, context) == RECTO_OK)
        #expect(written.bytes == file)
        (written.bytes, written.limit) = ([], 0)
        #expect(recto_pages_write_to(pages, count, format, nil, write, context) == RECTO_CANCELED)
        if count == 1 {
            var none: OpaquePointer?
            #expect(recto_pages_encode(pages, 2, format, nil, &none) == RECTO_INVALID_ARGUMENT && none == nil)
        }
    }

    @Test("A caller that wants no more, or waits no longer, leaves no file")
    func cancelledDocuments() throws {
        let page = try page()
        let pages = [Optional(page.pointer), Optional(page.pointer), Optional(page.pointer)]
        final class Shares { var all: [Double] = [] }
        let shares = Shares()
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.progress_context = Unmanaged.passUnretained(shares).toOpaque()
        options.progress = { share, context in
            guard let context else { return 1 }
            let shares = Unmanaged<Shares>.fromOpaque(context).takeUnretainedValue()
            shares.all.append(share)
            return shares.all.count == 2 ? 1 : 0
        }
        let path = folder.path("page.pdf")
        #expect(recto_pages_write_document(pages, 3, path, &options) == RECTO_CANCELED)
        #expect(shares.all == [1.0 / 3, 2.0 / 3])
        options.progress = nil
        options.deadline_seconds = 1e-9
        #expect(recto_pages_write_document(pages, 3, path, &options) == RECTO_CANCELED)
        #expect(lastError.contains("deadline"))
        #expect(try folder.names.isEmpty)
        options.deadline_seconds = 1000
        (options.jpeg_quality, options.creation_time) = (30, 1_000_000_000)
        #expect(recto_pages_write_document(pages, 3, path, &options) == RECTO_OK, "\(lastError)")
        #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("20010909014640".utf8)) != nil)
        options.jpeg_quality = 101
        #expect(recto_pages_write_document(pages, 3, path, &options) == RECTO_INVALID_ARGUMENT)
    }

    // MARK: Files and codes

    @Test("Pictures in files are looked at within the caller's bounds")
    func files() throws {
        let path = folder.path("page.png")
        let image = try WatchFilm.film.get().frames[0].image
        try PNGWriter().write(.rgb(image), path: path)
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        var found = recto_detection()
        recto_detection_init(&found)
        #expect(recto_detector_detect_file(detector.pointer, path, &found) == RECTO_OK && found.found == 1)
        #expect(recto_detector_set_limits(detector.pointer, UInt64(image.size.area) - 1, 0) == RECTO_OK)
        #expect(recto_detector_detect_file(detector.pointer, path, &found) == RECTO_UNREADABLE)
        #expect(lastError.hasPrefix(path))
        #expect(recto_detector_set_limits(detector.pointer, 0, 0) == RECTO_OK)
        var pages: [OpaquePointer?] = [nil, nil]
        #expect(recto_detector_scan_book_file(detector.pointer, path, 0, &pages) == RECTO_OK)
        #expect(pages[0] != nil && pages[1] == nil)
        var (degrees, confidence) = (Int32(7), -1.0)
        #expect(recto_page_suggest_rotation(pages[0], &degrees, &confidence) == RECTO_OK)
        #expect([-1, 0, 90, 180, 270].contains(degrees) && 0...1 ~= confidence)
        pages.forEach { recto_page_free($0) }
    }

    @Test("Symbologies are asked for by their names")
    func symbologies() throws {
        var options = recto_code_reader_options()
        recto_code_reader_options_init(&options)
        var pointer: OpaquePointer?
        "qrcode+ean13".withCString {
            options.symbologies = $0
            #expect(recto_code_reader_new(&options, &pointer) == RECTO_OK, "\(lastError)")
        }
        let path = folder.path("page.png")
        try PNGWriter().write(.rgb(try WatchFilm.film.get().frames[0].image), path: path)
        var count = -1
        #expect(recto_code_reader_read_file(pointer, path, &count) == RECTO_OK && count >= 0)
        #expect(recto_code_reader_read_file(pointer, folder.path("missing"), &count) == RECTO_UNREADABLE)
        try WatchFilm.film.get().frames[0].image.withView { view in
            var frame = recto_frame(view)
            #expect(recto_code_reader_read_part(pointer, &frame, 10, 10, 100, 100, &count) == RECTO_OK)
            #expect(recto_code_reader_read_part(pointer, &frame, 5000, 10, 9, 9, &count) == RECTO_INVALID_ARGUMENT)
        }
        recto_code_reader_free(pointer)
        "qrcode+nothing".withCString {
            options.symbologies = $0
            #expect(recto_code_reader_new(&options, &pointer) == RECTO_INVALID_ARGUMENT)
        }
        #expect(lastError.contains("nothing"))
    }

    // MARK: The library

    @Test("A program learns whether the library fits it, and of each failure")
    func versionAndLog() throws {
        let version = "\(RECTO_VERSION_MAJOR).\(RECTO_VERSION_MINOR).\(RECTO_VERSION_PATCH)"
        #expect(String(cString: recto_version()) == version)
        let own = (UInt32(RECTO_ABI), UInt32(RECTO_VERSION_MAJOR), UInt32(RECTO_VERSION_MINOR))
        #expect(recto_check_version(own.0, own.1, own.2) == RECTO_OK)
        #expect(recto_check_version(own.0 + 1, own.1, own.2) == RECTO_INVALID_ARGUMENT)
        #expect(recto_check_version(own.0, own.1, own.2 + 1) == RECTO_INVALID_ARGUMENT)
    }
}
