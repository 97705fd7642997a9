public import RectoCore
import Synchronization

/// A source of frames that the program already has in memory, such as those of another capture library.
///
/// The newest frame replaces one that has not been requested yet. A feed serves one run: a second iterator ends at
/// once.
public final class FrameFeed: FrameSource {
    public let name: String
    private struct State {
        /// Set up by the first frame or by the iterator, whichever comes first.
        var mailbox: FrameMailbox?
        var isTaken = false
        var isFinished = false
        var count = 0
    }
    private let state = Mutex(State())
    private let borrowed = BorrowedFrames()

    public init(name: String = "memory") { self.name = name }

    /// Passes on a frame without copying it.
    ///
    /// - Parameters:
    ///   - frame: A frame that must stay valid until it is handed back.
    ///   - time: The time of capture, by a clock that does not go back.
    ///   - handBack: Called once, on any thread, when the frame is no longer read; at once if no more frames are read.
    public func send(_ frame: FrameView, at time: Duration, handBack: @escaping @Sendable () -> Void) {
        let (mailbox, sequence) = state.withLock { state in
            state.count += 1
            return (state.isFinished ? nil : state.mailbox, state.count - 1)
        }
        guard let mailbox, let buffer = borrowed.lend(frame, handBack) else { return handBack() }
        buffer.time = time
        buffer.sequence = sequence
        mailbox.offer(buffer)
    }

    /// Ends the stream.
    public func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.mailbox
        }?.finish()
    }

    public func makeAsyncIterator() -> FrameIterator {
        FrameIterator(.newest) { [self] mailbox throws(CaptureError) in
            let starts = state.withLock { state in
                if state.isTaken || state.isFinished { return false }
                state.isTaken = true
                state.mailbox = mailbox
                return true
            }
            guard starts else { return }
            // Frames come from the senders' threads. This thread waits for the end.
            mailbox.waitForEnd()
            state.withLock { $0.mailbox = nil }
        }
    }
}

/// Frames of a feed that have not been handed back.
private final class BorrowedFrames: FrameBufferOwner {
    private struct State {
        var free: [FrameBuffer] = []
        var handBacks: [(@Sendable () -> Void)?] = [nil, nil, nil, nil]
    }
    private let state = Mutex(State())

    init() {
        let buffers = (0..<4).map { FrameBuffer(index: $0, memory: nil, owner: self) }
        state.withLock { $0.free = buffers }
    }

    func lend(_ frame: FrameView, _ handBack: @escaping @Sendable () -> Void) -> FrameBuffer? {
        let buffer = state.withLock { state -> FrameBuffer? in
            let buffer = state.free.popLast()
            if let buffer { state.handBacks[buffer.index] = handBack }
            return buffer
        }
        buffer?.show(frame)
        return buffer
    }

    func takeBack(_ buffer: FrameBuffer) {
        let handBack = state.withLock { state in
            state.free.append(buffer)
            return state.handBacks[buffer.index].take()
        }
        handBack?()
    }
}
