internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The scratch of recognition, and its steps.
final class MatchingWorkshop: @unchecked Sendable {
    // Sendable: a matcher that is about to use a workshop that another one also has takes a new one.
    /// Patches that a settled pose must find to be judged.
    private static let leastPatches = 8
    /// Share of the visible patches from which a pose is not refined again.
    private static let settledShare = 0.8
    /// Anchors whose sheets are kept.
    private static let mostSheets = 48
    /// Candidates that are looked for more closely, and that are held against outlines: the likeliest ones.
    private static let (closerCandidates, outlineCandidates) = (3, 3)
    /// What agrees of a candidate's matches, at least, for it to be looked for more closely. Of 300 frames without the anchor 37 %
    /// have less; of 12 anchors that a closer look alone found the least had 1.68 (generated scenes).
    private static let leastAgreement: Float = 1.5
    /// So many times as many points are then looked at in all.
    private static let closerPoints = 2
    /// The same for points of the enlarged picture, and about how many they are. Of frames without the anchor 60 % have less; of
    /// 6 anchors that these points alone found one had less than 2.
    private static let (leastFinerAgreement, finerPoints): (Float, Int) = (2, 1100)
    /// Of the best anchor's score: as much speaks for several anchors in one picture.
    private static let loudShare: Float = 0.7
    /// Of the best anchor's score: as little speaks for any anchor, in a picture or not.
    private static let audibleShare: Float = 0.35
    /// Intersection over union from which two matches are of one thing.
    private static let mostOverlap = 0.5

    private let extractor = PointExtractor()
    /// One for each of the likeliest candidates, whose matches are added to by a closer look, and one for all others.
    private let matchings = (0...MatchingWorkshop.closerCandidates).map { _ in PointMatching() }
    private let finerExtractor = PointExtractor(PointExtractor.Parameters(levels: 2))
    private var finerPoints = PicturePoints()
    private let votes = PoseVotes()
    private let guided = GuidedPoses()
    private let refiner = PatchRefiner()
    private let judge = PoseJudge()
    /// Where anchors would be by poses that were not confirmed, in the picture for points.
    private var refuted: [(anchor: Int, outline: Quad)] = []
    private var points = PicturePoints()
    private var pictures: SearchPictures?
    private let quads = QuadPoses()
    /// Of anchors that a pose was found of, by their indices; at most ``mostSheets``.
    private var sheets: [Int: AnchorSheets] = [:]
    private let anchorVotes = AnchorVotes()
    private var ranking = Ranking()
    private var scores: [Float] = []
    private var candidates: [Int] = []
    /// Of each candidate what ``PoseVotes/agreement`` its matches have.
    private var agreements: [Float] = []
    private var found: [AnchorMatch] = []

    /// - Parameter index: Of the database's anchors; without one all of them are looked for.
    func match(
        _ picture: GrayView, _ database: AnchorDatabase, _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters,
        otherwise looks: AnchorMatcher.SecondLooks
    ) -> [AnchorMatch] {
        let pictures = self.pictures ?? SearchPictures(picture)
        self.pictures = pictures
        pictures.load(picture, pointSide: parameters.workingSide, patchSide: parameters.refinementSide)
        extractor.extract(
            pictures.points, count: parameters.pointCount,
            rest: looks.contains(.closer) ? (Self.closerPoints - 1) * parameters.pointCount : 0, into: &points)
        found.removeAll(keepingCapacity: true)
        refuted.removeAll(keepingCapacity: true)
        agreements.removeAll(keepingCapacity: true)
        listCandidates(database.models, index, parameters)
        for (place, anchor) in candidates.enumerated() {
            // Where one anchor is found, others are there only if something speaks for them.
            if index != nil, !parameters.reportsOverlapping, !found.isEmpty,
                scores[anchor] < Self.audibleShare * scores[candidates[0]]
            {
                break
            }
            // Poses of what is less likely are looked at less closely.
            let tries = index == nil || place == 0 ? PoseVotes.Parameters().limit : 1
            if let match = look(for: anchor, place, database, pictures, tries: tries) { found.append(match) }
        }
        if found.isEmpty, looks.contains(.closer) { lookCloser(database, pictures) }
        if found.isEmpty, looks.contains(.outlines), parameters.looksForOutlines { lookAtOutlines(database, pictures) }
        found.sort { ($0.inliers, $1.index) > ($1.inliers, $0.index) }
        if !parameters.reportsOverlapping { dropOverlapping() }
        if found.count > parameters.limit { found.removeLast(found.count - parameters.limit) }
        return found
    }

    /// The anchors to look for: the first few of the ranking, and as many more where nearly as much speaks for these.
    private func listCandidates(
        _ models: [AnchorModel], _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters
    ) {
        candidates.removeAll(keepingCapacity: true)
        guard let index else {
            candidates.append(contentsOf: models.indices)
            return
        }
        anchorVotes.rank(
            points, index, models, count: 2 * parameters.candidates, into: &ranking, scores: &scores)
        for place in 0..<ranking.count {
            guard place < parameters.candidates || scores[ranking[place]] >= Self.loudShare * scores[ranking[0]],
                place < min(2 * parameters.candidates, max(parameters.candidates, parameters.limit))
            else { break }
            candidates.append(ranking[place])
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
    /// - Parameter place: Of the anchor among the candidates.
    private func look(
        for index: Int, _ place: Int, _ database: AnchorDatabase, _ pictures: SearchPictures, tries: Int
    ) -> AnchorMatch? {
        let model = database.models[index]
        let matching = matchings[min(place, Self.closerCandidates)]
        matching.match(points, model)
        votes.vote(matching, anchorSize: model.pictureSize)
        agreements.append(votes.agreement)
        return firstConfirmed(votes.poses.prefix(tries), model, index, pictures)
    }

    private func firstConfirmed(
        _ poses: ArraySlice<PoseVotes.Pose>, _ model: AnchorModel, _ index: Int, _ pictures: SearchPictures
    ) -> AnchorMatch? {
        for pose in poses {
            let outline = pose.map.corners(of: model.pictureSize)
            let isKnown = refuted.contains { $0.anchor == index && PoseVotes.areAlike($0.outline, outline) }
            guard !isKnown else { continue }
            if let match = confirmed(pose.map, model, index, pictures) { return match }
            refuted.append((index, outline))
        }
        return nil
    }

    /// Looks for the likeliest candidates by more points, weaker ones first and then finer ones, and by poses grown from single
    /// matches.
    private func lookCloser(_ database: AnchorDatabase, _ pictures: SearchPictures) {
        look(again: database, pictures, leastAgreement: Self.leastAgreement) { extractor.extractRest(into: &points) }
        guard found.isEmpty else { return }
        look(again: database, pictures, leastAgreement: Self.leastFinerAgreement) {
            finerExtractor.extract(pictures.enlarged(), count: Self.finerPoints, into: &finerPoints)
            points.append(finerPoints, scale: 1 / Float(SearchPictures.enlargement))
        }
    }

    /// Looks for those of the likeliest candidates of whose matches enough agreed, by points that are added.
    private func look(
        again database: AnchorDatabase, _ pictures: SearchPictures, leastAgreement: Float, addPoints: () -> Void
    ) {
        func isPromising(_ place: Int) -> Bool { agreements[place] >= leastAgreement }
        let likeliest = candidates.prefix(Self.closerCandidates)
        guard likeliest.indices.contains(where: isPromising) else { return }
        let first = points.count
        addPoints()
        for (place, index) in likeliest.enumerated() where isPromising(place) {
            let (model, matching) = (database.models[index], matchings[place])
            matching.match(points, from: first, model)
            votes.vote(matching, anchorSize: model.pictureSize)
            guided.grow(matching, points, model)
            if let match = firstConfirmed(guided.poses[...], model, index, pictures)
                ?? firstConfirmed(votes.poses[...], model, index, pictures)
            {
                found.append(match)
            }
        }
    }

    /// Looks for the candidates where a sheet lies.
    private func lookAtOutlines(_ database: AnchorDatabase, _ pictures: SearchPictures) {
        guard quads.load(pictures.points) else { return }
        for index in candidates.prefix(Self.outlineCandidates) {
            let model = database.models[index]
            guard let thumbnail = sheets(of: model, index).thumbnail,
                let pose = quads.pose(
                    of: thumbnail, size: model.pictureSize, in: pictures.patches, scale: pictures.pointsToPatches),
                let match = confirmed(pose, model, index, pictures)
            else { continue }
            found.append(match)
        }
    }

    /// What the pixels make of a pose in the picture for points; nothing if they do not confirm it.
    private func confirmed(
        _ pose: Homography, _ model: AnchorModel, _ index: Int, _ pictures: SearchPictures
    ) -> AnchorMatch? {
        let sheets = sheets(of: model, index)
        let start = pictures.pointsToPatches.composed(after: pose)
        var evidence = refiner.refine(start, of: sheets.all, in: pictures.patches)
        guard evidence.confirmed >= Self.leastPatches else { return nil }
        if evidence.share < Self.settledShare {
            // From a rough pose patches far from its middle may have been out of reach.
            let next = refiner.refine(evidence.homography, of: sheets.all, in: pictures.patches)
            if next.confirmed > evidence.confirmed { evidence = next }
        }
        guard let verdict = judge.verdict(evidence, sheets, size: model.pictureSize, in: pictures.patches),
            let toPicture = model.toAnchor.inverse
        else { return nil }
        return AnchorMatch(
            anchor: model.anchor, index: index,
            homography: pictures.fromPatches.composed(after: evidence.homography).composed(after: toPicture).normalised,
            inliers: verdict.confirmed, visible: verdict.visible, likeness: verdict.likeness)
    }

    private func sheets(of model: AnchorModel, _ index: Int) -> AnchorSheets {
        if let known = sheets[index] { return known }
        // Rather made anew now and then than memory for each anchor of a large database.
        if sheets.count >= Self.mostSheets { sheets.removeAll(keepingCapacity: true) }
        let made = AnchorSheets(model)
        sheets[index] = made
        return made
    }
}
