public import RectoCore
import Synchronization

/// Memory of this program for the bytes of one frame, which grows as far as frames need it.
package final class FrameStorage: @unchecked Sendable {
    // Sendable: whoever has the buffer that shows it is alone with it.
    package private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    package init() {}
    deinit { bytes.deallocate() }

    /// Gives room for so many bytes, the first `kept` of which stay as they are.
    package func reserve(_ count: Int, keeping kept: Int = 0) {
        guard count > bytes.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 2 * kept), alignment: 64)
        if kept > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept])) }
        bytes.deallocate()
        bytes = larger
    }

    /// The frame of another buffer, as it is.
    ///
    /// JPEG files get room to spare: one is hardly ever as long as the last.
    package func copy(_ source: FrameBuffer, into target: FrameBuffer) {
        let (lumaCount, chromaCount) = (source.luma.count, source.chroma.count)
        // Kept apart by whole cache lines.
        let chromaStart = (lumaCount + 63) / 64 * 64
        let count = chromaStart + chromaCount
        if count > bytes.count { reserve(source.shape?.encoding == .jpeg ? count + count / 4 : count) }
        let luma = UnsafeMutableRawBufferPointer(rebasing: bytes[..<lumaCount])
        let chroma = UnsafeMutableRawBufferPointer(rebasing: bytes[chromaStart..<chromaStart + chromaCount])
        luma.copyMemory(from: source.luma)
        chroma.copyMemory(from: source.chroma)
        target.shape = source.shape
        target.luma = UnsafeRawBufferPointer(luma)
        target.chroma = chromaCount > 0 ? UnsafeRawBufferPointer(chroma) : UnsafeRawBufferPointer(start: nil, count: 0)
        target.time = source.time
        target.sequence = source.sequence
        // What was decoded of the last frame is not of this one.
        target.handBack()
    }
}

/// Buffers of this program's memory for a source that fills them itself.
///
/// Three are enough: one is lent, one waits, one is being filled.
final class FramePool: FrameBufferOwner {
    private let storages = [FrameStorage(), FrameStorage(), FrameStorage()]
    private let free = Mutex<[FrameBuffer]>([])

    init() {
        let buffers = storages.indices.map { FrameBuffer(index: $0, memory: storages[$0], owner: self) }
        free.withLock { $0 = buffers }
    }

    /// A buffer with its memory; it comes back by being handed back.
    func take() -> (buffer: FrameBuffer, storage: FrameStorage)? {
        guard let buffer = free.withLock({ $0.popLast() }) else { return nil }
        return (buffer, storages[buffer.index])
    }

    func takeBack(_ buffer: FrameBuffer) { free.withLock { $0.append(buffer) } }
}

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

    /// The stored size; `nil` while there is no frame.
    public var size: PixelSize? { buffer.shape?.size }
    /// When the frame was taken; see ``CapturedFrame/time``.
    public var time: Duration { buffer.time }
    /// The frame's place in its source's count.
    public var sequence: Int { buffer.sequence }

    /// Takes a copy of a frame that is lent, in place of the last one.
    /// - Returns: Whether it was there; not if another frame has been asked for since.
    @discardableResult
    public func store(_ frame: CapturedFrame) -> Bool {
        guard let source = frame.lentBuffer else { return false }
        storage.copy(source, into: buffer)
        return true
    }

    /// Takes a copy of a frame of the caller's, in place of the last one.
    public func store(_ frame: FrameView, at time: Duration, sequence: Int = 0) {
        lent.show(frame)
        lent.time = time
        lent.sequence = sequence
        storage.copy(lent, into: buffer)
    }

    /// Takes a copy of a JPEG file, in place of the last frame.
    /// - Returns: Whether it is one, as far as its header says.
    public func store(jpegBytes: [UInt8], at time: Duration, sequence: Int = 0) -> Bool {
        jpegBytes.withUnsafeBytes { bytes in
            guard let header = JPEGHeader(bytes) else { return false }
            lent.shape = FrameShape(packed: .jpeg, header.size, range: .full)
            lent.luma = bytes
            lent.chroma = UnsafeRawBufferPointer(start: nil, count: 0)
            (lent.time, lent.sequence) = (time, sequence)
            storage.copy(lent, into: buffer)
            // The caller's bytes are there during this call alone.
            lent.luma = UnsafeRawBufferPointer(start: nil, count: 0)
            return true
        }
    }

    /// The JPEG file, if the frame came as one; `nil` if its EXIF block says that it is to be turned, as frames are shown
    /// as they lie.
    public var jpegBytes: [UInt8]? {
        guard buffer.shape?.encoding == .jpeg, JPEGHeader(buffer.luma)?.hasExif == false else { return nil }
        return [UInt8](buffer.luma)
    }
}
