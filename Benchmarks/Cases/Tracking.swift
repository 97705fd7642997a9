import RectoCore
import RectoPictures
import RectoVision

extension StageCase {
    /// Tracking a page in a steady hand, without the detections in between: those are `detectGray` and `detectRGB`.
    static var tracking: [StageCase] {
        frameSizes.flatMap { size, width, height in
            [
                StageCase("trackGray", size) {
                    let film = try film(width: width, height: height).map(\.luma)
                    var (tracker, index) = (try tracker(), 0)
                    return {
                        _ = film[index % film.count].withView { tracker.track($0, at: .milliseconds(33 * index)) }
                        index += 1
                    }
                },
                StageCase("trackRGB", size) {
                    let film = try film(width: width, height: height)
                    var (tracker, index) = (try tracker(), 0)
                    return {
                        _ = film[index % film.count].withView { tracker.track($0, at: .milliseconds(33 * index)) }
                        index += 1
                    }
                },
            ]
        }
    }

    /// Every frame shows the page at a slightly different place; the video plays forwards and backwards.
    private static func film(width: Int, height: Int) throws -> [RGBImage] {
        var options = SceneStream.Options()
        options.scene.background = .wood
        options.scene.kind = .letter
        let stream = try SceneStream(
            seed: SceneComposer.tuningSeeds.lowerBound + 2, size: PixelSize(width: width, height: height),
            options: options)
        let there = (0..<8).map { stream.frame(at: Double($0) / 30).picture }
        return there + there.reversed()
    }

    private static func tracker() throws -> QuadTracker {
        var parameters = QuadTracker.Parameters()
        parameters.detectionInterval = 1000
        return try QuadTracker(parameters)
    }
}
