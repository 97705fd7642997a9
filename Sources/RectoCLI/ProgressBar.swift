import Glibc

/// How far the work is, on a terminal's last line, once it has taken more than a second.
struct ProgressBar {
    private let count: Int
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var isShown = false

    init(count: Int) { self.count = count }

    /// - Parameter done: How many of the inputs are finished.
    mutating func show(_ done: Int, _ name: String) {
        guard isTerminal, ContinuousClock.now - start > .seconds(1) else { return }
        let width = 30
        let filled = width * done / max(count, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        Console.complainAsIs("\r\u{1B}[K[\(bar)] \(done)/\(count) \(name.suffix(40))")
        isShown = true
    }

    /// Takes the bar away, so that a line can be written.
    func clear() {
        if isShown { Console.complainAsIs("\r\u{1B}[K") }
    }
}
