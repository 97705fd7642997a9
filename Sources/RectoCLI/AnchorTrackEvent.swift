import RectoAnchors
import RectoCore

/// What `recto anchors track` has to say; each becomes an object of one line.
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
        // Without a pose null, not left out.
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
