import Foundation
import RectoCodecs
import RectoCore

/// Photos of the repository, and where their pages are.
enum Photos {
    private struct Truth: Decodable {
        let quad: [[Double]]
    }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file("\(name).jpg"))) }

    /// The flat page that a photo shows: a PNG file.
    static func page(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file("\(name).page.png"))) }

    static func quad(_ name: String) throws -> Quad {
        let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: file("\(name).json")))
        return try Quad(corners: truth.quad.map { Point2D(x: $0[0], y: $0[1]) })
    }

    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "TestImages/\(name)")
    }
}
