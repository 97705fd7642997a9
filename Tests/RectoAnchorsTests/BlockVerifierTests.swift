import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct BlockVerifierTests {
    private static let view = Homography(0.55, 0.1, 90, -0.08, 0.6, 60, 0.0001, 0.00005, 1)

    /// Bars on paper with these heights in percent.
    private static func chart(_ heights: [Int]) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: 360, height: 480))
        image.withMutableView { view in
            for y in 0..<view.height { view.row(y).update(repeating: 235, count: view.width) }
            let pitch = 300 / heights.count
            for (i, height) in heights.enumerated() {
                let left = 30 + i * pitch
                for y in 440 - 4 * height..<440 {
                    (view.row(y) + left).update(repeating: i % 2 == 0 ? 40 : 120, count: pitch * 3 / 5)
                }
            }
        }
        return image
    }

    private static func frame(_ anchor: GrayImage) throws -> GrayImage {
        try DrawnAnchor.photo(of: anchor, view, width: 400, height: 400, seed: 3)
    }

    private static func verdict(confirmed: Int, visible: Int, correlation: Double) -> PatchEvidence {
        var evidence = PatchEvidence(homography: view)
        (evidence.confirmed, evidence.visible, evidence.correlation) = (confirmed, visible, correlation)
        return evidence
    }

    private static func allows(
        _ anchor: GrayImage, in frame: GrayImage,
        _ verdict: PatchEvidence = verdict(confirmed: 29, visible: 35, correlation: 0.75), isFine: Bool = true
    ) -> Bool {
        let pyramid = GrayPyramid(levels: 4)
        let blocks = anchor.withView { AnchorBlocks(of: $0) }
        return frame.withView {
            pyramid.load($0)
            return BlockVerifier.allows(
                verdict, isFine: isFine,
                blocks: BlockVerifier().compare(blocks, view, size: anchor.size, in: pyramid))
        }
    }

    @Test func anotherBarChartIsNotAllowed() throws {
        let chart = try Self.chart([90, 30, 20, 45, 95, 80, 50])
        #expect(try Self.allows(chart, in: Self.frame(chart)))
        for other in [[60, 80, 25, 50, 60, 95, 20], [85, 35, 70, 40, 50, 85, 90], [40, 30, 65, 45, 95, 30, 50]] {
            #expect(try !Self.allows(chart, in: Self.frame(Self.chart(other))))
        }
    }

    @Test func manyPatchesOrNearlyAllOfThemNeedNoBlocks() throws {
        let chart = try Self.chart([90, 30, 20, 45, 95, 80, 50])
        let other = try Self.frame(Self.chart([60, 80, 25, 50, 60, 95, 20]))
        #expect(Self.allows(chart, in: other, Self.verdict(confirmed: 48, visible: 90, correlation: 0.5)))
        #expect(Self.allows(chart, in: other, Self.verdict(confirmed: 29, visible: 33, correlation: 0.85)))
        #expect(!Self.allows(chart, in: other, Self.verdict(confirmed: 29, visible: 33, correlation: 0.75)))
        #expect(
            Self.allows(chart, in: other, Self.verdict(confirmed: 29, visible: 33, correlation: 0.85), isFine: false))
    }

    @Test func manyCoarsePatchesNeedMostBlocks() throws {
        let many = Self.verdict(confirmed: 59, visible: 100, correlation: 0.6)
        let anchor = try DrawnAnchor.image(seed: 30, width: 360, height: 480, shapes: 400)
        let other = try Self.frame(DrawnAnchor.image(seed: 31, width: 360, height: 480, shapes: 400))
        #expect(Self.allows(anchor, in: other, many, isFine: true))
        #expect(!Self.allows(anchor, in: other, many, isFine: false))
        #expect(try Self.allows(anchor, in: Self.frame(anchor), many, isFine: false))
    }

    @Test func blocksAreNotComparedWherePatchesDecide() {
        func isCompared(_ decide: (@autoclosure () -> BlockVerifier.Evidence) -> Bool) -> Bool {
            var count = 0
            func compare() -> BlockVerifier.Evidence {
                count += 1
                return BlockVerifier.Evidence(visible: 100, seen: 90, pairs: 180, mixedPairs: 5)
            }
            _ = decide(compare())
            return count > 0
        }
        let (many, sure) = (
            Self.verdict(confirmed: 48, visible: 90, correlation: 0.5),
            Self.verdict(confirmed: 29, visible: 33, correlation: 0.85)
        )
        let (few, unsure) = (
            Self.verdict(confirmed: 27, visible: 28, correlation: 0.5),
            Self.verdict(confirmed: 29, visible: 35, correlation: 0.75)
        )
        #expect(!isCompared { BlockVerifier.allows(many, isFine: true, blocks: $0()) })
        #expect(!isCompared { BlockVerifier.allows(sure, isFine: false, blocks: $0()) })
        #expect(!isCompared { BlockVerifier.isNearlyAllSeen(few, blocks: $0()) })
        #expect(isCompared { BlockVerifier.allows(many, isFine: false, blocks: $0()) })
        #expect(isCompared { BlockVerifier.allows(unsure, isFine: true, blocks: $0()) })
        #expect(isCompared { BlockVerifier.isNearlyAllSeen(unsure, blocks: $0()) })
    }

    @Test func aPartMayBeHiddenButNotMost() throws {
        let anchor = try DrawnAnchor.image(seed: 30, width: 360, height: 480, shapes: 400)
        func hidden(_ rows: Range<Int>) throws -> GrayImage {
            var part = anchor
            let other = try DrawnAnchor.image(seed: 31, width: 360, height: 480, shapes: 400)
            part.withMutableView { target in
                other.withView { source in
                    for y in rows { target.row(y).update(from: source.row(y), count: source.width) }
                }
            }
            return try Self.frame(part)
        }
        #expect(try Self.allows(anchor, in: hidden(0..<0)))
        #expect(try Self.allows(anchor, in: hidden(320..<480)))
        #expect(try !Self.allows(anchor, in: hidden(160..<480)))
    }

    @Test func theMoreBlocksAreSeenTheFewerPatchesAreNeeded() throws {
        let anchor = try DrawnAnchor.image(seed: 30, width: 360, height: 480, shapes: 400)
        let falsePositive = try DrawnAnchor.image(seed: 31, width: 360, height: 480, shapes: 400)
        var half = anchor
        half.withMutableView { target in
            falsePositive.withView { source in
                for y in 240..<480 { target.row(y).update(from: source.row(y), count: source.width) }
            }
        }
        let pyramid = GrayPyramid(levels: 4)
        let blocks = anchor.withView { AnchorBlocks(of: $0) }
        func isNearlyAllSeen(_ confirmed: Int, in shown: GrayImage) throws -> Bool {
            try Self.frame(shown).withView {
                pyramid.load($0)
                return BlockVerifier.isNearlyAllSeen(
                    Self.verdict(confirmed: confirmed, visible: 70, correlation: 0.5),
                    blocks: BlockVerifier().compare(blocks, Self.view, size: anchor.size, in: pyramid))
            }
        }
        #expect(try isNearlyAllSeen(40, in: anchor))
        #expect(try !isNearlyAllSeen(27, in: anchor))
        #expect(try !isNearlyAllSeen(40, in: half))
        #expect(try isNearlyAllSeen(68, in: half))
        #expect(try !isNearlyAllSeen(68, in: falsePositive))
    }

    @Test func whatIsTooSmallOrOutsideIsAllowed() throws {
        let strip = try DrawnAnchor.image(seed: 32, width: 200, height: 5, shapes: 40)
        #expect(try Self.allows(strip, in: Self.frame(strip)))
        let anchor = try DrawnAnchor.image(seed: 30, width: 360, height: 480, shapes: 400)
        let pyramid = GrayPyramid(levels: 4)
        let blocks = anchor.withView { AnchorBlocks(of: $0) }
        let outside = Homography(1, 0, 2000, 0, 1, 0, 0, 0, 1)
        let isAllowed = try Self.frame(anchor).withView {
            pyramid.load($0)
            let evidence = BlockVerifier().compare(blocks, outside, size: anchor.size, in: pyramid)
            #expect(evidence.visible == 0)
            return BlockVerifier.allows(
                Self.verdict(confirmed: 29, visible: 35, correlation: 0.75), isFine: true, blocks: evidence)
        }
        #expect(isAllowed)
    }
}
