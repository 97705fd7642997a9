import RectoCore

/// Finds titles of a page: the text after "Subject", or the largest type in its upper half.
enum TitleRules {
    private static let subjects = [
        "subject", "re", "betreff", "betrifft", "objet", "dotyczy", "temat", "тема", "θέμα", "θεμα",
    ]
    /// Lengths of titles in letters; longer text is a sentence.
    private static let lengths = 3...120

    static func titles(_ page: PageText) -> [Proposal<String>] {
        let lines = page.lines.filter { $0.box.top < Double(page.size.height) / 2 }
        return Proposal.best(lines.compactMap(subject) + large(lines) + first(lines))
    }

    /// Finds `Betreff: Ihre Rechnung`.
    private static func subject(_ line: PageText.Line) -> Proposal<String>? {
        guard let word = line.words.first, word.text.hasSuffix(":"), line.words.count > 1,
            subjects.contains(word.text.dropLast().lowercased())
        else { return nil }
        var title = line
        title.words.removeFirst()
        return proposal(title, strength: 0.9)
    }

    /// Finds consecutive lines in the largest type, if it is larger than that of most of the page.
    private static func large(_ lines: [PageText.Line]) -> [Proposal<String>] {
        let sizes = lines.map(size)
        guard let largest = zip(lines, sizes).filter({ isTitle($0.0.text) }).map(\.1).max() else { return [] }
        let median = sizes.sorted()[sizes.count / 2]
        // Confidence grows with type size: zero at the size of other lines, 0.8 at twice that.
        let strength = min(0.8, (largest / median - 1) * 0.8)
        guard strength > 0.1, let start = sizes.firstIndex(where: { $0 > 0.85 * largest }) else { return [] }
        let end = sizes[start...].firstIndex { $0 <= 0.85 * largest } ?? sizes.count
        var title = lines[start]
        title.words = lines[start..<end].flatMap(\.words)
        return proposal(title, strength: strength).map { [$0] } ?? []
    }

    /// The first line, as a last resort.
    private static func first(_ lines: [PageText.Line]) -> [Proposal<String>] {
        lines.first { isTitle($0.text) }.flatMap { proposal($0, strength: 0.3) }.map { [$0] } ?? []
    }

    /// The median of the words' heights: single words may have only tall letters or none.
    private static func size(_ line: PageText.Line) -> Double {
        let heights = line.words.map(\.box.height).sorted()
        return heights.isEmpty ? 0 : heights[heights.count / 2]
    }

    private static func proposal(_ line: PageText.Line, strength: Double) -> Proposal<String>? {
        let text = line.text
        guard isTitle(text) else { return nil }
        let confidence = line.words.reduce(0) { $0 + $1.confidence } / Double(line.words.count)
        return Proposal(text, confidence: strength * confidence, text: text)
    }

    private static func isTitle(_ text: String) -> Bool {
        lengths ~= text.count && 2 * text.count(where: \.isLetter) > text.count
    }
}
