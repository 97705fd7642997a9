public import RectoCore

/// A copy of a frame, as it was stored, that lasts; its memory is used again for the next copy.
///
/// A few of them make a ring from which the best frame is taken. Its pixels are shown by a ``FrameDecoder``.
public final class StoredFrame {
    let buffer: FrameBuffer
    private let storage = FrameStorage()

    /// An empty one.
    public init() { buffer = FrameBuffer(index: 0, memory: storage, owner: nil) }

    /// The stored size; nothing while there is no frame.
    public var size: PixelSize? { buffer.shape?.size }
    /// When the frame was taken; see ``CapturedFrame/time``.
    public var time: Duration { buffer.time }
    /// The frame's place in its source's count.
    public var sequence: Int { buffer.sequence }

    /// Takes a copy of a frame that is lent, in place of the last one.
    public func store(_ frame: CapturedFrame) { storage.copy(frame.lentBuffer(), into: buffer) }
}
