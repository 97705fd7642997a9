public import RectoCore

/// A frame of a source, lent until the next one is asked for.
public struct CapturedFrame {
    /// Frames delivered before this one in the run.
    public let number: Int
    /// The frame's place in the source's own count, which goes on over lost frames and over interruptions.
    public let sequence: Int
    /// Frames of the source's count between the last one delivered and this one: lost by the device, or not waited for.
    public let gap: Int
    /// When it was taken, by a clock that never stands still nor goes back: a camera's since it first streamed, a file's
    /// by its rate.
    public let time: Duration
    /// The size of the stored frame.
    public let size: PixelSize
    /// How it is stored.
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
    /// Pixels are shown where the source put them, whatever the detail. JPEG is decoded, to memory that the source keeps;
    /// a second call with the same detail finds it there.
    /// - Throws: ``FrameDecoder/Failure`` if a JPEG frame is damaged, or another frame has been asked for since, and what the closure
    ///   throws.
    public func withView<Result>(
        _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        try checkIsLent()
        return try decoder.withView(of: buffer, detail, body)
    }

    /// Lends the bytes as the source delivered them: a JPEG file, or the pixels of the first plane with their padding.
    /// - Throws: ``FrameDecoder/Failure`` if another frame has been asked for since, and what the closure throws.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try checkIsLent()
        return try body(buffer.luma)
    }

    /// The memory, for a copy of it; `nil` if another frame has been asked for since.
    var lentBuffer: FrameBuffer? { isLent ? buffer : nil }

    /// Whether no other frame has been asked for since: until then its pixels can be read.
    public var isLent: Bool { buffer.generation == generation }

    private func checkIsLent() throws(FrameDecoder.Failure) {
        guard !isLent else { return }
        throw FrameDecoder.Failure(
            description:
                "has been handed back: it can be read until the next one is asked for, and copied by StoredFrame")
    }
}

/// How the pixels of a captured frame are stored.
public enum FrameEncoding: String, Hashable, Codable, Sendable, CaseIterable {
    /// One byte a pixel, 0 is black.
    case gray
    /// Red, green and blue, a byte each.
    case rgb
    /// Y0 Cb Y1 Cr for each two pixels of a row (4:2:2).
    case yuyv
    /// Cb Y0 Cr Y1 for each two pixels of a row (4:2:2).
    case uyvy
    /// A plane of Y and one of Cb Cr pairs at half the size (4:2:0).
    case nv12
    /// A JPEG picture.
    case jpeg
}

/// How much of a JPEG frame is decoded.
public struct FrameDetail: Hashable, Sendable {
    /// The frame comes at the least of the scales 1/1, 1/2, 1/4 and 1/8 whose long side still has so many pixels; in full if
    /// nothing is given.
    public var longSide: Int?
    /// Whether color is wanted, or luma alone.
    public var isColor: Bool

    /// - Parameter longSide: 1 or more.
    public init(longSide: Int? = nil, isColor: Bool = true) {
        self.longSide = longSide
        self.isColor = isColor
    }

    /// All that there is.
    public static let full = FrameDetail()
    /// Enough to find a page and to follow it.
    public static let detection = FrameDetail(longSide: 640)
    /// The same, without color: less by about a third.
    public static let luma = FrameDetail(longSide: 640, isColor: false)

    /// By what a picture's sides are divided.
    package func divisor(for size: PixelSize) -> Int {
        guard let longSide else { return 1 }
        return [8, 4, 2].first { size.longSide >= $0 * longSide } ?? 1
    }
}

/// Lends JPEG pictures of the caller's as frames, one after the other; they are decoded to memory that is kept.
package final class BorrowedJPEG {
    private let buffer = FrameBuffer(index: 0, memory: nil, owner: nil)
    private let decoder = FrameDecoder()

    package init() {}

    /// Lends a frame to the closure.
    /// - Parameters:
    ///   - bytes: A JPEG file.
    ///   - time: When it was taken.
    ///   - sequence: Its place in the caller's count.
    /// - Throws: ``FrameDecoder/Failure`` if the bytes are no JPEG picture, and what the closure throws.
    package func withFrame<Result>(
        _ bytes: UnsafeRawBufferPointer, at time: Duration = .zero, sequence: Int = 0,
        _ body: (CapturedFrame) throws -> Result
    ) throws -> Result {
        guard let header = JPEGHeader(bytes) else { throw FrameDecoder.Failure(description: "is no JPEG picture") }
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
