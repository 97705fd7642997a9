import Synchronization

/// The progress of reading a page, and a way to cancel it: one object per page, shared by threads.
public final class ReadingProgress: Sendable {
    private let percent = Atomic(0)
    private let isCancelledFlag = Atomic(false)

    public init() {}

    /// The share of the page that has been read, `0...1`. Layout analysis, which comes first, does not count.
    public var fraction: Double { Double(percent.load(ordering: .relaxed)) / 100 }

    /// Ends the reading at the next word, with ``TextError/cancelled``.
    public func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

    public var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    func report(percent: Int) { self.percent.store(min(100, max(0, percent)), ordering: .relaxed) }
}
