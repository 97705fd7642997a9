import Foundation
import RectoCodecs
import RectoCore
import RectoKernels
import RectoPictures
import TestSupport

/// A video of two pages, the second placed on the first, as any kind of stream.
struct WatchFilm {
    static let framesPerSecond = 15.0
    /// Seconds during which each page lies still.
    static let lying = [0..<1.8, 2.3..<4.3]

    /// Frames in order, and the page's place in each.
    let frames: [(image: RGBImage, page: Quad)]
    let size: PixelSize

    /// Painted once for all tests.
    static let film = Result { try WatchFilm() }

    private init() throws {
        size = try PixelSize(width: 640, height: 480)
        var options = SceneStream.Options()
        options.motion = .still
        options.pageTurns = [Self.lying[0].upperBound..<Self.lying[1].lowerBound]
        let stream = try SceneStream(seed: 1_000_000, size: size, options: options)
        frames = (0..<Int(Self.lying[1].upperBound * Self.framesPerSecond)).map { number in
            let frame = stream.frame(at: Double(number) / Self.framesPerSecond)
            return (frame.picture, frame.quad)
        }
    }

    func time(_ frame: Int) -> Duration { .seconds(Double(frame) / Self.framesPerSecond) }

    /// Files of the frames.
    static let jpegs = Result { try film.get().frames.map { try JPEGWriter(quality: 92).encode(.rgb($0.image)) } }

    static func mjpeg() throws -> Data { Data(try jpegs.get().joined()) }

    /// Planes of Y, Cb and Cr of full size, after a header.
    func y4m() -> Data {
        let header = "YUV4MPEG2 W\(size.width) H\(size.height) F15:1 C444 XCOLORRANGE=FULL\n"
        return frames.reduce(into: Data(header.utf8)) { $0 += Data("FRAME\n".utf8) + Data(Self.planes($1.image)) }
    }

    /// Y, Cb and Cr, full range, one after the other.
    static func planes(_ image: RGBImage) -> [UInt8] {
        let (count, width) = (image.size.area, image.width)
        return [UInt8](unsafeUninitializedCapacity: 3 * count) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            image.withView {
                planesFromRGB(
                    PlaneView($0.base, stride: $0.stride, width: width, height: $0.height),
                    into: YCbCrPlanes(
                        luma: MutablePlaneView(base, stride: width, width: width, height: $0.height),
                        blue: MutablePlaneView(base + count, stride: width, width: width, height: $0.height),
                        red: MutablePlaneView(base + 2 * count, stride: width, width: width, height: $0.height)))
            }
            initialized = 3 * count
        }
    }
}
