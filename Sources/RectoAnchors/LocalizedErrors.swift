public import FoundationEssentials

extension AnchorDatabaseError: LocalizedError {
    /// A whole sentence, for `localizedDescription`.
    public var errorDescription: String? {
        switch self {
        case .unequalCounts, .count, .name, .physicalWidth, .pictureTooSmall, .tooFewPoints:
            "The database cannot be built: \(description)"
        case .unreadable, .foreignFormat, .unknownVersion, .wrongLength, .checksumMismatch, .damagedRecord:
            "The file \(description)"
        }
    }
}

extension AnchorScanner.Failure: LocalizedError {
    /// A whole sentence, for `localizedDescription`.
    public var errorDescription: String? {
        switch self {
        case .frameTooLarge(let size, let maximum):
            "The frame has \(size) pixels, required: sides of at most \(maximum)"
        }
    }
}
