import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import TestSupport

/// A resting page in front of a noisy camera: frames that only differ in noise.
struct RestingFilm {
    /// JPEG files.
    let frames: [[UInt8]]
    let size: PixelSize
    /// The corners of the page.
    let quad: Quad

    /// Rendered once for all tests.
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

    /// Writes four seconds of it to a file for one of the station's cameras.
    func write(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("resting.mjpeg")
        try Data((0..<120).flatMap { frames[$0 % frames.count] }).write(to: URL(filePath: path))
        return path
    }

    /// Returns the page as captured from a frame.
    func page(_ frame: Int) throws -> Page {
        Page(try PictureReader().read(bytes: frames[frame]).pixels, quad: quad)
    }

    /// Returns the page merged from the frames.
    func fused() throws -> FusedPage? {
        try PageBurst.of(page(0), frames.map { BurstPicture(jpegBytes: $0, quad: quad) }).fuse()
    }

    /// Returns a frame with a lamp's reflection in the middle of the page's width.
    /// - Parameter share: The vertical position relative to the page's height.
    func frame(_ index: Int, lampAt share: Double) throws -> [UInt8] {
        let picture = try PictureReader(layout: .rgb).read(bytes: frames[index])
        guard case .rgb(var image) = picture.pixels else { throw PictureError.unknownFormat }
        let (top, bottom) = ((quad[0] + quad[1]) * 0.5, (quad[2] + quad[3]) * 0.5)
        let center = top + (bottom - top) * share
        let radius = 0.13 * (bottom - top).length
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width where Point2D(x: Double(x), y: Double(y)).distance(to: center) < radius {
                    for channel in 0..<3 { row[3 * x + channel] = 255 }
                }
            }
        }
        return try JPEGWriter(quality: 92).encode(.rgb(image))
    }

    /// The corners relative to the frame's size.
    var shares: [Double] { quad.corners.flatMap { [$0.x / Double(size.width), $0.y / Double(size.height)] } }
}
