public import FoundationEssentials

/// The title of a document.
public struct DocumentTitle: Hashable, Codable, Sendable, CustomStringConvertible {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(maximum: Int)

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .empty: localized("Enter a title.")
            case .tooLong(let maximum): localized("Shorten the title to \(maximum) characters.")
            }
        }
    }

    public static let maximumCharacters = 120

    public let text: String
    public var description: String { text }

    /// - Parameter text: Surrounding spaces and control characters are removed.
    public init(_ text: String) throws(Failure) {
        let trimmed = text.asLine
        guard !trimmed.isEmpty else { throw .empty }
        guard trimmed.count <= Self.maximumCharacters else { throw .tooLong(maximum: Self.maximumCharacters) }
        self.text = trimmed
    }

    /// The title of an imported document: its file's name without the extension.
    /// - Returns: `nil` if that is empty.
    public init?(fileName name: String) {
        let line = name.asLine
        let dot = line.lastIndex(of: ".").flatMap { $0 > line.startIndex ? $0 : nil } ?? line.endIndex
        let title = String(line[..<dot]).asLine.prefix(Self.maximumCharacters)
        guard !title.isEmpty else { return nil }
        text = String(title).asLine
    }

    /// The default title of a new document.
    public init(scannedAt date: Date, clock: StationClock) {
        text = localized("Scan \(clock.day(date)), \(clock.time(date))")
    }

    /// A file name that is valid on every system: letters, digits, and "-" for each run of other characters.
    public var fileName: String { Self.fileName(of: text) }

    /// Returns such a file name for any text.
    public static func fileName(of text: String) -> String {
        let parts = text.split { !($0.isLetter || $0.isNumber) }
        return parts.isEmpty ? "document" : String(parts.joined(separator: "-").prefix(80))
    }
}
