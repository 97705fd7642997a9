public import RectoCore

/// A page that ``PageDetector`` found in a picture.
public struct PageDetection: Hashable, Sendable {
    /// Corners in pixels of the picture, clockwise from the one with the smallest x + y.
    public var quad: Quad
    /// How sure the detector is that the quad is a page with IoU ≥ 0.9, 0…1.
    public var confidence: Double
    /// How far the sides are bowed.
    public var sagittas: SideSagittas

    public init(quad: Quad, confidence: Double, sagittas: SideSagittas = SideSagittas()) {
        self.quad = quad
        self.confidence = confidence
        self.sagittas = sagittas
    }

    /// What the page is good for; `nil` if it is as likely none.
    public var level: Level? { Level(confidence: confidence) }
}

extension PageDetection {
    /// What a page is good for, by how sure the detector is of it; each level includes those before it.
    public enum Level: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
        /// Worth showing to somebody who can decide, and worth cropping to where the picture is kept.
        case show
        /// Worth following: what is found beside it, or in the next frame, has to be better to take its place.
        case lock
        /// Worth taking without asking.
        case capture

        /// The least ``PageDetection/confidence`` of the level: 0.35, 0.6 and 0.8.
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
