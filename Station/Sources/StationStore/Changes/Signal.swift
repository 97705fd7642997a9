import Synchronization

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
