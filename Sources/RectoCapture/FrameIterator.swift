import Glibc
import RectoCodecs

/// A run of a ``FrameSource``.
public struct FrameIterator: AsyncIteratorProtocol {
    public typealias Element = FrameEvent
    public typealias Failure = CaptureError

    private let run: FrameRun

    /// - Parameter produce: Called once, on a new thread, when the first frame is requested. Returns when it has no
    ///   more frames, or the stream is no longer read.
    init(_ delivery: FrameDelivery, _ produce: @escaping @Sendable (FrameMailbox) throws(CaptureError) -> Void) {
        run = FrameRun(delivery, produce)
    }

    /// Hands the last frame back and waits for the next event; `nil` after the last one, or if the task is canceled.
    public mutating func next(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(CaptureError) -> FrameEvent? {
        try await run.next(isolation: isolation)
    }

    /// Waits for the next event by blocking the caller's thread, which costs less than suspending a task. The timeout
    /// lets the thread attend to other work.
    ///
    /// - Parameter duration: The maximum time to wait.
    /// - Returns: `nil` after the timeout or the end of the stream, see ``hasEnded``.
    public mutating func next(orFor duration: Duration) throws(CaptureError) -> FrameEvent? {
        try run.next(orFor: duration)
    }

    /// Whether the last event has been taken.
    public var hasEnded: Bool { run.hasEnded }

    /// A descriptor that becomes readable when an event waits or the stream is over. It must not be read from, and the
    /// iterator owns it. Starts the source.
    package mutating func descriptor() throws(CaptureError) -> Int32 { try run.descriptor() }
}

/// The thread of a source, from the first requested frame until the iterator is gone.
private final class FrameRun {
    private let delivery: FrameDelivery
    private var produce: (@Sendable (FrameMailbox) throws(CaptureError) -> Void)?
    private var mailbox: FrameMailbox?
    private let decoder = FrameDecoder()
    /// Wakes a waiting thread.
    private var signal: WakeSignal?

    init(_ delivery: FrameDelivery, _ produce: @escaping @Sendable (FrameMailbox) throws(CaptureError) -> Void) {
        self.delivery = delivery
        self.produce = produce
    }

    deinit { mailbox?.close() }

    func next(isolation: isolated (any Actor)?) async throws(CaptureError) -> FrameEvent? {
        let mailbox = try started()
        mailbox.handBack()
        return try await mailbox.next(isolation: isolation).flatMap(event)
    }

    func next(orFor duration: Duration) throws(CaptureError) -> FrameEvent? {
        let mailbox = try started()
        mailbox.handBack()
        let signal = if let signal { signal } else { try WakeSignal() }
        self.signal = signal
        defer { mailbox.updateAnnouncement() }
        return try mailbox.next(orFor: duration, signal).flatMap(event)
    }

    func descriptor() throws(CaptureError) -> Int32 { try started().announce().descriptor }

    var hasEnded: Bool { mailbox?.hasEnded ?? false }

    private func event(_ taken: TakenEvent) -> FrameEvent? {
        switch taken {
        case .frame(let buffer, let number, let gap):
            CapturedFrame(buffer: buffer, decoder: decoder, number: number, gap: gap).map(FrameEvent.frame)
        case .device(let event): .device(event)
        }
    }

    private func started() throws(CaptureError) -> FrameMailbox {
        if let mailbox { return mailbox }
        let mailbox = try FrameMailbox(delivery)
        self.mailbox = mailbox
        guard let produce = produce.take() else { return mailbox }
        try startThread {
            do throws(CaptureError) {
                try produce(mailbox)
                mailbox.finish()
            } catch {
                mailbox.finish(error)
            }
        }
        return mailbox
    }
}

/// Runs a body on a new detached thread.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(CaptureError) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let status = pthread_create(
        &thread, nil,
        { argument in
            // SAFETY: the box was retained for this thread only.
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, box.toOpaque())
    guard status == 0 else {
        box.release()
        throw .noResources(systemMessage(status))
    }
    pthread_detach(thread)
}
