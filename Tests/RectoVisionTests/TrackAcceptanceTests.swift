import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Accuracy regressions on videos: floors at or below the last measured values.
@Suite(.inRelease) struct TrackAcceptanceTests {
    /// A hand-held video of a book; nothing was tuned on it.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func aBookInAHandIsFollowed() throws {
        let folder = try EvaluationData.path("video/book-docdetect")
        let film = try JSONDecoder().decode(
            Film.self, from: Data(contentsOf: folder.appending(path: "ground_truth.json")))
        var tracker = try QuadTracker()
        var steps = Steps()
        for frame in film.frames {
            let picture = try PictureReader(layout: .rgb).read(path: folder.appending(path: frame.frame).path)
            let found = picture.rgb.withView { tracker.track($0, at: .seconds(frame.t)) }
            steps.add(found?.quad, truth: try frame.quad, isStill: frame.flow < 0.7)
        }
        #expect(film.frames.count == 95)
        #expect(steps.overlaps.reduce(0, +) / 95 >= 0.98)
        #expect(steps.overlaps.count { $0 >= 0.9 } == 95)
        #expect(steps.overlaps.count { $0 >= 0.95 } >= 93)
        // While the view is still, the corners move no more than the true ones, within their accuracy.
        #expect(Steps.median(steps.still) <= Steps.median(steps.trueStill))
        #expect(Steps.median(steps.trembling) <= 0.8)
    }

    /// Videos with seeds that nothing else uses, from the first frame in which the detector finds the page.
    @Test func pagesOfGeneratedFilmsAreFollowed() throws {
        var options = SceneStream.Options()
        options.scene.kind = .letter
        options.scene.background = .wood
        let size = try PixelSize(width: 320, height: 240)
        for (index, motion) in SceneStream.Options.Motion.allCases.enumerated() {
            options.motion = motion
            let film = try SceneStream(
                seed: SceneComposer.reportSeeds.lowerBound + 95_000 + UInt64(index), size: size, options: options)
            var tracker = try QuadTracker()
            var overlaps: [Double] = []
            for index in 0..<12 {
                let frame = film.frame(at: Double(index) / 30)
                let found = frame.picture.withView { tracker.track($0, at: .milliseconds(33 * index)) }
                overlaps.append(found?.quad.intersectionOverUnion(with: frame.quad) ?? 0)
            }
            #expect(overlaps.allSatisfy { $0 > 0.95 }, "\(motion): \(overlaps)")
        }
    }

    /// The visible motion of the corners between frames, in pixels.
    private struct Steps {
        var overlaps: [Double] = []
        /// Motion of the corners and of the true ones while the view is still.
        var still: [Double] = []
        var trueStill: [Double] = []
        /// Motion of the corners that the true ones do not have.
        var trembling: [Double] = []
        private var last: (quad: Quad, truth: Quad)?

        mutating func add(_ quad: Quad?, truth: Quad, isStill: Bool) {
            overlaps.append(quad?.intersectionOverUnion(with: truth) ?? 0)
            defer { last = quad.map { ($0, truth) } }
            guard let quad, let last else { return }
            func mean(_ step: (Int) -> Point2D) -> Double { (0..<4).reduce(0) { $0 + step($1).length } / 4 }
            if isStill {
                still.append(mean { quad[$0] - last.quad[$0] })
                trueStill.append(mean { truth[$0] - last.truth[$0] })
            }
            trembling.append(mean { (quad[$0] - truth[$0]) - (last.quad[$0] - last.truth[$0]) })
        }

        static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    }

    private struct Film: Decodable {
        var frames: [Frame]
    }

    private struct Frame: Decodable {
        var frame: String
        var t: Double
        var flow: Double
        var corners: [[Double]]
        var quad: Quad { get throws { try Quad(corners: corners.map { Point2D(x: $0[0], y: $0[1]) }) } }

        private enum CodingKeys: String, CodingKey {
            case frame, t
            case flow = "median_flow_px_from_prev"
            case corners = "quad_tl_tr_br_bl"
        }
    }
}
