/// Whether several camera frames are merged if the result shows more than one.
public enum PageSharpening: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    case automatic

    public var label: String {
        switch self {
        case .off: localized("Off")
        case .automatic: localized("Automatic")
        }
    }

    /// The number of buffered frames of a resting page, for the station's cameras.
    public var bufferedFrames: Int { self == .off ? 0 : 16 }
}

/// Which of a page's two pictures is shown and stored. The raw values are the engine's.
public enum PictureSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// Merged from several frames.
    case fused
    /// The captured picture.
    case single

    public var label: String {
        switch self {
        case .fused: localized("Sharper")
        case .single: localized("As Captured")
        }
    }
}

/// The report on a page merged from several frames.
public struct SharperPage: Hashable, Sendable {
    public let frames: Int
    /// The share of the page that is saturated in every frame, `0...1`.
    public let lostShare: Double
    /// The picture that is shown.
    public let source: PictureSource

    public init(frames: Int, lostShare: Double, source: PictureSource) {
        (self.frames, self.lostShare, self.source) = (frames, lostShare, source)
    }

    /// The smallest lost share worth reporting, below which no word is hidden.
    private static let tellingShare = 0.001

    /// Whether to report that a part cannot be read.
    public var hasLostParts: Bool { lostShare >= Self.tellingShare }
    public var note: String? { source == .fused ? localized("Enhanced from \(frames) shots") : nil }
    public var warning: String? {
        hasLostParts ? localized("Glare hides part of the page. Tilt it, and take it again.") : nil
    }
}
