/// A sum of money.
public struct MoneyAmount: Hashable, Sendable, CustomStringConvertible {
    /// Hundredths of the currency's unit: 1234 is 12.34.
    public let hundredths: Int
    /// The currency's ISO 4217 code, such as EUR; `nil` if none is written.
    public let currency: String?

    public init(hundredths: Int, currency: String?) { (self.hundredths, self.currency) = (hundredths, currency) }

    /// `12.34 EUR`.
    public var description: String {
        let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let number = "\(hundredths < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
        return currency.map { "\(number) \($0)" } ?? number
    }
}

/// Finds amounts in a line: numbers with two decimals after a point or comma, and numbers beside a currency.
enum AmountRules {
    /// Words before the amount that a document is about.
    private static let totals = [
        "total*", "amount due", "balance", "sum", "gesamt*", "summe", "betrag", "endbetrag", "rechnungsbetrag",
        "zu zahlen", "zahlbetrag", "montant", "à payer", "ttc", "razem", "suma", "do zapłaty", "kwota", "итого",
        "всего", "к оплате", "сумма", "σύνολο", "συνολο", "πληρωτέο", "ποσό",
    ]
    private static let currencies = [
        "€": "EUR", "eur": "EUR", "euro": "EUR", "ευρώ": "EUR", "$": "USD", "usd": "USD", "£": "GBP", "gbp": "GBP",
        "zł": "PLN", "zl": "PLN", "pln": "PLN", "₽": "RUB", "руб": "RUB", "р": "RUB", "rub": "RUB", "chf": "CHF",
        "fr": "CHF", "kč": "CZK", "czk": "CZK", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "ft": "HUF", "huf": "HUF",
        "lei": "RON", "ron": "RON", "лв": "BGN", "bgn": "BGN", "грн": "UAH", "₴": "UAH", "uah": "UAH", "₺": "TRY",
        "try": "TRY", "₹": "INR", "inr": "INR", "cad": "CAD", "aud": "AUD", "jpy": "JPY",
    ]
    /// Units shared by several currencies.
    private static let sharedUnits: Set = ["kr", "¥", "c$"]
    /// Longer numbers are not amounts.
    private static let maximumDigits = 12

    static func amounts(_ line: ProposalLine) -> [Proposal<MoneyAmount>] {
        var found: [Proposal<MoneyAmount>] = []
        var index = 0
        while index < line.words.count {
            let isTotal = line.mentions(totals, before: index)
            guard let reading = reading(line.words, from: index, isTotal: isTotal) else {
                index += 1
                continue
            }
            let range = index..<index + reading.words
            var confidence = reading.amount.currency == nil ? 0.4 : 0.7
            if isTotal { confidence += (1 - confidence) * 2 / 3 }
            found.append(
                Proposal(reading.amount, confidence: confidence * line.confidence(range), text: line.text(range)))
            index = range.upperBound
        }
        return found
    }

    private struct Reading {
        var amount: MoneyAmount
        var words: Int
    }

    /// Numbers of several words are accepted if they are clearly an amount: beside a currency, after the word for a
    /// total, or alone on the line. Otherwise they may be a count and a price.
    private static func reading(_ words: [String], from index: Int, isTotal: Bool) -> Reading? {
        if let reading = reading(words, from: index, joinsGroups: true) {
            let end = index + reading.words
            let isAlone = index == 0 && end == words.count
            let hasUnit = words.indices.contains(end) && sharedUnits.contains(words[end].lowercased().withoutStops)
            if reading.amount.currency != nil || isTotal || isAlone || hasUnit { return reading }
        }
        return reading(words, from: index, joinsGroups: false)
    }

    private static func reading(_ words: [String], from index: Int, joinsGroups: Bool) -> Reading? {
        // A currency as a separate word before the number: "EUR 12.00".
        var currency = currency(words[index])
        var next = currency == nil ? index : index + 1
        guard words.indices.contains(next) else { return nil }
        let first = parts(words[next])
        var (number, after) = (first.number, first.after)
        next += 1
        guard !number.isEmpty else { return nil }
        while joinsGroups, after.isEmpty, isStartOfGroups(number), words.indices.contains(next) {
            let group = parts(words[next])
            guard group.before.isEmpty, isGroup(group.number) else { break }
            (number, after, next) = ("\(number) \(group.number)", group.after, next + 1)
        }
        for sign in [first.before, after] where !sign.isEmpty {
            guard let named = self.currency(sign) else { return nil }
            currency = named
        }
        if currency == nil, words.indices.contains(next), let trailing = self.currency(words[next]) {
            (currency, next) = (trailing, next + 1)
        }
        // "19,00 %"
        if words.indices.contains(next), words[next].hasPrefix("%") { return nil }
        return hundredths(number, needsDecimals: currency == nil).map {
            Reading(amount: MoneyAmount(hundredths: $0, currency: currency), words: next - index)
        }
    }

    /// Whether a number consists of digit groups that another group may follow.
    private static func isStartOfGroups(_ number: String) -> Bool {
        let digits = number.hasPrefix("-") ? number.dropFirst() : number[...]
        return digits.allSatisfy { $0.isNumber || $0 == " " } && 1...3 ~= digits.prefix { $0 != " " }.count
    }

    /// Whether a word has three digits, possibly with decimals.
    private static func isGroup(_ number: String) -> Bool {
        let digits = number.prefix(while: \.isNumber)
        return digits.count == 3 && (number.count == 3 || ",.".contains(number[digits.endIndex]))
    }

    private static func currency(_ word: String) -> String? { currencies[word.lowercased().withoutStops] }

    /// A word's number with the text before and after it, without punctuation.
    private static func parts(_ word: String) -> (before: String, number: String, after: String) {
        let word = word.trimming(where: { ":;()*".contains($0) })
        let isPart = { (character: Character) in character.isASCII && character.isNumber || ",.'-".contains(character) }
        let before = word.prefix { !($0.isASCII && $0.isNumber || $0 == "-") }
        let rest = word.dropFirst(before.count)
        let number = rest.prefix(while: isPart)
        let after = rest.dropFirst(number.count)
        return (String(before), String(number).trimming(atEndWhere: { ",.".contains($0) }), String(after))
    }

    /// Parses `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `1234.56`, and whole numbers where they are allowed.
    private static func hundredths(_ text: String, needsDecimals: Bool) -> Int? {
        let negative = text.hasPrefix("-")
        let text = negative ? String(text.dropFirst()) : text
        var whole = text[...]
        var decimals = "00"
        if let sign = text.lastIndex(where: { ",.".contains($0) }), text[text.index(after: sign)...].count == 2 {
            decimals = String(text[text.index(after: sign)...])
            whole = text[..<sign]
        } else if needsDecimals || text.last(where: { ",.".contains($0) }) != nil && !isGrouped(text[...]) {
            return nil
        }
        guard isGrouped(whole) else { return nil }
        let digits = whole.filter(\.isNumber)
        guard 1...maximumDigits ~= digits.count, let value = Int(digits + decimals) else { return nil }
        return negative ? -value : value
    }

    /// Whether a number has digits only, or groups of three with one kind of separator.
    private static func isGrouped(_ number: Substring) -> Bool {
        let groups = number.split(omittingEmptySubsequences: false) { !$0.isNumber }
        guard groups.count > 1 else { return groups[0].count == number.count && !number.isEmpty }
        return 1...3 ~= groups[0].count && groups.dropFirst().allSatisfy { $0.count == 3 }
            && Set(number.filter { !$0.isNumber }).count == 1
    }
}

extension String {
    /// The text without the full stops of abbreviations.
    fileprivate var withoutStops: String { trimming(where: { ".,:;()".contains($0) }) }

    fileprivate func trimming(where isDropped: (Character) -> Bool) -> String {
        String(drop(while: isDropped)).trimming(atEndWhere: isDropped)
    }

    fileprivate func trimming(atEndWhere isDropped: (Character) -> Bool) -> String {
        String(reversed().drop(while: isDropped).reversed())
    }
}
