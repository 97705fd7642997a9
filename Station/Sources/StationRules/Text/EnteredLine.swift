/// A line of text from a form's field.
public struct EnteredLine: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty(Field)
        case tooLong(Field, maximum: Int)

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .empty(.title): localized("Enter a title.")
            case .empty(.subtitle): localized("Enter a subtitle.")
            case .empty(.folder): localized("Enter a folder.")
            case .empty(.documentType): localized("Enter a document type.")
            case .empty(.correspondent): localized("Enter a correspondent.")
            case .empty(.tag): localized("Enter a tag.")
            case .empty(.program): localized("Enter a name for the program.")
            case .tooLong(.title, let maximum): localized("Shorten the title to \(maximum) characters.")
            case .tooLong(.subtitle, let maximum): localized("Shorten the subtitle to \(maximum) characters.")
            case .tooLong(.folder, let maximum): localized("Shorten the folder to \(maximum) characters.")
            case .tooLong(.documentType, let maximum): localized("Shorten the document type to \(maximum) characters.")
            case .tooLong(.correspondent, let maximum): localized("Shorten the correspondent to \(maximum) characters.")
            case .tooLong(.tag, let maximum): localized("Shorten the tag to \(maximum) characters.")
            case .tooLong(.program, let maximum): localized("Shorten the name to \(maximum) characters.")
            }
        }
    }

    /// The kind of entry.
    public enum Field: Hashable, Sendable {
        case title
        case subtitle
        case folder
        case documentType
        case correspondent
        case tag
        case program
    }

    public let text: String

    /// - Parameters:
    ///   - text: The entered text. Surrounding spaces and control characters are removed.
    ///   - range: The allowed number of characters.
    public init(_ text: String, field: Field, characters range: ClosedRange<Int>) throws(Failure) {
        let line = text.asLine
        guard line.count >= range.lowerBound else { throw .empty(field) }
        guard line.count <= range.upperBound else { throw .tooLong(field, maximum: range.upperBound) }
        self.text = line
    }
}

extension String {
    /// The text without control characters and surrounding spaces. Joiners are kept, because Persian and Indian
    /// spelling and composed emoji need them.
    package var asLine: String {
        var rest = String(String.UnicodeScalarView(unicodeScalars.filter { !Self.isControl($0) }))[...]
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return String(rest)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        guard !Character.joiners.contains(scalar) else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension Character {
    fileprivate static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    /// Whether nothing of the text is visible.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || Self.joiners.contains($0) }
    }
}

/// A text for a position in a picture. Browsers fill in its two numbers while the position changes.
public struct PlaceText: Hashable, Sendable {
    /// The text with `{x}` and `{y}` in place of whole numbers.
    public let pattern: String

    public static var pixels: PlaceText { PlaceText(pattern: localized("{x} across, {y} down")) }
    public static var percent: PlaceText { PlaceText(pattern: localized("{x} % across, {y} % down")) }

    public func text(x: Double, y: Double) -> String {
        pattern.replacing("{x}", with: "\(Int(x.rounded()))").replacing("{y}", with: "\(Int(y.rounded()))")
    }
}
