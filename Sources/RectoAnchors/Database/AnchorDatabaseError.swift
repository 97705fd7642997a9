public import FoundationEssentials
public import RectoCore

/// Why a database cannot be built or read.
public enum AnchorDatabaseError: Error, Hashable, Sendable {
    /// The numbers of pictures, names and widths differ.
    case unequalCounts(images: Int, names: Int, widths: Int)
    /// A database has at least one anchor, and at most ``AnchorDatabase/maximumCount``.
    case count(Int)
    /// A name is empty, longer than 255 bytes of UTF-8, or taken by another anchor.
    case name(String)
    /// A printed width is not above 0 and at most 1,000 meters.
    case physicalWidth(anchor: String, Double)
    /// A picture's shorter side has fewer than `minimum` pixels, either originally or at working scale.
    case pictureTooSmall(anchor: String, PixelSize, minimum: Int)
    /// A picture has too few points to be recognized: it is flat, blurred, or nearly so.
    case tooFewPoints(anchor: String, found: Int, required: Int)
    /// The caller canceled building.
    case canceled

    /// A file cannot be opened or read, for the system's reason.
    case unreadable(String)
    /// The file is not an anchor database.
    case foreignFormat
    /// The file has a version that this program does not know.
    case unknownVersion(UInt32)
    /// The file is shorter or longer than its header says.
    case wrongLength(bytes: Int, expected: UInt64)
    /// The file's bytes have changed since it was written.
    case checksumMismatch
    /// The named field of an anchor's record has an invalid value.
    case damagedRecord(anchor: Int, field: String)
}

extension AnchorDatabaseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unequalCounts(let images, let names, let widths):
            "\(images) pictures, \(names) names and \(widths) widths: the counts must be equal"
        case .count(let count): "\(count) anchors, required: 1...\(AnchorDatabase.maximumCount)"
        case .name(let name): nameFault(name)
        case .physicalWidth(let anchor, let width):
            "\(anchor): width of \(width) m, required: above 0, at most 1000 m"
        case .pictureTooSmall(let anchor, let size, let minimum):
            "\(anchor): picture of \(size) pixels, required: sides of \(minimum) or more at working scale"
        case .tooFewPoints(let anchor, let found, let required):
            "\(anchor): \(found) recognizable points, required: \(required)"
        case .canceled: "canceled"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .foreignFormat: "is not an anchor database"
        case .unknownVersion(let version): "is an anchor database of the unknown version \(version)"
        case .wrongLength(let bytes, let expected):
            "is an anchor database of \(bytes) bytes, required: \(expected)"
        case .checksumMismatch: "is a damaged anchor database (checksum)"
        case .damagedRecord(let anchor, let field): "is a damaged anchor database (anchor \(anchor), \(field))"
        }
    }

    private func nameFault(_ name: String) -> String {
        if name.isEmpty { return "the name of an anchor is empty" }
        if name.utf8.count > 255 {
            return "anchor name \"\(name)\" has \(name.utf8.count) bytes, required: at most 255"
        }
        return "several anchors are named \"\(name)\""
    }
}

extension AnchorDatabaseError: LocalizedError {
    /// A whole sentence, for `localizedDescription`.
    public var errorDescription: String? {
        switch self {
        case .unequalCounts, .count, .name, .physicalWidth, .pictureTooSmall, .tooFewPoints:
            "The database cannot be built: \(description)"
        case .canceled: "Building the database was canceled."
        case .unreadable, .foreignFormat, .unknownVersion, .wrongLength, .checksumMismatch, .damagedRecord:
            "The file \(description)"
        }
    }
}
