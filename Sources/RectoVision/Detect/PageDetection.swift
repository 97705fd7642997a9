public import RectoCore

/// A page that ``PageDetector`` found in a picture.
public struct PageDetection: Hashable, Sendable {
    /// Corners in pixels of the picture, clockwise from the one with the smallest x + y.
    public var quad: Quad
    /// How sure the detector is that the quad is a page with IoU ≥ 0.9, 0…1.
    public var confidence: Double
    /// How far the sides are bowed.
    public var sagittas: SideSagittas
    /// Whether the page fills the picture, so that the quad is at most a text block, a table or a picture printed on
    /// it. In a stream, the camera is then too close.
    public var fillsPicture: Bool
    /// The sides of the picture that cut the page: its quad is the visible part, or continues outside.
    public var cutSides: PictureSides

    public init(
        quad: Quad, confidence: Double, sagittas: SideSagittas = SideSagittas(), fillsPicture: Bool = false,
        cutSides: PictureSides = []
    ) {
        self.quad = quad
        self.confidence = confidence
        self.sagittas = sagittas
        self.fillsPicture = fillsPicture
        self.cutSides = cutSides
    }

    /// What the picture shows of a page.
    public var presence: PagePresence { level != nil ? .found : fillsPicture ? .fillsPicture : .none }

    /// What the page is good for; `nil` if it is just as likely not a page.
    public var level: Level? { Level(confidence: confidence) }
}

/// What a picture shows of a page.
public enum PagePresence: String, Hashable, Codable, Sendable, CaseIterable {
    /// A page whose sides are seen.
    case found
    /// Parts of a page whose sides lie outside the picture or on its border.
    case fillsPicture = "fills-picture"
    case none
}

extension PageDetection {
    /// What a page is good for, by how sure the detector is of it; each level includes those before it.
    public enum Level: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
        /// Worth showing to somebody who can decide, and worth cropping to if the picture is kept.
        case show
        /// Worth following: a quad found elsewhere, or in the next frame, must be better to replace it.
        case lock
        /// Worth taking without asking the user.
        case capture

        /// The minimum ``PageDetection/confidence`` of the level: 0.35, 0.6 or 0.8.
        public var minimumConfidence: Double {
            switch self {
            case .show: 0.35
            case .lock: 0.6
            case .capture: 0.8
            }
        }

        /// The highest level that a confidence reaches; `nil` if it reaches none.
        public init?(confidence: Double) {
            guard let level = Self.allCases.last(where: { confidence >= $0.minimumConfidence }) else { return nil }
            self = level
        }

        public static func < (a: Level, b: Level) -> Bool { a.minimumConfidence < b.minimumConfidence }
    }
}
