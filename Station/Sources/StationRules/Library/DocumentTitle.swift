public import FoundationEssentials

/// What a document is called.
public struct DocumentTitle: Hashable, Codable, Sendable, CustomStringConvertible {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(maximum: Int)

        /// With how to correct it.
        public var description: String {
            switch self {
            case .empty: "Enter a title."
            case .tooLong(let maximum): "Shorten the title to \(maximum) characters."
            }
        }
    }

    public static let maximumCharacters = 120

    public let text: String
    public var description: String { text }

    /// - Parameter text: Spaces around it, and control characters, are left out.
    public init(_ text: String) throws(Failure) {
        let trimmed = text.asLine
        guard !trimmed.isEmpty else { throw .empty }
        guard trimmed.count <= Self.maximumCharacters else { throw .tooLong(maximum: Self.maximumCharacters) }
        self.text = trimmed
    }

    /// Of a document that nobody has named.
    public init(scannedAt date: Date, clock: StationClock) {
        text = "Scan \(clock.day(date)), \(clock.time(date))"
    }

    /// A name for a file that is safe in every system: letters, digits, and "-" for each run of the rest.
    public var fileName: String { Self.fileName(of: text) }

    /// The same of any text.
    public static func fileName(of text: String) -> String {
        let parts = text.split { !($0.isLetter || $0.isNumber) }
        return parts.isEmpty ? "document" : String(parts.joined(separator: "-").prefix(80))
    }
}
