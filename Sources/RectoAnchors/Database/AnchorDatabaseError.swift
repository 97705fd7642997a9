public import RectoCore

/// Why a database cannot be built or read.
public enum AnchorDatabaseError: Error, Hashable, Sendable {
    /// Pictures, names and widths are not equally many.
    case unequalCounts(images: Int, names: Int, widths: Int)
    /// A database needs an anchor, and has at most ``AnchorDatabase/maximumCount``.
    case count(Int)
    /// A name is empty, longer than 255 bytes of UTF-8, or that of another anchor.
    case name(String)
    /// A printed width that is not above 0 and at most 1,000 metres.
    case physicalWidth(anchor: String, Double)
    /// A picture whose shorter side has fewer pixels than `minimum`, as it is or once it is brought to working scale.
    case pictureTooSmall(anchor: String, PixelSize, minimum: Int)
    /// A picture with so few points that nothing could be recognised by them: flat, blurred, or nearly so.
    case tooFewPoints(anchor: String, found: Int, required: Int)

    /// A file that cannot be opened or read; with the system's reason.
    case unreadable(String)
    /// Not a file of anchors.
    case foreignFormat
    /// Of a version that this program does not know.
    case unknownVersion(UInt32)
    /// Shorter or longer than it says it is.
    case wrongLength(bytes: Int, expected: UInt64)
    /// Its bytes are not those that were written.
    case checksumMismatch
    /// The named field of an anchor's record holds what it cannot.
    case damagedRecord(anchor: Int, field: String)
}

extension AnchorDatabaseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unequalCounts(let images, let names, let widths):
            "\(images) pictures, \(names) names and \(widths) widths: they must be equally many"
        case .count(let count): "\(count) anchors, required: 1...\(AnchorDatabase.maximumCount)"
        case .name(let name): "anchor name \"\(name)\" is empty, too long or taken"
        case .physicalWidth(let anchor, let width):
            "\(anchor): width of \(width) m, required: above 0, at most 1000 m"
        case .pictureTooSmall(let anchor, let size, let minimum):
            "\(anchor): picture of \(size) pixels, required: sides of \(minimum) or more at working scale"
        case .tooFewPoints(let anchor, let found, let required):
            "\(anchor): \(found) points to be recognized by, required: \(required)"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .foreignFormat: "is not an anchor database"
        case .unknownVersion(let version): "is an anchor database of version \(version), which is not known"
        case .wrongLength(let bytes, let expected):
            "is an anchor database of \(bytes) bytes that should have \(expected)"
        case .checksumMismatch: "is a damaged anchor database (checksum)"
        case .damagedRecord(let anchor, let field): "is a damaged anchor database (anchor \(anchor), \(field))"
        }
    }
}
