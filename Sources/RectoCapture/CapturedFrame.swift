public import RectoCore

/// A frame of a source, lent until the next one is asked for.
public struct CapturedFrame {
    /// Number of frames delivered before this one in the run.
    public let number: Int
    /// The frame's number in the source's own count, which continues across lost frames and interruptions.
    public let sequence: Int
    /// Number of frames in the source's count between the last one delivered and this one: lost by the device, or
    /// skipped.
    public let gap: Int
    /// The time of capture, by a clock that never stops or goes back: since the camera first streamed, or by a file's
    /// frame rate.
    public let time: Duration
    /// The size of the stored frame.
    public let size: PixelSize
    /// The storage format.
    public let encoding: FrameEncoding

    private let buffer: FrameBuffer
    private let generation: Int
    private let decoder: FrameDecoder

    init?(buffer: FrameBuffer, decoder: FrameDecoder, number: Int, gap: Int) {
        guard let shape = buffer.shape else { return nil }
        self.buffer = buffer
        self.decoder = decoder
        self.number = number
        self.gap = gap
        generation = buffer.generation
        sequence = buffer.sequence
        time = buffer.time
        size = shape.size
        encoding = shape.encoding
    }

    /// Lends the pixels for reading; the view must not leave the closure.
    ///
    /// Pixels are shown where the source put them, regardless of the detail. JPEG is decoded to memory that the source
    /// keeps; a second call with the same detail reuses the result.
    /// - Throws: ``FrameDecoder/Failure`` if a JPEG frame is damaged or another frame has been requested since, and
    ///   errors of the closure.
    public func withView<Result>(
        _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        try checkIsLent()
        return try decoder.withView(of: buffer, detail, body)
    }

    /// Lends the bytes as the source delivered them: a JPEG file, or the pixels of the first plane with their padding.
    /// - Throws: ``FrameDecoder/Failure`` if another frame has been requested since, and errors of the closure.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try checkIsLent()
        return try body(buffer.luma)
    }

    /// The memory, for copying; `nil` if another frame has been requested since.
    var lentBuffer: FrameBuffer? { isLent ? buffer : nil }

    /// Whether no other frame has been requested since. Until then the pixels can be read.
    public var isLent: Bool { buffer.generation == generation }

    private func checkIsLent() throws(FrameDecoder.Failure) {
        guard !isLent else { return }
        throw FrameDecoder.Failure(
            description:
                "can no longer be read: the next frame was asked for. StoredFrame keeps a copy")
    }
}

/// The storage format of a captured frame's pixels.
public enum FrameEncoding: String, Hashable, Codable, Sendable, CaseIterable {
    /// One byte per pixel, 0 is black.
    case gray
    /// Red, green and blue, one byte each.
    case rgb
    /// Y0 Cb Y1 Cr for every two pixels of a row (4:2:2).
    case yuyv
    /// Cb Y0 Cr Y1 for every two pixels of a row (4:2:2).
    case uyvy
    /// A plane of Y and one of Cb Cr pairs at half the size (4:2:0).
    case nv12
    /// A JPEG picture.
    case jpeg
}

/// The detail to which a JPEG frame is decoded.
public struct FrameDetail: Hashable, Sendable {
    /// Minimum long side, in pixels. The frame is decoded at the smallest of the scales 1/1, 1/2, 1/4 and 1/8 that
    /// reaches it, or in full if `nil`.
    public var longSide: Int?
    /// Whether to decode color, or only luma.
    public var isColor: Bool

    /// - Parameter longSide: 1 or more.
    public init(longSide: Int? = nil, isColor: Bool = true) {
        self.longSide = longSide
        self.isColor = isColor
    }

    /// Full detail.
    public static let full = FrameDetail()
    /// Enough to find and follow a page.
    public static let detection = FrameDetail(longSide: 640)
    /// The same without color, at about a third less cost.
    public static let luma = FrameDetail(longSide: 640, isColor: false)

    /// The divisor of a picture's sides.
    package func divisor(for size: PixelSize) -> Int {
        guard let longSide else { return 1 }
        return [8, 4, 2].first { size.longSide >= $0 * longSide } ?? 1
    }
}

/// Lends caller-owned JPEG pictures as frames, one after the other. They are decoded to memory that is reused.
package final class BorrowedJPEG {
    private let buffer = FrameBuffer(index: 0, memory: nil, owner: nil)
    private let decoder = FrameDecoder()

    package init() {}

    /// Lends a frame to the closure.
    /// - Parameters:
    ///   - bytes: A JPEG file.
    ///   - time: The time of capture.
    ///   - sequence: The picture's number in the caller's count.
    /// - Throws: ``FrameDecoder/Failure`` if the bytes are not a JPEG picture, and errors of the closure.
    package func withFrame<Result>(
        _ bytes: UnsafeRawBufferPointer, at time: Duration = .zero, sequence: Int = 0,
        _ body: (CapturedFrame) throws -> Result
    ) throws -> Result {
        guard let header = JPEGHeader(bytes) else { throw FrameDecoder.Failure(description: "is not a JPEG picture") }
        buffer.shape = FrameShape(packed: .jpeg, header.size, range: .full)
        buffer.luma = bytes
        buffer.time = time
        buffer.sequence = sequence
        defer {
            buffer.handBack()
            buffer.luma = UnsafeRawBufferPointer(start: nil, count: 0)
        }
        guard let frame = CapturedFrame(buffer: buffer, decoder: decoder, number: sequence, gap: 0) else {
            preconditionFailure("a buffer with a shape is a frame")
        }
        return try body(frame)
    }
}
