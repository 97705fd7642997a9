import Recto

/// Who is told what `recto watch` sees and does.
protocol WatchReporter: AnyObject {
    func start(_ event: WatchEvent.Start)
    func frame(_ event: WatchEvent.Frame)
    func guidance(_ event: WatchEvent.Guidance)
    func capture(_ event: WatchEvent.Capture)
    func device(_ event: WatchEvent.Device)
    func failure(_ event: WatchEvent.Failure)
    func end(_ event: WatchEvent.End)
}

/// Tells a program: one JSON object a line, and what goes wrong also in words on standard error.
final class WatchEventWriter: WatchReporter {
    func start(_ event: WatchEvent.Start) { write(event) }
    func frame(_ event: WatchEvent.Frame) { write(event) }
    func guidance(_ event: WatchEvent.Guidance) { write(event) }
    func capture(_ event: WatchEvent.Capture) { write(event) }
    func device(_ event: WatchEvent.Device) { write(event) }
    func end(_ event: WatchEvent.End) { write(event) }

    func failure(_ event: WatchEvent.Failure) {
        write(event)
        Console.complain("recto: \(event.text)")
    }

    private func write(_ event: some Encodable) {
        // Texts and finite numbers can always be written.
        do { try Console.sayJSON(event) } catch { Console.complain("recto: \(error)") }
    }
}

/// Tells a person: pages on standard output, the rest on standard error, where a terminal has a live last line.
final class WatchLog: WatchReporter {
    private let source: String
    private var line = StatusLine()
    private var pages = 0

    init(source: String) { self.source = source }

    func start(_ event: WatchEvent.Start) {}
    func guidance(_ event: WatchEvent.Guidance) {}

    func frame(_ event: WatchEvent.Frame) {
        line.count(event.time)
        line.show("\(pages) pages, \(line.rate) frames/s, \(event.update.guidance.text)")
    }

    func capture(_ event: WatchEvent.Capture) {
        pages += 1
        line.clear()
        let paper = event.paper.map { ", \($0)" } ?? ""
        let note = event.lowQuality ? ", taken for want of a better frame" : ""
        Console.say(
            "\(event.file): \(event.width) x \(event.height), \(event.dpi.rounded(decimals: 1)) dpi\(paper), frame "
                + "\(event.frame)\(note)")
    }

    func device(_ event: WatchEvent.Device) {
        line.clear()
        Console.complain("recto: \(source) \(event.text)")
        line.show("\(pages) pages, waiting for frames")
    }

    func failure(_ event: WatchEvent.Failure) {
        line.clear()
        Console.complain("recto: \(event.text)")
    }

    func end(_ event: WatchEvent.End) { line.clear() }
}
