import Foundation
import RectoCodecs
import RectoCore
import TestSupport

/// Clips that simulate cameras: consecutive JPEG pictures.
enum Films {
    /// Writes a clip of a photo that lasts three seconds.
    static func still(_ photo: String, in folder: TemporaryFolder) throws -> String {
        try write(Array(repeating: Photos.bytes(photo), count: 90), "still.mjpeg", in: folder)
    }

    /// Writes a clip of an empty gray table.
    static func empty(in folder: TemporaryFolder) throws -> String {
        let size = try PixelSize(width: 640, height: 480)
        let table = try GrayImage(size: size, packed: Array(repeating: 90, count: size.width * size.height))
        return try write(
            Array(repeating: try JPEGWriter.standard.encode(.gray(table)), count: 10), "empty.mjpeg", in: folder)
    }

    private static func write(_ pictures: [[UInt8]], _ name: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path(name)
        try Data(pictures.joined()).write(to: URL(filePath: path))
        return path
    }
}
