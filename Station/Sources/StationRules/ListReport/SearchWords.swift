/// What a search asks for: all words that a person entered, each as the beginning of a word; `"words in quotes"` as they stand;
/// not what has a minus in front.
public struct SearchWords: Hashable, Sendable {
    public struct Term: Hashable, Sendable {
        /// Without quotes; with at least one letter or digit.
        public let text: String
        public let isPhrase: Bool
        public let isExcluded: Bool

        public init(_ text: String, isPhrase: Bool = false, isExcluded: Bool = false) {
            self.text = text
            self.isPhrase = isPhrase
            self.isExcluded = isExcluded
        }

        /// As it is entered.
        var description: String { (isExcluded ? "-" : "") + (isPhrase ? "\"\(text)\"" : text) }
    }

    public let terms: [Term]

    /// More are no search of a person.
    private static let maximumTerms = 20

    /// - Parameter text: As it was entered. A quote that is not closed holds to the end.
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
