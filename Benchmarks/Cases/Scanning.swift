import Recto
import RectoCore
import RectoPictures
import RectoVision

extension StageCase {
    /// One second of camera frames, 30, through the scanner, showing a page in a steady hand: it is tracked, assessed
    /// and, if a shot may be requested at any time, buffered.
    static var scanning: [StageCase] {
        let frames = 30
        /// The video plays forwards and backwards.
        func film() throws -> [CameraFrame] {
            let size = try PixelSize(width: 1920, height: 1080)
            let stream = try SceneStream(seed: SceneComposer.tuningSeeds.lowerBound, size: size)
            let there = (0..<frames / 2).map { CameraFrame(stream.frame(at: Double($0) / 30).picture) }
            return there + there.reversed()
        }
        func scanning(
            _ name: String, bytes: @escaping (CameraFrame) -> [UInt8],
            view: @escaping (UnsafePointer<UInt8>, Int, PixelSize) throws -> FrameView
        ) -> StageCase {
            StageCase(name, "1080p") {
                let size = try PixelSize(width: 1920, height: 1080)
                let frames = try film().map { Buffer(bytes($0)) }
                var options = Scanner.Options()
                options.capture.mode = .manual
                let scanner = try Scanner(options)
                var count = 0
                return {
                    for frame in frames {
                        let view = try view(UnsafePointer(frame.base), frame.count, size)
                        _ = scanner.process(view, at: .seconds(Double(count) / 30))
                        count += 1
                    }
                }
            }
        }
        return [
            scanning("scan30NV12", bytes: { $0.nv12.luma + $0.nv12.chroma }) { base, count, size in
                .nv12(try NV12View(base: base, byteCount: count, size: size, stride: size.width))
            },
            scanning("scan30YUYV", bytes: { $0.yuyv }) { base, count, size in
                .yuyv(try YUYVView(base: base, byteCount: count, size: size, stride: 2 * size.width))
            },
        ]
    }
}
