/// Finds dates in recognized text: "23.11.2026", "23. November 2026", "November 23, 2026", "2026-11-23".
struct DateReader {
    struct Found: Hashable {
        let day: Day
        /// The index of the line.
        let line: Int
    }

    /// The plausible years. Older dates are rarely the date of a scanned document.
    private static let years = 1950...2100

    /// - Parameter lines: The lines in order.
    static func dates(in lines: [String]) -> [Found] {
        lines.enumerated().flatMap { index, line in dates(in: line).map { Found(day: $0, line: index) } }
    }

    static func dates(in line: String) -> [Day] {
        let words = words(of: line)
        var found: [Day] = []
        var index = 0
        while index < words.count {
            if index + 2 < words.count, let day = day(words[index], words[index + 1], words[index + 2]) {
                found.append(day)
                index += 3
            } else {
                index += 1
            }
        }
        return found
    }

    private enum Word: Hashable {
        case number(Int, digits: Int, after: Character?)
        case month(Int)
        case other
    }

    private static let endings: Set<String> = ["st", "nd", "rd", "th"]

    /// Returns the numbers and month names of a line, with the character before each number.
    private static func words(of line: String) -> [Word] {
        var words: [Word] = []
        var rest = line[...]
        var before: Character?
        while let first = rest.first {
            if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                words.append(.number(Int(digits.prefix(9)) ?? 0, digits: digits.count, after: before))
                rest = rest.dropFirst(digits.count)
                before = nil
            } else if first.isLetter {
                let letters = rest.prefix { $0.isLetter }
                let isEnding = before == nil && Self.endings.contains(letters.lowercased())
                // An ordinal as in "3rd November".
                if isEnding, case .number = words.last {
                    rest = rest.dropFirst(letters.count)
                    continue
                }
                words.append(month(letters.lowercased()).map { .month($0) } ?? .other)
                rest = rest.dropFirst(letters.count)
                before = nil
            } else {
                // Skip the spaces in "23. 11. 2026".
                if first != " " || before == nil { before = first }
                rest = rest.dropFirst()
            }
        }
        return words
    }

    private static func month(_ text: String) -> Int? {
        DocumentWords.months.firstIndex { $0.contains(text) }.map { $0 + 1 }
    }

    private static func day(_ first: Word, _ second: Word, _ third: Word) -> Day? {
        switch (first, second, third) {
        case (.number(let year, 4, _), .number(let month, 2, "-"), .number(let day, 2, "-")):
            return Self.day(year, month, day)
        case (.number(let day, 1...2, _), .number(let month, 1...2, "."), .number(let year, let digits, ".")):
            return Self.day(full(year, digits), month, day)
        case (.number(let one, 1...2, _), .number(let other, 1...2, "/"), .number(let year, let digits, "/")):
            // The order of day and month is only certain if one of them cannot be a month.
            if one > 12 { return Self.day(full(year, digits), other, one) }
            if other > 12 || one == other { return Self.day(full(year, digits), one, other) }
            return nil
        case (.number(let day, 1...2, _), .month(let month), .number(let year, 4, _)):
            return Self.day(year, month, day)
        case (.month(let month), .number(let day, 1...2, _), .number(let year, 4, _)):
            return Self.day(year, month, day)
        default: return nil
        }
    }

    private static func full(_ year: Int, _ digits: Int) -> Int { digits == 2 ? 2000 + year : digits == 4 ? year : 0 }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day? {
        years.contains(year) ? Day(year: year, month: month, day: day) : nil
    }
}
