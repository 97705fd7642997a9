import RectoCore
import RectoPictures
import RectoVision
import Testing

/// Pages of which the picture shows only a part.
@Suite struct DetectCutTests {
    /// A white sheet on a gray ground with some grain.
    private func picture(of page: Quad, width: Int = 640, height: Int = 480) throws -> GrayImage {
        var picture = GrayImage(size: try PixelSize(width: width, height: height))
        var grain = SplitMix64(seed: 7)
        picture.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    let point = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    let isPage = (0..<4).allSatisfy {
                        (page[($0 + 1) & 3] - page[$0]).cross(point - page[$0]) >= 0
                    }
                    view.row(y)[x] = (isPage ? 225 : 90) + UInt8(grain.next() % 7)
                }
            }
        }
        return picture
    }

    private static let cuts: [(name: String, page: Quad, sides: PictureSides)] = [
        ("left", quad((-120, 90), (380, 70), (400, 420), (-110, 430)), .left),
        ("top", quad((150, -90), (470, -80), (480, 380), (140, 390)), .top),
        ("right", quad((250, 70), (760, 60), (770, 400), (240, 410)), .right),
        ("bottom", quad((160, 110), (480, 120), (470, 600), (150, 590)), .bottom),
        ("left and top", quad((-100, -80), (400, -70), (410, 360), (-90, 370)), [.left, .top]),
    ]

    private static func quad(
        _ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double), _ d: (Double, Double)
    ) -> Quad {
        Quad(
            topLeft: Point2D(x: a.0, y: a.1), topRight: Point2D(x: b.0, y: b.1), bottomRight: Point2D(x: c.0, y: c.1),
            bottomLeft: Point2D(x: d.0, y: d.1))
    }

    @Test("The visible part of a cut sheet is found, and which sides of the picture cut it", arguments: cuts.indices)
    func plainSheets(_ index: Int) throws {
        let (name, page, sides) = Self.cuts[index]
        let picture = try picture(of: page)
        var detector = try PageDetector()
        let found = try #require(picture.withView { detector.detect($0) }, "\(name)")
        #expect(found.level != nil, "\(name): \(found.confidence)")
        #expect(found.cutSides == sides, "\(name): \(found.cutSides.names)")
        let overlap = found.quad.clockwise.intersectionOverUnion(with: page, within: Quad(picture.size))
        #expect(overlap >= 0.98, "\(name): \(overlap)")
    }

    /// Scenes with seeds that nothing else uses.
    @Test("The visible parts of generated pages are found")
    func scenes() throws {
        var options = SceneComposer.Options()
        options.cutsPage = true
        options.allowsPartial = false
        let composer = SceneComposer(size: try PixelSize(width: 800, height: 600), options: options)
        let first = SceneComposer.reportSeeds.lowerBound + 91_000
        var detector = try PageDetector()
        var (right, wrong) = (0, 0)
        for seed in first..<first + 40 {
            let scene = try composer.compose(seed: seed)
            let truth = try Quad(sorting: try #require(scene.quad).corners)
            guard let found = scene.picture.withView({ detector.detect($0) }), found.level != nil else { continue }
            let overlap = found.quad.clockwise.intersectionOverUnion(with: truth, within: Quad(scene.picture.size))
            if overlap >= 0.9 { right += 1 } else { wrong += 1 }
        }
        // Of 400 such scenes 167 and 59.
        #expect(right >= 12 && wrong <= 9, "\(right) right, \(wrong) wrong of 40")
    }
}
