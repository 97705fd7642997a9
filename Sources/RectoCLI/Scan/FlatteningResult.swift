import Recto
import RectoCore
import RectoVision

/// The result of flattening a page, for output.
struct FlatteningResult: Encodable, CustomStringConvertible {
    var outcome: PageFlattener.Outcome
    var fingers: [PageFinger]

    /// - Returns: `nil` if flattening was not requested.
    init?(_ page: RenderedPage) {
        guard let outcome = page.flattening else { return nil }
        (self.outcome, fingers) = (outcome, page.fingers)
    }

    /// The number of mesh points along the page's long side.
    private static let longSide = 17

    private enum CodingKeys: String, CodingKey { case flattened, confidence, reason, mesh, fingers }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        switch outcome {
        case .flattened(let page):
            try object.encode(true, forKey: .flattened)
            try object.encode(page.confidence.rounded(decimals: 4), forKey: .confidence)
            try object.encode(Self.mesh(page), forKey: .mesh)
            try object.encode(fingers.map(Finger.init), forKey: .fingers)
        case .refused(let refusal):
            try object.encode(false, forKey: .flattened)
            try object.encode(refusal.rawValue, forKey: .reason)
        }
    }

    /// A detected finger.
    private struct Finger: Encodable {
        /// Left, top, right and bottom, in pixels of the page.
        let box: [Int]
        let filled: Bool
        let reason: String?

        init(_ finger: PageFinger) {
            box = [finger.left, finger.top, finger.left + finger.width, finger.top + finger.height]
            (filled, reason) = (finger.reason == nil, finger.reason?.rawValue)
        }
    }

    /// Returns the points [x, y] of the picture for evenly spaced points of the page, row by row, from its first
    /// corner to its last.
    private static func mesh(_ page: FlatPage) -> [[[Double]]] {
        page.grid(longSide: longSide).map { row in
            row.map { [$0.x.rounded(decimals: 2), $0.y.rounded(decimals: 2)] }
        }
    }

    private var filled: Int { fingers.count { $0.reason == nil } }

    var description: String {
        switch outcome {
        case .flattened(let page):
            "flattened (\(page.confidence.rounded(decimals: 2))\(filled > 0 ? ", \(filled) \(filled > 1 ? "fingers" : "finger") filled" : ""))"
        case .refused(let refusal): "not flattened (\(refusal.text))"
        }
    }
}

extension FlatPage {
    /// Returns the points of the picture that correspond to evenly spaced points of the page, row by row. The first
    /// and last are those of the corners.
    /// - Parameter point: The map from the page to the picture.
    func grid(longSide: Int, by point: (FlatPage, Point2D) -> Point2D = { $0.picturePoint(of: $1) }) -> [[Point2D]] {
        let steps = Double(longSide - 1) / Double(size.longSide)
        let across = max(Int((Double(size.width) * steps).rounded()), 1)
        let down = max(Int((Double(size.height) * steps).rounded()), 1)
        return (0...down).map { row in
            (0...across).map { column in
                point(
                    self,
                    Point2D(
                        x: Double(size.width) * Double(column) / Double(across),
                        y: Double(size.height) * Double(row) / Double(down)))
            }
        }
    }
}

extension PageFlattener.Refusal {
    /// The reason, for people.
    fileprivate var text: String {
        switch self {
        case .tooLarge: "the picture is too large"
        case .noPage: "there is no page at the corners"
        case .noText: "no text found"
        case .fewLines: "too few lines of text"
        case .flat: "it is flat"
        case .unsure: "its lines would stay bent"
        case .distorted: "it would be torn"
        }
    }
}
