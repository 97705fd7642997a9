import Foundation
public import RectoCore

/// The matches of a search on a page, found like in the index: as prefixes of words or as phrases, ignoring case and
/// accents.
public struct TextHits: Hashable, Sendable {
    /// A matching word or phrase.
    public struct Hit: Hashable, Sendable {
        /// The positions of its words: the line on the page and the word in the line, both from 0.
        public let words: [Place]
        /// The boxes on the page: one for the words of each line.
        public let boxes: [PageText.Box]
    }

    public struct Place: Hashable, Sendable {
        public let line: Int
        public let word: Int

        public init(line: Int, word: Int) { (self.line, self.word) = (line, word) }
    }

    /// The matches in text order. They do not overlap.
    public let hits: [Hit]

    public init(_ search: SearchWords, in text: PageText) {
        let terms = search.terms.filter { !$0.isExcluded }.map(Term.init).filter { !$0.parts.isEmpty }
        let lines = text.lines
        let tokens = lines.enumerated().flatMap { line, content in
            content.words.enumerated().flatMap { word, content in
                Term.parts(of: content.text).map { Token(text: $0, place: Place(line: line, word: word)) }
            }
        }
        var hits: [Hit] = []
        var next = 0
        while next < tokens.count {
            let length = terms.compactMap { $0.isFound(at: next, of: tokens) ? $0.parts.count : nil }.max()
            if let length {
                var words: [Place] = []
                for token in tokens[next..<next + length] where words.last != token.place { words.append(token.place) }
                hits.append(Hit(words: words, boxes: Self.boxes(of: words, lines)))
            }
            // A word with several parts is at most one match.
            let last = tokens[next + (length ?? 1) - 1].place
            next += length ?? 1
            if length != nil { while next < tokens.count, tokens[next].place == last { next += 1 } }
        }
        self.hits = hits
    }

    private static func boxes(of words: [Place], _ lines: [PageText.Line]) -> [PageText.Box] {
        var boxes: [(line: Int, box: PageText.Box)] = []
        for place in words {
            let box = lines[place.line].words[place.word].box
            if let last = boxes.last, last.line == place.line {
                boxes[boxes.count - 1].box = last.box.union(box)
            } else {
                boxes.append((place.line, box))
            }
        }
        return boxes.map(\.box)
    }

    fileprivate struct Token {
        let text: String
        let place: Place
    }

    /// Consecutive words: the parts of a word, or a phrase.
    private struct Term {
        let parts: [String]
        let isWhole: Bool

        init(_ term: SearchWords.Term) { (parts, isWhole) = (Self.parts(of: term.text), term.isPhrase) }

        func isFound(at start: Int, of tokens: [Token]) -> Bool {
            guard start + parts.count <= tokens.count else { return false }
            return parts.indices.allSatisfy { index in
                let token = tokens[start + index].text
                return isWhole || index < parts.count - 1 ? token == parts[index] : token.hasPrefix(parts[index])
            }
        }

        /// Splits text into runs of letters and digits, like the index's tokenizer.
        static func parts(of text: String) -> [String] {
            JoinedLetters.separated(text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))
                .split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
    }
}

/// Navigation between the matches of a document across its pages. Matches are numbered from 1 through the document.
public struct HitNavigation: Hashable, Sendable {
    /// A match and its page.
    public struct Stop: Hashable, Sendable {
        public let hit: Int
        /// The index of the page.
        public let position: Int

        public init(hit: Int, position: Int) { (self.hit, self.position) = (hit, position) }
    }

    /// The current match; `nil` on a page without any.
    public let current: Int?
    public let previous: Stop?
    public let next: Stop?
    /// The number of matches in the document.
    public let total: Int
    /// The number of the first match on the page.
    public let first: Int

    /// - Parameters:
    ///   - counts: The number of matches on each page.
    ///   - position: The index of the current page.
    ///   - chosen: The requested match. If it is on another page or no longer exists, the first one of this page is
    ///     used.
    public init(counts: [Int], position: Int, chosen: Int?) {
        let first = counts.prefix(position).reduce(1, +)
        let own = first..<first + (counts.indices.contains(position) ? counts[position] : 0)
        let total = counts.reduce(0, +)
        let current = chosen.flatMap { own.contains($0) ? $0 : nil } ?? (own.isEmpty ? nil : first)
        func stop(_ hit: Int) -> Stop? {
            var before = 0
            for (position, count) in counts.enumerated() {
                if hit > before, hit <= before + count { return Stop(hit: hit, position: position) }
                before += count
            }
            return nil
        }
        previous = stop((current ?? first) - 1)
        next = stop(current.map { $0 + 1 } ?? first)
        (self.current, self.total, self.first) = (current, total, first)
    }
}
