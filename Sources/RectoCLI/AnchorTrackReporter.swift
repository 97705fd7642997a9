import RectoAnchors
import RectoCapture

/// Tells a program, a JSON object a line, or a person what `recto anchors track` sees.
final class AnchorTrackReporter {
    private let json: Bool
    private let source: String
    private var line = StatusLine()

    init(json: Bool, source: String) {
        self.json = json
        self.source = source
    }

    func start(_ event: AnchorTrackEvent.Start) { write(event) }

    func frame(_ event: @autoclosure () -> AnchorTrackEvent.Frame, at time: Duration, anchors: Int) {
        if json { return write(event()) }
        line.count(time)
        line.show("\(anchors) anchors, \(line.rate) frames/s")
    }

    func change(_ event: AnchorTrackEvent.Change) {
        if json { return write(event) }
        line.clear()
        Console.say("\(event.time.rounded(decimals: 2)) s: \(event.anchor) \(event.event)")
    }

    func device(_ event: WatchEvent.Device) {
        if json { return write(event) }
        line.clear()
        Console.complain("recto: \(source) \(event.text)")
    }

    func failure(_ text: String) {
        if json { write(WatchEvent.Failure(text: text)) }
        line.clear()
        Console.complain("recto: \(text)")
    }

    func end(_ event: AnchorTrackEvent.End) {
        line.clear()
        write(event)
    }

    private func write(_ event: some Encodable) {
        guard json else { return }
        // Texts and finite numbers can always be written.
        do { try Console.sayJSON(event) } catch { Console.complain("recto: \(error)") }
    }
}
