import Foundation
import HTTPTypes
import Hummingbird
import Recto
import RectoCore
import StationRules

/// Full-size frames from a browser: the files `frames`, and the page in each as JSON in `corners`, eight numbers
/// relative to the picture's size.
struct SentFrames {
    let pictures: [BurstPicture]

    /// - Parameters:
    ///   - size: The size of the captured picture.
    ///   - quad: The page in it.
    /// - Throws: ``HTTPError`` that describes the problem.
    init(_ fields: FormFields, size: PixelSize, quad: Quad) throws {
        let files = fields.files.filter { $0.field == "frames" }.map(\.bytes)
        let count = FrameRequest.frames
        guard count ~= files.count else {
            throw HTTPError(
                .badRequest,
                message: localized("Send \(count.lowerBound) to \(count.upperBound) pictures of the page."))
        }
        guard files.map(\.count).reduce(0, +) <= FrameRequest.maximumBytes else { throw HTTPError(.contentTooLarge) }
        let corners = fields.text("corners").flatMap { try? JSONDecoder().decode([[Double]].self, from: Data($0.utf8)) }
        let quads = corners?.compactMap { Self.quad($0, in: size) } ?? []
        guard quads.count == files.count, corners?.count == files.count else {
            throw HTTPError(.badRequest, message: localized("The corners cannot be read."))
        }
        pictures = zip(files, quads).filter { FrameRequest.isNear($0.1, quad) }
            .map { BurstPicture(jpegBytes: $0.0, quad: $0.1) }
        guard pictures.count >= count.lowerBound else {
            throw HTTPError(.unprocessableContent, message: localized("The page was moved while it was captured."))
        }
    }

    private static func quad(_ shares: [Double], in size: PixelSize) -> Quad? {
        guard shares.count == 8, shares.allSatisfy({ -1...2 ~= $0 }) else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map {
            Point2D(x: shares[$0] * Double(size.width), y: shares[$0 + 1] * Double(size.height))
        }
        guard let quad = try? Quad(corners: points), quad.isConvexClockwise else { return nil }
        return quad
    }
}
