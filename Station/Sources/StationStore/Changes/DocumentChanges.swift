import GRDB
import Synchronization

/// Tells any number of listeners that documents of a library have changed, once the change is on the disk.
public final class DocumentChanges: Sendable {
    private let signal = Signal()
    private let observation = Mutex<AnyDatabaseCancellable?>(nil)

    public init(_ library: Library) {
        observation.withLock {
            // What the station notes for itself about documents is no change of theirs.
            $0 = DatabaseRegionObservation(
                tracking: Table("document").select(Column("id"), Column("title"), Column("captured")), Table("page")
            ).start(in: library.database) { _ in
            } onChange: { [signal] _ in
                signal.tell()
            }
        }
    }

    /// Changes from now on; those that come while the listener is busy count as one.
    public var stream: AsyncStream<Void> { signal.stream }
}

/// Tells any number of listeners that something has changed.
public final class Signal: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
    }

    private let listeners = Mutex(Listeners())

    public init() {}

    /// Changes from now on; those that come while the listener is busy count as one.
    public var stream: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    public func tell() {
        for listener in listeners.withLock({ Array($0.continuations.values) }) { listener.yield() }
    }
}
