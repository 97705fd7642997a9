public import RectoCore

/// A copy of a frame, as it was stored, that lasts; its memory is used again for the next copy.
///
/// A few of them make a ring from which the best frame is taken. Its pixels are shown by a ``FrameDecoder``.
public final class StoredFrame {
    let buffer: FrameBuffer
    private let storage = FrameStorage()
    /// Shows a frame of the caller's while it is copied.
    private let lent = FrameBuffer(index: 0, memory: nil, owner: nil)

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

    /// Takes a copy of a frame of the caller's, in place of the last one.
    public func store(_ frame: FrameView, at time: Duration, sequence: Int = 0) {
        lent.show(frame)
        lent.time = time
        lent.sequence = sequence
        storage.copy(lent, into: buffer)
    }

    /// The JPEG file, if the frame came as one; nothing if its EXIF block says that it is to be turned, as frames are shown
    /// as they lie.
    public var jpegBytes: [UInt8]? {
        guard buffer.shape?.encoding == .jpeg, JPEGHeader(buffer.luma)?.hasExif == false else { return nil }
        return [UInt8](buffer.luma)
    }
}
