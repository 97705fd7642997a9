/// Whether a page is made of several frames of the camera where that shows more than one.
public enum PageSharpening: String, Hashable, Codable, Sendable, CaseIterable {
    case off
    case automatic

    public var label: String {
        switch self {
        case .off: localized("Off")
        case .automatic: localized("Automatic")
        }
    }

    /// Frames of a page at rest that are kept of a camera of the station.
    public var bufferedFrames: Int { self == .off ? 0 : 16 }
}

/// Which picture of a page is shown and stored, where there are two. The raw values are the engine's.
public enum PictureSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// Made of several frames.
    case fused
    /// As it was captured.
    case single

    public var label: String {
        switch self {
        case .fused: localized("Sharper")
        case .single: localized("As Captured")
        }
    }
}

/// What is told of a page that was made of several frames.
public struct SharperPage: Hashable, Sendable {
    public let frames: Int
    /// Share of the page that is saturated in every frame, `0...1`.
    public let lostShare: Double
    /// Which picture is shown.
    public let source: PictureSource

    public init(frames: Int, lostShare: Double, source: PictureSource) {
        (self.frames, self.lostShare, self.source) = (frames, lostShare, source)
    }

    /// Less is too little to hide a word.
    private static let tellingShare = 0.001

    /// Whether the person is told that something cannot be read.
    public var hasLostParts: Bool { lostShare >= Self.tellingShare }
    public var note: String? { source == .fused ? localized("Sharper: made of \(frames) pictures") : nil }
    public var warning: String? {
        hasLostParts ? localized("Glare hides part of the page. Tilt it, and take it again.") : nil
    }
}
