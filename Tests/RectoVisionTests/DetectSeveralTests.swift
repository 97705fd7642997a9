import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Several pages in view.
@Suite struct DetectSeveralTests {
    private static let size = (width: 640, height: 480)
    private static let sheets = [
        DetectSeveralTests.quad((60, 70), (250, 60), (265, 330), (50, 320)),
        DetectSeveralTests.quad((330, 150), (560, 175), (545, 420), (310, 400)),
    ]

    private static func quad(
        _ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double), _ d: (Double, Double)
    ) -> Quad {
        func point(_ p: (Double, Double)) -> Point2D { Point2D(x: p.0, y: p.1) }
        return Quad(topLeft: point(a), topRight: point(b), bottomRight: point(c), bottomLeft: point(d))
    }

    private func drawn(_ quads: [Quad]) throws -> GrayImage {
        let size = try PixelSize(width: Self.size.width, height: Self.size.height)
        let images = quads.map { DetectScenes.quad($0, size: size).packedBytes }
        return try GrayImage(
            size: size, packed: images[0].indices.map { pixel in images.map { $0[pixel] }.max() ?? 0 })
    }

    @Test func sheetsBesideEachOtherAreFoundAsSurelyAsAlone() throws {
        var detector = try PageDetector()
        let both = try drawn(Self.sheets).withView { detector.detectAll(.gray($0), limit: 2) }
        #expect(both.count == 2)
        for sheet in Self.sheets {
            let alone = try #require(try drawn([sheet]).withView { detector.detect($0) })
            let found = try #require(both.first { $0.quad.intersectionOverUnion(with: sheet) > 0.98 })
            #expect(abs(found.confidence - alone.confidence) < 0.1)
        }
    }

    /// The outer sides of aligned sheets also form a quad, and a larger one.
    @Test func alignedSheetsAreNotTakenForOne() throws {
        let sheets = [60.0, 245, 430].map { x in Self.quad((x, 90), (x + 160, 90), (x + 160, 330), (x, 330)) }
        var detector = try PageDetector()
        let found = try drawn(sheets).withView { detector.detectAll(.gray($0), limit: 3) }
        for sheet in sheets {
            #expect(found.contains { $0.quad.intersectionOverUnion(with: sheet) > 0.97 && $0.level != nil })
        }
    }

    @Test func aFrameOnThePageIsNoSecondPage() throws {
        let size = try PixelSize(width: Self.size.width, height: Self.size.height)
        let page = DetectScenes.tilted
        let center = page.centroid
        let frame = page.map { center + ($0 - center) * 0.85 }
        let inner = page.map { center + ($0 - center) * 0.82 }
        let layers = [(page, UInt8(220)), (frame, 90), (inner, 220)].map { quad, value in
            DetectScenes.quad(quad, size: size, inside: value, outside: quad == frame ? 220 : 60).packedBytes
        }
        // The frame is dark between its outer and its inner border.
        let packed = layers[0].indices.map { pixel in min(layers[0][pixel], max(layers[1][pixel], layers[2][pixel])) }
        let image = try GrayImage(size: size, packed: packed)
        var detector = try PageDetector()
        let found = image.withView { detector.detectAll(.gray($0), limit: 10) }
        #expect(try #require(found.first).quad.intersectionOverUnion(with: page) > 0.98)
        #expect(found.dropFirst().allSatisfy { $0.level == nil && $0.quad.intersectionOverUnion(with: page) < 0.2 })
    }

    @Test func theFirstOfAllIsWhatDetectFinds() throws {
        let composer = SceneComposer(size: try PixelSize(width: 320, height: 240))
        var detector = try PageDetector()
        var found = 0
        for seed in SceneComposer.tuningSeeds.lowerBound..<SceneComposer.tuningSeeds.lowerBound + 6 {
            let picture = try composer.compose(seed: seed).picture
            let (best, all) = picture.withView { view in
                (detector.detect(view), detector.detectAll(.rgb(view), limit: 5))
            }
            #expect(all.first == best)
            #expect(all.count <= 5)
            found += all.count
            for (index, one) in all.enumerated() {
                for other in all[..<index] {
                    let common = one.quad.intersectionArea(with: other.quad)
                    // Refinement moves the sides a little.
                    #expect(common < 0.3 * min(one.quad.area, other.quad.area))
                }
            }
        }
        #expect(found > 0)
    }

    /// Sheets side by side and in rows on plain, dark and wooden desks; a floor, not a reported figure.
    @Test(.inRelease) func composedSheetsAreFound() throws {
        var detector = try PageDetector()
        var (sheets, right, wrong) = (0, 0, 0)
        for (index, background) in [BackgroundKind.plain, .dark, .wood].enumerated() {
            for count in 2...3 {
                var options = SceneComposer.Options()
                options.background = background
                options.kind = count == 2 ? .letter : .businessCard
                options.sheetCount = count
                let seed = SceneComposer.tuningSeeds.lowerBound + 95_000 + UInt64(10 * index + count)
                let scene = try SceneComposer(size: PixelSize(width: 640, height: 480), options: options)
                    .compose(seed: seed)
                let truth = try ([#require(scene.quad)] + scene.otherQuads).map { try Quad(sorting: $0.corners) }
                let shown = scene.picture.withView { detector.detectAll(.rgb($0), limit: 6) }
                    .filter { $0.level != nil }
                sheets += truth.count
                right += truth.count { quad in shown.contains { $0.quad.intersectionOverUnion(with: quad) >= 0.9 } }
                wrong += shown.count { found in truth.allSatisfy { found.quad.intersectionOverUnion(with: $0) < 0.9 } }
            }
        }
        #expect(sheets == 15)
        #expect(right >= 13, "\(right) of \(sheets)")
        #expect(wrong <= 1, "\(wrong) wrong")
    }
}
