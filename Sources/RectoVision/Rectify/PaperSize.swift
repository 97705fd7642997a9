/// Standard sizes of sheets and cards.
public enum PaperSize: String, Hashable, Codable, Sendable, CaseIterable {
    case a3, a4, a5, a6
    /// ISO B5.
    case b5
    /// US Letter, 8.5 × 11 in.
    case letter
    /// US Legal, 8.5 × 14 in.
    case legal
    /// Bank and identity cards (ISO/IEC 7810 ID-1).
    case id1

    /// Short side in millimeters.
    public var shortSideMillimetres: Double { millimetres.short }
    /// Long side in millimeters.
    public var longSideMillimetres: Double { millimetres.long }
    /// Long side over short side.
    public var ratio: Double { longSideMillimetres / shortSideMillimetres }

    private var millimetres: (short: Double, long: Double) {
        switch self {
        case .a3: (297, 420)
        case .a4: (210, 297)
        case .a5: (148, 210)
        case .a6: (105, 148)
        case .b5: (176, 250)
        case .letter: (215.9, 279.4)
        case .legal: (215.9, 355.6)
        case .id1: (53.98, 85.6)
        }
    }
}

/// A standard sheet in the orientation of the page: upright or on its side.
public struct Paper: Hashable, Codable, Sendable {
    public enum Orientation: String, Hashable, Codable, Sendable {
        case portrait, landscape
    }

    public var size: PaperSize
    public var orientation: Orientation

    public init(_ size: PaperSize, _ orientation: Orientation = .portrait) {
        self.size = size
        self.orientation = orientation
    }

    public var widthInches: Double { millimetres(along: .landscape) / 25.4 }
    public var heightInches: Double { millimetres(along: .portrait) / 25.4 }
    /// Width over height.
    public var aspectRatio: Double { widthInches / heightInches }

    private func millimetres(along longSide: Orientation) -> Double {
        orientation == longSide ? size.longSideMillimetres : size.shortSideMillimetres
    }
}

/// What the caller knows about a page's paper.
public enum PaperChoice: Hashable, Codable, Sendable {
    /// Use a standard size if the measured proportions support it with confidence, otherwise the measured proportions.
    case automatic
    /// Use the measured proportions.
    case measured
    /// The page has this size, upright or on its side as measured: a page with corners is stretched to it. A whole
    /// picture keeps its proportions, and is as large as fits the paper.
    case fixed(PaperSize)
}
