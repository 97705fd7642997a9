import CRecto
import RectoCore

/// A scanner of the C library that is shown a video over and over.
public final class FilmScanner {
    /// The scanner's results for the video: identical for every showing by scanners with the same history.
    public struct Account: Hashable, Sendable {
        /// Hash of all observations in order.
        var observations = UInt64.fnvBasis
        /// Frames from which pages were captured.
        public var captures: [Int64] = []
        /// Hash of the bytes of the finished pages.
        var pages = UInt64.fnvBasis
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private let film: StressFilm
    private let scanner: OpaquePointer
    private var account = Account()
    /// Number of frames shown to the scanner so far, which is its clock.
    private var shown: Int64 = 0

    public init(_ film: StressFilm) throws {
        self.film = film
        var scanner: OpaquePointer?
        guard recto_scanner_new(nil, &scanner) == RECTO_OK, let scanner else { throw Failure.last }
        self.scanner = scanner
        recto_scanner_on_capture(scanner, Self.onCapture, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { recto_scanner_free(scanner) }

    private static let onCapture: recto_capture_function = { page, capture, context in
        guard let context, let capture else { return }
        Unmanaged<FilmScanner>.fromOpaque(context).takeUnretainedValue().take(page, capture.pointee)
    }

    /// Shows the video from its start as a new document.
    /// - Parameter isJPEG: Whether the frames come as JPEG files, or as pixels.
    public func show(isJPEG: Bool) throws -> Account {
        account = Account()
        try check(recto_scanner_reset(scanner))
        for number in 0..<film.count {
            try (isJPEG ? film.jpeg : film.yuyv)[number].withUnsafeBufferPointer { bytes in
                var frame = recto_frame()
                recto_frame_init(&frame)
                frame.format = isJPEG ? RECTO_FORMAT_JPEG : RECTO_FORMAT_YUYV
                (frame.width, frame.height) = (UInt32(film.size.width), UInt32(film.size.height))
                (frame.planes.0, frame.plane_bytes.0) = (bytes.baseAddress, bytes.count)
                try process(&frame, number)
            }
        }
        try check(recto_scanner_finish(scanner))
        return account
    }

    private func process(_ frame: inout recto_frame, _ number: Int) throws {
        var seen = recto_observation()
        seen.struct_size = MemoryLayout<recto_observation>.stride
        let time = Int64(Double(shown) / StressFilm.framesPerSecond * 1e9)
        try check(recto_scanner_process(scanner, &frame, time, Int64(number), &seen))
        shown += 1
        // Without the identity, whose numbers increase from showing to showing.
        withUnsafeBytes(of: seen.corners) { account.observations.mix($0) }
        withUnsafeBytes(of: (seen.confidence, seen.sharpness, seen.progress)) { account.observations.mix($0) }
        withUnsafeBytes(of: (seen.guidance.rawValue, seen.has_page, seen.has_capture)) { account.observations.mix($0) }
    }

    private func take(_ page: OpaquePointer?, _ capture: recto_capture) {
        account.captures.append(capture.frame_number)
        var (copy, image): (OpaquePointer?, OpaquePointer?)
        var pixels = recto_pixels()
        pixels.struct_size = MemoryLayout<recto_pixels>.stride
        if recto_page_copy(page, &copy) == RECTO_OK, recto_page_render(copy, &image) == RECTO_OK,
            recto_image_get_pixels(image, &pixels) == RECTO_OK
        {
            for row in 0..<Int(pixels.height) {
                let start = pixels.data + row * pixels.stride
                account.pages.mix(UnsafeRawBufferPointer(start: start, count: pixels.row_bytes))
            }
        }
        recto_image_free(image)
        recto_page_free(copy)
    }

    private func check(_ status: recto_status) throws { if status != RECTO_OK { throw Failure.last } }
}

extension FilmScanner.Failure {
    /// The library's error of the last call.
    fileprivate static var last: Self { Self(description: String(cString: recto_last_error())) }
}

extension UInt64 {
    fileprivate static let fnvBasis: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a.
    fileprivate mutating func mix(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes { self = (self ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
