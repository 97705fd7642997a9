import RectoAnchors
import RectoCore
import Testing

/// Sources of pose proposals: matches, maps that many matches agree on, single matches with their neighbors, outlines.
@Suite struct PoseProposalTests {
    /// Two anchors of 220 × 160.
    private static let database: AnchorDatabase? = try? AnchorDatabase.build(
        images: [DrawnAnchor.image(seed: 50), DrawnAnchor.image(seed: 51)], names: ["shown", "other"],
        physicalWidths: [nil, nil])
    private static let view = Homography(0.9, 0.25, 60, -0.25, 0.9, 90, 0.0003, 0.0002, 1)

    /// The points of a photo of the first anchor.
    private static func points(count: Int = 500) throws -> Keypoints {
        let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 50), view, seed: 4)
        var points = Keypoints()
        photo.withView { FeatureExtractor().extract($0, count: count, into: &points) }
        return points
    }

    /// The largest error of a corner.
    private static func error(_ map: Homography, _ model: AnchorModel) -> Double {
        Quad(model.pictureSize).corners.map { map.map($0).distance(to: view.map($0)) }.max() ?? .infinity
    }

    /// Half of the photo is another drawing, so not all matches can be right. Matches of an anchor that is not shown
    /// are only right by chance.
    @Test func matchesOfAShownAnchorAreItsPlacesAndTheClearestComeFirst() throws {
        let models = try #require(Self.database).models
        let points = try Self.points()
        let matcher = DescriptorMatcher()
        func right(_ model: AnchorModel) -> Int {
            matcher.match(points, model)
            return matcher.found.count { found in
                let place = Self.view.map(Point2D(x: Double(model.x[found.match]), y: Double(model.y[found.match])))
                let seen = Point2D(x: Double(points.x[found.point]), y: Double(points.y[found.point]))
                return place.distance(to: seen) < 4
            }
        }
        let shown = right(models[0])
        #expect(shown > 80, "\(shown) of \(matcher.count)")
        #expect(matcher.count == matcher.found.count)
        #expect(matcher.found.map(\.ratio) == matcher.found.map(\.ratio).sorted())
        #expect(right(models[1]) < 10)
    }

    /// The map of a match takes the anchor's point to the picture's.
    @Test func aMatchProposesAMapOfItsPoint() throws {
        let model = try #require(Self.database).models[0]
        let points = try Self.points()
        let matcher = DescriptorMatcher()
        matcher.match(points, model)
        try #require(matcher.count > 0)
        for (i, found) in matcher.found.enumerated() {
            let place = matcher.map(of: i).map(
                Point2D(x: Double(model.x[found.match]), y: Double(model.y[found.match])))
            let seen = Point2D(x: Double(points.x[found.point]), y: Double(points.y[found.point]))
            #expect(place.distance(to: seen) < 0.01)
        }
    }

    @Test func theBestPoseOfManyMatchesIsTheAnchors() throws {
        let models = try #require(Self.database).models
        let points = try Self.points()
        let (matcher, verification) = (DescriptorMatcher(), AffineVerification())
        matcher.match(points, models[0])
        verification.findPoses(matcher, anchorSize: models[0].pictureSize)
        let best = try #require(verification.poses.first)
        #expect(Self.error(best.map, models[0]) < 3)
        #expect(verification.poses.map(\.score) == verification.poses.map(\.score).sorted(by: >))
        let agreement = verification.agreement
        // Few matches of an anchor that is not shown agree, and a picture without points has none.
        matcher.match(points, models[1])
        verification.findPoses(matcher, anchorSize: models[1].pictureSize)
        #expect(verification.agreement < agreement / 4)
        matcher.match(Keypoints(), models[0])
        verification.findPoses(matcher, anchorSize: models[0].pictureSize)
        #expect(verification.poses.isEmpty && verification.agreement == 0)
    }

    /// Four matches are too few to agree on a pose; one match and its neighbors are enough.
    @Test func aPoseGrowsFromSingleMatches() throws {
        let model = try #require(Self.database).models[0]
        let points = try Self.points(count: 300)
        var parameters = DescriptorMatcher.Parameters()
        parameters.limit = 4
        let (matcher, verification, guided) = (DescriptorMatcher(parameters), AffineVerification(), GuidedMatching())
        matcher.match(points, model)
        try #require(matcher.count == 4)
        verification.findPoses(matcher, anchorSize: model.pictureSize)
        #expect(verification.poses.isEmpty)
        guided.grow(matcher, points, model)
        let best = try #require(guided.poses.first)
        #expect(Self.error(best.map, model) < 3)
    }

    /// A page on a uniform desk, upright and upside down: its outline is the same, and its content determines the
    /// rotation.
    @Test(arguments: [1, -1]) func anOutlineIsTurnedAsTheAnchorLies(sign: Double) throws {
        let model = try #require(Self.database).models[0]
        let anchor = try DrawnAnchor.image(seed: 50)
        var photo = GrayImage(size: try PixelSize(width: 360, height: 270))
        let middle = Point2D(x: 180, y: 135)
        anchor.withView { source in
            photo.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width {
                        let u = Int((sign * (Double(x) + 0.5 - middle.x)).rounded(.down)) + source.width / 2
                        let v = Int((sign * (Double(y) + 0.5 - middle.y)).rounded(.down)) + source.height / 2
                        let isAnchor = 0..<source.width ~= u && 0..<source.height ~= v
                        target.row(y)[x] = isAnchor ? source.row(v)[u] / 2 + 120 : 20
                    }
                }
            }
        }
        let (outlines, pyramid) = (OutlinePoses(), GrayPyramid(levels: 4))
        let thumbnail = try #require(OutlinePoses.Thumbnail(of: model.picture))
        let pose = try photo.withView { view in
            pyramid.load(view)
            try #require(outlines.load(view))
            return outlines.pose(of: thumbnail, size: model.pictureSize, in: pyramid, scale: .identity)
        }
        let found = try #require(pose).map(Point2D(x: 0, y: 0))
        #expect(found.distance(to: middle - Point2D(x: sign * 110, y: sign * 80)) < 6)
        // A uniform picture is not an anchor, whatever its outline.
        let even = GrayImage(size: photo.size)
        let none = even.withView { view -> Homography? in
            pyramid.load(view)
            guard outlines.load(view) else { return nil }
            return outlines.pose(of: thumbnail, size: model.pictureSize, in: pyramid, scale: .identity)
        }
        #expect(none == nil)
    }

    @Test func theTemplatesUnusedForLongestMakeRoom() throws {
        let models = try #require(Self.database).models
        var cache = TemplateCache(capacity: 2)
        let (first, second) = (cache[0, models[0]], cache[1, models[1]])
        #expect(cache[0, models[0]] === first)
        #expect(cache[1, models[1]] === second)
        // The first was used last, so the second is removed.
        #expect(cache[0, models[0]] === first)
        _ = cache[2, models[1]]
        #expect(cache[0, models[0]] === first)
        #expect(cache[1, models[1]] !== second)
    }
}
