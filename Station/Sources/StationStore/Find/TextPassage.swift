import Foundation
public import RectoCore
public import StationRules

/// A line of a page that a search has found: what to show of it, and where it is.
public struct TextPassage: Hashable, Sendable {
    public struct Word: Hashable, Sendable {
        public let text: String
        public let box: PageText.Box
        /// Whether the search looks for it.
        public let isFound: Bool
    }

    /// From 0.
    public let position: Int
    /// Of the picture that the places refer to.
    public let size: PixelSize
    public let words: [Word]
}

extension Library {
    /// The lines of a document in which words of a search stand, in the order of its pages.
    /// - Parameter limit: The most that are wanted.
    public func passages(
        of search: SearchWords, in document: Int64, limit: Int = 20
    ) throws(StoreError) -> [TextPassage] {
        let finder = WordFinder(search)
        let texts = try texts(of: document).sorted { $0.key < $1.key }
        let found = texts.lazy.flatMap { position, stored in
            stored.text.lines.lazy.compactMap { line in
                finder.passage(in: line, at: position, of: stored.text.size)
            }
        }
        return Array(found.prefix(limit))
    }
}

/// Finds the words of a search as the index does: their beginnings, whatever their case and accents.
private struct WordFinder {
    private let words: [(text: String, isWhole: Bool)]

    init(_ search: SearchWords) {
        words = search.terms.filter { !$0.isExcluded }.flatMap { term in
            let parts = Self.parts(of: term.text)
            return parts.enumerated().map { ($1, term.isPhrase || $0 < parts.count - 1) }
        }
    }

    /// `nil` if none of the words stands in the line.
    func passage(in line: PageText.Line, at position: Int, of size: PixelSize) -> TextPassage? {
        let words = line.words.map { TextPassage.Word(text: $0.text, box: $0.box, isFound: isFound($0.text)) }
        return words.contains(where: \.isFound) ? TextPassage(position: position, size: size, words: words) : nil
    }

    private func isFound(_ text: String) -> Bool {
        let parts = Self.parts(of: text)
        return words.contains { word in parts.contains { word.isWhole ? $0 == word.text : $0.hasPrefix(word.text) } }
    }

    /// Runs of letters and digits, as the tokenizer of the index cuts them.
    private static func parts(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
