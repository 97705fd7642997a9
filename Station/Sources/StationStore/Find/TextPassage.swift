public import RectoCore
public import StationRules

/// A matching line of a page, with its position.
public struct TextPassage: Hashable, Sendable {
    public struct Word: Hashable, Sendable {
        public let text: String
        public let box: PageText.Box
        /// Whether it matches the search.
        public let isFound: Bool
    }

    /// The index of the page.
    public let position: Int
    /// The size of the picture that positions refer to.
    public let size: PixelSize
    public let words: [Word]
    /// The number of the first match in the line, counted from 1 through the document.
    public let hit: Int
}

extension Library {
    /// Returns the lines of a document that match a search, in page order.
    /// - Parameter limit: The maximum number of lines.
    public func passages(
        of search: SearchWords, in document: Int64, limit: Int = 20
    ) throws(StoreError) -> [TextPassage] {
        var passages: [TextPassage] = []
        var before = 0
        for (position, stored) in try texts(of: document).sorted(by: { $0.key < $1.key }) {
            let hits = TextHits(search, in: stored.text).hits
            passages += Self.passages(hits, of: stored.text, at: position, after: before)
            before += hits.count
            guard passages.count < limit else { break }
        }
        return Array(passages.prefix(limit))
    }

    private static func passages(
        _ hits: [TextHits.Hit], of text: PageText, at position: Int, after before: Int
    ) -> [TextPassage] {
        let found = Set(hits.flatMap(\.words))
        var first: [Int: Int] = [:]
        for (index, hit) in hits.enumerated() {
            for place in hit.words where first[place.line] == nil { first[place.line] = before + index + 1 }
        }
        return text.lines.enumerated().compactMap { line, content in
            first[line].map { hit in
                TextPassage(
                    position: position, size: text.size,
                    words: content.words.enumerated().map { word, content in
                        TextPassage.Word(
                            text: content.text, box: content.box,
                            isFound: found.contains(TextHits.Place(line: line, word: word)))
                    }, hit: hit)
            }
        }
    }

    /// Returns the matches of a search on each read page of a document.
    public func hits(of search: SearchWords, in document: Int64) throws(StoreError) -> [Int: TextHits] {
        try texts(of: document).mapValues { TextHits(search, in: $0.text) }
    }
}
