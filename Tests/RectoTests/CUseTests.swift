import CRecto
import Foundation
import RectoCodecs
import RectoCore
import Synchronization
import TestSupport
import Testing

/// Calls that use one object at the same time, which recto.h forbids.
@Suite("Objects used by several threads")
struct CUseTests {
    private let folder: TemporaryFolder
    private let detector: CObject
    private let reader: CObject
    /// A frame with a QR code.
    private let image: GrayImage

    init() throws {
        folder = try TemporaryFolder()
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
        image = try QRPicture(QRSymbol(bytes: Array("https://example.com".utf8)), scale: 8).image
    }

    /// Makes a call from four threads, again and again, until one of them is refused.
    private func expectRefused(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: () -> recto_status
    ) {
        // SAFETY: calls that may not run at the same time are refused, which is what is tested.
        nonisolated(unsafe) let call = call
        let isRefused = Atomic(false)
        let others = Mutex(Set<String>())
        let end = ContinuousClock.now + .seconds(60)
        onThreads(4) {
            while !isRefused.load(ordering: .relaxed), ContinuousClock.now < end {
                let status = call()
                if status == RECTO_OK { continue }
                let text = lastError
                if status == RECTO_BUSY, text == "\(name) is used by another call at the same time" {
                    isRefused.store(true, ordering: .relaxed)
                } else {
                    others.withLock { _ = $0.insert("\(status): \(text)") }
                }
            }
        }
        let (wasRefused, otherTexts) = (isRefused.load(ordering: .relaxed), others.withLock { $0 })
        #expect(wasRefused, "\(name)", sourceLocation: sourceLocation)
        #expect(otherTexts.isEmpty, sourceLocation: sourceLocation)
        // It can be used as before.
        #expect(call() == RECTO_OK, "\(lastError)", sourceLocation: sourceLocation)
    }

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs a function on several threads at a time, and waits for their ends. Those of a pool may be busy with other
    /// tests.
    private func onThreads(_ count: Int, _ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            let threads = (0..<count).map { _ in
                var thread = pthread_t()
                let status = pthread_create(
                    &thread, nil,
                    { argument in
                        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                        return nil
                    }, Unmanaged.passRetained(Work(body)).toOpaque())
                precondition(status == 0, "a thread can be made")
                return thread
            }
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    private func page() throws -> CObject {
        try image.withView { view in
            var frame = recto_frame(view)
            return try CObject(free: { recto_page_free($0) }, make: { recto_page_new(&frame, $0) })
        }
    }

    @Test("A scanner, a detector and a code reader refuse a frame while they have another")
    func frames() throws {
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(nil, $0) })
        image.withView { view in
            let frame = recto_frame(view)
            let time = Atomic(Int64(0))
            expectRefused("scanner") {
                withUnsafePointer(to: frame) {
                    let now = time.add(33_000_000, ordering: .relaxed).newValue
                    return recto_scanner_process(scanner.pointer, $0, now, 0, nil)
                }
            }
            expectRefused("detector") {
                withUnsafePointer(to: frame) {
                    var found = recto_detection()
                    recto_detection_init(&found)
                    return recto_detector_detect(detector.pointer, $0, &found)
                }
            }
            expectRefused("reader") {
                withUnsafePointer(to: frame) {
                    var count = 0
                    return recto_code_reader_read(reader.pointer, $0, &count)
                }
            }
        }
    }

    @Test("A page refuses changes while it is rendered, and is rendered by several threads at once")
    func pages() throws {
        let page = try page()
        let place = Atomic(0)
        expectRefused("page") {
            var options = recto_render_options()
            recto_render_options_init(&options)
            if place.add(1, ordering: .relaxed).newValue % 2 == 0 {
                return recto_page_set_render_options(page.pointer, &options)
            }
            var made: OpaquePointer?
            defer { recto_image_free(made) }
            return recto_page_render(page.pointer, &made)
        }
        nonisolated(unsafe) let pointer = page.pointer
        let failures = Atomic(0)
        onThreads(8) {
            var made: OpaquePointer?
            if recto_page_render(pointer, &made) != RECTO_OK { failures.add(1, ordering: .relaxed) }
            recto_image_free(made)
        }
        let count = failures.load(ordering: .relaxed)
        #expect(count == 0)
    }

    @Test("A source refuses to be asked while it is waited for")
    func sources() throws {
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let handle = try #require(FileHandle(forUpdatingAtPath: pipe))
        let source = try CObject(free: { recto_source_free($0) }, make: { recto_source_open(pipe, nil, $0) })
        expectRefused("source") {
            var event = recto_event()
            recto_event_init(&event)
            return recto_source_next(source.pointer, 0.05, &event)
        }
        withExtendedLifetime(handle) {}
    }

    @Test("A draft and a document refuse a page while they write another")
    func writing() throws {
        let (page, path) = (try page(), folder.path("draft"))
        let session = try CObject(free: { recto_session_free($0) }, make: { recto_session_open(path, $0) })
        expectRefused("session") { recto_session_add(session.pointer, page.pointer, nil) }
        let document = try CObject(
            free: { recto_document_free($0) }, make: { recto_document_new(nil, RECTO_DOCUMENT_PDF, nil, $0) })
        expectRefused("document") { recto_document_add(document.pointer, page.pointer, nil) }
    }

    @Test("What joins and checks codes refuses them while it has others")
    func codes() throws {
        var count = 0
        try image.withView { view in
            var frame = recto_frame(view)
            try #require(recto_code_reader_read(reader.pointer, &frame, &count) == RECTO_OK && count == 1)
        }
        let joiner = try CObject(free: { recto_payload_joiner_free($0) }, make: { recto_payload_joiner_new($0) })
        expectRefused("joiner") {
            var count = 0
            return recto_payload_joiner_add(joiner.pointer, reader.pointer, &count)
        }
        let onboarding = try CObject(
            free: { recto_onboarding_free($0) },
            make: { recto_onboarding_new(#"{"hosts": ["example.com"], "requiredReads": 1}"#, $0) })
        expectRefused("onboarding") {
            var report: UnsafePointer<CChar>?
            return recto_onboarding_check(onboarding.pointer, reader.pointer, 0, &report)
        }
    }

    @Test("What recognizes anchors refuses a frame while it has another; anchors serve all threads")
    func anchors() throws {
        let photo = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../TestImages/receipt-tiles.jpg").standardized.path
        let anchors = try "receipt".withCString { name in
            try photo.withCString { path in
                var picture = recto_anchor_picture()
                recto_anchor_picture_init(&picture)
                (picture.name, picture.path) = (name, path)
                return try withUnsafePointer(to: picture) { picture in
                    let pictures: [UnsafePointer<recto_anchor_picture>?] = [picture]
                    return try CObject(
                        free: { recto_anchors_free($0) }, make: { recto_anchors_build(pictures, 1, $0) })
                }
            }
        }
        let matcher = try CObject(
            free: { recto_anchor_matcher_free($0) },
            make: { recto_anchor_matcher_new(anchors.pointer, nil, $0) })
        let scanner = try CObject(
            free: { recto_anchor_scanner_free($0) },
            make: { recto_anchor_scanner_new(anchors.pointer, nil, $0) })
        image.withView { view in
            let frame = recto_frame(view)
            expectRefused("matcher") {
                withUnsafePointer(to: frame) {
                    var count = 0
                    return recto_anchor_matcher_match(matcher.pointer, $0, &count)
                }
            }
            let time = Atomic(Int64(0))
            expectRefused("scanner") {
                withUnsafePointer(to: frame) {
                    var count = 0
                    let now = time.add(33_000_000, ordering: .relaxed).newValue
                    return recto_anchor_scanner_process(scanner.pointer, $0, now, &count)
                }
            }
        }
    }

    @Test(
        "A reader of text refuses a page while it reads another",
        .enabled(if: ProgramResult.isInstalled("tesseract"), "tesseract is not installed"))
    func text() throws {
        let page = try page()
        let reader = try CObject(free: { recto_text_reader_free($0) }, make: { recto_text_reader_new("eng", $0) })
        expectRefused("reader") {
            var json: UnsafePointer<CChar>?
            return recto_text_reader_read(reader.pointer, page.pointer, &json)
        }
        // A document uses it too.
        expectRefused("reader") {
            var options = recto_document_options()
            recto_document_options_init(&options)
            options.reader = reader.pointer
            var (bytes, pages): (OpaquePointer?, [OpaquePointer?]) = (nil, [page.pointer])
            defer { recto_bytes_free(bytes) }
            return recto_pages_encode(&pages, 1, RECTO_DOCUMENT_PDF, &options, &bytes)
        }
    }

    /// What the functions of a run find.
    private struct Run {
        let scanner: OpaquePointer
        var statuses: Set<recto_status.RawValue> = []
        var others: Set<recto_status.RawValue> = []
        var captures: Set<recto_status.RawValue> = []
    }

    @Test("The function of a run may use the scanner on its thread, and the function for captures may not")
    func callbacks() throws {
        let bytes = [UInt8](try WatchFilm.mjpeg())
        let source = try bytes.withUnsafeBufferPointer { buffer in
            try CObject(
                free: { recto_source_free($0) },
                make: { recto_source_open_memory(buffer.baseAddress, buffer.count, nil, $0) })
        }
        let scanner = try CObject(free: { recto_scanner_free($0) }, make: { recto_scanner_new(nil, $0) })
        let run = UnsafeMutablePointer<Run>.allocate(capacity: 1)
        run.initialize(to: Run(scanner: scanner.pointer))
        defer {
            run.deinitialize(count: 1)
            run.deallocate()
        }
        recto_scanner_on_capture(
            scanner.pointer,
            { _, _, context in
                guard let run = context?.assumingMemoryBound(to: Run.self) else { return }
                run.pointee.captures.insert(recto_scanner_rearm(run.pointee.scanner).rawValue)
            }, run)
        let status = recto_scanner_run(
            scanner.pointer, source.pointer,
            { _, _, context in
                guard let run = context?.assumingMemoryBound(to: Run.self) else { return 1 }
                nonisolated(unsafe) let scanner = run.pointee.scanner
                run.pointee.statuses.insert(recto_scanner_forget(scanner, 7).rawValue)
                let other = Mutex(recto_status.RawValue(0))
                let thread = Thread { other.withLock { $0 = recto_scanner_forget(scanner, 7).rawValue + 100 } }
                thread.start()
                while other.withLock({ $0 }) == 0 { usleep(100) }
                run.pointee.others.insert(other.withLock { $0 } - 100)
                return 0
            }, run)
        #expect(status == RECTO_OK, "\(lastError)")
        #expect(run.pointee.statuses == [RECTO_OK.rawValue])
        #expect(run.pointee.others == [RECTO_BUSY.rawValue])
        #expect(run.pointee.captures == [RECTO_BUSY.rawValue])
    }
}
