import Recto
import RectoVision

/// Receives the events of `recto watch`.
protocol WatchReporter: AnyObject {
    func start(_ event: WatchEvent.Start)
    func frame(_ event: WatchEvent.Frame)
    func guidance(_ event: WatchEvent.Guidance)
    func advice(_ event: WatchEvent.Advice)
    func capture(_ event: WatchEvent.Capture)
    func fused(_ event: WatchEvent.Fused)
    func device(_ event: WatchEvent.Device)
    /// Called while no frames arrive.
    func wait()
    func failure(_ event: WatchEvent.Failure)
    func end(_ event: WatchEvent.End)
}

/// Reports to programs: one JSON object per line, and failures also as text on standard error.
final class WatchEventWriter: WatchReporter {
    func start(_ event: WatchEvent.Start) { write(event) }
    func frame(_ event: WatchEvent.Frame) { write(event) }
    func guidance(_ event: WatchEvent.Guidance) { write(event) }
    func advice(_ event: WatchEvent.Advice) { write(event) }
    func capture(_ event: WatchEvent.Capture) { write(event) }
    func fused(_ event: WatchEvent.Fused) { write(event) }
    func device(_ event: WatchEvent.Device) { write(event) }
    func wait() {}
    func end(_ event: WatchEvent.End) { write(event) }

    func failure(_ event: WatchEvent.Failure) {
        write(event)
        Console.printErrorLine("recto: \(event.text)")
    }

    private func write(_ event: some Encodable) {
        // Texts and finite numbers can always be written.
        do { try Console.printJSON(event) } catch { Console.printErrorLine("recto: \(error)") }
    }
}

/// Reports to people: pages on standard output, everything else on standard error with a status line on terminals.
final class WatchLog: WatchReporter {
    private let source: String
    private let output: WatchOutput
    private var line = StatusLine()
    private var pages = 0

    init(source: String, output: WatchOutput) { (self.source, self.output) = (source, output) }

    func start(_ event: WatchEvent.Start) {
        let pages = event.recoveredPages
        guard pages > 0 else { return }
        Console.printErrorLine(
            "recto: \(event.output) begins with \(pages == 1 ? "a page" : "\(pages) pages") of an interrupted run")
    }

    func guidance(_ event: WatchEvent.Guidance) {}
    func advice(_ event: WatchEvent.Advice) {}

    func frame(_ event: WatchEvent.Frame) {
        line.count(event.time)
        let text = event.advice?.text(on: event.update) ?? event.update.guidance.text
        line.show { "\(pages) pages, \($0) frames/s, \(text)" }
    }

    func capture(_ event: WatchEvent.Capture) {
        pages += 1
        line.clear()
        let note = event.lowQuality ? ", low quality" : ""
        let size = size(event.width, event.height, event.dpi, event.paper)
        Console.printLine("\(name(event.file, event.page)): \(size), frame \(event.frame)\(note)")
    }

    func fused(_ event: WatchEvent.Fused) {
        line.clear()
        let lost = (100 * event.lost).rounded(decimals: 1)
        let note = lost > 0 ? " (glare hides \(lost) % in all of them)" : ""
        let size = size(event.width, event.height, event.dpi, event.paper)
        Console.printLine("\(name(event.file, event.page)): \(size), fused from \(event.frames) frames\(note)")
    }

    private func name(_ file: String, _ page: Int) -> String {
        switch output {
        case .folder: file
        case .document: "\(file), page \(page)"
        }
    }

    private func size(_ width: Int, _ height: Int, _ dpi: Double, _ paper: String?) -> String {
        "\(width) x \(height), \(dpi.rounded(decimals: 1)) dpi" + (paper.map { ", \($0)" } ?? "")
    }

    func device(_ event: WatchEvent.Device) {
        line.clear()
        Console.printErrorLine("recto: \(source) \(event.text)")
        line.show { _ in "\(pages) pages, waiting for frames" }
    }

    func wait() { line.fitToWindow() }

    func failure(_ event: WatchEvent.Failure) {
        line.clear()
        Console.printErrorLine("recto: \(event.text)")
    }

    func end(_ event: WatchEvent.End) { line.clear() }
}

extension CaptureGuidance {
    /// The guidance for the person at the camera.
    var text: String {
        switch self {
        case .noDocument: "no page in view"
        case .partlyOutside: "show the whole page"
        case .tooFar: "move closer"
        case .tooClose: "move farther away"
        case .tilted: "hold the camera parallel to the page"
        case .tooDark: "more light is needed"
        case .glare: "turn the page away from the lamp"
        case .moving: "hold still"
        case .holdSteady(let progress): "hold steady \(Int((progress * 100).rounded())) %"
        case .capturing: "capturing the page"
        case .captured: "captured"
        case .samePage: "captured already: show the next page"
        }
    }
}

extension WatchAdvice {
    /// The advice for the person at the camera.
    func text(on update: Scanner.Update) -> String {
        switch self {
        case .keepStill:
            if case .holdSteady = update.guidance {
                "\(update.guidance.text): \(update.fusionReasons.first.gain)"
            } else {
                "hold still: \(update.fusionReasons.first.gain)"
            }
        case .glareHidesText: "tilt the page: glare hides text"
        }
    }
}

extension FusionReason? {
    /// The benefit of more frames.
    fileprivate var gain: String {
        switch self {
        case .sampling: "a few more frames make small print sharper"
        case .glare: "a few more frames may show what the lamp hides"
        case .noise: "a few more frames make the page clearer"
        case nil: "a few more frames make the page better"
        }
    }
}
