import RectoAnchors
import RectoCore
import Testing

@Suite struct AnchorMatcherTests {
    /// Two anchors of 220 × 160.
    private static let database: AnchorDatabase? = try? AnchorDatabase.build(
        images: [DrawnAnchor.image(seed: 20), DrawnAnchor.image(seed: 21)], names: ["first", "second"],
        physicalWidths: [nil, 0.3])

    /// Rotated, tilted, small.
    private static let maps = [
        Homography(1, 0, 70, 0, 1, 50, 0, 0, 1),
        Homography(0.7, -0.8, 170, 0.8, 0.7, 20, 0, 0, 1),
        Homography(1.3, 0.1, 40, -0.05, 0.9, 60, 0.0006, 0.0009, 1),
        Homography(-0.7, 0, 270, 0, -0.7, 200, 0, 0, 1),
    ]

    private func error(_ match: AnchorMatch, _ map: Homography) -> Double {
        Quad(match.anchor.size).corners.map { match.homography.map($0).distance(to: map.map($0)) }.max() ?? .infinity
    }

    @Test(arguments: 0..<4) func anAnchorIsFoundWhereItIs(index: Int) throws {
        let database = try #require(Self.database)
        var matcher = try AnchorMatcher(database)
        let map = Self.maps[index]
        let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 20), map, seed: UInt64(index))
        let found = photo.withView { matcher.match($0) }
        #expect(found.map(\.anchor.name) == ["first"])
        let match = try #require(found.first)
        #expect(error(match, map) < 2)
        #expect(match.inliers <= match.visible && 0...1 ~= match.correlation)
        #expect(match.corners.topLeft.distance(to: map.map(Point2D(x: 0, y: 0))) < 2)
    }

    @Test func anIndexTellsWhichAnchorItMayBe() throws {
        var parameters = AnchorMatcher.Parameters()
        parameters.candidates = 1
        var matcher = try AnchorMatcher(try #require(Self.database), parameters)
        for (name, seed) in [("first", 20), ("second", 21)] as [(String, UInt64)] {
            for map in Self.maps.prefix(2) {
                let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: seed), map, seed: 6)
                #expect(photo.withView { matcher.match($0) }.map(\.anchor.name) == [name])
            }
        }
    }

    /// An anchor with too few points in the original picture has enough in the enlarged one.
    @Test func aSmallAnchorIsFoundInTheEnlargedPicture() throws {
        let anchor = try DrawnAnchor.image(seed: 24, width: 320, height: 240, shapes: 150)
        var matcher = try AnchorMatcher(
            try AnchorDatabase.build(images: [anchor], names: ["small"], physicalWidths: [nil]))
        // 35 pixels long: only found in the enlarged picture.
        let map = Homography(0.11, 0.044, 150, -0.044, 0.11, 120, 0, 0, 1)
        let photo = try DrawnAnchor.photo(of: anchor, map, seed: 2)
        #expect(photo.withView { matcher.match($0, fallbacks: []) }.isEmpty)
        let match = try #require(photo.withView { matcher.match($0, fallbacks: .morePoints) }.first)
        #expect(error(match, map) < 2)
    }

    /// Two anchors are searched without an index, and with an index if the database has two more and there are fewer
    /// candidates than anchors.
    @Test(arguments: [0, 2]) func severalAnchorsAreFoundInOnePicture(others: Int) throws {
        let seeds = (0..<others).map { UInt64(30 + $0) }
        let more = try seeds.map { seed in
            try AnchorDatabase.build(
                images: [DrawnAnchor.image(seed: seed)], names: ["\(seed)"], physicalWidths: [nil])
        }
        let database = try AnchorDatabase.joined([try #require(Self.database)] + more)
        var matcher = try AnchorMatcher(database)
        let left = Homography(0.75, 0, 10, 0, 0.75, 60, 0, 0, 1)
        let right = Homography(0.7, 0.1, 190, -0.1, 0.7, 90, 0, 0, 1)
        var photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 20), left, seed: 5)
        let other = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 21), right, seed: 5)
        photo.withMutableView { target in
            other.withView { source in
                for y in 0..<270 {
                    for x in 185..<360 { target.row(y)[x] = source.row(y)[x] }
                }
            }
        }
        let found = photo.withView { matcher.match($0) }
        #expect(Set(found.map(\.anchor.name)) == ["first", "second"])
        for match in found { #expect(error(match, match.index == 0 ? left : right) < 3) }
    }

    @Test func otherPicturesAreNotFound() throws {
        let database = try #require(Self.database)
        var matcher = try AnchorMatcher(database)
        for seed in 100..<104 as Range<UInt64> {
            let picture = try DrawnAnchor.image(seed: seed, width: 360, height: 270, shapes: 150)
            #expect(picture.withView { matcher.match($0) }.isEmpty)
        }
    }

    @Test func picturesOfAllSizesAreSearched() throws {
        let database = try #require(Self.database)
        var matcher = try AnchorMatcher(database)
        for (width, height) in [(1, 1), (2, 65_535), (65_535, 1), (31, 700), (40, 40), (1500, 900)] {
            let picture = GrayImage(size: try PixelSize(width: width, height: height))
            #expect(picture.withView { matcher.match($0) }.isEmpty)
        }
        // The scratch memory still works afterwards.
        let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 21), Self.maps[0], seed: 9)
        #expect(photo.withView { matcher.match($0) }.map(\.anchor.name) == ["second"])
    }

    @Test func thePlaceIsInPixelsOfALargePicture() throws {
        let database = try #require(Self.database)
        var matcher = try AnchorMatcher(database)
        let map = Homography(4, 0.2, 200, -0.2, 4, 200, 0, 0, 1)
        let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 20), map, width: 1280, height: 1000, seed: 3)
        let match = try #require(photo.withView { matcher.match($0) }.first)
        #expect(error(match, map) < 6)
    }

    @Test func copiesDoNotShareScratch() throws {
        var first = try AnchorMatcher(try #require(Self.database))
        let photo = try DrawnAnchor.photo(of: try DrawnAnchor.image(seed: 20), Self.maps[1], seed: 2)
        let expected = photo.withView { first.match($0) }
        try #require(!expected.isEmpty)
        var second = first
        let blank = GrayImage(size: photo.size)
        #expect(blank.withView { second.match($0) }.isEmpty)
        #expect(photo.withView { first.match($0) } == expected)
        #expect(photo.withView { second.match($0) } == expected)
    }

    @Test func parametersAreChecked() throws {
        let database = try #require(Self.database)
        func parameters(_ change: (inout AnchorMatcher.Parameters) -> Void) -> AnchorMatcher.Parameters {
            var parameters = AnchorMatcher.Parameters()
            change(&parameters)
            return parameters
        }
        let wrong = [
            parameters { $0.workingSide = 100 }, parameters { $0.refinementSide = 600 },
            parameters { $0.pointCount = 50 }, parameters { $0.limit = 0 },
        ]
        for parameters in wrong {
            #expect(throws: ParameterError.self) { try AnchorMatcher(database, parameters) }
        }
    }

    #if !DEBUG
        // Dozens of views: only in optimized code.
        @Test func aPicturesQualityTellsGoodFromBad() throws {
            let good = AnchorQuality(of: try DrawnAnchor.image(seed: 22, width: 640, height: 480, shapes: 400))
            #expect(good.score >= 75 && good.reasons.isEmpty, "\(good)")
            let flat = AnchorQuality(of: GrayImage(size: try PixelSize(width: 400, height: 400)))
            #expect(flat.score == 0 && flat.reasons.contains(.tooFewPoints) && flat.reasons.contains(.lowContrast))
            var board = GrayImage(size: try PixelSize(width: 480, height: 480))
            board.withMutableView { view in
                for y in 0..<480 {
                    for x in 0..<480 { view.row(y)[x] = (x / 24 + y / 24) % 2 == 0 ? 30 : 220 }
                }
            }
            let repeated = AnchorQuality(of: board)
            #expect(repeated.score < 60 && repeated.reasons.contains(.repetitive), "\(repeated)")
        }
    #endif

    @Test func alikeAnchorsAreToldOfEachOther() throws {
        let image = try DrawnAnchor.image(seed: 23)
        let alike = try AnchorDatabase.build(
            images: [image, try DrawnAnchor.image(seed: 24), image], names: ["a", "b", "c"],
            physicalWidths: [nil, nil, nil])
        let confusions = try AnchorConfusion.all(in: alike)
        #expect(confusions.map { [$0.shown.name, $0.found.name] } == [["a", "c"], ["c", "a"]])
    }
}
