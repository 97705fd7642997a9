public import RectoCore

/// Titles, dates and amounts found in a document's text, for naming it.
///
/// Fixed rules find them in English, German, French, Polish, Russian and Greek. They only propose and change nothing.
public struct DocumentProposals: Hashable, Sendable {
    /// The most confident first; of equally confident ones the first on the page.
    public let titles: [Proposal<String>]
    /// Days in the years `1900...2099`, the most confident first.
    public let dates: [Proposal<CalendarDate>]
    /// The most confident first; of equally confident ones the larger.
    public let amounts: [Proposal<MoneyAmount>]

    /// - Parameter pages: Pages of one document, in order. Titles are taken from the first.
    public init(_ pages: [PageText]) {
        let lines = pages.enumerated().flatMap { number, page in
            page.lines.map { ProposalLine($0, of: page, isFirstPage: number == 0) }
        }
        titles = pages.first.map(TitleRules.titles) ?? []
        dates = Proposal.best(lines.flatMap(DateRules.dates))
        amounts = Proposal.best(
            lines.flatMap(AmountRules.amounts).sorted { abs($0.value.hundredths) > abs($1.value.hundredths) })
    }
}

/// A value found in a text.
public struct Proposal<Value: Hashable & Sendable>: Hashable, Sendable {
    public let value: Value
    /// `0...1`: the strength of the rule times the confidence of the words. It orders proposals, but is not a
    /// probability.
    public let confidence: Double
    /// The text on the page.
    public let text: String

    init(_ value: Value, confidence: Double, text: String) {
        (self.value, self.confidence, self.text) = (value, min(1, max(0, confidence)), text)
    }

    /// The most confident proposal of each value, by falling confidence; equally confident ones keep their order.
    static func best(_ proposals: [Proposal]) -> [Proposal] {
        var places: [Value: Int] = [:]
        var best: [Proposal] = []
        for proposal in proposals {
            if let place = places[proposal.value] {
                if best[place].confidence < proposal.confidence { best[place] = proposal }
            } else {
                places[proposal.value] = best.count
                best.append(proposal)
            }
        }
        // Sorting need not be stable.
        return best.enumerated()
            .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
            .map(\.element)
    }
}

/// A line as seen by the rules.
struct ProposalLine {
    let words: [String]
    /// Confidence of each word.
    let confidences: [Double]
    /// Whether the line is in the upper third of the first page, where letters have their date.
    let isHead: Bool

    init(_ line: PageText.Line, of page: PageText, isFirstPage: Bool) {
        let parts = line.words.flatMap { word in
            word.text.splittingLabel.map { (text: $0, confidence: word.confidence) }
        }
        words = parts.map(\.text)
        confidences = parts.map(\.confidence)
        isHead = isFirstPage && line.box.bottom < Double(page.size.height) / 3
    }

    /// The confidence of some of the words: the lowest of them.
    func confidence(_ range: Range<Int>) -> Double { confidences[range].min() ?? 0 }

    func text(_ range: Range<Int>) -> String { words[range].joined(separator: " ") }

    /// Whether a word, or two consecutive words, before an index match one of the phrases. Phrases are in lower case
    /// and without punctuation; an asterisk at their end matches any ending.
    func mentions(_ phrases: [String], before end: Int) -> Bool {
        let plain = words[..<end].map { $0.lowercased().trimmed }
        let pairs = zip(plain, plain.dropFirst()).map { "\($0) \($1)" }
        return (plain + pairs).contains { found in
            phrases.contains { $0.hasSuffix("*") ? found.hasPrefix($0.dropLast()) : found == $0 }
        }
    }
}

extension String {
    /// A label joined to its value, as in "Date:12.03.2024", and the value; otherwise the word alone.
    fileprivate var splittingLabel: [String] {
        for sign in indices.dropFirst() where ":=".contains(self[sign]) {
            let value = self[index(after: sign)...]
            guard self[index(before: sign)].isLetter, let first = value.first, first != "/" else { continue }
            return [String(self[...sign]), String(value)]
        }
        return [self]
    }

    /// The word without punctuation around it.
    var trimmed: String {
        let isSign = { (character: Character) in !(character.isLetter || character.isNumber) }
        return String(drop(while: isSign).reversed().drop(while: isSign).reversed())
    }
}
