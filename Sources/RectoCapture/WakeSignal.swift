import CVideo4Linux
import Glibc
import RectoCodecs
import RectoCore

/// Wakes a thread that waits for descriptors or a timeout.
package final class WakeSignal: Sendable {
    /// Becomes readable after ``raise()``.
    package let descriptor: Int32

    package init() throws(CaptureError) {
        descriptor = video_event_descriptor()
        guard descriptor >= 0 else { throw .noResources(systemMessage(errno)) }
    }

    deinit { close(descriptor) }

    package func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    package func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits until the signal is raised or the time is over.
    package func wait(for duration: Duration) { _ = waitForInput(of: -1, orFor: duration) }

    /// Waits until the other descriptor is ready, the signal is raised, or the time is over.
    /// - Returns: The `poll` result for the other descriptor.
    package func waitForInput(of other: Int32, events: Int32 = POLLIN, orFor duration: Duration) -> Int32 {
        let milliseconds = Int32(clamping: max(duration.inWholeMilliseconds, duration > .zero ? 1 : 0))
        var waiting = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(events), revents: 0)
        )
        withUnsafeMutableBytes(of: &waiting) { bytes in
            _ = poll(bytes.bindMemory(to: pollfd.self).baseAddress, 2, milliseconds)
        }
        if waiting.0.revents != 0 { clear() }
        return Int32(waiting.1.revents)
    }
}

/// Time since a fixed moment, by the clock of cameras' timestamps.
package func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
