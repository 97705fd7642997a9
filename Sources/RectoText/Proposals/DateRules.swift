/// Finds dates in a line: digits in the order of ISO 8601, Europe and the USA, and dates with the month's name in six
/// languages.
enum DateRules {
    private static let years = 1900...2099
    /// Words before the date of the document itself.
    private static let own = [
        "date", "dated", "datum", "rechnungsdatum", "data", "dnia", "дата", "ημερομηνία", "ημερομηνια", "ημ/νία",
    ]
    /// Words before another date: a birthday, a deadline.
    private static let others = [
        "due", "until", "born", "birth*", "of birth", "valid*", "expir*", "fällig*", "fallig*", "bis", "zahlbar",
        "geboren", "geb", "échéance", "echeance", "avant", "né", "née", "naissance", "termin", "płatności", "ważn*",
        "urodz*", "срок*", "рожд*", "действ*", "до", "γέννησης", "γεννησης", "λήξη*", "ληξη*", "προθεσμία*", "έως",
    ]

    static func dates(_ line: ProposalLine) -> [Proposal<CalendarDate>] {
        line.words.indices.flatMap { index in
            readings(line.words, from: index).map { reading in
                let range = index..<index + reading.words
                var confidence = reading.confidence
                if line.mentions(others, before: index) {
                    confidence *= 0.5
                } else if line.isHead || line.mentions(own, before: index) {
                    confidence += (1 - confidence) / 2
                }
                return Proposal(
                    reading.date, confidence: confidence * line.confidence(range), text: line.text(range))
            }
        }
    }

    /// A date read from some words.
    private struct Reading {
        var date: CalendarDate
        var words: Int
        var confidence: Double
    }

    private static func readings(_ words: [String], from index: Int) -> [Reading] {
        let digits = inDigits(words[index].trimmed.withoutTime)
        guard digits.isEmpty else { return digits }
        return spaced(words, index) ?? joined(words[index]) ?? dayFirst(words, index) ?? monthFirst(words, index) ?? []
    }

    // MARK: Digits

    /// Parses `2026-11-23`, `23.11.2026`, `11/23/26` and similar dates.
    private static func inDigits(_ word: String) -> [Reading] {
        guard let sign = word.first(where: { "-./".contains($0) }) else { return [] }
        let parts = word.split(separator: sign, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ 1...4 ~= $0.count }), let a = number(parts[0]),
            let b = number(parts[1]), let c = number(parts[2])
        else { return [] }
        if parts[0].count == 4 { return reading(a, b, c, confidence: 0.8) }
        guard parts[0].count <= 2, parts[1].count <= 2, let year = year(parts[2], c) else { return [] }
        // A two-digit year is doubtful: the digits may be a version or part of a number.
        let confidence = parts[2].count == 4 ? 0.8 : 0.4
        guard sign != ".", b <= 12, a <= 12, a != b else {
            return reading(year, b, a, confidence: confidence)
                + (sign == "." ? [] : reading(year, a, b, confidence: b > 12 ? confidence : 0))
        }
        // The order of day and month is ambiguous: most of the world puts the day first.
        return reading(year, b, a, confidence: confidence * 0.7) + reading(year, a, b, confidence: confidence * 0.5)
    }

    private static func reading(_ year: Int, _ month: Int, _ day: Int, confidence: Double) -> [Reading] {
        guard confidence > 0, years ~= year, let date = CalendarDate(year: year, month: month, day: day) else {
            return []
        }
        return [Reading(date: date, words: 1, confidence: confidence)]
    }

    /// Parses `25. 3. 2024`: digits with full stops in separate words, ending in a four-digit year.
    private static func spaced(_ words: [String], _ index: Int) -> [Reading]? {
        var text = String(words[index].drop { !$0.isNumber })
        for count in 2...3 {
            let next = index + count - 1
            guard text.last == ".", text.allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber }),
                words.indices.contains(next)
            else { return nil }
            text += words[next]
            let date = text.trimmed
            let parts = date.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[2].count == 4 else { continue }
            let readings = inDigits(date).map {
                Reading(date: $0.date, words: count, confidence: $0.confidence)
            }
            return readings.isEmpty ? nil : readings
        }
        return nil
    }

    /// A year of four or two digits: 70 to 99 are in the 20th century.
    private static func year(_ digits: Substring, _ value: Int) -> Int? {
        switch digits.count {
        case 4: value
        case 2: value >= 70 ? 1900 + value : 2000 + value
        default: nil
        }
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(digits) : nil
    }

    // MARK: Names of months

    /// Parses `12-Mar-2024`, `12/mars/2024`, `Mar-12-2024`: one word with one separator between its parts.
    private static func joined(_ word: String) -> [Reading]? {
        let word = word.trimmed.withoutTime
        guard let sign = word.first(where: { "-./".contains($0) }) else { return nil }
        let parts = word.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let year = year(parts[2][...], number(parts[2][...]) ?? 0), years ~= year else {
            return nil
        }
        let isDayFirst = day(parts[0]) != nil
        guard let month = MonthNames.month(parts[isDayFirst ? 1 : 0]), let day = day(parts[isDayFirst ? 0 : 1]) else {
            return nil
        }
        return worded(year, month, day, words: 1)
    }

    /// Parses `23. November 2026`, `1er mars 2026`, `23 ноября 2026`.
    private static func dayFirst(_ words: [String], _ index: Int) -> [Reading]? {
        guard let day = day(words[index]) else { return nil }
        // English has "23rd of November".
        let next = words.indices.contains(index + 1) && words[index + 1].lowercased() == "of" ? index + 2 : index + 1
        guard words.indices.contains(next + 1), let month = MonthNames.month(words[next].trimmed),
            let year = fullYear(words[next + 1])
        else { return nil }
        return worded(year, month, day, words: next + 2 - index)
    }

    /// Parses `November 23, 2026`.
    private static func monthFirst(_ words: [String], _ index: Int) -> [Reading]? {
        guard words.indices.contains(index + 2), let month = MonthNames.month(words[index].trimmed),
            let day = day(words[index + 1]), let year = fullYear(words[index + 2])
        else { return nil }
        return worded(year, month, day, words: 3)
    }

    private static func worded(_ year: Int, _ month: Int, _ day: Int, words: Int) -> [Reading] {
        CalendarDate(year: year, month: month, day: day).map { [Reading(date: $0, words: words, confidence: 0.9)] }
            ?? []
    }

    /// Parses one or two digits with the suffixes of several languages.
    private static func day(_ word: String) -> Int? {
        let plain = word.trimmed.lowercased()
        let digits = plain.prefix { $0.isASCII && $0.isNumber }
        guard 1...2 ~= digits.count,
            ["", "st", "nd", "rd", "th", "er", "η", "го"].contains(plain.dropFirst(digits.count))
        else { return nil }
        return number(digits)
    }

    private static func fullYear(_ word: String) -> Int? {
        let digits = word.trimmed.prefix { $0.isASCII && $0.isNumber }
        // Russian may append "г." for year.
        guard digits.count == 4, word.trimmed.count <= 5, let year = number(digits), years ~= year else { return nil }
        return year
    }
}

extension String {
    /// A date in digits without the time after it: `2024-03-12T10:15:00Z`.
    fileprivate var withoutTime: String {
        for index in indices.dropFirst() where "Tt,;".contains(self[index]) {
            let next = self[self.index(after: index)...].first
            if self[self.index(before: index)].isNumber, next?.isNumber == true { return String(self[..<index]) }
        }
        return self
    }
}

/// Names of months in six languages, in the forms used in dates.
private enum MonthNames {
    private static let names: [[String]] = [
        [
            "january", "januar", "jänner", "janvier", "stycznia", "styczeń", "января", "январь", "ιανουαρίου",
            "ιανουάριος",
        ],
        [
            "february", "februar", "février", "fevrier", "lutego", "luty", "февраля", "февраль", "φεβρουαρίου",
            "φεβρουάριος",
        ],
        ["march", "märz", "marz", "mars", "marca", "marzec", "марта", "март", "μαρτίου", "μάρτιος"],
        ["april", "avril", "kwietnia", "kwiecień", "апреля", "апрель", "απριλίου", "απρίλιος"],
        ["may", "mai", "maja", "maj", "мая", "май", "μαΐου", "μαίου", "μάιος"],
        ["june", "juni", "juin", "czerwca", "czerwiec", "июня", "июнь", "ιουνίου", "ιούνιος"],
        ["july", "juli", "juillet", "lipca", "lipiec", "июля", "июль", "ιουλίου", "ιούλιος"],
        ["august", "août", "aout", "sierpnia", "sierpień", "августа", "август", "αυγούστου", "αύγουστος"],
        ["september", "septembre", "września", "wrzesień", "сентября", "сентябрь", "σεπτεμβρίου", "σεπτέμβριος"],
        [
            "october", "oktober", "octobre", "października", "październik", "октября", "октябрь", "οκτωβρίου",
            "οκτώβριος",
        ],
        ["november", "novembre", "listopada", "listopad", "ноября", "ноябрь", "νοεμβρίου", "νοέμβριος"],
        [
            "december", "dezember", "décembre", "decembre", "grudnia", "grudzień", "декабря", "декабрь", "δεκεμβρίου",
            "δεκέμβριος",
        ],
    ]

    /// The month, `1...12`, also from an abbreviation of at least three letters if it is unambiguous.
    static func month(_ word: String) -> Int? {
        let word = word.lowercased()
        guard word.count >= 3 else { return nil }
        let months = names.indices.filter { names[$0].contains { $0.hasPrefix(word) } }
        return months.count == 1 ? months[0] + 1 : nil
    }
}
