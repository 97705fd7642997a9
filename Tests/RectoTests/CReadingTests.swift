import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// How calls of recto.h read files.
@Suite("Files read from C")
struct CReadingTests {
    private let folder: TemporaryFolder
    private let detector: CObject
    private let reader: CObject

    init() throws {
        folder = try TemporaryFolder()
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
        reader = try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(nil, $0) })
    }

    private func options(_ change: (inout recto_reading_options) -> Void = { _ in }) -> recto_reading_options {
        var options = recto_reading_options()
        recto_reading_options_init(&options)
        change(&options)
        return options
    }

    /// Opens a file.
    /// - Returns: The width of the picture, or the reason why it cannot be read.
    private func open(_ path: String, _ options: recto_reading_options) -> Result<UInt32, Refusal> {
        var page: OpaquePointer?
        defer { recto_page_free(page) }
        let status = withUnsafePointer(to: options) { recto_page_open_with(path, $0, &page) }
        guard status == RECTO_OK else { return .failure(Refusal(status: status, text: lastError)) }
        var info = recto_page_info()
        recto_page_info_init(&info)
        #expect(recto_page_get_info(page, &info) == RECTO_OK)
        return .success(info.picture_width)
    }

    private struct Refusal: Error, Equatable {
        let status: recto_status
        let text: String

        init(status: recto_status, text: String) { (self.status, self.text) = (status, text) }
    }

    /// A file of pages of different widths.
    private func file(_ name: String, widths: [Int]) throws -> String {
        let format = try #require(DocumentWriter.Format(path: name))
        let path = folder.path(name)
        let writer = try DocumentWriter(path: path, format: format, expectedPages: widths.count)
        let resolution = try #require(Resolution(dotsPerInch: 100))
        for width in widths {
            try writer.add(.gray(GrayImage(size: try PixelSize(width: width, height: 80))), resolution: resolution)
        }
        try writer.finish()
        return path
    }

    @Test("A page of a file is chosen, and a missing one is refused")
    func pages() throws {
        let path = try file("pages.tif", widths: [100, 120])
        #expect(open(path, options()) == .success(100))
        #expect(open(path, options { $0.page = 1 }) == .success(120))
        let missing = open(path, options { $0.page = 2 })
        #expect(missing == .failure(Refusal(status: RECTO_UNREADABLE, text: "\(path) has 2 pages, and no page 2")))
    }

    @Test("Limits refuse a file with their reason, in each object that reads files")
    func limits() throws {
        let path = try file("pages.tif", widths: [100, 120])
        let cases: [(recto_reading_options, String)] = [
            (options { $0.pixels = 7999 }, "is 100 x 80 pixels"), (options { $0.pages = 1 }, "has more than 1 pages"),
            (options { $0.file_bytes = 10 }, "above the limit of 10"), (options { $0.memory_bytes = 100 }, "memory"),
        ]
        for (limited, reason) in cases {
            guard case .failure(let refusal) = open(path, limited) else {
                Issue.record("\(reason): it was read")
                continue
            }
            #expect(refusal.status == RECTO_UNREADABLE && refusal.text.contains(reason), "\(refusal.text)")
            withUnsafePointer(to: limited) { limited in
                var (found, count) = (recto_detection(), 0)
                recto_detection_init(&found)
                #expect(recto_detector_set_reading(detector.pointer, limited) == RECTO_OK)
                #expect(recto_detector_detect_file(detector.pointer, path, &found) == RECTO_UNREADABLE)
                #expect(lastError == refusal.text)
                #expect(recto_code_reader_set_reading(reader.pointer, limited) == RECTO_OK)
                #expect(recto_code_reader_read_file(reader.pointer, path, &count) == RECTO_UNREADABLE)
            }
        }
        var (found, count) = (recto_detection(), 0)
        recto_detection_init(&found)
        #expect(recto_detector_set_reading(detector.pointer, nil) == RECTO_OK)
        #expect(recto_detector_detect_file(detector.pointer, path, &found) == RECTO_OK, "\(lastError)")
        #expect(recto_code_reader_set_reading(reader.pointer, nil) == RECTO_OK)
        #expect(recto_code_reader_read_file(reader.pointer, path, &count) == RECTO_OK, "\(lastError)")
    }

    @Test("Bytes in memory are read by the same options")
    func bytes() throws {
        let path = try file("pages.tif", widths: [100, 120])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var limited = options { $0.pages = 1 }
        var page: OpaquePointer?
        #expect(recto_page_decode_with(bytes, bytes.count, &limited, &page) == RECTO_UNREADABLE)
        #expect(lastError == "the picture has more than 1 pages")
        for nothing in [nil, bytes] as [[UInt8]?] {
            #expect(recto_page_decode(nothing, 0, &page) == RECTO_UNREADABLE)
            #expect(lastError == "the picture is empty")
        }
        limited.pages = 2
        limited.page = 1
        #expect(recto_page_decode_with(bytes, bytes.count, &limited, &page) == RECTO_OK, "\(lastError)")
        recto_page_free(page)
    }

    @Test("Options out of range are refused by their names")
    func ranges() {
        for (wrong, name) in [
            (options { $0.pixels = .max }, "pixels"), (options { $0.memory_bytes = .max }, "memory_bytes"),
            (options { $0.file_bytes = .max }, "file_bytes"), (options { $0.seconds = -1 }, "seconds"),
            (options { $0.seconds = .nan }, "seconds"), (options { $0.pdf_dots_per_inch = 10 }, "pdf_dots_per_inch"),
        ] {
            guard case .failure(let refusal) = open("none.png", wrong) else {
                Issue.record("\(name) was taken")
                continue
            }
            #expect(refusal.status == RECTO_INVALID_ARGUMENT)
            #expect(refusal.text.hasPrefix("options->\(name) is "), "\(refusal.text)")
        }
    }

    @Test(
        "An encrypted PDF file is opened by its password, at the given resolution, in its time",
        .enabled(
            if: ProgramResult.isInstalled("qpdf") && ProgramResult.isInstalled("pdftoppm"),
            "qpdf or poppler-utils is not installed"))
    func password() throws {
        let (plain, locked) = (try file("plain.pdf", widths: [100]), folder.path("locked.pdf"))
        let sealing = try ProgramResult.run("qpdf", ["--encrypt", "secret", "owner", "256", "--", plain, locked])
        try #require(sealing.status == 0, "\(sealing.output)")
        guard case .failure(let refusal) = open(locked, options()) else {
            Issue.record("it was opened without a password")
            return
        }
        #expect(refusal.status == RECTO_UNREADABLE && refusal.text.contains("needs a password"))
        try "secret".withCString { password in
            _ = try open(locked, options { $0.password = password }).get()
            let slow = open(locked, options { ($0.password, $0.seconds) = (password, 0.001) })
            guard case .failure(let refusal) = slow else {
                Issue.record("a page was drawn in a millisecond")
                return
            }
            #expect(refusal.text.contains("takes too long to read"), "\(refusal.text)")
        }
    }
}
