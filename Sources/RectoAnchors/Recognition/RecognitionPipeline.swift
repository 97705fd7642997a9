internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The scratch memory and the steps of recognition.
final class RecognitionPipeline: @unchecked Sendable {
    // Sendable: a matcher that is about to use a shared pipeline makes a new one instead.
    /// Number of patches that a refined pose must find before it is verified.
    private static let minimumPatches = 8
    /// Share of the visible patches at which a pose is not refined again.
    private static let settledShare = 0.8
    /// Number of candidates searched for by more points, and number compared with outlines: the likeliest ones.
    private static let morePointsCandidates = 3
    private static let outlineCandidates = 3
    /// Smallest agreement of a candidate's matches for a search by more points. Of 300 frames without the anchor, 37 %
    /// have less. Among 12 anchors found only by more points, the minimum was 1.68 (generated scenes).
    private static let minimumAgreement: Float = 1.5
    /// Ratio of the total number of points in that search to the usual number.
    private static let morePointsFactor = 2
    /// The same for points of the enlarged picture. Two thirds of the frames without the anchor have less, as does one
    /// of the 6 anchors found only by these points (development scenes).
    private static let minimumFinerAgreement: Float = 2.5
    /// Approximate number of points of the enlarged picture.
    private static let finerPointCount = 1100
    /// Share of the best candidate's score at which a candidate is searched for even after another anchor is found,
    /// because a picture may show several anchors.
    private static let strongShare: Float = 0.7
    /// Share of the best candidate's score that anchors missing from the picture also reach.
    private static let weakShare: Float = 0.35
    /// Intersection over union at which two matches are the same object.
    private static let maximumOverlap = 0.5

    /// A step of the search among many anchors.
    private struct Stage {
        let effort: CandidateRanking.Effort
        /// Number of candidates searched for, relative to the parameter's number.
        let candidates: Int
        /// Minimum ``CandidateRanking/Candidate/score`` of these candidates.
        let minimumScore: Float
    }
    /// The first two stages find most of the anchors in a picture. (Among 14 found only by the third, the lowest score
    /// was 3.8. Half of its unsuccessful candidates score less than 3; generated scenes.)
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
    /// Number of candidates searched for by more points, and number compared with outlines, in large databases.
    private static let morePointsOfMany = 1
    private static let outlinesOfMany = 5
    /// Maximum number of anchors found in one picture in large databases, relative to the parameters' candidates.
    private static let maximumFound = 2
    /// Minimum and maximum number of anchors whose templates are cached. One anchor's templates take about a megabyte.
    private static let templateLimits = 48...192

    /// The input of the search of one picture.
    private struct Search {
        let database: AnchorDatabase
        /// Index used if there are more anchors than candidates.
        let index: AnchorIndex?
        let pictures: SearchPictures
        let parameters: AnchorMatcher.Parameters

        /// Number of anchors whose templates may be needed.
        var templateCount: Int {
            guard index != nil else { return database.models.count }
            let ranked = RecognitionPipeline.stages.reduce(0) {
                $0 + max($1.candidates, RecognitionPipeline.maximumFound) * parameters.candidates
            }
            let others = RecognitionPipeline.morePointsOfMany + RecognitionPipeline.outlinesOfMany
            return min(database.models.count, ranked + others)
        }
    }

    /// A pose that the pixels did not confirm.
    private struct Refuted {
        let anchor: Int
        /// Outline of the anchor, in the picture for points.
        let outline: Quad
    }

    private let extractor = FeatureExtractor()
    /// One for each of the likeliest candidates, to which more points add matches, and one for all others.
    private let matchings = (0...RecognitionPipeline.morePointsCandidates).map { _ in DescriptorMatcher() }
    private let finerExtractor = FeatureExtractor(FeatureExtractor.Parameters(levels: 2))
    private var finerPoints = Keypoints()
    private let affine = AffineVerification()
    private let guided = GuidedMatching()
    private let refiner = PatchRefiner()
    private let verifier = PoseVerifier()
    private var refuted: [Refuted] = []
    private var points = Keypoints()
    private var pictures: SearchPictures?
    private let outlines = OutlinePoses()
    /// Templates of anchors with a pose.
    private var templates = TemplateCache()
    private let candidateRanking = CandidateRanking()
    private var candidates: [Int] = []
    /// Ranking of the anchors that may lie within an outline.
    private var outlineRanking = Ranking()
    /// The ``AffineVerification/agreement`` of each candidate's matches.
    private var agreements: [Float] = []
    private var found: [AnchorMatch] = []

    /// - Parameter index: The index of the database's anchors. Without one, all anchors are searched for.
    func match(
        _ picture: GrayView, _ database: AnchorDatabase, _ index: AnchorIndex?, _ parameters: AnchorMatcher.Parameters,
        fallbacks: AnchorMatcher.FallbackSearches
    ) -> [AnchorMatch] {
        let pictures = self.pictures ?? SearchPictures(picture)
        self.pictures = pictures
        pictures.load(picture, pointSide: parameters.workingSide, patchSide: parameters.refinementSide)
        extractor.extract(
            pictures.points, count: parameters.pointCount,
            rest: fallbacks.contains(.morePoints) ? (Self.morePointsFactor - 1) * parameters.pointCount : 0,
            into: &points)
        found.removeAll(keepingCapacity: true)
        refuted.removeAll(keepingCapacity: true)
        agreements.removeAll(keepingCapacity: true)
        candidates.removeAll(keepingCapacity: true)
        let search = Search(database: database, index: index, pictures: pictures, parameters: parameters)
        let limits = Self.templateLimits
        templates.capacity = min(max(search.templateCount, limits.lowerBound), limits.upperBound)
        if let index {
            searchByRanking(index, search)
        } else {
            candidates.append(contentsOf: database.models.indices)
        }
        for (place, anchor) in candidates.enumerated() {
            if let match = findByMatches(anchor, place, search) { found.append(match) }
        }
        if found.isEmpty, fallbacks.contains(.morePoints) { searchByMorePoints(search) }
        if found.isEmpty, fallbacks.contains(.outlines), parameters.searchesOutlines { searchByOutlines(search) }
        found.sort { ($0.inliers, $1.index) > ($1.inliers, $0.index) }
        if !parameters.reportsOverlapping { dropOverlapping() }
        if found.count > parameters.limit { found.removeLast(found.count - parameters.limit) }
        return found
    }

    /// Searches for the anchors that the points rank highest, at the places that their votes propose. If none is found,
    /// the likeliest become the candidates.
    private func searchByRanking(_ index: AnchorIndex, _ search: Search) {
        candidateRanking.begin(points)
        for stage in Self.stages {
            candidateRanking.rank(points, index, search.database, stage.effort)
            confirmRanked(stage, search)
            if !found.isEmpty { return }
        }
        for place in 0..<min(Self.morePointsOfMany, candidateRanking.count) {
            candidates.append(candidateRanking[place].anchor)
        }
    }

    /// Verifies the first anchors of the ranking. Once one is found, only those with strong scores are verified.
    private func confirmRanked(_ stage: Stage, _ search: Search) {
        var best: Float = 0
        for place in 0..<candidateRanking.count {
            let candidate = candidateRanking[place]
            let maximum = (found.isEmpty ? stage.candidates : Self.maximumFound) * search.parameters.candidates
            guard place < maximum, candidate.score >= max(stage.minimumScore, Self.weakShare * best) else { return }
            if candidate.score < Self.strongShare * best, !search.parameters.reportsOverlapping,
                isTaken(candidate, search)
            {
                continue
            }
            guard let match = confirmed(candidate.map, candidate.anchor, search) else { continue }
            best = max(best, candidate.score)
            found.append(match)
        }
    }

    /// Whether an anchor already found occupies a candidate's place.
    private func isTaken(_ candidate: CandidateRanking.Candidate, _ search: Search) -> Bool {
        let outline = search.pictures.fromPoints.composed(after: candidate.map)
            .corners(of: search.database.models[candidate.anchor].pictureSize)
        return found.contains { $0.corners.intersectionOverUnion(with: outline) >= Self.maximumOverlap }
    }

    /// Keeps only the first of the matches that share most of their area.
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

    /// Returns the first pose that an anchor's matches agree on and its pixels confirm.
    /// - Parameter place: The anchor's place among the candidates.
    private func findByMatches(_ anchor: Int, _ place: Int, _ search: Search) -> AnchorMatch? {
        let model = search.database.models[anchor]
        let matching = matchings[min(place, Self.morePointsCandidates)]
        matching.match(points, model)
        affine.findPoses(matching, anchorSize: model.pictureSize)
        agreements.append(affine.agreement)
        return firstConfirmed(affine.poses[...], anchor, search)
    }

    private func firstConfirmed(
        _ poses: ArraySlice<AffineVerification.Pose>, _ anchor: Int, _ search: Search
    ) -> AnchorMatch? {
        for pose in poses {
            let outline = pose.map.corners(of: search.database.models[anchor].pictureSize)
            let isKnown = refuted.contains { $0.anchor == anchor && AffineVerification.areAlike($0.outline, outline) }
            guard !isKnown else { continue }
            if let match = confirmed(pose.map, anchor, search) { return match }
            refuted.append(Refuted(anchor: anchor, outline: outline))
        }
        return nil
    }

    /// Searches for the likeliest candidates by more points, first weaker ones and then finer ones, and by poses grown
    /// from single matches.
    private func searchByMorePoints(_ search: Search) {
        searchAgain(search, minimumAgreement: Self.minimumAgreement) { extractor.extractRest(into: &points) }
        guard found.isEmpty else { return }
        searchAgain(search, minimumAgreement: Self.minimumFinerAgreement) {
            finerExtractor.extract(search.pictures.enlarged(), count: Self.finerPointCount, into: &finerPoints)
            points.append(finerPoints, scale: 1 / Float(SearchPictures.enlargement))
        }
    }

    /// Searches by added points for those of the likeliest candidates whose matches agreed enough.
    private func searchAgain(_ search: Search, minimumAgreement: Float, addPoints: () -> Void) {
        func isPromising(_ place: Int) -> Bool { agreements[place] >= minimumAgreement }
        let likeliest = candidates.prefix(Self.morePointsCandidates)
        guard likeliest.indices.contains(where: isPromising) else { return }
        let first = points.count
        addPoints()
        for (place, anchor) in likeliest.enumerated() where isPromising(place) {
            let (model, matching) = (search.database.models[anchor], matchings[place])
            matching.match(points, from: first, model)
            affine.findPoses(matching, anchorSize: model.pictureSize)
            guided.grow(matching, points, model)
            if let match = firstConfirmed(guided.poses[...], anchor, search)
                ?? firstConfirmed(affine.poses[...], anchor, search)
            {
                found.append(match)
            }
        }
    }

    /// Searches for the candidates at the outline of a page. In a large database, these are the anchors whose
    /// thumbnails correlate most with the pixels inside the outline.
    private func searchByOutlines(_ search: Search) {
        let pictures = search.pictures
        guard outlines.load(pictures.points) else { return }
        if let index = search.index {
            outlines.rank(
                index.thumbnails, in: pictures.patches, scale: pictures.pointsToPatches, into: &outlineRanking)
            candidates.removeAll(keepingCapacity: true)
            for place in 0..<min(Self.outlinesOfMany, outlineRanking.count) {
                candidates.append(outlineRanking[place])
            }
        }
        for anchor in candidates.prefix(search.index == nil ? Self.outlineCandidates : Self.outlinesOfMany) {
            let model = search.database.models[anchor]
            guard let thumbnail = templates[anchor, model].thumbnail,
                let pose = outlines.pose(
                    of: thumbnail, size: model.pictureSize, in: pictures.patches, scale: pictures.pointsToPatches),
                let match = confirmed(pose, anchor, search)
            else { continue }
            found.append(match)
        }
    }

    /// The match of an anchor at a pose.
    /// - Parameter pose: The map from the anchor at working scale to the picture for points.
    /// - Returns: `nil` if the pixels do not confirm the pose.
    private func confirmed(_ pose: Homography, _ anchor: Int, _ search: Search) -> AnchorMatch? {
        let (model, pictures) = (search.database.models[anchor], search.pictures)
        let templates = templates[anchor, model]
        let start = pictures.pointsToPatches.composed(after: pose)
        var evidence = refiner.refine(start, of: templates.all, in: pictures.patches)
        guard evidence.confirmed >= Self.minimumPatches else { return nil }
        if evidence.share < Self.settledShare {
            // If the first pose was rough, patches far from its middle may have been out of reach.
            let next = refiner.refine(evidence.homography, of: templates.all, in: pictures.patches)
            if next.confirmed > evidence.confirmed { evidence = next }
        }
        guard let verdict = verifier.verdict(evidence, templates, size: model.pictureSize, in: pictures.patches),
            let toPicture = model.toAnchor.inverse
        else { return nil }
        return AnchorMatch(
            anchor: model.anchor, index: anchor,
            homography: pictures.fromPatches.composed(after: evidence.homography).composed(after: toPicture).normalised,
            inliers: verdict.confirmed, visible: verdict.visible, correlation: verdict.correlation)
    }
}
