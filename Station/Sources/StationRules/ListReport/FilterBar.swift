import FoundationEssentials

/// The row of chips above a list: the applied filters, and those available with one tap.
public struct FilterBar: Hashable, Sendable {
    public struct Chip: Hashable, Sendable {
        /// The same name for the same filter, whether it is applied or not.
        public let name: String
        public let text: String
        public let isActive: Bool
        /// The list after a tap.
        public let query: ListQuery
        /// The filter that a tap opens instead of applying one.
        public var opens: ListFilter.Field?
    }

    /// A filter offered in the bar before it is applied.
    enum FastFilter: String, CaseIterable {
        case inbox
        case unfiled

        var field: ListFilter.Field { self == .inbox ? .state : .folder }
        var value: String { self == .inbox ? ListFilter.ReviewState.inbox.rawValue : ListFilter.none }
        var text: String { self == .inbox ? ListFilter.ReviewState.inbox.label : Self.unfiledText }
        static var unfiledText: String { ListNames.unnamed(.folder) }
    }

    /// The chips: first a chosen order, then applied filters in the order of the form, then the others.
    public let chips: [Chip]
    /// The number of applied filters.
    public let count: Int

    /// - Parameter clock: The clock that formats days.
    public init(_ query: ListQuery, names: ListNames, clock: StationClock) {
        count = query.filter.count
        let applied = ListFilter.Field.allCases.flatMap { Self.chips(of: $0, query, names, clock) }
        let fast = FastFilter.allCases.filter { filter in
            // Omit a filter that matches everything.
            query.filter.text(of: filter.field) == nil && (filter != .unfiled || !names.folders.isEmpty)
        }
        let offered = fast.map { filter in
            var after = query
            after.filter.set(filter.field, to: filter.value)
            return Chip(
                name: "\(filter.field.rawValue)-\(filter.value)", text: filter.text, isActive: false, query: after)
        }
        chips = Self.order(query) + Self.grouping(query) + applied + offered + Self.openers(query, names)
    }

    /// Returns frequently used filters that need a value, without those that have no values.
    private static func openers(_ query: ListQuery, _ names: ListNames) -> [Chip] {
        [ListFilter.Field.type, .tag, .date].compactMap { field in
            guard !FilterForm(query, names: names, only: field).cells.isEmpty else { return nil }
            return Chip(
                name: "choose-\(field.rawValue)", text: field.label, isActive: false, query: query, opens: field)
        }
    }

    private static func order(_ query: ListQuery) -> [Chip] {
        guard !query.sort.isEmpty else { return [] }
        var after = query
        after.sort(by: [])
        return [
            Chip(name: "sort", text: localized("Sort By: \(ListTexts.order(query))"), isActive: true, query: after)
        ]
    }

    private static func grouping(_ query: ListQuery) -> [Chip] {
        guard let grouping = query.grouping else { return [] }
        var after = query
        after.grouping = nil
        return [
            Chip(name: "group", text: localized("Group By: \(grouping.label)"), isActive: true, query: after)
        ]
    }

    /// Returns one chip per value of a set, so that each can be removed individually.
    private static func chips(
        of field: ListFilter.Field, _ query: ListQuery, _ names: ListNames, _ clock: StationClock
    ) -> [Chip] {
        guard field != .trash, let text = query.filter.text(of: field) else { return [] }
        let values = text.contains("..") ? [text] : text.split(separator: ",").map(String.init)
        return values.map { value in
            let rest = values.filter { $0 != value }.joined(separator: ",")
            var after = query
            after.filter.set(field, to: rest)
            return Chip(
                name: "\(field.rawValue)-\(value)", text: Self.text(of: field, value, names, clock), isActive: true,
                query: after)
        }
    }

    /// Returns the value or name, with a label if it would be ambiguous.
    private static func text(
        of field: ListFilter.Field, _ value: String, _ names: ListNames, _ clock: StationClock
    ) -> String {
        switch field {
        case .folder, .tag, .type, .correspondent, .place:
            names.text(Int64(value) ?? ListFilter.unnamed, of: field)
        case .person: "\(field.label): \(names.text(Int64(value) ?? ListFilter.unnamed, of: field))"
        case .weekday: "\(field.label): \(ListFilter.Weekday(rawValue: value)?.label ?? value)"
        case .state: ListFilter.ReviewState(rawValue: value)?.label ?? value
        case .source: "\(field.label): \(ListFilter.Source(rawValue: value)?.label ?? value)"
        case .date, .captured, .due: "\(field.label): \(span(value) { Day($0).flatMap(clock.day) ?? String($0) })"
        case .pages: "\(field.label): \(span(value) { String($0) })"
        case .hasText: value == "yes" ? localized("With Text") : localized("Without Text")
        case .hasCode: value == "yes" ? localized("With Codes") : localized("Without Codes")
        case .needsCheck: value == "yes" ? CropMessages.check : localized("No Crops to Check")
        case .trash: field.label
        }
    }

    /// Returns "1–5", "from 1" or "to 5".
    private static func span(_ text: String, _ value: (Substring) -> String) -> String {
        guard let dots = text.firstRange(of: "..") else { return value(text[...]) }
        let (lower, upper) = (text[..<dots.lowerBound], text[dots.upperBound...])
        if lower == upper { return value(lower) }
        if lower.isEmpty { return localized("to \(value(upper))") }
        return upper.isEmpty ? localized("from \(value(lower))") : "\(value(lower)) – \(value(upper))"
    }
}

extension StationClock {
    /// Returns the text of a day; `nil` if it does not exist in the calendar.
    public func day(_ day: Day) -> String? { date(day).map { self.day($0) } }

    /// Returns a month such as "Nov 2026".
    /// - Parameter month: A month such as "2026-11".
    public func month(_ month: String) -> String? { Day(month + "-01").flatMap(date).map { self.month($0) } }

    /// Returns the day at noon, so that daylight saving time cannot change the day.
    private func date(_ day: Day) -> Date? {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
    }
}
