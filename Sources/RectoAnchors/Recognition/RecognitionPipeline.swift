internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The scratch of recognition, and its steps.
final class RecognitionPipeline: @unchecked Sendable {
    // Sendable: a matcher that is about to use a pipeline that another one also has takes a new one.
    /// Patches that a settled pose must find to be judged.
    private static let minimumPatches = 8
    /// Share of the visible patches from which a pose is not refined again.
    private static let settledShare = 0.8
    /// Anchors whose templates are kept.
    private static let maximumTemplates = 48
    /// Candidates that are looked for more closely, and that are held against outlines: the likeliest ones.
    private static let (closerCandidates, outlineCandidates) = (3, 3)
    /// What agrees of a candidate's matches, at least, for it to be looked for more closely. Of 300 frames without the anchor 37 %
    /// have less; of 12 anchors that a closer look alone found the least had 1.68 (generated scenes).
    private static let minimumAgreement: Float = 1.5
    /// So many times as many points are then looked at in all.
    private static let closerPoints = 2
    /// The same for points of the enlarged picture, and about how many they are. Of frames without the anchor two thirds have less,
    /// and one of the 6 anchors that these points alone found (development scenes).
    private static let (minimumFinerAgreement, finerPointCount): (Float, Int) = (2.5, 1100)
    /// Of the best anchor's score: as much speaks for several anchors in one picture.
    private static let loudShare: Float = 0.7
    /// Of the best anchor's score: as little speaks for any anchor, in a picture or not.
    private static let audibleShare: Float = 0.35
    /// Intersection over union from which two matches are of one thing.
    private static let maximumOverlap = 0.5

    /// A step of the search among many anchors.
    private struct Stage {
        let effort: CandidateRanking.Effort
        /// So many times as many as the parameters' candidates are held against the picture.
        let candidates: Int
        /// Of these, by ``CandidateRanking/Candidate/score``.
        let minimumScore: Float
    }
    /// Most anchors that are there are found by the first two. (Of 14 that only the third found the weakest had a score of 3.8, and
    /// half of what it looks for in vain has less than 3; generated scenes.)
    private static let stages = [
        Stage(
            effort: CandidateRanking.Effort(points: 250, probes: 3, anchorsPerPoint: 10, summed: 60, refitted: 10),
            candidates: 1, minimumScore: 5),
        Stage(
            effort: CandidateRanking.Effort(points: 500, probes: 3, anchorsPerPoint: 10, summed: 80, refitted: 12),
            candidates: 1, minimumScore: 3),
        Stage(
            effort: CandidateRanking.Effort(points: .max, probes: 8, anchorsPerPoint: 20, summed: 500, refitted: 100),
            candidates: 6, minimumScore: 3),
    ]
    /// Of many anchors so many are looked for more closely, and so many are held against outlines.
    private static let (closerOfMany, outlinesOfMany) = (1, 5)
    /// Of many anchors so many times as many as the parameters' candidates may be found in one picture.
    private static let maximumFound = 2

    private let extractor = FeatureExtractor()
    /// One for each of the likeliest candidates, whose matches are added to by a closer look, and one for all others.
    private let matchings = (0...RecognitionPipeline.closerCandidates).map { _ in DescriptorMatcher() }
    private let finerExtractor = FeatureExtractor(FeatureExtractor.Parameters(levels: 2))
    private var finerPoints = Keypoints()
    private let votes = AffineVerification()
    private let guided = GuidedMatching()
    private let refiner = PatchRefiner()
    private let verify = PoseVerifier()
    /// Where anchors would be by poses that were not confirmed, in the picture for points.
    private var refuted: [(anchor: Int, outline: Quad)] = []
    private var points = Keypoints()
    private var pictures: SearchPictures?
    private let quads = OutlinePoses()
    /// Of anchors that a pose was found of, by their indices; at most ``maximumTemplates``.
    private var templates: [Int: AnchorTemplates] = [:]
    private let candidateRanking = CandidateRanking()
    private var candidates: [Int] = []
    /// What is held against outlines.
    private var alike = Ranking()
    /// Of each candidate what ``AffineVerification/agreement`` its matches have.
    private var agreements: [Float] = []
    private var found: [AnchorMatch] = []

    /// - Parameter index: Of the database's anchors; without one all of them are looked for.
    func match(
        _ picture: GrayView, _ database: AnchorDatabase, _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters,
        otherwise looks: AnchorMatcher.FallbackSearches
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
        candidates.removeAll(keepingCapacity: true)
        if let index {
            lookByVotes(database, index, pictures, parameters)
        } else {
            candidates.append(contentsOf: database.models.indices)
        }
        for (place, anchor) in candidates.enumerated() {
            if let match = search(for: anchor, place, database, pictures) { found.append(match) }
        }
        if found.isEmpty, looks.contains(.closer) { lookCloser(database, pictures) }
        if found.isEmpty, looks.contains(.outlines), parameters.searchesOutlines {
            lookAtOutlines(database, index, pictures)
        }
        found.sort { ($0.inliers, $1.index) > ($1.inliers, $0.index) }
        if !parameters.reportsOverlapping { dropOverlapping() }
        if found.count > parameters.limit { found.removeLast(found.count - parameters.limit) }
        return found
    }

    /// Looks for the anchors that the points vote for, where their votes put them; if none is there, lists the likeliest.
    private func lookByVotes(
        _ database: AnchorDatabase, _ index: AnchorIndex, _ pictures: SearchPictures,
        _ parameters: AnchorMatcher.Parameters
    ) {
        candidateRanking.begin(points)
        for stage in Self.stages {
            candidateRanking.rank(points, index, database, stage.effort)
            confirmVotes(stage, database, pictures, parameters)
            if !found.isEmpty { return }
        }
        for place in 0..<min(Self.closerOfMany, candidateRanking.count) {
            candidates.append(candidateRanking[place].anchor)
        }
    }

    /// Holds the ranking's first anchors against the picture; once one is found, only what may well be there too.
    private func confirmVotes(
        _ stage: Stage, _ database: AnchorDatabase, _ pictures: SearchPictures, _ parameters: AnchorMatcher.Parameters
    ) {
        var best: Float = 0
        for place in 0..<candidateRanking.count {
            let candidate = candidateRanking[place]
            let maximum = (found.isEmpty ? stage.candidates : Self.maximumFound) * parameters.candidates
            guard place < maximum, candidate.score >= max(stage.minimumScore, Self.audibleShare * best) else { return }
            if candidate.score < Self.loudShare * best, !parameters.reportsOverlapping,
                isTaken(candidate, database, pictures)
            {
                continue
            }
            let model = database.models[candidate.anchor]
            guard let match = confirmed(candidate.map, model, candidate.anchor, pictures) else { continue }
            best = max(best, candidate.score)
            found.append(match)
        }
    }

    /// Whether an anchor that has been found lies where a candidate would.
    private func isTaken(
        _ candidate: CandidateRanking.Candidate, _ database: AnchorDatabase, _ pictures: SearchPictures
    ) -> Bool {
        let outline = pictures.fromPoints.composed(after: candidate.map)
            .corners(of: database.models[candidate.anchor].pictureSize)
        return found.contains { $0.corners.intersectionOverUnion(with: outline) >= Self.maximumOverlap }
    }

    /// Of matches that share most of their place only the first stays.
    private func dropOverlapping() {
        var kept = 0
        for match in found {
            let isFree = found[..<kept].allSatisfy {
                $0.corners.intersectionOverUnion(with: match.corners) < Self.maximumOverlap
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
    private func search(
        for index: Int, _ place: Int, _ database: AnchorDatabase, _ pictures: SearchPictures
    ) -> AnchorMatch? {
        let model = database.models[index]
        let matching = matchings[min(place, Self.closerCandidates)]
        matching.match(points, model)
        votes.vote(matching, anchorSize: model.pictureSize)
        agreements.append(votes.agreement)
        return firstConfirmed(votes.poses[...], model, index, pictures)
    }

    private func firstConfirmed(
        _ poses: ArraySlice<AffineVerification.Pose>, _ model: AnchorModel, _ index: Int, _ pictures: SearchPictures
    ) -> AnchorMatch? {
        for pose in poses {
            let outline = pose.map.corners(of: model.pictureSize)
            let isKnown = refuted.contains { $0.anchor == index && AffineVerification.areAlike($0.outline, outline) }
            guard !isKnown else { continue }
            if let match = confirmed(pose.map, model, index, pictures) { return match }
            refuted.append((index, outline))
        }
        return nil
    }

    /// Looks for the likeliest candidates by more points, weaker ones first and then finer ones, and by poses grown from single
    /// matches.
    private func lookCloser(_ database: AnchorDatabase, _ pictures: SearchPictures) {
        search(again: database, pictures, minimumAgreement: Self.minimumAgreement) {
            extractor.extractRest(into: &points)
        }
        guard found.isEmpty else { return }
        search(again: database, pictures, minimumAgreement: Self.minimumFinerAgreement) {
            finerExtractor.extract(pictures.enlarged(), count: Self.finerPointCount, into: &finerPoints)
            points.append(finerPoints, scale: 1 / Float(SearchPictures.enlargement))
        }
    }

    /// Looks for those of the likeliest candidates of whose matches enough agreed, by points that are added.
    private func search(
        again database: AnchorDatabase, _ pictures: SearchPictures, minimumAgreement: Float, addPoints: () -> Void
    ) {
        func isPromising(_ place: Int) -> Bool { agreements[place] >= minimumAgreement }
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

    /// Looks for the candidates where a template lies; of many anchors for those that look most like it.
    private func lookAtOutlines(_ database: AnchorDatabase, _ index: AnchorIndex?, _ pictures: SearchPictures) {
        guard quads.load(pictures.points) else { return }
        if let index {
            quads.rank(index.thumbnails, in: pictures.patches, scale: pictures.pointsToPatches, into: &alike)
            candidates.removeAll(keepingCapacity: true)
            for place in 0..<min(Self.outlinesOfMany, alike.count) { candidates.append(alike[place]) }
        }
        for anchor in candidates.prefix(index == nil ? Self.outlineCandidates : Self.outlinesOfMany) {
            let model = database.models[anchor]
            guard let thumbnail = templates(of: model, anchor).thumbnail,
                let pose = quads.pose(
                    of: thumbnail, size: model.pictureSize, in: pictures.patches, scale: pictures.pointsToPatches),
                let match = confirmed(pose, model, anchor, pictures)
            else { continue }
            found.append(match)
        }
    }

    /// What the pixels make of a pose in the picture for points; nothing if they do not confirm it.
    private func confirmed(
        _ pose: Homography, _ model: AnchorModel, _ index: Int, _ pictures: SearchPictures
    ) -> AnchorMatch? {
        let templates = templates(of: model, index)
        let start = pictures.pointsToPatches.composed(after: pose)
        var evidence = refiner.refine(start, of: templates.all, in: pictures.patches)
        guard evidence.confirmed >= Self.minimumPatches else { return nil }
        if evidence.share < Self.settledShare {
            // From a rough pose patches far from its middle may have been out of reach.
            let next = refiner.refine(evidence.homography, of: templates.all, in: pictures.patches)
            if next.confirmed > evidence.confirmed { evidence = next }
        }
        guard let verdict = verify.verdict(evidence, templates, size: model.pictureSize, in: pictures.patches),
            let toPicture = model.toAnchor.inverse
        else { return nil }
        return AnchorMatch(
            anchor: model.anchor, index: index,
            homography: pictures.fromPatches.composed(after: evidence.homography).composed(after: toPicture).normalised,
            inliers: verdict.confirmed, visible: verdict.visible, correlation: verdict.correlation)
    }

    private func templates(of model: AnchorModel, _ index: Int) -> AnchorTemplates {
        if let known = templates[index] { return known }
        // Rather made anew now and then than memory for each anchor of a large database.
        if templates.count >= Self.maximumTemplates { templates.removeAll(keepingCapacity: true) }
        let made = AnchorTemplates(model)
        templates[index] = made
        return made
    }
}
