import Glibc
import RectoCore

/// What is going on, on a terminal's last line.
struct StatusLine {
    private static let interval = Duration.milliseconds(100)

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var shown: ContinuousClock.Instant?
    private var isShown = false
    /// Frames of the second at hand, and the rate of the last one.
    private var frames = 0
    private var since = ContinuousClock.now
    private(set) var rate = 0

    /// Takes a frame into account.
    mutating func count(_ time: Duration) {
        frames += 1
        let passed = ContinuousClock.now - since
        guard passed >= .seconds(1) else { return }
        rate = Int((Double(frames) * 1000 / passed.inMilliseconds).rounded())
        (frames, since) = (0, .now)
    }

    /// Shows a text of at most a line, but not too often.
    mutating func show(_ text: @autoclosure () -> String) {
        guard isTerminal, shown.map({ ContinuousClock.now - $0 >= Self.interval }) ?? true else { return }
        shown = .now
        Console.complainAsIs("\r\u{1B}[K" + text().prefix(79))
        isShown = true
    }

    /// Takes the line away, so that another can be written.
    mutating func clear() {
        guard isShown else { return }
        Console.complainAsIs("\r\u{1B}[K")
        (isShown, shown) = (false, nil)
    }
}
