import RectoCodecs
public import RectoCore

/// Provides the pixels of frames: decodes JPEG to memory that is reused from frame to frame, and shows others in place.
public final class FrameDecoder {
    /// A reason why a frame cannot be shown.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// In words: the end of a sentence that starts with the frame.
        public let description: String
    }

    private let jpeg = JPEGFrameDecoder()
    /// The frame currently decoded, to avoid decoding it twice.
    private var decoded: (buffer: ObjectIdentifier, generation: Int, detail: FrameDetail)?

    /// Creates a decoder, which allocates memory only for JPEG.
    public init() {}

    /// Lends the pixels of a stored frame; see ``CapturedFrame/withView(_:_:)``.
    public func withView<Result>(
        of frame: StoredFrame, _ detail: FrameDetail = .full, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        try withView(of: frame.buffer, detail, body)
    }

    func withView<Result>(
        of buffer: FrameBuffer, _ detail: FrameDetail, _ body: (FrameView) throws -> Result
    ) throws -> Result {
        guard let shape = buffer.shape, shape.encoding == .jpeg else { return try body(try buffer.view()) }
        let key = (ObjectIdentifier(buffer), buffer.generation, detail)
        if decoded.map({ $0 == key }) != true {
            decoded = nil
            do throws(PictureError) {
                try jpeg.decode(
                    buffer.luma.bindMemory(to: UInt8.self),
                    divisor: detail.divisor(for: shape.size), isColor: detail.isColor)
            } catch {
                throw Failure(description: "\(error)")
            }
            decoded = key
        }
        // `self` keeps the decoder alive, and it writes only when called again.
        return try body(jpeg.view())
    }
}
