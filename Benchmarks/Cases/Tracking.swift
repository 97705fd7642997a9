import RectoCore
import RectoPictures
import RectoVision

extension StageCase {
    /// Following a page in a steady hand, without the detections in between: those are `detectGray` and `detectRGB`.
    static var tracking: [StageCase] {
        let frames = 32
        /// Every frame shows the page a little elsewhere; the film runs to and fro.
        func film() throws -> [RGBImage] {
            var options = SceneStream.Options()
            options.scene.background = .wood
            options.scene.kind = .letter
            let stream = try SceneStream(
                seed: SceneComposer.tuningSeeds.lowerBound + 2, size: PixelSize(width: 1920, height: 1080),
                options: options)
            let there = (0..<frames / 2).map { stream.frame(at: Double($0) / 30).picture }
            return there + there.reversed()
        }
        func tracker() throws -> QuadTracker {
            var parameters = QuadTracker.Parameters()
            parameters.detectionInterval = 1000
            return try QuadTracker(parameters)
        }
        return [
            StageCase("trackGray", "1080p") {
                let film = try film().map(\.luma)
                var (tracker, index) = (try tracker(), 0)
                return {
                    _ = film[index % frames].withView { tracker.track($0, at: .milliseconds(33 * index)) }
                    index += 1
                }
            },
            StageCase("trackRGB", "1080p") {
                let film = try film()
                var (tracker, index) = (try tracker(), 0)
                return {
                    _ = film[index % frames].withView { tracker.track($0, at: .milliseconds(33 * index)) }
                    index += 1
                }
            },
        ]
    }
}
