import RectoAnchors
import RectoCapture
import RectoCore

/// The events of `recto anchors track`. Each becomes a JSON object on one line.
enum AnchorTrackEvent {
    struct Start: Encodable {
        let event = "start"
        var source: String
        var database: String
        var anchors: Int
    }

    struct Frame: Encodable {
        let event = "frame"
        var frame: Int
        var time: Double
        var width: Int
        var height: Int
        var anchors: [JSONSighting]
        var milliseconds: Double
    }

    /// An anchor that appeared or was lost.
    struct Change: Encodable {
        var event: String
        var frame: Int
        var time: Double
        var anchor: String
    }

    struct End: Encodable {
        let event = "end"
        var frames: Int
        var reason: WatchEvent.End.Reason
    }
}

/// An anchor in a frame as a JSON object.
struct JSONSighting: Encodable {
    private let sighting: AnchorScanner.Sighting

    init(_ sighting: AnchorScanner.Sighting) { self.sighting = sighting }

    private enum CodingKeys: String, CodingKey {
        case anchor, state, homography, corners, inliers, visible, pose
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        let h = sighting.homography
        try object.encode(sighting.anchor.name, forKey: .anchor)
        try object.encode(sighting.state == .seen ? "seen" : "missed", forKey: .state)
        try object.encode([h.a, h.b, h.c, h.d, h.e, h.f, h.g, h.h, h.i], forKey: .homography)
        try object.encode(sighting.corners.jsonCorners, forKey: .corners)
        try object.encode(sighting.confirmed, forKey: .inliers)
        try object.encode(sighting.visible, forKey: .visible)
        // `null` without a pose, so that the member is always there.
        try object.encode(sighting.pose.map(JSONPose.init), forKey: .pose)
    }
}

/// A pose as a JSON object.
struct JSONPose: Encodable {
    /// Row by row.
    var rotation: [Double]
    var translation: [Double]

    init(_ pose: AnchorPose) {
        let (x, y, z) = (pose.rotation.x, pose.rotation.y, pose.rotation.z)
        rotation = [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z].map { $0.rounded(decimals: 6) }
        translation = [pose.translation.x, pose.translation.y, pose.translation.z].map { $0.rounded(decimals: 6) }
    }
}

/// Reports events as JSON lines to programs, or as text to people.
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
        line.show { "\(anchors) anchors, \($0) frames/s" }
    }

    func change(_ event: AnchorTrackEvent.Change) {
        if json { return write(event) }
        line.clear()
        Console.printLine("\(event.time.rounded(decimals: 2)) s: \(event.anchor) \(event.event)")
    }

    func device(_ event: WatchEvent.Device) {
        if json { return write(event) }
        line.clear()
        Console.printErrorLine("recto: \(source) \(event.text)")
    }

    /// Called while nothing comes.
    func wait() { line.fitToWindow() }

    func failure(_ text: String) {
        if json { write(WatchEvent.Failure(text: text)) }
        line.clear()
        Console.printErrorLine("recto: \(text)")
    }

    func end(_ event: AnchorTrackEvent.End) {
        line.clear()
        write(event)
    }

    private func write(_ event: some Encodable) {
        guard json else { return }
        // Texts and finite numbers can always be written.
        do { try Console.printJSON(event) } catch { Console.printErrorLine("recto: \(error)") }
    }
}
