import Foundation
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

    @Test("The first explained page is the one that is found, with reasons that add up to its score")
    func reasons() throws {
        var detector = try PageDetector()
        var features: [[String]] = []
        for (name, page, _) in Self.cuts {
            let picture = try picture(of: page)
            let explained = picture.withView { detector.explain(.gray($0), limit: 3) }
            let all = picture.withView { detector.detectAll(.gray($0), limit: 3) }
            #expect(explained.map(\.detection) == all, "\(name)")
            let first = try #require(explained.first)
            #expect(first.detection == picture.withView { detector.detect($0) }, "\(name)")
            #expect(abs(first.reasons.reduce(0) { $0 + $1.contribution } - first.score) < 1e-4, "\(name)")
            features.append(first.reasons.map(\.feature))
        }
        #expect(features.contains(["cutPage"]) && features.contains { $0.count > 1 })
    }

    /// The picture's border crosses the sheet at an angle, but the sheet's hidden side is not slanted.
    @Test("A sheet that the picture cuts at an angle keeps its right angles", arguments: [-20.0, -9, 12, 25])
    func slantedCut(degrees: Double) throws {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let sheet = Self.quad((-190, -130), (190, -130), (190, 130), (-190, 130)).map {
            Point2D(x: 150 + cosine * $0.x - sine * $0.y, y: 240 + sine * $0.x + cosine * $0.y)
        }
        let picture = try picture(of: sheet)
        var detector = try PageDetector()
        let found = try #require(picture.withView { detector.detect($0) })
        #expect(found.level != nil && found.cutSides.contains(.left), "\(found)")
        for corner in 0..<4 {
            let here = found.quad[corner]
            let (before, after) = (here - found.quad[(corner + 3) & 3], found.quad[(corner + 1) & 3] - here)
            let skew = abs(before.dot(after)) / (before.length * after.length)
            #expect(skew < 0.035, "corner \(corner): \(found.quad)")
        }
        let overlap = found.quad.intersectionOverUnion(with: sheet, within: Quad(picture.size))
        #expect(overlap >= 0.97, "\(overlap)")
    }

    @Test("In a stream a cut sheet is not captured, and the guidance says why", arguments: cuts.indices)
    func streams(_ index: Int) throws {
        let (cut, whole) = (
            try picture(of: Self.cuts[index].page),
            try picture(of: Self.quad((120, 90), (520, 80), (510, 420), (130, 430)))
        )
        var (tracker, capture) = (try QuadTracker(), try AutoCapture())
        let meter = PageQualityMeter()
        var time = Duration.zero
        func show(_ picture: GrayImage) -> AutoCapture.Decision {
            time += .milliseconds(33)
            let page = picture.withView { tracker.track($0, at: time) }
            return capture.observe(
                CaptureObservation(
                    time: time, size: picture.size, page: page, glimpse: tracker.glimpse,
                    quality: page.flatMap { page in picture.withView { meter.measure(page.quad, in: .gray($0)) } }))
        }
        var last: CaptureGuidance?
        for _ in 0..<45 {
            let decision = show(cut)
            #expect(decision.shot == nil)
            last = decision.guidance
        }
        #expect(last == .partlyOutside)
        var isCaptured = false
        for _ in 0..<60 where !isCaptured { isCaptured = show(whole).shot != nil }
        #expect(isCaptured && tracker.glimpse == nil)
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
