import RectoCodecs
public import RectoCore

/// Shows frames as pixels: those of JPEG in memory that is kept from frame to frame, the others where they are.
public final class FrameDecoder {
    /// Why a frame cannot be shown.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// In words; the end of a sentence that starts with the frame.
        public let description: String
    }

    private let jpeg = JPEGFrameDecoder()
    /// What lies decoded, so that the same need not be decoded twice.
    private var decoded: (buffer: ObjectIdentifier, generation: Int, detail: FrameDetail)?

    /// A decoder; it takes memory only when it sees JPEG.
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
        // The decoder is kept alive by `self`, and writes only when it is called again.
        return try body(jpeg.view())
    }
}
