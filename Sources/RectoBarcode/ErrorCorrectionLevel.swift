/// How much damage a QR code survives.
public enum ErrorCorrectionLevel: String, Hashable, Codable, Sendable, CaseIterable {
    /// About 7 % of the codewords.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"
}
