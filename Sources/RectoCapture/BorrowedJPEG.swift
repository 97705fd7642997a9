import RectoCore

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
