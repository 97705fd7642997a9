/// The parts of a filter as text, for URLs, forms, programs and storage.
extension ListFilter {
    /// The parts by their names in URLs, in the order of forms and chips.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case folder
        case type
        case tag
        case correspondent
        case place
        case state
        case date
        case captured
        case weekday
        case due
        case pages
        case source
        case person
        case hasText = "text"
        case hasCode = "code"
        case needsCheck = "check"
        case trash
    }

    /// Returns the text of a part; `nil` if it is not set.
    public func text(of field: Field) -> String? {
        switch field {
        case .folder:
            switch folder {
            case nil: nil
            case .some(.none): Self.none
            case .inside(let id): "\(id)"
            }
        case .type: Self.text(types)
        case .tag: Self.text(tags)
        case .correspondent: Self.text(correspondents)
        case .place: Self.text(places)
        case .person: Self.text(persons)
        case .state: Self.text(states)
        case .source: Self.text(sources)
        case .date: Self.text(date)
        case .captured: Self.text(captured)
        case .weekday: Self.text(weekdays)
        case .due: Self.text(due)
        case .pages: Self.text(pages)
        case .hasText: hasText.map { $0 ? "yes" : "no" }
        case .hasCode: hasCode.map { $0 ? "yes" : "no" }
        case .needsCheck: needsCheck.map { $0 ? "yes" : "no" }
        case .trash: isTrash ? "yes" : nil
        }
    }

    /// Sets a part from its text.
    /// - Parameter text: The text in the format of ``text(of:)``; `nil` or empty clears the part.
    /// - Returns: `false` if the text is invalid, which leaves the part unchanged.
    @discardableResult
    public mutating func set(_ field: Field, to text: String?) -> Bool {
        let text = text ?? ""
        switch field {
        case .folder:
            if text.isEmpty {
                folder = nil
            } else if text == Self.none {
                folder = Folder.none
            } else {
                guard let id = Int64(text), id > 0 else { return false }
                folder = .inside(id)
            }
            return true
        case .type: return Self.set(&types, Self.numbers(text, orNone: true))
        case .tag: return Self.set(&tags, Self.numbers(text))
        case .correspondent: return Self.set(&correspondents, Self.numbers(text, orNone: true))
        case .place: return Self.set(&places, Self.numbers(text, orNone: true))
        case .person: return Self.set(&persons, Self.numbers(text, orNone: true))
        case .state: return Self.set(&states, Self.values(text))
        case .source: return Self.set(&sources, Self.values(text))
        case .date: return Self.set(&date, Self.span(text) { Day($0) })
        case .captured: return Self.set(&captured, Self.span(text) { Day($0) })
        case .weekday: return Self.set(&weekdays, Self.values(text))
        case .due: return Self.set(&due, Self.span(text) { Day($0) })
        case .pages: return Self.set(&pages, Self.span(text) { Int($0).flatMap { $0 > 0 ? $0 : nil } })
        case .hasText: return Self.set(&hasText, Self.choice(text))
        case .hasCode: return Self.set(&hasCode, Self.choice(text))
        case .needsCheck: return Self.set(&needsCheck, Self.choice(text))
        case .trash:
            guard let choice = Self.choice(text) else { return false }
            isTrash = choice == true
            return true
        }
    }

    private static func set<Value>(_ part: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        part = value
        return true
    }

    // MARK: Texts of values

    private static func text(_ numbers: Set<Int64>) -> String? {
        numbers.isEmpty
            ? nil : numbers.sorted().map { $0 == unnamed ? none : String($0) }.joined(separator: ",")
    }

    /// The value for documents without a name.
    static let none = "none"

    private static func text<Value: RawRepresentable<String> & Hashable>(_ values: Set<Value>) -> String? {
        values.isEmpty ? nil : values.map(\.rawValue).sorted().joined(separator: ",")
    }

    /// Formats a span as "2026-01-01..2026-03-31"; a missing bound is empty.
    private static func text<Value>(_ span: Span<Value>) -> String? {
        span.isAll ? nil : "\(span.lower.map { "\($0)" } ?? "")..\(span.upper.map { "\($0)" } ?? "")"
    }

    /// The maximum number of values. No person creates a URL with more.
    private static let maximumValues = 100

    private static func numbers(_ text: String, orNone: Bool = false) -> Set<Int64>? {
        let parts = text.split(separator: ",")
        let numbers = parts.compactMap { part -> Int64? in
            if orNone, part == none { return unnamed }
            return Int64(part).flatMap { $0 > 0 ? $0 : nil }
        }
        return numbers.count == parts.count && parts.count <= maximumValues ? Set(numbers) : nil
    }

    private static func values<Value: RawRepresentable<String> & Hashable>(_ text: String) -> Set<Value>? {
        let parts = text.split(separator: ",")
        let values = parts.compactMap { Value(rawValue: String($0)) }
        return values.count == parts.count && parts.count <= maximumValues ? Set(values) : nil
    }

    /// Parses a span. A single value is a span from and to itself.
    private static func span<Value>(_ text: String, _ value: (Substring) -> Value?) -> Span<Value>? {
        if text.isEmpty { return .all }
        let bounds =
            text.firstRange(of: "..").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [
                text[...], text[...],
            ]
        let values = bounds.map { $0.isEmpty ? nil : value($0) }
        guard zip(bounds, values).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
        return Span(from: values[0], to: values[1])
    }

    /// Parses a choice: `nil` if the text is invalid, and `.some(nil)` if nothing was chosen.
    private static func choice(_ text: String) -> Bool?? {
        switch text {
        case "": .some(nil)
        case "yes": true
        case "no": false
        default: nil
        }
    }
}
