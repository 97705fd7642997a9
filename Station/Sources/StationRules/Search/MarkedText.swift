import Foundation

/// A text with highlights at the words that begin with the search terms, ignoring case and accents.
public struct MarkedText: Hashable, Sendable {
    public struct Part: Hashable, Sendable, Codable {
        public let text: String
        public let isMarked: Bool
    }

    public let parts: [Part]
    /// Whether it contains every search term.
    public let hasAll: Bool

    /// - Parameter beginnings: The prefixes without spaces, in the format of ``SearchWords``; phrases are compared
    ///   literally.
    public init(_ text: String, beginnings: [String]) {
        let spellings = beginnings.map { ($0, JoinedLetters.spellings(of: $0, isBeginning: true)) }
        var (parts, plain) = ([Part](), "")
        var found: Set<String> = []
        var rest = text[...]
        var isAtStart = true
        while let character = rest.first {
            let marks =
                isAtStart
                ? spellings.compactMap { wanted, spellings in
                    spellings.compactMap { Self.end(of: $0, rest) }.max().map { (wanted, rest[..<$0]) }
                } : []
            found.formUnion(marks.map(\.0))
            if let longest = marks.map(\.1).max(by: { $0.endIndex < $1.endIndex }) {
                if !plain.isEmpty { parts.append(Part(text: plain, isMarked: false)) }
                plain = ""
                parts.append(Part(text: String(longest), isMarked: true))
                rest = rest[longest.endIndex...]
                isAtStart = false
            } else {
                plain.append(character)
                isAtStart = !character.isLetter && !character.isNumber
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { parts.append(Part(text: plain, isMarked: false)) }
        self.parts = parts
        hasAll = found.isSuperset(of: beginnings)
    }

    /// Returns the end of a prefix of the text that matches the term.
    private static func end(of wanted: String, _ text: Substring) -> String.Index? {
        let options: String.CompareOptions = [.anchored, .caseInsensitive, .diacriticInsensitive]
        guard let range = text.range(of: wanted, options: options), !range.isEmpty else { return nil }
        return range.upperBound
    }
}
