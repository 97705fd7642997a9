import RectoAnchors
import RectoCore

/// What `recto anchors match` says of a picture.
struct AnchorsInPicture: Encodable {
    var file: String
    var matches: [JSONAnchorMatch]
    var milliseconds: Double

    init(file: String, matches: [AnchorMatch], milliseconds: Double) {
        self.file = file
        self.matches = matches.map(JSONAnchorMatch.init)
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

    init(_ match: AnchorMatch) {
        anchor = match.anchor.name
        let h = match.homography
        homography = [h.a, h.b, h.c, h.d, h.e, h.f, h.g, h.h, h.i]
        corners = match.corners.jsonCorners
        inliers = match.inliers
    }
}
