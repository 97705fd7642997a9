/// A detail found in a document's text, which a person may accept or ignore.
public struct Proposal: Hashable, Sendable {
    public let field: FilingEntry.Field
    /// The value in the form.
    public let value: String

    public init(_ field: FilingEntry.Field, _ value: String) {
        (self.field, self.value) = (field, value)
    }
}

/// The details found in the text of a new document. Fields that are already filled in are skipped.
public struct Proposals: Hashable, Sendable {
    public let all: [Proposal]

    /// The number of pages to search. The first pages of a letter state its subject.
    public static let maximumPages = 2

    /// The maximum number of tags. Further ones are rarely wanted.
    static let maximumTags = 5

    /// - Parameters:
    ///   - text: The text of the first pages.
    ///   - values: The values of the form's fields.
    ///   - hasOwnTitle: Whether a person entered the title.
    ///   - names: The existing names of folders, tags and so on.
    public init(
        text: String, values: [FilingEntry.Field: String], hasOwnTitle: Bool, names: ListNames, today: Day
    ) {
        let lines = text.split { $0 == "\n" || $0 == "\u{c}" }.map { String($0).asLine }.filter { !$0.isEmpty }
        let words = Self.padded(lines.joined(separator: " "))
        let subject = Self.subject(lines)
        func entered(_ field: FilingEntry.Field) -> String? { values[field].flatMap { $0.isEmpty ? nil : $0 } }
        let dates = DateReader.dates(in: lines)
        let limit = Self.due(lines, dates, today)
        let written = Self.date(lines, dates, limit, today)
        let due = entered(.due) == nil ? limit ?? Self.due(lines, after: written, today) : nil
        let date = entered(.date) == nil ? written : nil
        let type =
            Self.known(names.types, in: words) ?? subject.flatMap { Self.type(of: Self.padded($0)) }
            ?? Self.type(ofHeadings: lines)
        let correspondent = Self.known(names.correspondents, in: words) ?? Self.company(lines)
        let title =
            hasOwnTitle
            ? nil : subject ?? Self.title(of: entered(.type) ?? type, from: entered(.correspondent) ?? correspondent)
        let tags = Self.tags(names.tags, in: words, beside: entered(.tags))
        all = [
            title.map { Proposal(.title, $0) }, entered(.type) == nil ? type.map { Proposal(.type, $0) } : nil,
            entered(.correspondent) == nil ? correspondent.map { Proposal(.correspondent, $0) } : nil,
            tags.map { Proposal(.tags, $0) }, date.map { Proposal(.date, $0.description) },
            due.map { Proposal(.due, $0.description) },
        ].compactMap(\.self)
    }

    // MARK: Dates

    private static func has(_ words: [String], in line: String) -> Bool {
        let line = padded(line)
        return words.contains { line.contains(" \($0)") }
    }

    /// Whether a line contains any of the words as whole words.
    private static func says(_ words: [String], in line: String) -> Bool {
        let line = padded(line)
        return words.contains { line.contains(" \($0) ") }
    }

    private static func isDue(_ line: String) -> Bool {
        has(DocumentWords.due, in: line)
            || (says(DocumentWords.limits, in: line) && says(DocumentWords.acts, in: line))
    }

    /// Returns the last date of a line that announces a due date, because the document's date may precede it.
    private static func due(_ lines: [String], _ dates: [DateReader.Found], _ today: Day) -> Day? {
        guard let line = dates.first(where: { isDue(lines[$0.line]) })?.line,
            let due = dates.last(where: { $0.line == line })?.day
        else { return nil }
        // A date far in the past is not a due date.
        return due > today.adding(-60) ? due : nil
    }

    /// Returns the due date given relative to the document's date, as in "within 14 days".
    private static func due(_ lines: [String], after date: Day?, _ today: Day) -> Day? {
        guard let date,
            let line = lines.first(where: { says(DocumentWords.spans, in: $0) && says(DocumentWords.acts, in: $0) })
        else { return nil }
        let words = padded(line).split(separator: " ").map(String.init)
        let numbers = zip(words, words.dropFirst()).compactMap { number, unit in
            DocumentWords.days.contains(unit) ? Int(number) : nil
        }
        guard let days = numbers.first, 1...maximumDays ~= days else { return nil }
        let due = date.adding(days)
        return due > today.adding(-60) ? due : nil
    }

    private static let maximumDays = 120

    private static func date(_ lines: [String], _ dates: [DateReader.Found], _ due: Day?, _ today: Day) -> Day? {
        let past = dates.filter { found in
            let line = lines[found.line]
            let isNamed = has(DocumentWords.date, in: line)
            return found.day <= today.adding(1) && found.day != due && !says(DocumentWords.others, in: line)
                && (!isDue(line) || isNamed)
        }
        return (past.first { has(DocumentWords.date, in: lines[$0.line]) } ?? past.first)?.day
    }

    // MARK: Names

    /// Returns the text in lower case, with a space for each run of other characters, to find whole words.
    static func padded(_ text: String) -> String {
        var result = " "
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                result.append(character)
            } else if result.last != " " {
                result.append(" ")
            }
        }
        return result.last == " " ? result : result + " "
    }

    private static let minimumNameCharacters = 3

    /// Returns the longest name in the text; of equally long ones the most frequently used.
    private static func known(_ names: [ListNames.Name], in words: String) -> String? {
        let found = names.filter { name in
            let key = padded(name.text)
            return key.count >= minimumNameCharacters + 2 && words.contains(key)
        }
        return found.max { ($0.text.count, $0.documents) < ($1.text.count, $1.documents) }?.text
    }

    private static func tags(_ names: [ListNames.Name], in words: String, beside present: String?) -> String? {
        let own = (present ?? "").split(separator: ",").map { String($0).asLine }
        let found = names.filter { name in
            let key = padded(name.text)
            return key.count >= minimumNameCharacters + 2 && words.contains(key) && !own.contains(name.text)
        }
        guard !found.isEmpty else { return nil }
        let most = found.sorted { $0.documents > $1.documents }.prefix(maximumTags)
        return (own + most.map(\.text)).joined(separator: ", ")
    }

    /// The words that occur in documents of each type.
    private static var types: [(name: String, words: [String])] {
        [
            (localized("Invoice"), DocumentWords.invoice), (localized("Reminder"), DocumentWords.reminder),
            (localized("Contract"), DocumentWords.contract), (localized("Bank Statement"), DocumentWords.statement),
            (localized("Payslip"), DocumentWords.payslip), (localized("Receipt"), DocumentWords.receipt),
            (localized("Certificate"), DocumentWords.certificate), (localized("Notice"), DocumentWords.notice),
        ]
    }

    /// Returns the type whose words come first.
    private static func type(of words: String) -> String? {
        types.compactMap { type in
            type.words.compactMap { words.firstRange(of: " \($0) ")?.lowerBound }.min().map { (type.name, $0) }
        }.min { $0.1 < $1.1 }?.0
    }

    /// Returns the type from headings and short lines, because sentences also mention other types.
    private static func type(ofHeadings lines: [String]) -> String? {
        let short = lines.map { padded($0) }.filter { line in
            line.split(separator: " ").count { !$0.allSatisfy(\.isNumber) } <= maximumHeadingWords
        }
        return type(of: short.joined())
    }

    /// The maximum length of a heading in words, without numbers.
    private static let maximumHeadingWords = 8

    /// The number of lines at the top that may contain a letterhead.
    private static let letterheadLines = 12

    private static func company(_ lines: [String]) -> String? {
        let head = Array(lines.prefix(min(letterheadLines, salutation(lines) ?? lines.count)))
        let names = head.enumerated().filter { DateReader.dates(in: $1).isEmpty }.compactMap { index, line in
            let name = line.split { "|·•,".contains($0) }.first.map { String($0).asLine } ?? ""
            return 4...FilingEntry.maximumNameCharacters ~= name.count && isName(name)
                ? (index: index, text: name) : nil
        }
        let company = names.first { name in
            padded(name.text).split(separator: " ").contains { DocumentWords.companies.contains(String($0)) }
        }
        // The letter begins with the sender's name and address, or with its date.
        return company?.text
            ?? names.first { name in
                name.text.first?.isUppercase == true && !name.text.contains(where: \.isNumber)
                    && !name.text.contains(":")
                    && head[name.index...].prefix(1 + addressLines).contains(where: isAddress)
            }?.text
    }

    private static let addressLines = 2
    private static let maximumAddressWords = 12

    /// Whether a line contains a house number or a postal code.
    private static func isAddress(_ line: String) -> Bool {
        let words = padded(line).split(separator: " ")
        return words.count <= maximumAddressWords && words.count > 1 && !line.contains(")")
            && words.contains { $0.count <= 5 && $0.allSatisfy(\.isNumber) }
    }

    /// Whether a line may be the sender's name.
    private static func isName(_ line: String) -> Bool {
        let words = padded(line).split(separator: " ").map(String.init)
        return words.count <= maximumNameWords && words.first.map { !DocumentWords.titles.contains($0) } == true
    }

    private static let maximumNameWords = 8

    // MARK: Title

    /// Returns the subject line: a labeled one, or the one above the salutation.
    private static func subject(_ lines: [String]) -> String? {
        for line in lines {
            let small = line.lowercased()
            guard let mark = DocumentWords.subjects.first(where: { small.hasPrefix($0) }) else { continue }
            let text = String(line.dropFirst(mark.count)).asLine
            if text.count >= minimumNameCharacters { return String(text.prefix(DocumentTitle.maximumCharacters)) }
        }
        guard let salutation = salutation(lines) else { return nil }
        let above = lines[max(0, salutation - maximumLinesAbove)..<salutation].reversed()
        guard let line = above.first(where: { !isReference($0) }) else { return nil }
        let isSubject =
            minimumNameCharacters...DocumentTitle.maximumCharacters ~= line.count && !line.hasSuffix(",")
            && line.contains { $0.isLetter } && !line.contains(":")
        return isSubject ? line : nil
    }

    /// The maximum number of lines with reference numbers between subject and salutation.
    private static let maximumLinesAbove = 3

    private static func isReference(_ line: String) -> Bool {
        let small = line.lowercased()
        return DocumentWords.references.contains { small.hasPrefix($0) } || !DateReader.dates(in: line).isEmpty
    }

    private static func salutation(_ lines: [String]) -> Int? {
        lines.firstIndex { line in
            let small = line.lowercased()
            return DocumentWords.salutations.contains { small.hasPrefix($0) }
        }
    }

    private static func title(of type: String?, from correspondent: String?) -> String? {
        guard let type, let correspondent else { return nil }
        return String("\(type) \(correspondent)".prefix(DocumentTitle.maximumCharacters))
    }
}
