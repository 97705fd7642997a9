/// The terms of a search. Documents must contain all of them as prefixes of words, `"words in quotes"` as an exact
/// phrase, and no term that follows a minus sign.
public struct SearchWords: Hashable, Sendable {
    public struct Term: Hashable, Sendable {
        /// The term without quotes. It has at least one letter or digit.
        public let text: String
        public let isPhrase: Bool
        public let isExcluded: Bool

        public init(_ text: String, isPhrase: Bool = false, isExcluded: Bool = false) {
            self.text = text
            self.isPhrase = isPhrase
            self.isExcluded = isExcluded
        }

        /// The term as entered.
        var description: String { (isExcluded ? "-" : "") + (isPhrase ? "\"\(text)\"" : text) }
    }

    public let terms: [Term]

    /// The maximum number of terms. No person enters more.
    private static let maximumTerms = 20

    /// - Parameter text: The entered text. An unclosed quote extends to the end.
    public init(_ text: String) {
        var terms: [Term] = []
        var rest = text[...]
        while terms.count < Self.maximumTerms, let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            let isExcluded = rest.count > 1 && rest.first == "-"
            if isExcluded { rest.removeFirst() }
            let isPhrase = rest.first.map(Self.isQuote) ?? false
            if isPhrase { rest.removeFirst() }
            let end = rest.firstIndex { isPhrase ? Self.isQuote($0) : $0.isWhitespace } ?? rest.endIndex
            let term = rest[..<end].filter { !Self.isQuote($0) }
            if term.contains(where: { $0.isLetter || $0.isNumber }) {
                terms.append(Term(String(term), isPhrase: isPhrase, isExcluded: isExcluded))
            }
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
        }
        self.terms = terms
    }

    private static func isQuote(_ character: Character) -> Bool { "\"“”„«»".contains(character) }
}
