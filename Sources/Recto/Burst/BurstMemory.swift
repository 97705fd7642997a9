import Synchronization

/// What the bursts of a scanner may take together, from their first frame until they are fused.
final class BurstMemory: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Bytes that no burst has taken.
    var free: Int { taken.withLock { limit - $0 } }

    func take(_ bytes: Int) -> Share {
        taken.withLock { $0 += bytes }
        return Share(bytes, of: self)
    }

    /// Bytes that are taken as long as it is held.
    final class Share: Sendable {
        private let bytes: Int
        private let memory: BurstMemory

        fileprivate init(_ bytes: Int, of memory: BurstMemory) { (self.bytes, self.memory) = (bytes, memory) }

        deinit { memory.taken.withLock { $0 -= bytes } }
    }
}
