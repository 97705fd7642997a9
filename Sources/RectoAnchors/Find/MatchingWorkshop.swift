internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The scratch of recognition, and its steps.
final class MatchingWorkshop: @unchecked Sendable {
    // Sendable: a matcher that is about to use a workshop that another one also has takes a new one.
    /// Patches that confirm a pose, and their share of the visible ones, at least; and the mean likeness of all of these.
    ///
    /// Anchors that show are above half unless much of them is hidden; things of the same layout, such as two cards of one
    /// kind, were below these bounds.
    private static let (leastPatches, leastShare, leastLikeness) = (14, 0.4, 0.45)
    /// Of the best anchor's score: as much speaks for several anchors in one picture.
    private static let loudShare: Float = 0.5
    /// Intersection over union from which two matches are of one thing.
    private static let mostOverlap = 0.5

    private let extractor = PointExtractor()
    private let matching = PointMatching()
    private let votes = PoseVotes()
    private let refiner = PatchRefiner()
    private var points = PicturePoints()
    private var pictures: SearchPictures?
    /// Of the anchors that a pose was found of, by their indices.
    private var sheets: [Int: PatchSheets] = [:]
    private let counts = Plane<Float>()
    private var ranked: [(anchor: Int, score: Float)] = []
    private var candidates: [Int] = []
    private var found: [AnchorMatch] = []

    /// - Parameter index: Of the database's anchors; without one all of them are looked for.
    func match(
        _ picture: GrayView, _ database: AnchorDatabase, _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters
    ) -> [AnchorMatch] {
        let pictures = self.pictures ?? SearchPictures(picture)
        self.pictures = pictures
        pictures.load(picture, pointSide: parameters.workingSide, patchSide: parameters.refinementSide)
        extractor.extract(pictures.points, count: parameters.pointCount, into: &points)
        found.removeAll(keepingCapacity: true)
        listCandidates(database.models.count, index, parameters)
        for anchor in candidates {
            if let match = look(for: database.models[anchor], anchor, pictures) { found.append(match) }
        }
        found.sort { ($0.inliers, $1.index) > ($1.inliers, $0.index) }
        if !parameters.reportsOverlapping { dropOverlapping() }
        return Array(found.prefix(parameters.limit))
    }

    /// The anchors to look for: the first few of the ranking, and more where several speak as loudly.
    private func listCandidates(_ count: Int, _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters) {
        candidates.removeAll(keepingCapacity: true)
        guard let index else {
            candidates.append(contentsOf: 0..<count)
            return
        }
        index.rank(points, counts: counts, into: &ranked)
        guard let best = ranked.first else { return }
        for (place, entry) in ranked.enumerated() {
            guard place < parameters.candidates || entry.score >= Self.loudShare * best.score,
                place < max(parameters.candidates, parameters.limit)
            else { break }
            candidates.append(entry.anchor)
        }
    }

    /// Of matches that share most of their place only the first stays.
    private func dropOverlapping() {
        var kept = 0
        for match in found {
            let isFree = found[..<kept].allSatisfy {
                $0.corners.intersectionOverUnion(with: match.corners) < Self.mostOverlap
            }
            if isFree {
                found[kept] = match
                kept += 1
            }
        }
        found.removeLast(found.count - kept)
    }

    /// The first of an anchor's poses that its pixels confirm.
    private func look(for model: AnchorModel, _ index: Int, _ pictures: SearchPictures) -> AnchorMatch? {
        matching.match(points, model)
        votes.vote(matching, anchorSize: model.pictureSize)
        for pose in votes.poses {
            let start = pictures.pointsToPatches.composed(after: pose.map)
            let evidence = refiner.refine(start, of: sheets(of: model, index), in: pictures.patches)
            guard evidence.confirmed >= Self.leastPatches, evidence.share >= Self.leastShare,
                evidence.likeness >= Self.leastLikeness, let toPicture = model.toAnchor.inverse
            else { continue }
            return AnchorMatch(
                anchor: model.anchor, index: index,
                homography: pictures.fromPatches.composed(after: evidence.homography).composed(after: toPicture)
                    .normalised,
                inliers: evidence.confirmed, visible: evidence.visible, likeness: evidence.likeness)
        }
        return nil
    }

    private func sheets(of model: AnchorModel, _ index: Int) -> PatchSheets {
        if let known = sheets[index] { return known }
        let made = PatchSheets(model.patchPicture)
        sheets[index] = made
        return made
    }
}
