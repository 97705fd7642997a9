/// The languages that screens are written in.
///
/// Both have the same plural rule: one form for 1, another for all other numbers (CLDR, categories "one" and "other").
public enum Language: String, Hashable, Codable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The language of whom an answer is for. It is set for each request and each message of a live channel.
    @TaskLocal public static var current = Language.english

    /// In the language itself, as people look for it.
    public var label: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// A label within a sentence: English ones lose their capitals, German nouns keep theirs.
    func withinSentence(_ label: String) -> String {
        switch self {
        case .english: label.lowercased()
        case .german: label
        }
    }

    /// A number with the language's decimal mark.
    func number(_ value: Double) -> String {
        switch self {
        case .english: "\(value)"
        case .german: "\(value)".replacing(".", with: ",")
        }
    }

    /// A whole number with the language's mark between thousands: "12,345".
    public func wholeNumber(_ value: Int) -> String {
        let digits = Array("\(value.magnitude)")
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max($0 - 3, 0)..<$0]) }
        return (value < 0 ? "−" : "") + groups.reversed().joined(separator: self == .english ? "," : ".")
    }

    /// The first one of a header `Accept-Language` (RFC 9110, section 12.5.4); English if it names none of these.
    /// - Parameter header: From a stranger. What cannot be read of it is left out.
    public init(accepting header: String) {
        let ranges = header.prefix(Self.maximumHeader).split(separator: ",").compactMap(Self.range)
        // Of equal weights the first one counts.
        let best = ranges.reduce(nil as (language: Language, weight: Double)?) { best, range in
            range.weight > (best?.weight ?? 0) ? range : best
        }
        self = best?.language ?? .english
    }

    private static let maximumHeader = 1000

    /// "de-AT;q=0.8" is German with a weight of 0.8.
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
