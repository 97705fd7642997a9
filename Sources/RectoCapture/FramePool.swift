import Synchronization

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
