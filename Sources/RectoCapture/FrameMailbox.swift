import Dispatch
import Synchronization

/// The exchange between a source's thread and its consumer: room for one frame, and a queue of device events.
final class FrameMailbox: Sendable {
    /// Maximum number of events not yet requested. More push out the oldest.
    private static let maximumEvents = 64

    private struct State {
        var ready: FrameBuffer?
        var lent: FrameBuffer?
        var events: [DeviceEvent] = []
        var consumer: WaitingConsumer?
        var isProducerWaiting = false
        var isWanted = true
        var hasEnded = false
        var failure: CaptureError?
        var lastAsked = monotonicTime()
        var lastSequence: Int?
        var delivered = 0
        /// Raised while an item can be taken, for consumers that also wait for other things.
        var announcement: WakeSignal?
    }

    let delivery: FrameDelivery
    /// Raised when the consumer leaves, and when a waiting producer may continue.
    let wake: WakeSignal
    private let state = Mutex(State())

    init(_ delivery: FrameDelivery) throws(CaptureError) {
        self.delivery = delivery
        wake = try WakeSignal()
    }

    // MARK: For the producer

    /// Whether anybody still wants frames.
    var isWanted: Bool { state.withLock { $0.isWanted } }

    /// How long ago the consumer asked for a frame; `nil` while it waits for one.
    var idleTime: Duration? {
        state.withLock { $0.consumer == nil && $0.isWanted ? monotonicTime() - $0.lastAsked : nil }
    }

    /// Passes a frame on; the buffer comes back through its owner, at once if the stream is no longer read.
    func offer(_ buffer: FrameBuffer) {
        if delivery == .every { waitUntilTaken() }
        let (unused, consumer) = state.withLock { state -> (FrameBuffer?, WaitingConsumer?) in
            guard state.isWanted else { return (buffer, nil) }
            let old = state.ready
            state.ready = buffer
            state.announcement?.raise()
            return (old, state.consumer.take())
        }
        unused?.handBack()
        consumer?.wake()
    }

    /// Reports an event of the device, after the frames offered before.
    func report(_ event: DeviceEvent) {
        if delivery == .every { waitUntilTaken() }
        state.withLock { state -> WaitingConsumer? in
            if state.events.count == Self.maximumEvents { state.events.removeFirst() }
            state.events.append(event)
            state.announcement?.raise()
            return state.consumer.take()
        }?.wake()
    }

    /// Ends the stream, after everything offered and reported before.
    func finish(_ failure: CaptureError? = nil) {
        state.withLock { state -> WaitingConsumer? in
            state.hasEnded = true
            state.announcement?.raise()
            if state.failure == nil { state.failure = failure }
            return state.consumer.take()
        }?.wake()
        wake.raise()
    }

    /// Takes back a frame that was not requested, and waits until the consumer has handed back its own.
    func recall() {
        state.withLock { $0.ready.take() }?.handBack()
        wait { $0.lent == nil }
    }

    /// Waits until the consumer requests a frame that is not available.
    func waitForDemand() { wait { $0.consumer != nil } }

    /// Waits until the stream is finished or no longer read.
    func waitForEnd() { wait { $0.hasEnded } }

    /// Waits for a duration, or until the consumer wants no more frames.
    func pause(for duration: Duration) {
        let end = monotonicTime() + duration
        while isWanted {
            let left = end - monotonicTime()
            guard left > .zero else { return }
            wake.wait(for: left)
        }
    }

    private func waitUntilTaken() { wait { $0.ready == nil } }

    private func wait(until condition: (borrowing State) -> Bool) {
        while true {
            let isDone = state.withLock { state in
                let isDone = !state.isWanted || condition(state)
                state.isProducerWaiting = !isDone
                return isDone
            }
            if isDone { return }
            wake.wait(for: .seconds(60))
        }
    }

    // MARK: For the consumer

    /// The next item; suspends until there is one.
    func next(isolation: isolated (any Actor)?) async throws(CaptureError) -> TakenEvent? {
        if isReady { await giveWay(isolation: isolation) }
        while !Task.isCancelled {
            if let event = try take() { return event }
            if hasEnded { return nil }
            await withTaskCancellationHandler {
                await withUnsafeContinuation(isolation: isolation) { park(.task($0)) }
            } onCancel: {
                state.withLock { $0.consumer.take() }?.wake()
            }
        }
        return nil
    }

    /// Lets other work proceed: a consumer slower than its source would never wait, and work that shares its thread
    /// or its actor would never run.
    ///
    /// `Task.yield()` is not enough: with one processor, the runtime continues with ready tasks and never reaches the
    /// queue's other work, such as the timers of `Task.sleep`.
    private func giveWay(isolation: isolated (any Actor)?) async {
        await withUnsafeContinuation(isolation: isolation) { continuation in
            DispatchQueue.global().async { continuation.resume() }
        }
    }

    /// Blocks the thread for at most this duration.
    func next(orFor duration: Duration, _ signal: WakeSignal) throws(CaptureError) -> TakenEvent? {
        let end = monotonicTime() + duration
        while true {
            if let event = try take() { return event }
            let left = end - monotonicTime()
            if hasEnded || left <= .zero { return nil }
            park(.thread(signal))
            signal.wait(for: left)
            state.withLock { $0.consumer = nil }
        }
    }

    /// A signal that from now on is raised while an item can be taken.
    func announce() throws(CaptureError) -> WakeSignal {
        let signal = try WakeSignal()
        let used = state.withLock { state in
            let used = state.announcement ?? signal
            state.announcement = used
            return used
        }
        updateAnnouncement()
        return used
    }

    /// Makes the signal say what there is after something has been taken.
    func updateAnnouncement() {
        state.withLock { state in
            guard let announcement = state.announcement else { return }
            announcement.clear()
            if state.ready != nil || !state.events.isEmpty || state.hasEnded { announcement.raise() }
        }
    }

    /// Hands the last frame back.
    func handBack() {
        let (buffer, raises) = state.withLock { state in
            (state.lent.take(), state.isProducerWaiting)
        }
        buffer?.handBack()
        if raises { wake.raise() }
    }

    /// Closes the mailbox for the consumer: everything is returned, and the producer stops.
    func close() {
        let (ready, lent) = state.withLock { state in
            state.isWanted = false
            return (state.ready.take(), state.lent.take())
        }
        ready?.handBack()
        lent?.handBack()
        wake.raise()
    }

    /// Whether everything has been taken, a failure too, and nothing more will come.
    var hasEnded: Bool {
        state.withLock { $0.hasEnded && $0.events.isEmpty && $0.ready == nil && $0.failure == nil }
    }

    private var isReady: Bool { state.withLock { $0.ready != nil || !$0.events.isEmpty } }

    private func take() throws(CaptureError) -> TakenEvent? {
        let (event, raises, failure) = state.withLock { state -> (TakenEvent?, Bool, CaptureError?) in
            state.lastAsked = monotonicTime()
            // An event reported while a frame waits is only newer than the frame if every frame is delivered.
            if !state.events.isEmpty && (delivery == .newest || state.ready == nil) {
                return (.device(state.events.removeFirst()), false, nil)
            }
            guard let buffer = state.ready.take() else {
                return (nil, false, state.hasEnded ? state.failure.take() : nil)
            }
            state.lent = buffer
            let gap = state.lastSequence.map { max(0, buffer.sequence - $0 - 1) } ?? 0
            state.lastSequence = buffer.sequence
            state.delivered += 1
            return (.frame(buffer, number: state.delivered - 1, gap: gap), state.isProducerWaiting, nil)
        }
        if let failure { throw failure }
        if raises { wake.raise() }
        return event
    }

    /// Parks the consumer, unless something has come meanwhile.
    private func park(_ consumer: WaitingConsumer) {
        let (resumes, raises) = state.withLock { state in
            if Task.isCancelled || state.hasEnded || state.ready != nil || !state.events.isEmpty {
                return (true, false)
            }
            state.consumer = consumer
            return (false, state.isProducerWaiting)
        }
        if resumes { consumer.wake() }
        if raises { wake.raise() }
    }
}

/// How a consumer waits.
enum WaitingConsumer {
    case task(UnsafeContinuation<Void, Never>)
    case thread(WakeSignal)

    func wake() {
        switch self {
        case .task(let continuation): continuation.resume()
        case .thread(let signal): signal.raise()
        }
    }
}

/// An item taken from the mailbox.
enum TakenEvent {
    case frame(FrameBuffer, number: Int, gap: Int)
    case device(DeviceEvent)
}
