import CRecto
import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// How calls of recto.h refuse arguments: by the names that their callers wrote.
@Suite("Refused arguments in C")
struct CArgumentTests {
    private func refusal(_ status: recto_status) -> String {
        #expect(status == RECTO_INVALID_ARGUMENT)
        return lastError
    }

    private func scannerRefusal(_ change: (inout recto_scanner_options) -> Void) -> String {
        var options = recto_scanner_options()
        recto_scanner_options_init(&options)
        change(&options)
        var scanner: OpaquePointer?
        defer { recto_scanner_free(scanner) }
        return refusal(recto_scanner_new(&options, &scanner))
    }

    @Test("Options of scanners are named as in recto.h")
    func scanners() {
        #expect(
            scannerRefusal { $0.dwell_seconds = 20 } == "options->dwell_seconds is 20.0, required: 0.0 to 10.0")
        #expect(scannerRefusal { $0.dwell_seconds = .nan }.hasPrefix("options->dwell_seconds is "))
        #expect(scannerRefusal { $0.remembered_pages = 1001 }.hasPrefix("options->remembered_pages is "))
        #expect(scannerRefusal { $0.buffered_frames = 0 } == "options->buffered_frames is 0, required: 1 to 32")
        #expect(scannerRefusal { $0.burst_frames = 2 } == "options->burst_frames is 2, required: 3 to 32")
        #expect(scannerRefusal { $0.burst_bytes = 5 }.hasPrefix("options->burst_bytes is 5, required: 16000000 to "))
        for (parameter, name) in [
            ("capture.lookBack=9", "capture.lookBack"), ("capture.patience=99", "capture.patience"),
            ("tracking.patience=99", "tracking.patience"),
            ("tracking.minimumConfidence=2", "tracking.minimumConfidence"),
        ] {
            parameter.withCString { text in
                #expect(scannerRefusal { $0.parameters = text }.hasPrefix("options->parameters: \(name) is "))
            }
        }
    }

    @Test("Each parameter that can be set by name is refused by that name")
    func parameters() {
        for assignment in String(cString: recto_scanner_parameters()).split(separator: " ") {
            let name = assignment.prefix { $0 != "=" }
            "\(name)=-1e9".withCString { text in
                #expect(scannerRefusal { $0.parameters = text }.hasPrefix("options->parameters: \(name) is "))
            }
        }
    }

    private func frameRefusal(_ format: recto_format, _ change: (inout recto_frame) -> Void) throws -> String {
        let pixels = [UInt8](repeating: 200, count: 64 * 48 * 6)
        return try pixels.withUnsafeBufferPointer { buffer in
            let size = try PixelSize(width: 64, height: 48)
            var frame = recto_frame(format, try #require(buffer.baseAddress), buffer.count, size)
            change(&frame)
            var page: OpaquePointer?
            defer { recto_page_free(page) }
            return refusal(recto_page_new(&frame, &page))
        }
    }

    @Test("Members of frames are named as in recto.h")
    func frames() throws {
        let formats = [
            RECTO_FORMAT_GRAY, RECTO_FORMAT_RGB, RECTO_FORMAT_YUYV, RECTO_FORMAT_UYVY, RECTO_FORMAT_NV12,
            RECTO_FORMAT_BGR, RECTO_FORMAT_RGBA, RECTO_FORMAT_BGRA, RECTO_FORMAT_I420, RECTO_FORMAT_NV21,
            RECTO_FORMAT_P010, RECTO_FORMAT_GRAY16,
        ]
        for format in formats {
            #expect(try frameRefusal(format) { $0.row_strides.0 = 3 }.hasPrefix("frame->row_strides[0] is 3, required"))
            #expect(try frameRefusal(format) { $0.plane_bytes.0 = 9 }.hasPrefix("frame->plane_bytes[0] "))
            #expect(try frameRefusal(format) { $0.width = 0 }.hasPrefix("frame->width x height is 0 x 48"))
        }
        let pairs = [UInt8](repeating: 128, count: 64 * 48)
        try pairs.withUnsafeBufferPointer { buffer in
            for format in [RECTO_FORMAT_NV12, RECTO_FORMAT_NV21, RECTO_FORMAT_I420, RECTO_FORMAT_P010] {
                let stride = try frameRefusal(format) {
                    ($0.planes.1, $0.plane_bytes.1, $0.row_strides.1) = (buffer.baseAddress, buffer.count, 3)
                }
                #expect(stride.hasPrefix("frame->row_strides[1] is 3, required"))
                let bytes = try frameRefusal(format) { ($0.planes.1, $0.plane_bytes.1) = (buffer.baseAddress, 9) }
                #expect(bytes.hasPrefix("frame->plane_bytes[1] leaves "))
            }
            let third = try frameRefusal(RECTO_FORMAT_I420) {
                ($0.third_plane, $0.third_plane_bytes, $0.third_row_stride) = (buffer.baseAddress, buffer.count, 3)
            }
            #expect(third.hasPrefix("frame->third_row_stride is 3, required"))
        }
    }

    @Test("A resolution is 0, or as large as the command line takes")
    func resolutions() throws {
        let page = try page()
        var options = recto_render_options()
        recto_render_options_init(&options)
        for dotsPerInch in [0, 10, 2400.0] {
            options.dots_per_inch = dotsPerInch
            #expect(recto_page_set_render_options(page.pointer, &options) == RECTO_OK)
        }
        for dotsPerInch in [-1, 9.9, 2401, 1e300, .infinity, .nan] {
            options.dots_per_inch = dotsPerInch
            let text = refusal(recto_page_set_render_options(page.pointer, &options))
            #expect(text == "options->dots_per_inch is \(dotsPerInch), required: 0, or 10 to 2400")
        }
    }

    private func page() throws -> CObject {
        let image = GrayImage(size: try PixelSize(width: 64, height: 48))
        return try image.withView { view in
            var frame = recto_frame(view)
            return try CObject(free: { recto_page_free($0) }, make: { recto_page_new(&frame, $0) })
        }
    }

    private func documentRefusal(_ change: (inout recto_document_options) -> Void) throws -> String {
        var options = recto_document_options()
        recto_document_options_init(&options)
        change(&options)
        var pages: [OpaquePointer?] = [try page().pointer]
        var bytes: OpaquePointer?
        defer { recto_bytes_free(bytes) }
        return refusal(recto_pages_encode(&pages, 1, RECTO_DOCUMENT_PDF, &options, &bytes))
    }

    @Test("Options of documents are named as in recto.h")
    func documents() throws {
        for quality: Int32 in [-1, 101, .max, .min] {
            let text = try documentRefusal { $0.jpeg_quality = quality }
            #expect(text == "options->jpeg_quality is \(quality), required: 0, or 1 to 100")
        }
        for time: Int64 in [.min, .max, 253_402_300_800] {
            #expect(try documentRefusal { $0.creation_time = time }.hasPrefix("options->creation_time is \(time), "))
        }
        for seconds in [-1, 1e7, .nan] {
            #expect(try documentRefusal { $0.deadline_seconds = seconds }.hasPrefix("options->deadline_seconds is "))
        }
    }

    @Test("Empty names of files, folders and sources are refused by the name of the argument")
    func emptyNames() throws {
        var (object, size): (OpaquePointer?, Int) = (nil, 0)
        let detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        let reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
        let pages = [Optional(try page().pointer)]
        #expect(refusal(recto_detector_scan_file(detector.pointer, "", &object, nil)) == "path is empty")
        #expect(refusal(recto_code_reader_read_file(reader.pointer, "", &size)) == "path is empty")
        #expect(refusal(recto_page_open("", &object)) == "path is empty")
        #expect(refusal(recto_pages_write(pages, 1, "")) == "path is empty")
        #expect(refusal(recto_document_new("", RECTO_DOCUMENT_PDF, nil, &object)) == "path is empty")
        #expect(refusal(recto_anchors_open("", &object)) == "path is empty")
        #expect(refusal(recto_session_open("", &object)) == "folder is empty")
        #expect(refusal(recto_source_open("", nil, &object)) == "name is empty")
        #expect(refusal(recto_camera_set_light("", 1)) == "camera is empty")
        #expect(object == nil)
    }

    @Test("Options of what reads codes and anchors are named as in recto.h")
    func readers() throws {
        var codes = recto_code_reader_options()
        recto_code_reader_options_init(&codes)
        codes.limit = 0
        var reader: OpaquePointer?
        #expect(refusal(recto_code_reader_new(&codes, &reader)) == "options->limit is 0, required: 1 or more")
    }
}
