import RectoAnchors
import RectoCore

/// What `recto anchors match` says of a picture.
struct AnchorsInPicture: Encodable {
    var file: String
    var matches: [JSONAnchorMatch]
    var milliseconds: Double

    init(file: String, size: PixelSize, matches: [AnchorMatch], milliseconds: Double) {
        self.file = file
        self.matches = matches.map { JSONAnchorMatch($0, pictureSize: size) }
        self.milliseconds = milliseconds.rounded(decimals: 3)
    }

    /// The same in words.
    var lines: [String] {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        guard !matches.isEmpty else { return ["\(file): no anchor found (\(time))"] }
        return matches.map { "\(file): \($0.anchor) (\($0.inliers) patches), \(time)" }
    }
}

/// An anchor in a picture as a JSON object.
struct JSONAnchorMatch: Encodable {
    var anchor: String
    /// Row by row, from the anchor's pixels to the picture's.
    var homography: [Double]
    var corners: [[Double]]
    var inliers: Int
    /// By guessed intrinsics; a picture says nothing of its camera.
    var pose: JSONPose?

    init(_ match: AnchorMatch, pictureSize: PixelSize) {
        anchor = match.anchor.name
        let h = match.homography
        homography = [h.a, h.b, h.c, h.d, h.e, h.f, h.g, h.h, h.i]
        corners = match.corners.jsonCorners
        inliers = match.inliers
        var estimator = PoseEstimator(match.anchor, intrinsics: CameraIntrinsics(pictureSize: pictureSize))
        pose = estimator.estimate(match.homography).map { JSONPose($0.pose) }
    }

    private enum CodingKeys: String, CodingKey {
        case anchor, homography, corners, inliers, pose
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(anchor, forKey: .anchor)
        try object.encode(homography, forKey: .homography)
        try object.encode(corners, forKey: .corners)
        try object.encode(inliers, forKey: .inliers)
        // Without a pose null, not left out.
        try object.encode(pose, forKey: .pose)
    }
}
