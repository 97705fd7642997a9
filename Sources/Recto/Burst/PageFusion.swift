public import RectoCore
import RectoVision

/// How the picture of a page was fused from several frames, and which parts of the page none of them shows.
public struct PageFusion: Hashable, Sendable {
    /// The number of fused frames, at least 3.
    public var frames: Int
    /// How many times as large as a frame the picture is: 1 or 2.
    public var scale: Int
    /// The noise of one frame, in gray levels.
    public var noise: Double
    /// The share of the page that is saturated in every frame, `0...1`. What was printed there is lost.
    public var lostShare: Double
    /// The lost parts of the page, in pixels of the picture: axis-aligned rectangles of whole pixels.
    public var lost: [Quad]

    public init(frames: Int, scale: Int = 1, noise: Double, lostShare: Double, lost: [Quad]) {
        (self.frames, self.scale, self.noise) = (frames, scale, noise)
        (self.lostShare, self.lost) = (lostShare, lost)
    }

    /// - Parameters:
    ///   - scale: How many times as large as a frame the picture is.
    ///   - shift: Where the top-left corner of the fused picture is in the page's.
    init(_ report: FrameFusion.Report, scale: Int, shiftedBy shift: Point2D = Point2D(x: 0, y: 0)) {
        let lost = report.lost.map { $0.map { $0 + shift } }
        self.init(
            frames: report.used.count, scale: scale, noise: report.noise, lostShare: report.lostShare,
            lost: Self.joined(lost))
    }

    /// Merges adjacent squares of a row, so that fewer rectangles cover the same area.
    private static func joined(_ squares: [Quad]) -> [Quad] {
        var rectangles: [Quad] = []
        for square in squares {
            guard let last = rectangles.last, last.topRight == square.topLeft, last.bottomRight == square.bottomLeft
            else {
                rectangles.append(square)
                continue
            }
            rectangles[rectangles.count - 1].topRight = square.topRight
            rectangles[rectangles.count - 1].bottomRight = square.bottomRight
        }
        return rectangles
    }
}

extension PageFusion: Codable {
    private enum CodingKeys: String, CodingKey { case frames, scale, noise, lostShare, lost }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let scale = try container.decodeIfPresent(Int.self, forKey: .scale) ?? 1
        guard 1...2 ~= scale else {
            throw DecodingError.dataCorruptedError(
                forKey: .scale, in: container, debugDescription: "a fused picture is once or twice as large as a frame")
        }
        let boxes = try container.decode([[Int]].self, forKey: .lost)
        let lost = try boxes.map { box -> Quad in
            guard box.count == 4 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .lost, in: container, debugDescription: "a part has four numbers")
            }
            let (left, top) = (Double(box[0]), Double(box[1]))
            return Quad(width: Double(box[2]), height: Double(box[3])).map { $0 + Point2D(x: left, y: top) }
        }
        self.init(
            frames: try container.decode(Int.self, forKey: .frames),
            scale: scale, noise: try container.decode(Double.self, forKey: .noise),
            lostShare: try container.decode(Double.self, forKey: .lostShare), lost: lost)
    }

    /// Parts are encoded as `[x, y, width, height]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(frames, forKey: .frames)
        try container.encode(scale, forKey: .scale)
        try container.encode(noise, forKey: .noise)
        try container.encode(lostShare, forKey: .lostShare)
        let boxes = lost.map { part in
            [part.topLeft.x, part.topLeft.y, part.bottomRight.x - part.topLeft.x, part.bottomRight.y - part.topLeft.y]
                .map { Int($0.rounded()) }
        }
        try container.encode(boxes, forKey: .lost)
    }
}

extension Page {
    /// Whether its picture is a single frame or was fused.
    public var source: PageScanner.Source { fusion == nil ? .single : .fused }
}
