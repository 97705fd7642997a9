import CCodecShims
package import RectoCore

/// Decodes individual JPEG frames of a camera or a stream into memory that is reused from frame to frame.
package final class JPEGFrameDecoder {
    private var frames: OpaquePointer?
    private let limits = PictureReader.Limits()
    private var pixels = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    private var size: PixelSize?
    private var isColor = false

    package init() {}

    deinit {
        if let frames { codec_jpeg_frames_free(frames) }
        pixels.deallocate()
    }

    /// Decodes a frame, which ``view()`` then shows.
    ///
    /// - Parameters:
    ///   - divisor: The reduction of the sides, rounded up: 1, 2, 4 or 8.
    ///   - isColor: Whether to decode RGB instead of luma.
    package func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, divisor: Int, isColor: Bool
    ) throws(PictureError) {
        if frames == nil { frames = codec_jpeg_frames_new() }
        guard let frames else { throw .notEnoughMemory(width: 0, height: 0) }
        guard !bytes.isEmpty else { throw .empty }
        var header = codec_jpeg_header()
        var message = codec_message()
        var status = codec_jpeg_frames_open(
            frames, bytes.baseAddress, bytes.count, UInt32(divisor), isColor ? CODEC_RGB : CODEC_GRAY, &header,
            &message)
        guard status == CODEC_OK else { throw PictureError(.jpeg, status, message, header.width, header.height) }
        guard header.components != 4 else { throw .unsupported(.jpeg, "CMYK in a stream") }
        let size = try limits.size(width: Int(header.width), height: Int(header.height))
        self.size = size
        self.isColor = isColor
        try limits.checkMemory(
            size, bytesPerPixel: isColor ? 3 : 1, copies: 1,
            others: header.is_buffered ? Int(clamping: header.coefficient_bytes) : 0)
        let rowStride = rowStride(size)
        reserve(rowStride * size.height)
        // SAFETY: the memory has space for the rows of this size, `rowStride` bytes apart.
        status = codec_jpeg_frames_read(
            frames, UInt32(clamping: limits.scans), pixels.baseAddress, rowStride, &message)
        guard status == CODEC_OK else { throw PictureError(.jpeg, status, message, header.width, header.height) }
    }

    /// Returns the last decoded frame, valid until the next one is decoded.
    package func view() throws(ParameterError) -> FrameView {
        guard let size, let base = pixels.baseAddress.map({ UnsafePointer($0) }) else {
            throw ParameterError("frame", found: "nothing", required: "a frame that was decoded")
        }
        return isColor
            ? .rgb(try RGBView(base: base, byteCount: pixels.count, size: size, stride: rowStride(size)))
            : .gray(try GrayView(base: base, byteCount: pixels.count, size: size, stride: rowStride(size)))
    }

    private func rowStride(_ size: PixelSize) -> Int { (size.width * (isColor ? 3 : 1) + 63) / 64 * 64 }

    private func reserve(_ count: Int) {
        guard count > pixels.count else { return }
        pixels.deallocate()
        // Zeroed, so that a partially decoded frame does not show previous memory content.
        pixels = .allocate(capacity: count)
        pixels.initialize(repeating: 0)
    }
}
