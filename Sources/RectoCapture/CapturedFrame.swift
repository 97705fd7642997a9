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
    /// a second look at the same detail finds it there.
    /// - Precondition: No other frame has been asked for since.
    /// - Throws: ``FrameDecoder/Failure`` if a JPEG frame is damaged, and what the closure throws.
    public func withView<Result>(
        _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        checkIsLent()
        return try decoder.withView(of: buffer, detail, body)
    }

    /// Lends the bytes as the source delivered them: a JPEG file, or the pixels of the first plane with their padding.
    /// - Precondition: No other frame has been asked for since.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        checkIsLent()
        return try body(buffer.luma)
    }

    /// The memory, for a copy of it.
    func lentBuffer() -> FrameBuffer {
        checkIsLent()
        return buffer
    }

    private func checkIsLent() {
        precondition(buffer.generation == generation, "the frame has been handed back")
    }
}
