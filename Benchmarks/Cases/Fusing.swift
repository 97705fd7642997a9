import RectoCore
import RectoPictures
import RectoVision

extension StageCase {
    /// One picture from 8 and from 16 hand-held frames, registered, gathered and written.
    static var fusing: [StageCase] {
        func frames(_ count: Int) throws -> [FrameFusion.Frame<RGB8>] {
            let size = try PixelSize(width: 1920, height: 1080)
            let stream = try SceneStream(seed: SceneComposer.tuningSeeds.lowerBound, size: size)
            return (0..<count).map { number in
                let frame = stream.frame(at: Double(number) / 30)
                return FrameFusion.Frame(frame.picture, quad: frame.quad)
            }
        }
        func fusing(_ count: Int) -> [StageCase] {
            [
                StageCase("fuse\(count)Gray", "1080p") {
                    let frames = try frames(count).map { FrameFusion.Frame($0.image.luma, quad: $0.quad) }
                    precondition(FrameFusion().fuse(frames) != nil, "frames that agree")
                    return { _ = FrameFusion().fuse(frames) }
                },
                StageCase("fuse\(count)RGB", "1080p") {
                    let frames = try frames(count)
                    precondition(FrameFusion().fuse(frames) != nil, "frames that agree")
                    return { _ = FrameFusion().fuse(frames) }
                },
            ]
        }
        return fusing(8) + fusing(16)
    }
}
