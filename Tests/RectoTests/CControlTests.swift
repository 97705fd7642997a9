import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// How long calls of recto.h report progress, and how their callers and deadlines end them.
@Suite("Progress, cancellation and deadlines in C")
struct CControlTests {
    private let folder: TemporaryFolder
    private let detector: CObject
    private let codes: CObject

    init() throws {
        folder = try TemporaryFolder()
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        codes = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
    }

    /// What a call reported.
    private final class Reports {
        var shares: [Double] = []
        /// The number of the report that cancels the call.
        var last = Int.max

        var isOrderly: Bool { shares.allSatisfy { 0...1 ~= $0 } && shares == shares.sorted() }
    }

    private static let report: @convention(c) (Double, UnsafeMutableRawPointer?) -> Int32 = { share, context in
        guard let context else { return 1 }
        let reports = Unmanaged<Reports>.fromOpaque(context).takeUnretainedValue()
        reports.shares.append(share)
        return reports.shares.count >= reports.last ? 1 : 0
    }

    /// Makes a call with progress, without end and canceled at several steps, and with a deadline.
    /// - Parameters:
    ///   - steps: The least number of steps.
    ///   - call: Makes the call with the control, and returns its status.
    private func check(
        steps: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ call: (UnsafePointer<recto_control>?) throws -> recto_status
    ) throws {
        let reports = Reports()
        var control = recto_control()
        recto_control_init(&control)
        (control.progress, control.progress_context) = (
            Self.report, Unmanaged.passUnretained(reports).toOpaque()
        )
        #expect(try call(&control) == RECTO_OK, "\(lastError)", sourceLocation: sourceLocation)
        #expect(reports.isOrderly && reports.shares.first == 0, "\(reports.shares)", sourceLocation: sourceLocation)
        let count = reports.shares.count
        try #require(count >= steps, sourceLocation: sourceLocation)
        for last in Set([1, 2, (count + 1) / 2, count]) {
            (reports.shares, reports.last) = ([], last)
            #expect(try call(&control) == RECTO_CANCELED, sourceLocation: sourceLocation)
            #expect(lastError == "the call was canceled", sourceLocation: sourceLocation)
            // Nothing is asked of a call that has ended.
            #expect(reports.shares.count == last, sourceLocation: sourceLocation)
        }
        recto_control_init(&control)
        control.deadline_seconds = 1e-9
        #expect(try call(&control) == RECTO_CANCELED, sourceLocation: sourceLocation)
        #expect(lastError == "the call exceeded its deadline", sourceLocation: sourceLocation)
        control.deadline_seconds = 1000
        #expect(try call(&control) == RECTO_OK, "\(lastError)", sourceLocation: sourceLocation)
        #expect(try call(nil) == RECTO_OK, "\(lastError)", sourceLocation: sourceLocation)
        control.struct_size -= 1
        #expect(try call(&control) == RECTO_INVALID_ARGUMENT, sourceLocation: sourceLocation)
        recto_control_init(&control)
        for seconds in [-1, 1e7, .nan] {
            control.deadline_seconds = seconds
            #expect(try call(&control) == RECTO_INVALID_ARGUMENT, sourceLocation: sourceLocation)
            #expect(lastError.hasPrefix("control->deadline_seconds is "), sourceLocation: sourceLocation)
        }
    }

    /// Sets a control, and makes a call with it.
    private func with(_ set: recto_status, _ call: () throws -> recto_status) rethrows -> recto_status {
        set == RECTO_OK ? try call() : set
    }

    private static func frame(_ jpeg: UnsafeBufferPointer<UInt8>) -> recto_frame {
        var frame = recto_frame()
        recto_frame_init(&frame)
        (frame.format, frame.planes.0, frame.plane_bytes.0) = (RECTO_FORMAT_JPEG, jpeg.baseAddress, jpeg.count)
        return frame
    }

    /// A picture of a code among noise, in which much is searched.
    private func codePicture() throws -> String {
        let code = try QRPicture(QRSymbol(bytes: Array("https://example.com".utf8)), scale: 6).image
        var image = GrayImage(size: try PixelSize(width: 700, height: 500))
        var noise = SeededGenerator(seed: 53)
        image.withMutableView { target in
            for y in 0..<target.height {
                for x in 0..<target.width { target.row(y)[x] = UInt8.random(in: 100...255, using: &noise) }
            }
            code.withView { view in
                for y in 0..<view.height { (target.row(y + 40) + 60).update(from: view.row(y), count: view.width) }
            }
        }
        let path = folder.path("code.png")
        try PNGWriter().write(.gray(image), path: path)
        return path
    }

    private func pagePicture() throws -> String {
        let path = folder.path("page.jpg")
        try Data(try WatchFilm.jpegs.get()[4]).write(to: URL(filePath: path))
        return path
    }

    // MARK: Calls

    @Test("Fusing frames")
    func fusing() throws {
        let files = try WatchFilm.jpegs.get()[4..<8].map { ContiguousArray($0) }
        let frames = files.map { $0.withUnsafeBufferPointer { Self.frame($0) } }
        // SAFETY: the arrays live until the closure has returned.
        try withExtendedLifetime(files) {
            try frames.withUnsafeBufferPointer { frames in
                let pointers = frames.indices.map { index in frames.baseAddress.map { $0 + index } }
                try check(steps: 8) { control in
                    try with(recto_detector_set_control(detector.pointer, control)) {
                        var page: OpaquePointer?
                        defer { recto_page_free(page) }
                        let status = recto_detector_fuse(detector.pointer, pointers, 4, &page, nil)
                        try #require((page != nil) == (status == RECTO_OK))
                        return status
                    }
                }
            }
        }
    }

    @Test("Fusing the frames that a scanner kept")
    func fusingBursts() throws {
        let film = try WatchFilm.film.get()
        var options = recto_scanner_options()
        recto_scanner_options_init(&options)
        options.burst_frames = 4
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(&options, $0) })
        var burst: OpaquePointer?
        for number in film.frames.indices where burst == nil {
            film.frames[number].image.withView { view in
                var frame = recto_frame(view)
                let time = film.time(number).inWholeNanoseconds
                #expect(recto_scanner_process(scanner.pointer, &frame, time, Int64(number), nil) == RECTO_OK)
            }
            #expect(recto_scanner_take_burst(scanner.pointer, &burst) == RECTO_OK)
        }
        let kept = try #require(burst)
        defer { recto_burst_free(kept) }
        try check(steps: 6) { control in
            var page: OpaquePointer?
            defer { recto_page_free(page) }
            let status = recto_burst_fuse_with(kept, control, &page, nil)
            try #require((page != nil) == (status == RECTO_OK))
            return status
        }
    }

    @Test("Reading codes")
    func readingCodes() throws {
        let path = try codePicture()
        var count = 0
        try check(steps: 6) { control in
            try with(recto_code_reader_set_control(codes.pointer, control)) {
                count = 0
                let status = recto_code_reader_read_file(codes.pointer, path, &count)
                try #require(count == (status == RECTO_OK ? 1 : 0))
                return status
            }
        }
        let image = try PictureReader(layout: .gray).read(path: path).gray
        try image.withView { view in
            var frame = recto_frame(view)
            for isPart in [false, true] {
                try check(steps: 5) { control in
                    with(recto_code_reader_set_control(codes.pointer, control)) {
                        isPart
                            ? recto_code_reader_read_part(codes.pointer, &frame, 0, 0, 400, 400, &count)
                            : recto_code_reader_read(codes.pointer, &frame, &count)
                    }
                }
            }
        }
        // A canceled call leaves none of the codes of the call before.
        let reports = Reports()
        reports.last = 1
        var control = recto_control()
        recto_control_init(&control)
        (control.progress, control.progress_context) = (Self.report, Unmanaged.passUnretained(reports).toOpaque())
        #expect(recto_code_reader_set_control(codes.pointer, &control) == RECTO_OK)
        #expect(recto_code_reader_read_file(codes.pointer, path, &count) == RECTO_CANCELED)
        var code = recto_code()
        recto_code_init(&code)
        #expect(recto_code_reader_get_code(codes.pointer, 0, &code) == RECTO_INVALID_ARGUMENT)
    }

    @Test("Reading files for their pages")
    func readingFiles() throws {
        let path = try pagePicture()
        var found = recto_detection()
        recto_detection_init(&found)
        try check(steps: 2) { control in
            with(recto_detector_set_control(detector.pointer, control)) {
                recto_detector_detect_file(detector.pointer, path, &found)
            }
        }
        try check(steps: 2) { control in
            with(recto_detector_set_control(detector.pointer, control)) {
                var page: OpaquePointer?
                defer { recto_page_free(page) }
                return recto_detector_scan_file(detector.pointer, path, &page, nil)
            }
        }
        try check(steps: 2) { control in
            with(recto_detector_set_control(detector.pointer, control)) {
                var pages: [OpaquePointer?] = [nil, nil]
                defer { pages.forEach { recto_page_free($0) } }
                return recto_detector_scan_book_file(detector.pointer, path, 0, &pages)
            }
        }
    }

    @Test("Building anchors, and searching a file for them")
    func anchors() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages")
        let path = folder.appending(path: "receipt-tiles.jpg").standardized.path
        try path.withCString { file in
            let names = ["first", "second", "third"].map { (name: String) in strdup(name) }
            defer { names.forEach { free($0) } }
            let pictures = names.map { name in
                var picture = recto_anchor_picture()
                recto_anchor_picture_init(&picture)
                (picture.name, picture.path) = (UnsafePointer(name), file)
                return picture
            }
            try pictures.withUnsafeBufferPointer { pictures in
                let pointers = pictures.indices.map { index in pictures.baseAddress.map { $0 + index } }
                // Each picture is read and prepared.
                try check(steps: 6) { control in
                    var anchors: OpaquePointer?
                    defer { recto_anchors_free(anchors) }
                    let status = recto_anchors_build_with(pointers, pointers.count, control, &anchors)
                    try #require((anchors != nil) == (status == RECTO_OK))
                    return status
                }
                let anchors = try CObject(
                    free: { recto_anchors_free($0) }, make: { recto_anchors_build_with(pointers, 1, nil, $0) })
                let matcher = try CObject(
                    free: { recto_anchor_matcher_free($0) },
                    make: { recto_anchor_matcher_new(anchors.pointer, nil, $0) })
                try check(steps: 2) { control in
                    try with(recto_anchor_matcher_set_control(matcher.pointer, control)) {
                        var count = 0
                        let status = recto_anchor_matcher_match_file(matcher.pointer, path, &count)
                        try #require(count == (status == RECTO_OK ? 1 : 0))
                        return status
                    }
                }
                // A canceled call leaves none of the sightings of the call before.
                var (control, sighting, count) = (recto_control(), recto_sighting(), 0)
                recto_control_init(&control)
                control.deadline_seconds = 1e-9
                recto_sighting_init(&sighting)
                #expect(recto_anchor_matcher_set_control(matcher.pointer, nil) == RECTO_OK)
                #expect(recto_anchor_matcher_match_file(matcher.pointer, path, &count) == RECTO_OK)
                #expect(recto_anchor_matcher_get(matcher.pointer, 0, &sighting) == RECTO_OK)
                #expect(recto_anchor_matcher_set_control(matcher.pointer, &control) == RECTO_OK)
                #expect(recto_anchor_matcher_match_file(matcher.pointer, path, &count) == RECTO_CANCELED)
                #expect(recto_anchor_matcher_get(matcher.pointer, 0, &sighting) == RECTO_INVALID_ARGUMENT)
            }
        }
    }

    @Test("Reading text, a word at a time, for itself and for a document of one page")
    func readingText() throws {
        let reader = try CObject(free: { recto_text_reader_free($0) }, make: { recto_text_reader_new("eng", $0) })
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../TestImages/receipt-tiles.jpg").path
        let page = try CObject(
            free: { recto_page_free($0) }, make: { recto_detector_scan_file(detector.pointer, path, $0, nil) })
        var json: UnsafePointer<CChar>?
        try check(steps: 10) { control in
            with(recto_text_reader_set_control(reader.pointer, control)) {
                recto_text_reader_read(reader.pointer, page.pointer, &json)
            }
        }
        let reports = Reports()
        var options = recto_document_options()
        recto_document_options_init(&options)
        (options.reader, options.progress) = (reader.pointer, Self.report)
        options.progress_context = Unmanaged.passUnretained(reports).toOpaque()
        let pages = [Optional(page.pointer)]
        let file = folder.path("page.pdf")
        #expect(recto_pages_write_document(pages, 1, file, &options) == RECTO_OK)
        #expect(reports.shares.count >= 10 && reports.isOrderly && reports.shares.last == 1)
        try FileManager.default.removeItem(atPath: file)
        (reports.shares, reports.last) = ([], reports.shares.count / 2)
        #expect(recto_pages_write_document(pages, 1, file, &options) == RECTO_CANCELED)
        #expect(try folder.names.isEmpty)
    }

    // MARK: Documents

    @Test("A document of one page ends by its deadline", arguments: [false, true])
    func onePage(isFromDraft: Bool) throws {
        let page = try CObject(
            free: { recto_page_free($0) }, make: { [path = try pagePicture()] in recto_page_open(path, $0) })
        let session = try CObject(
            free: { recto_session_free($0) }, make: { recto_session_open(folder.path("draft"), $0) })
        for _ in 0..<2 { #expect(recto_session_add(session.pointer, page.pointer, nil) == RECTO_OK) }
        let file = folder.path("out.pdf")
        func write(_ change: (inout recto_document_options) -> Void) -> recto_status {
            var options = recto_document_options()
            recto_document_options_init(&options)
            change(&options)
            return isFromDraft
                ? recto_session_save_document(session.pointer, file, &options)
                : recto_pages_write_document([Optional(page.pointer)], 1, file, &options)
        }
        #expect(write { $0.deadline_seconds = 1e-9 } == RECTO_CANCELED)
        #expect(lastError == "the call exceeded its deadline")
        let reports = Reports()
        reports.last = 1
        let context = Unmanaged.passUnretained(reports).toOpaque()
        #expect(write { ($0.progress, $0.progress_context) = (Self.report, context) } == RECTO_CANCELED)
        #expect(reports.shares == [isFromDraft ? 0.5 : 1])
        #expect(!FileManager.default.fileExists(atPath: file))
        (reports.shares, reports.last) = ([], .max)
        #expect(write { ($0.progress, $0.progress_context) = (Self.report, context) } == RECTO_OK)
        #expect(reports.shares == (isFromDraft ? [0.5, 1] : [1]))
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("A page that was canceled does not change a document written page by page")
    func pagesOneByOne() throws {
        let page = try CObject(
            free: { recto_page_free($0) }, make: { [path = try pagePicture()] in recto_page_open(path, $0) })
        func bytes(cancelingFirst: Bool) throws -> [UInt8] {
            let reports = Reports()
            if cancelingFirst { reports.last = 1 }
            var options = recto_document_options()
            recto_document_options_init(&options)
            options.progress = Self.report
            options.progress_context = Unmanaged.passUnretained(reports).toOpaque()
            let document = try CObject(
                free: { recto_document_free($0) }, make: { recto_document_new(nil, RECTO_DOCUMENT_PDF, &options, $0) })
            if cancelingFirst {
                #expect(recto_document_add(document.pointer, page.pointer, nil) == RECTO_CANCELED)
                reports.last = .max
            }
            #expect(recto_document_add(document.pointer, page.pointer, nil) == RECTO_OK)
            let made = try CObject(
                free: { recto_bytes_free($0) }, make: { recto_document_finish(document.pointer, $0) })
            var (data, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
            try #require(recto_bytes_get(made.pointer, &data, &count) == RECTO_OK)
            return Array(UnsafeBufferPointer(start: data, count: count))
        }
        #expect(try bytes(cancelingFirst: true) == bytes(cancelingFirst: false))
    }

    // MARK: Use

    @Test("The function that receives progress cannot use the objects of the call")
    func objectsOfTheCall() throws {
        let path = try codePicture()
        final class Call {
            let reader: OpaquePointer
            var statuses: [recto_status] = []
            init(_ reader: OpaquePointer) { self.reader = reader }
        }
        let call = Call(codes.pointer)
        var control = recto_control()
        recto_control_init(&control)
        control.progress_context = Unmanaged.passUnretained(call).toOpaque()
        control.progress = { _, context in
            guard let context else { return 1 }
            let call = Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
            call.statuses.append(recto_code_reader_set_control(call.reader, nil))
            return 0
        }
        #expect(recto_code_reader_set_control(codes.pointer, &control) == RECTO_OK)
        var count = 0
        #expect(recto_code_reader_read_file(codes.pointer, path, &count) == RECTO_OK && count == 1)
        #expect(!call.statuses.isEmpty && call.statuses.allSatisfy { $0 == RECTO_BUSY })
    }

    @Test("NULL is refused by name")
    func missingObjects() {
        expectRefused("detector", recto_detector_set_control(nil, nil))
        expectRefused("reader", recto_code_reader_set_control(nil, nil))
        expectRefused("reader", recto_text_reader_set_control(nil, nil))
        expectRefused("matcher", recto_anchor_matcher_set_control(nil, nil))
        var anchors: OpaquePointer?
        expectRefused("pictures", recto_anchors_build_with(nil, 1, nil, &anchors))
        var page: OpaquePointer?
        expectRefused("burst", recto_burst_fuse_with(nil, nil, &page, nil))
        recto_control_init(nil)
    }
}
