import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct PatchRefinerTests {
    @Test("a pose that is some pixels off is corrected to a fraction of one, tilted, turned and small ones too")
    func aPoseIsCorrectedToAFractionOfAPixel() {
        var random = SeededGenerator(seed: 31)
        var scene = AnchorScene(seed: 101)
        let (templates, pyramid, refiner) = Self.parts(scene)
        let views = [
            scene.view(), scene.view(turn: 0.3, scale: 0.7), scene.view(tilt: 0.5), scene.view(scale: 0.45),
            scene.view(turn: -0.4, scale: 0.9, tilt: -0.4),
        ]
        for view in views {
            let frame = scene.frame(view)
            for _ in 0..<3 {
                let start = Self.shaken(view, scene.anchor.size, by: 9, &random)
                let evidence = frame.withView {
                    pyramid.load($0); return refiner.refine(start, of: templates, in: pyramid)
                }
                #expect(scene.error(evidence.homography, view) < 0.5)
                #expect(evidence.share > 0.7)
                #expect(evidence.correlation > 0.6)
                #expect(evidence.visible > templates.picture.places.count / 2)
            }
        }
    }

    @Test("with half of the anchor hidden the other half is enough, and about half of the patches confirm it")
    func halfOfTheAnchorIsEnough() {
        var random = SeededGenerator(seed: 32)
        var scene = AnchorScene(seed: 102)
        let (templates, pyramid, refiner) = Self.parts(scene)
        let view = scene.view(turn: 0.1, tilt: 0.2)
        let frame = scene.frame(view, hidden: 0.5)
        let start = Self.shaken(view, scene.anchor.size, by: 6, &random)
        let evidence = frame.withView {
            pyramid.load($0); return refiner.refine(start, of: templates, in: pyramid)
        }
        #expect(scene.error(evidence.homography, view) < 1.5)
        #expect(0.25...0.65 ~= evidence.share)
        // A hidden patch counts as one that should be visible.
        #expect(evidence.visible > templates.picture.places.count * 9 / 10)
        #expect(0.2...0.6 ~= evidence.correlation)
    }

    @Test("where the anchor is not, hardly a patch agrees")
    func hardlyAPatchAgreesWithoutTheAnchor() {
        var random = SeededGenerator(seed: 33)
        var scene = AnchorScene(seed: 103)
        var other = AnchorScene(seed: 104)
        let (templates, pyramid, refiner) = Self.parts(scene)
        for round in 0..<6 {
            let view = scene.view(turn: Double(round) / 10 - 0.2, scale: 0.5 + Double(round) / 12)
            let frame = round % 2 == 0 ? scene.frame(nil) : other.frame(view)
            let start = Self.shaken(view, scene.anchor.size, by: 8, &random)
            let evidence = frame.withView {
                pyramid.load($0); return refiner.refine(start, of: templates, in: pyramid)
            }
            #expect(evidence.confirmed < 14 || evidence.share < 0.2)
            #expect(evidence.correlation < 0.35)
        }
    }

    @Test("poses that are none, frames of a pixel and anchors without patches confirm nothing")
    func degeneratePosesConfirmNothing() {
        let scene = AnchorScene(seed: 105)
        let (templates, pyramid, refiner) = Self.parts(scene)
        let poses = [
            Homography(0, 0, 0, 0, 0, 0, 0, 0, 0), Homography(.nan, 0, 0, 0, 1, 0, 0, 0, 1),
            Homography(1, 0, 1e9, 0, 1, 0, 0, 0, 1), Homography(1e5, 0, 0, 0, 1e5, 0, 0, 0, 1),
            Homography(1, 0, 0, 0, 1, 0, 1, 1, -1), Homography(0.9, 0, 310, 0, 0.9, 230, 0, 0, 1),
        ]
        for side in [1, 2, 17] {
            GrayImage(size: PixelSize(side, side)).withView { view in
                pyramid.load(view)
                for pose in poses + [.identity] {
                    #expect(refiner.refine(pose, of: templates, in: pyramid).confirmed == 0)
                }
            }
        }
        for side in [1, 20, 100] {
            let flat = PatchTemplates(AnchorPicture(gray: GrayImage(size: PixelSize(side, side))))
            scene.anchor.withView { view in
                pyramid.load(view)
                #expect(refiner.refine(.identity, of: flat, in: pyramid).confirmed == 0)
            }
        }
    }

    @Test("patches lie at corners, spread over all cells, the first ones too")
    func patchesLieAtCornersInAllCells() {
        let scene = AnchorScene(seed: 106, size: PixelSize(400, 300))
        let places = scene.anchor.withView { PatchPoints.choose(in: $0, count: 160) }
        #expect(places.count == 160)
        #expect(Set(places).count == 160)
        #expect(places.allSatisfy { 8...392 ~= $0.x && 8...292 ~= $0.y })
        let cells = Set(places.prefix(90).map { Int($0.y / 30) * 10 + Int($0.x / 40) })
        #expect(cells.count == 90)
        #expect(scene.anchor.withView { PatchPoints.choose(in: $0, count: 50) } == Array(places.prefix(50)))
        #expect(GrayImage(size: PixelSize(200, 200)).withView { PatchPoints.choose(in: $0, count: 9) }.isEmpty)
        #expect(GrayImage(size: PixelSize(9, 300)).withView { PatchPoints.choose(in: $0, count: 9) }.isEmpty)
    }

    private static func parts(_ scene: AnchorScene) -> (PatchTemplates, GrayPyramid, PatchRefiner) {
        (PatchTemplates(AnchorPicture(gray: scene.anchor)), GrayPyramid(levels: 4), PatchRefiner())
    }

    /// Every corner moved by up to several pixels.
    private static func shaken(
        _ view: Homography, _ size: PixelSize, by reach: Double, _ random: inout SeededGenerator
    ) -> Homography {
        var corners = view.corners(of: size)
        for i in 0..<4 {
            corners[i].x += Double.random(in: -reach...reach, using: &random)
            corners[i].y += Double.random(in: -reach...reach, using: &random)
        }
        return Homography(from: Quad(size), to: corners) ?? view
    }
}
