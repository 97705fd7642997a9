import RectoCodecs
import RectoCore
import RectoPictures

/// A small video of two pages, the second placed on the first, as camera frames.
public struct StressFilm: Sendable {
    static let framesPerSecond = 15.0

    let size: PixelSize
    /// Y0 Cb Y1 Cr, limited range.
    let yuyv: [[UInt8]]
    let jpeg: [[UInt8]]

    public init(seed: UInt64) throws {
        size = try PixelSize(width: 320, height: 240)
        var options = SceneStream.Options()
        options.motion = .still
        options.pageTurns = [1.8..<2.3]
        let stream = try SceneStream(seed: seed, size: size, options: options)
        let pictures = (0..<Int(4.3 * Self.framesPerSecond)).map {
            stream.frame(at: Double($0) / Self.framesPerSecond).picture
        }
        yuyv = pictures.map { CameraFrame($0, range: .limited).yuyv }
        jpeg = try pictures.map { try JPEGWriter(quality: 92).encode(.rgb($0)) }
    }

    public var count: Int { yuyv.count }
}
