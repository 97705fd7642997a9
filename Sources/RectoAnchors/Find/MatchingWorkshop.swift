internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The scratch of recognition, and its steps.
final class MatchingWorkshop: @unchecked Sendable {
    // Sendable: a matcher that is about to use a workshop that another one also has takes a new one.
    private let extractor = PointExtractor()
    private let matching = PointMatching()
    private let votes = PoseVotes()
    private var points = PicturePoints()
    private var pictures: SearchPictures?
    private var found: [AnchorMatch] = []

    func match(_ picture: GrayView, _ database: AnchorDatabase, _ parameters: AnchorMatcher.Parameters) -> [AnchorMatch] {
        let pictures = self.pictures ?? SearchPictures(picture)
        self.pictures = pictures
        pictures.load(picture, pointSide: parameters.workingSide, patchSide: parameters.refinementSide)
        extractor.extract(pictures.points, count: parameters.pointCount, into: &points)
        found.removeAll(keepingCapacity: true)
        for (index, model) in database.models.enumerated() {
            if let match = look(for: model, index, pictures) { found.append(match) }
        }
        found.sort { ($0.inliers, $1.index) > ($1.inliers, $0.index) }
        return Array(found.prefix(parameters.limit))
    }

    private func look(for model: AnchorModel, _ index: Int, _ pictures: SearchPictures) -> AnchorMatch? {
        matching.match(points, model)
        votes.vote(matching, anchorSize: model.pictureSize)
        for pose in votes.poses {
            guard let back = model.toAnchor.inverse else { continue }
            return AnchorMatch(
                anchor: model.anchor, index: index,
                homography: pictures.fromPoints.composed(after: pose.map).composed(after: back).normalised,
                inliers: Int(pose.score), visible: matching.count)
        }
        return nil
    }
}
