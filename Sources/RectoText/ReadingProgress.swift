import Synchronization

/// The progress of reading a page, and a way to cancel it: one object per page, shared by threads.
public final class ReadingProgress: Sendable {
    private let percent = Atomic(0)
    private let isCancelledFlag = Atomic(false)
    private let check: (@Sendable (Double) -> Bool)?

    public init() { check = nil }

    /// - Parameter isCancelled: Called at each word, on the thread that reads, with the share of the page that has been
    ///   read; if it returns true, reading ends.
    public init(isCancelled: @escaping @Sendable (Double) -> Bool) { check = isCancelled }

    /// The share of the page that has been read, `0...1`. Layout analysis, which comes first, does not count.
    public var fraction: Double { Double(percent.load(ordering: .relaxed)) / 100 }

    /// Ends the reading at the next word, with ``TextError/cancelled``.
    public func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

    public var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    /// Whether the reading ends here. Called on the thread that reads.
    func endsHere() -> Bool {
        if !isCancelled, let check, check(fraction) { cancel() }
        return isCancelled
    }

    func report(percent: Int) { self.percent.store(min(100, max(0, percent)), ordering: .relaxed) }
}
