import Glibc
import RectoCore

/// Shows the state of a stream on a terminal's last line.
struct StatusLine {
    private static let interval = Duration.milliseconds(100)

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var shown: ContinuousClock.Instant?
    private var isShown = false
    /// Frames of the current second, and the rate of the last one.
    private var frames = 0
    private var since = ContinuousClock.now
    private var rate = 0

    /// Counts a frame.
    mutating func count(_ time: Duration) {
        frames += 1
        let passed = ContinuousClock.now - since
        guard passed >= .seconds(1) else { return }
        rate = Int((Double(frames) * 1000 / passed.inMilliseconds).rounded())
        (frames, since) = (0, .now)
    }

    /// Shows a text of at most one line, at most once per interval.
    ///
    /// - Parameter text: Called with the frame rate, only if the text is shown. It must not read the line itself, which is being
    ///   changed meanwhile: such an overlapping access ends the program.
    mutating func show(_ text: (_ framesPerSecond: Int) -> String) {
        guard isTerminal, shown.map({ ContinuousClock.now - $0 >= Self.interval }) ?? true else { return }
        shown = .now
        Console.printError("\r\u{1B}[K" + text(rate).prefix(79))
        isShown = true
    }

    /// Removes the line, so that another can be written.
    mutating func clear() {
        guard isShown else { return }
        Console.printError("\r\u{1B}[K")
        (isShown, shown) = (false, nil)
    }
}

/// Shows progress on a terminal's last line, after the first second.
struct ProgressBar {
    private let count: Int
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var isShown = false

    init(count: Int) { self.count = count }

    /// - Parameter done: The number of finished inputs.
    mutating func show(_ done: Int, _ name: String) {
        guard isTerminal, ContinuousClock.now - start > .seconds(1) else { return }
        let width = 30
        let filled = width * done / max(count, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        Console.printError("\r\u{1B}[K[\(bar)] \(done)/\(count) \(name.suffix(40))")
        isShown = true
    }

    /// Removes the bar, so that a line can be written.
    func clear() {
        if isShown { Console.printError("\r\u{1B}[K") }
    }
}
