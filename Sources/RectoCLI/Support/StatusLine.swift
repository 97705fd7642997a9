import Glibc
import RectoCore

/// Shows the state of a stream on a terminal's last line, truncated to the window's width.
struct StatusLine {
    private static let interval = Duration.milliseconds(100)

    private var shown: ContinuousClock.Instant?
    /// The text on the terminal, and how wide its window was then.
    private var drawn: (text: String, columns: Int)?
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
        guard ErrorTerminal.rewritesLines, shown.map({ ContinuousClock.now - $0 >= Self.interval }) ?? true,
            ErrorTerminal.isForeground
        else { return }
        shown = .now
        draw(text(rate))
    }

    /// Redraws the line if the window's width has changed. Called while no frames arrive.
    mutating func fitToWindow() {
        guard let drawn, ErrorTerminal.isForeground, ErrorTerminal.columns != drawn.columns else { return }
        draw(drawn.text)
    }

    /// Removes the line, so that another can be written.
    mutating func clear() {
        guard drawn != nil else { return }
        ErrorTerminal.erase()
        (drawn, shown) = (nil, nil)
    }

    private mutating func draw(_ text: String) {
        let columns = ErrorTerminal.columns
        ErrorTerminal.rewrite(text, columns: columns)
        drawn = (text, columns)
    }
}

/// Shows progress on a terminal's last line after the first second, truncated to the window's width.
struct ProgressBar {
    private let count: Int
    private let start = ContinuousClock.now
    private var isShown = false

    init(count: Int) { self.count = count }

    /// - Parameter done: The number of finished inputs.
    mutating func show(_ done: Int, _ name: String) {
        let passed = ContinuousClock.now - start
        guard ErrorTerminal.rewritesLines, passed > .seconds(1), ErrorTerminal.isForeground else { return }
        let columns = ErrorTerminal.columns
        let rate = Double(done) * 1000 / passed.inMilliseconds
        ErrorTerminal.rewrite(Self.line(done, of: count, rate: rate, name, columns: columns), columns: columns)
        isShown = true
    }

    /// Returns the bar, the count, the time that is left and as much of the end of the name as fits.
    /// - Parameter rate: Finished inputs per second.
    static func line(_ done: Int, of count: Int, rate: Double, _ name: String, columns: Int) -> String {
        let width = min(30, columns / 4)
        let filled = width * done / max(count, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let speed =
            rate > 0 && columns >= 60
            ? "\(rate.rounded(decimals: 1))/s, \(time(Double(count - done) / rate)) left " : ""
        let start = "[\(bar)] \(done)/\(count) \(speed)"
        // Escaped before it is truncated, so that the counted width is right.
        return start + name.withoutControlCharacters.suffix(columns: max(0, min(40, columns - 1 - start.count)))
    }

    /// Returns a duration such as `9 s` or `1:05:09`.
    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 359_999).rounded(.up))
        guard seconds >= 60 else { return "\(seconds) s" }
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(digits(minutes))" : "\(minutes)") + ":" + digits(seconds % 60)
    }

    /// Removes the bar, so that a line can be written.
    mutating func clear() {
        if isShown { ErrorTerminal.erase() }
        isShown = false
    }
}
