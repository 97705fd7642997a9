import GRDB
import Synchronization

/// Notifies any number of listeners when a library's documents have changed and the change is on disk.
public final class DocumentChanges: Sendable {
    private let signal = Signal()
    private let observation = Mutex<AnyDatabaseCancellable?>(nil)

    public init(_ library: Library) {
        observation.withLock {
            // The station's internal columns do not count as changes.
            $0 = DatabaseRegionObservation(
                tracking: Table("document").select(
                    Column("id"), Column("title"), Column("captured"), Column("trashed"), Column("owner")),
                Table("page")
            ).start(in: library.database) { _ in
            } onChange: { [signal] _ in
                signal.notify()
            }
        }
    }

    /// Future changes. Changes during processing by the listener are merged into one.
    public var stream: AsyncStream<Void> { signal.stream }
}

/// Notifies any number of listeners of a change.
public final class Signal: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
        var next = 0
    }

    private let listeners = Mutex(Listeners())

    public init() {}

    /// Future changes. Changes during processing by the listener are merged into one.
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

    public func notify() {
        for listener in listeners.withLock({ Array($0.continuations.values) }) { listener.yield() }
    }
}
