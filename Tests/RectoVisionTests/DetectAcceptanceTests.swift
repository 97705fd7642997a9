import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Accuracy that must not be lost again: floors at or below what was last measured.
///
/// The photos trained nothing, but settings were checked against them; the generated scenes are of unused seeds.
@Suite struct DetectAcceptanceTests {
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func realPhotos() throws {
        let folder = try EvaluationData.path("quad/document-photos")
        let photos = try JSONDecoder().decode(
            [Photo].self, from: Data(contentsOf: folder.appending(path: "corners.json")))
        var detector = try PageDetector()
        var overlaps: [Double] = []
        for photo in photos {
            let picture = try PictureReader(layout: .rgb).read(path: folder.appending(path: photo.file).path)
            let found = picture.rgb.withView { detector.detect($0) }
            let shown = found.flatMap { $0.level == nil ? nil : $0 }
            overlaps.append(try shown?.quad.intersectionOverUnion(with: photo.quad) ?? 0)
        }
        #expect(photos.count == 35)
        #expect(overlaps.count { $0 >= 0.9 } >= 33)
        #expect(overlaps.count { $0 >= 0.95 } >= 32)
    }

    /// Scenes with the whole page in view, of seeds that nothing else uses.
    @Test func generatedScenes() throws {
        var detector = try PageDetector()
        var options = SceneComposer.Options()
        options.allowsPartial = false
        let composer = SceneComposer(size: try PixelSize(width: 640, height: 480), options: options)
        let first = SceneComposer.reportSeeds.lowerBound + 90_000
        var right = 0
        for seed in first..<first + 40 {
            let scene = try composer.compose(seed: seed)
            let truth = try Quad(sorting: try #require(scene.quad).corners)
            let found = scene.picture.withView { detector.detect($0) }
            let shown = found.flatMap { $0.level == nil ? nil : $0 }
            right += (shown?.quad.intersectionOverUnion(with: truth) ?? 0) >= 0.9 ? 1 : 0
        }
        #expect(right >= 34, "\(right) of 40")
    }

    private struct Photo: Decodable {
        var file: String
        var corners: [[Double]]
        var quad: Quad { get throws { try Quad(sorting: corners.map { Point2D(x: $0[0], y: $0[1]) }) } }

        private enum CodingKeys: String, CodingKey {
            case file
            case corners = "corners_tl_tr_br_bl"
        }
    }
}
