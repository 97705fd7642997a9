/// The languages of the user interface.
///
/// Both have the same plural rule: one form for 1, another for all other numbers (CLDR categories "one" and "other").
public enum Language: String, Hashable, Codable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The recipient's language. It is set for each request and each message of a live channel.
    @TaskLocal public static var current = Language.english

    /// The language's name in that language, so that people recognize it.
    public var label: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// Returns a label for use within a sentence: English labels lose their capital, German nouns keep theirs.
    func withinSentence(_ label: String) -> String {
        switch self {
        case .english: label.lowercased()
        case .german: label
        }
    }

    /// Formats a number with the language's decimal separator.
    func number(_ value: Double) -> String {
        switch self {
        case .english: "\(value)"
        case .german: "\(value)".replacing(".", with: ",")
        }
    }

    /// Formats a whole number with the language's thousands separator: "12,345".
    public func wholeNumber(_ value: Int) -> String {
        let digits = Array("\(value.magnitude)")
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max($0 - 3, 0)..<$0]) }
        return (value < 0 ? "−" : "") + groups.reversed().joined(separator: self == .english ? "," : ".")
    }

    /// Returns the preferred language of an `Accept-Language` header (RFC 9110, section 12.5.4), or English if it
    /// names neither.
    /// - Parameter header: An untrusted header; invalid parts are ignored.
    public init(accepting header: String) {
        let ranges = header.prefix(Self.maximumHeader).split(separator: ",").compactMap(Self.range)
        // The first of equal weights wins.
        let best = ranges.reduce(nil as (language: Language, weight: Double)?) { best, range in
            range.weight > (best?.weight ?? 0) ? range : best
        }
        self = best?.language ?? .english
    }

    private static let maximumHeader = 1000

    /// "de-AT;q=0.8" means German with a weight of 0.8.
    private static func range(_ text: Substring) -> (language: Language, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let tag = parts.first?.split(separator: "-").first,
            let language = Language(rawValue: tag.lowercased())
        else { return nil }
        guard parts.count > 1 else { return (language, 1) }
        guard parts[1].hasPrefix("q="), let weight = Double(parts[1].dropFirst(2)), 0...1 ~= weight else { return nil }
        return (language, weight)
    }
}
