import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport

/// A page that lies still before a noisy camera: frames that differ in noise alone.
struct RestingFilm {
    /// JPEG files.
    let frames: [[UInt8]]
    let size: PixelSize
    /// Where the page is.
    let quad: Quad

    /// Painted once for all tests.
    static let film = Result { try RestingFilm(seed: 1_000_000) }
    static let other = Result { try RestingFilm(seed: 1_000_003) }

    private init(seed: UInt64) throws {
        size = try PixelSize(width: 640, height: 480)
        var options = SceneStream.Options()
        options.motion = .still
        let stream = try SceneStream(seed: seed, size: size, options: options)
        let shown = (0..<10).map { stream.frame(at: Double($0) / 15) }
        frames = try shown.map { try JPEGWriter(quality: 92).encode(.rgb($0.picture)) }
        quad = shown[0].quad
    }

    /// Four seconds of it, as a file for a camera of the station.
    func write(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("resting.mjpeg")
        try Data((0..<120).flatMap { frames[$0 % frames.count] }).write(to: URL(filePath: path))
        return path
    }

    /// The page as it was captured with a frame.
    func page(_ frame: Int) throws -> Page {
        Page(try PictureReader().read(bytes: frames[frame]).pixels, quad: quad)
    }

    /// What is made of the frames.
    func fused() throws -> FusedPage? {
        try PageBurst.of(page(0), frames.map { BurstPicture(jpegBytes: $0, quad: quad) }).fuse()
    }

    /// Its corners in shares of a frame.
    var shares: [Double] { quad.corners.flatMap { [$0.x / Double(size.width), $0.y / Double(size.height)] } }
}
