import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Accuracy regressions: floors at or below the last measured values.
///
/// The photos were not used for training, but settings were checked on them; the generated scenes have unused seeds.
@Suite(.inRelease) struct DetectAcceptanceTests {
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func pagesOfRealPhotosAreFound() throws {
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
        #expect(overlaps.count { $0 >= 0.9 } == 35)
        #expect(overlaps.count { $0 >= 0.95 } >= 34)
    }

    /// The twenty pictures without a page that the evaluation uses.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func picturesWithoutAPageGiveFewPages() throws {
        let folder = try EvaluationData.path("qr/negatives-zxing")
        let negatives = try JSONDecoder().decode(
            [Negative].self, from: Data(contentsOf: folder.appending(path: "ground_truth.json")))
        let planar = try EvaluationData.path("planar/oxford-affine")
        let files =
            negatives.filter { $0.subset != "unsupported" && !$0.showsAPage }
            .map { folder.appending(path: "images/\($0.file)") }
            + ["bikes", "boat"].map { planar.appending(path: "\($0)/img1.png") }
        var detector = try PageDetector()
        let shown = try files.count { file in
            let picture = try PictureReader(layout: .rgb).read(path: file.path)
            return picture.rgb.withView { detector.detect($0) }?.level != nil
        }
        #expect(files.count == 20)
        #expect(shown <= 1)
    }

    /// Scenes with the whole page in view, with seeds that nothing else uses.
    @Test func pagesOfGeneratedScenesAreFound() throws {
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

    private struct Negative: Decodable {
        var file: String
        var subset: String

        /// Whether a part of a sheet, a text page, a label or a screen is in the picture.
        var showsAPage: Bool {
            [
                "falsepositives-2_04", "falsepositives-2_05", "falsepositives-2_22", "falsepositives_01",
                "falsepositives_07", "falsepositives_08", "falsepositives_09", "falsepositives_13",
                "falsepositives_14",
            ].contains { file.hasPrefix("\($0).") }
        }
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
