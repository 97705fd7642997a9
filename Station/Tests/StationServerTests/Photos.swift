import Foundation
import RectoCodecs
import RectoCore

/// Photos in the repository, with the corners of their pages.
enum Photos {
    private struct Truth: Decodable {
        let quad: [[Double]]
    }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file("\(name).jpg"))) }

    /// Returns the flat page shown in a photo as a PNG file.
    static func page(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file("\(name).page.png"))) }

    /// Returns a photo with gray margins above and below.
    static func widened(_ name: String, by margin: Int) throws -> [UInt8] {
        let photo = try PictureReader().read(bytes: bytes(name)).rgb
        var wide = RGBImage(size: try PixelSize(width: photo.size.width, height: photo.size.height + 2 * margin))
        photo.withView { from in
            wide.withMutableView { to in
                for y in 0..<to.height {
                    let source = y - margin
                    for x in 0..<to.rowBytes {
                        to.row(y)[x] = 0..<from.height ~= source ? from.row(source)[x] : 90
                    }
                }
            }
        }
        return try JPEGWriter.standard.encode(.rgb(wide))
    }

    /// Returns a photo rotated by a quarter turn.
    static func turned(_ name: String) throws -> [UInt8] {
        let photo = try PictureReader().read(bytes: bytes(name)).rgb
        var turned = RGBImage(size: photo.size.transposed)
        photo.withView { from in
            turned.withMutableView { to in
                for y in 0..<to.height {
                    for x in 0..<to.width {
                        for channel in 0..<3 {
                            to.row(y)[3 * x + channel] = from.row(from.height - 1 - x)[3 * y + channel]
                        }
                    }
                }
            }
        }
        return try JPEGWriter.standard.encode(.rgb(turned))
    }

    /// Returns the luminance of a picture at half its size.
    static func preview(_ bytes: [UInt8]) throws -> GrayImage {
        let picture = try PictureReader(layout: .gray, scale: .half).read(bytes: bytes)
        guard case .gray(let image) = picture.pixels else { throw PictureError.unknownFormat }
        return image
    }

    static func quad(_ name: String) throws -> Quad {
        let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: file("\(name).json")))
        return try Quad(corners: truth.quad.map { Point2D(x: $0[0], y: $0[1]) })
    }

    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "TestImages/\(name)")
    }
}
