public import RectoCore
import Synchronization

/// Program-owned memory for the bytes of one frame, which grows as needed.
package final class FrameStorage: @unchecked Sendable {
    // Sendable: only the buffer's holder touches it.
    package private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    package init() {}
    deinit { bytes.deallocate() }

    /// Reserves `count` bytes, preserving the first `kept`.
    package func reserve(_ count: Int, keeping kept: Int = 0) {
        guard count > bytes.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 2 * kept), alignment: 64)
        if kept > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept])) }
        bytes.deallocate()
        bytes = larger
    }

    /// Copies the frame of another buffer unchanged.
    ///
    /// Reserves extra room for JPEG files, whose lengths vary from frame to frame.
    package func copy(_ source: FrameBuffer, into target: FrameBuffer) {
        let (lumaCount, chromaCount) = (source.luma.count, source.chroma.count)
        // Aligned to whole cache lines.
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
        // The decoded pixels of the last frame are not those of this one.
        target.handBack()
    }
}

/// Buffers in program-owned memory, for a source that fills them itself.
///
/// Three are enough: one is lent, one waits, one is being filled.
final class FramePool: FrameBufferOwner {
    private let storages = [FrameStorage(), FrameStorage(), FrameStorage()]
    private let free = Mutex<[FrameBuffer]>([])

    init() {
        let buffers = storages.indices.map { FrameBuffer(index: $0, memory: storages[$0], owner: self) }
        free.withLock { $0 = buffers }
    }

    /// Takes a buffer with its memory. It returns when handed back.
    func take() -> (buffer: FrameBuffer, storage: FrameStorage)? {
        guard let buffer = free.withLock({ $0.popLast() }) else { return nil }
        return (buffer, storages[buffer.index])
    }

    func takeBack(_ buffer: FrameBuffer) { free.withLock { $0.append(buffer) } }
}

/// A lasting copy of a frame as it was stored. Its memory is reused for the next copy.
///
/// Several of them form a ring from which the best frame is taken. A ``FrameDecoder`` shows the pixels.
public final class StoredFrame {
    let buffer: FrameBuffer
    private let storage = FrameStorage()
    /// Refers to a caller-owned frame while it is copied.
    private let lent = FrameBuffer(index: 0, memory: nil, owner: nil)

    /// Creates an empty frame.
    public init() { buffer = FrameBuffer(index: 0, memory: storage, owner: nil) }

    /// The stored size; `nil` while there is no frame.
    public var size: PixelSize? { buffer.shape?.size }
    /// The time of capture; see ``CapturedFrame/time``.
    public var time: Duration { buffer.time }
    /// The frame's number in its source's count.
    public var sequence: Int { buffer.sequence }

    /// Replaces the content with a copy of a lent frame.
    /// - Returns: Whether the frame was still lent; false if another one has been requested since.
    @discardableResult
    public func store(_ frame: CapturedFrame) -> Bool {
        guard let source = frame.lentBuffer else { return false }
        storage.copy(source, into: buffer)
        return true
    }

    /// Replaces the content with a copy of a caller-owned frame.
    public func store(_ frame: FrameView, at time: Duration, sequence: Int = 0) {
        lent.show(frame)
        lent.time = time
        lent.sequence = sequence
        storage.copy(lent, into: buffer)
    }

    /// Replaces the content with a copy of a JPEG file.
    /// - Returns: Whether the bytes are a JPEG file, judging by the header.
    public func store(jpegBytes: [UInt8], at time: Duration, sequence: Int = 0) -> Bool {
        jpegBytes.withUnsafeBytes { bytes in
            guard let header = JPEGHeader(bytes) else { return false }
            lent.shape = FrameShape(packed: .jpeg, header.size, range: .full)
            lent.luma = bytes
            lent.chroma = UnsafeRawBufferPointer(start: nil, count: 0)
            (lent.time, lent.sequence) = (time, sequence)
            storage.copy(lent, into: buffer)
            // The caller's bytes are valid only during this call.
            lent.luma = UnsafeRawBufferPointer(start: nil, count: 0)
            return true
        }
    }

    /// The JPEG file, if the frame came as one; `nil` if its EXIF block requests a rotation, because frames are shown
    /// unrotated.
    public var jpegBytes: [UInt8]? {
        guard buffer.shape?.encoding == .jpeg, JPEGHeader(buffer.luma)?.hasExif == false else { return nil }
        return [UInt8](buffer.luma)
    }
}
