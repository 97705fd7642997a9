import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// The calls of recto.h.
@Suite("Calls from C")
struct CCallTests {
    private let film: WatchFilm

    init() throws { film = try WatchFilm.film.get() }

    private func withFrame(_ number: Int, _ body: (recto_frame) throws -> Void) throws {
        try film.frames[number].image.withView { view in
            try body(recto_frame(view))
        }
    }

    /// The arguments of the capture function.
    private final class Captures {
        var pages: [CObject] = []
        var frames: [Int64] = []
    }

    private static let onCapture: recto_capture_function = { page, capture, context in
        guard let page, let capture, let context else { return }
        let captures = Unmanaged<Captures>.fromOpaque(context).takeUnretainedValue()
        captures.frames.append(capture.pointee.frame_number)
        if let copy = try? CObject(free: { recto_page_free($0) }, make: { recto_page_copy(page, $0) }) {
            captures.pages.append(copy)
        }
    }

    private func scan(_ show: (Int, (recto_frame) throws -> Void) throws -> Void) throws -> Captures {
        var options = recto_scanner_options()
        recto_scanner_options_init(&options)
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(&options, $0) })
        let captures = Captures()
        recto_scanner_on_capture(scanner.pointer, Self.onCapture, Unmanaged.passUnretained(captures).toOpaque())
        var told = 0
        for number in film.frames.indices {
            try show(number) { frame in
                var (frame, seen) = (frame, recto_observation())
                seen.struct_size = MemoryLayout<recto_observation>.stride
                let time = Int64(Double(number) / WatchFilm.framesPerSecond * 1e9)
                try #require(
                    recto_scanner_process(scanner.pointer, &frame, time, Int64(number), &seen) == RECTO_OK,
                    "\(lastError)")
                #expect(Int(seen.width) == film.size.width && Int(seen.height) == film.size.height)
                if seen.has_capture != 0 { told += 1 }
            }
        }
        #expect(told == captures.frames.count)
        #expect(recto_scanner_finish(scanner.pointer) == RECTO_OK)
        return captures
    }

    private func expectBothPages(_ captures: Captures) throws {
        #expect(captures.frames.count == 2 && captures.pages.count == 2)
        for (page, number) in zip(captures.pages, captures.frames) {
            var info = recto_page_info()
            info.struct_size = MemoryLayout<recto_page_info>.stride
            #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK)
            #expect(info.has_corners == 1 && Int(info.picture_width) == film.size.width)
            let quad = try Quad(
                corners: [
                    info.corners.corners.0, info.corners.corners.1, info.corners.corners.2, info.corners.corners.3,
                ]
                .map { Point2D(x: $0.x, y: $0.y) })
            #expect(quad.intersectionOverUnion(with: film.frames[Int(number)].page) > 0.97)
        }
    }

    @Test("Each page of a film is captured once, from pixels")
    func pagesAreCapturedOnceFromPixels() throws { try expectBothPages(try scan { try withFrame($0, $1) }) }

    @Test("Each page of a film is captured once, from JPEG frames")
    func pagesAreCapturedOnceFromJPEG() throws {
        let files = try WatchFilm.jpegs.get()
        let captures = try scan { number, body in
            try files[number].withUnsafeBufferPointer { bytes in
                try body(recto_frame(RECTO_FORMAT_JPEG, try #require(bytes.baseAddress), bytes.count, film.size))
            }
        }
        try expectBothPages(captures)
    }

    @Test("A damaged JPEG frame is an error that leaves the scanner as it was")
    func damagedFrame() throws {
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(nil, $0) })
        let bytes = [UInt8]((try WatchFilm.jpegs.get())[0].prefix(600))
        try bytes.withUnsafeBufferPointer { buffer in
            var lent = recto_frame(RECTO_FORMAT_JPEG, try #require(buffer.baseAddress), buffer.count, film.size)
            for count in [0, 1, 2, 20, 600] {
                lent.plane_bytes.0 = count
                #expect(recto_scanner_process(scanner.pointer, &lent, 0, 0, nil) == RECTO_UNREADABLE)
                #expect(lastError.hasPrefix("the frame "))
            }
        }
        try withFrame(0) { frame in
            var frame = frame
            #expect(recto_scanner_process(scanner.pointer, &frame, 0, 0, nil) == RECTO_OK)
        }
    }

    @Test("A still picture becomes a page that can be changed, rendered and written")
    func stillPicture() throws {
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        var detection = recto_detection()
        detection.struct_size = MemoryLayout<recto_detection>.stride
        try withFrame(0) { frame in
            var frame = frame
            let page = try CObject(
                free: { recto_page_free($0) },
                make: { recto_detector_scan(detector.pointer, &frame, $0, &detection) })
            #expect(detection.found == 1 && detection.confidence > 0.8)
            var renderOptions = recto_render_options()
            recto_render_options_init(&renderOptions)
            renderOptions.filter = RECTO_FILTER_BLACK_AND_WHITE
            renderOptions.rotation_degrees = 90
            #expect(recto_page_set_render_options(page.pointer, &renderOptions) == RECTO_OK)
            let image = try CObject(free: { recto_image_free($0) }, make: { recto_page_render(page.pointer, $0) })
            var pixels = recto_pixels()
            pixels.struct_size = MemoryLayout<recto_pixels>.stride
            #expect(recto_image_get_pixels(image.pointer, &pixels) == RECTO_OK)
            #expect(pixels.format == RECTO_FORMAT_BILEVEL && pixels.dots_per_inch > 0)
            // Rows with the caller's stride.
            let (stride, rows) = (pixels.row_bytes + 3, Int(pixels.height))
            var copy = [UInt8](repeating: 0xA5, count: stride * (rows - 1) + pixels.row_bytes)
            #expect(recto_image_copy_pixels(image.pointer, &copy, copy.count, stride) == RECTO_OK)
            for row in [0, rows / 2, rows - 1] {
                let original = UnsafeBufferPointer(start: pixels.data + row * pixels.stride, count: pixels.row_bytes)
                #expect(copy[row * stride..<row * stride + pixels.row_bytes].elementsEqual(original))
            }
            #expect(copy[pixels.row_bytes] == 0xA5)
            #expect(recto_image_copy_pixels(image.pointer, &copy, copy.count - 1, stride) == RECTO_INVALID_ARGUMENT)
            #expect(
                recto_image_copy_pixels(image.pointer, &copy, copy.count, pixels.row_bytes - 1)
                    == RECTO_INVALID_ARGUMENT)
            let folder = try TemporaryFolder()
            let pages = [OpaquePointer?](repeating: page.pointer, count: 2)
            #expect(recto_pages_write(pages, 2, folder.path("two.pdf")) == RECTO_OK)
            #expect(recto_pages_write(pages, 1, folder.path("one.png")) == RECTO_OK)
            #expect(recto_pages_write(pages, 2, folder.path("two.png")) == RECTO_INVALID_ARGUMENT)
            #expect(recto_pages_write(pages, 1, folder.path("page.doc")) == RECTO_INVALID_ARGUMENT)
            #expect(recto_pages_write(pages, 1, folder.path("missing/page.pdf")) == RECTO_UNWRITABLE)
            #expect(try folder.names == ["one.png", "two.pdf"])
        }
    }

    @Test("The page of a file is the same, and files that are none are errors that name them")
    func thePageOfAFileIsTheSame() throws {
        let folder = try TemporaryFolder()
        try Data(try WatchFilm.jpegs.get()[0]).write(to: folder.url.appending(path: "page.jpg"))
        try Data("no picture".utf8).write(to: folder.url.appending(path: "text.jpg"))
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        let page = try CObject(
            free: { recto_page_free($0) },
            make: { recto_detector_scan_file(detector.pointer, folder.path("page.jpg"), $0, nil) })
        var info = recto_page_info()
        info.struct_size = MemoryLayout<recto_page_info>.stride
        #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK && info.has_corners == 1)
        for name in ["text.jpg", "missing.jpg"] {
            var none: OpaquePointer?
            let status = recto_detector_scan_file(detector.pointer, folder.path(name), &none, nil)
            #expect(status == RECTO_UNREADABLE && none == nil)
            #expect(lastError.hasPrefix(folder.path(name)))
        }
    }

    @Test("Codes are read, and their payloads stay until the next frame")
    func payloadsStayUntilTheNextFrame() throws {
        let picture = QRPicture(QRSymbol(bytes: Array("recto".utf8)), scale: 4)
        let reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
        try picture.pixels.withUnsafeBufferPointer { pixels in
            var lent = recto_frame(
                RECTO_FORMAT_GRAY, try #require(pixels.baseAddress), pixels.count,
                try PixelSize(width: picture.width, height: picture.height))
            var count = 0
            try #require(recto_code_reader_read(reader.pointer, &lent, &count) == RECTO_OK)
            try #require(count == 1)
            var code = recto_code()
            code.struct_size = MemoryLayout<recto_code>.stride
            #expect(recto_code_reader_get_code(reader.pointer, 0, &code) == RECTO_OK)
            #expect(String(cString: code.text) == "recto" && code.byte_count == 5 && code.text_bytes == 5)
            #expect(String(cString: code.symbology) == "QR Code")
            #expect(recto_code_reader_get_code(reader.pointer, 1, &code) == RECTO_INVALID_ARGUMENT)
        }
    }

    // MARK: Bad arguments

    @Test("NULL is refused by name wherever something is required")
    func nullIsRefusedByName() {
        var pointer: OpaquePointer?
        expectRefused("scanner", recto_scanner_new(nil, nil))
        expectRefused("scanner", recto_scanner_process(nil, nil, 0, 0, nil))
        expectRefused("scanner", recto_scanner_on_capture(nil, nil, nil))
        expectRefused("scanner", recto_scanner_request_shot(nil))
        expectRefused("scanner", recto_scanner_rearm(nil))
        expectRefused("scanner", recto_scanner_reset(nil))
        expectRefused("scanner", recto_scanner_finish(nil))
        expectRefused("detector", recto_detector_new(nil))
        expectRefused("detector", recto_detector_detect(nil, nil, nil))
        expectRefused("detector", recto_detector_scan(nil, nil, &pointer, nil))
        expectRefused("detector", recto_detector_scan_file(nil, "x", &pointer, nil))
        expectRefused("page", recto_page_get_info(nil, nil))
        expectRefused("page", recto_page_copy(nil, &pointer))
        expectRefused("page", recto_page_set_corners(nil, nil))
        expectRefused("page", recto_page_set_render_options(nil, nil))
        expectRefused("page", recto_page_render(nil, &pointer))
        expectRefused("pages", recto_pages_write(nil, 1, "x.pdf"))
        expectRefused("image", recto_image_get_pixels(nil, nil))
        expectRefused("image", recto_image_copy_pixels(nil, nil, 0, 0))
        expectRefused("reader", recto_code_reader_new(nil, nil))
        expectRefused("reader", recto_code_reader_read(nil, nil, nil))
        expectRefused("reader", recto_code_reader_get_code(nil, 0, nil))
        #expect(pointer == nil)
        recto_frame_init(nil)
        recto_render_options_init(nil)
        recto_scanner_options_init(nil)
        recto_code_reader_options_init(nil)
        recto_scanner_free(nil)
        recto_detector_free(nil)
        recto_page_free(nil)
        recto_image_free(nil)
        recto_code_reader_free(nil)
    }

    @Test("Frames that do not fit their memory, or have no size or format, are refused")
    func badFrames() throws {
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        var detection = recto_detection()
        detection.struct_size = MemoryLayout<recto_detection>.stride
        let bytes = [UInt8](repeating: 128, count: 64 * 48 * 3)
        try bytes.withUnsafeBufferPointer { buffer in
            let sound = recto_frame(
                RECTO_FORMAT_RGB, try #require(buffer.baseAddress), buffer.count, try PixelSize(width: 64, height: 48))
            func status(_ change: (inout recto_frame) -> Void) -> recto_status {
                var frame = sound
                change(&frame)
                return recto_detector_detect(detector.pointer, &frame, &detection)
            }
            #expect(status { _ in } == RECTO_OK)
            let changes: [(inout recto_frame) -> Void] = [
                { $0.width = 0 }, { $0.height = 0 }, { $0.width = .max }, { $0.width = 65 }, { $0.height = 49 },
                { $0.planes.0 = nil }, { $0.plane_bytes.0 -= 1 }, { $0.plane_bytes.0 = 0 },
                { $0.plane_bytes.0 = Int(bitPattern: .max) }, { $0.row_strides.0 = 1 },
                { $0.row_strides.0 = Int.max }, { $0.row_strides.0 = Int(bitPattern: .max) },
                { $0.format = RECTO_FORMAT_BILEVEL }, { $0.format = recto_format(rawValue: 77) },
                { $0.range = recto_range(rawValue: 2) }, { $0.struct_size = 0 }, { $0.struct_size = 8 },
                { $0.struct_size = 1 << 40 },
            ]
            for (index, change) in changes.enumerated() {
                #expect(status(change) == RECTO_INVALID_ARGUMENT, "change \(index)")
                #expect(!lastError.isEmpty)
            }
            // The second plane does not fit.
            #expect(
                status {
                    $0.format = RECTO_FORMAT_NV12
                    $0.planes.1 = $0.planes.0
                    $0.plane_bytes.1 = 10
                } == RECTO_INVALID_ARGUMENT)
        }
    }

    @Test("Values outside their range are refused by name")
    func badValues() throws {
        var pointer: OpaquePointer?
        var options = recto_scanner_options()
        func status(_ change: (inout recto_scanner_options) -> Void) -> recto_status {
            recto_scanner_options_init(&options)
            change(&options)
            return recto_scanner_new(&options, &pointer)
        }
        #expect(status { $0.dwell_seconds = .nan } == RECTO_INVALID_ARGUMENT)
        #expect(lastError.contains("dwell"))
        #expect(status { $0.dwell_seconds = -1 } == RECTO_INVALID_ARGUMENT)
        #expect(status { $0.buffered_frames = 0 } == RECTO_INVALID_ARGUMENT)
        #expect(status { $0.buffered_frames = .max } == RECTO_INVALID_ARGUMENT)
        #expect(status { $0.remembered_pages = .max } == RECTO_INVALID_ARGUMENT)
        #expect(status { $0.mode = recto_mode(rawValue: 9) } == RECTO_INVALID_ARGUMENT)
        var renderOptions = recto_render_options()
        recto_render_options_init(&renderOptions)
        renderOptions.rotation_degrees = 45
        #expect(
            withUnsafePointer(to: renderOptions) { renderOptions in status { $0.render_options = renderOptions } }
                == RECTO_INVALID_ARGUMENT)
        renderOptions.rotation_degrees = 0
        renderOptions.filter = recto_filter(rawValue: 9)
        #expect(
            withUnsafePointer(to: renderOptions) { renderOptions in status { $0.render_options = renderOptions } }
                == RECTO_INVALID_ARGUMENT)
        var codes = recto_code_reader_options()
        recto_code_reader_options_init(&codes)
        codes.limit = 0
        #expect(recto_code_reader_new(&codes, &pointer) == RECTO_INVALID_ARGUMENT)
        #expect(pointer == nil)
    }

    @Test("Why more frames would help is what the engine says, of each frame; nothing without a page")
    func fusionReasons() throws {
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(nil, $0) })
        let engine = try Recto.Scanner()
        var told: Set<UInt32> = []
        for number in film.frames.indices {
            let update = film.frames[number].image.withView { engine.process(.rgb($0), at: film.time(number)) }
            try withFrame(number) { frame in
                var (frame, seen) = (frame, recto_observation())
                seen.struct_size = MemoryLayout<recto_observation>.stride
                let time = Int64(film.time(number) / .nanoseconds(1))
                try #require(recto_scanner_process(scanner.pointer, &frame, time, 0, &seen) == RECTO_OK)
                #expect((seen.has_page != 0) == (seen.fusion_reasons != 0), "so small is a film of 640 pixels")
                #expect(seen.fusion_reasons == UInt32(update.fusionReasons.rawValue), "frame \(number)")
                told.insert(seen.fusion_reasons)
            }
        }
        #expect(told.contains(UInt32(RECTO_FUSION_SAMPLING)))
        #expect(FusionReasons.sampling.rawValue == UInt8(RECTO_FUSION_SAMPLING))
        #expect(FusionReasons.glare.rawValue == UInt8(RECTO_FUSION_GLARE))
        #expect(FusionReasons.noise.rawValue == UInt8(RECTO_FUSION_NOISE))
    }

    @Test("A struct of a later version is accepted if its new fields are not set")
    func laterVersion() throws {
        struct LaterFrame {
            var frame = recto_frame()
            var added = 0
        }
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        var detection = recto_detection()
        detection.struct_size = MemoryLayout<recto_detection>.stride
        try withFrame(0) { frame in
            var later = LaterFrame()
            later.frame = frame
            later.frame.struct_size = MemoryLayout<LaterFrame>.size
            func detect() -> recto_status {
                withUnsafePointer(to: &later) { later in
                    later.withMemoryRebound(to: recto_frame.self, capacity: 1) {
                        recto_detector_detect(detector.pointer, $0, &detection)
                    }
                }
            }
            #expect(detect() == RECTO_OK)
            later.added = 1
            #expect(detect() == RECTO_INVALID_ARGUMENT)
            #expect(lastError == "frame has fields of a later version of the library")
        }
    }

    @Test("Names are those of the engine")
    func namesAreThoseOfTheEngine() {
        #expect(String(cString: recto_version()).split(separator: ".").count == 3)
        #expect(String(cString: recto_guidance_name(RECTO_GUIDANCE_NO_DOCUMENT)) == "noDocument")
        #expect(String(cString: recto_guidance_name(RECTO_GUIDANCE_SAME_PAGE)) == "samePage")
        #expect(String(cString: recto_guidance_name(recto_guidance(rawValue: 99))) == "")
        #expect(String(cString: recto_guidance_name(recto_guidance(rawValue: .max))) == "")
    }
}
