/// The form for the order of a list and all of its filters.
public struct FilterForm: Hashable, Sendable {
    public struct Value: Hashable, Sendable {
        /// The value in URLs.
        public let value: String
        public let label: String
        public let isChosen: Bool
    }

    /// A property by which the list can be sorted.
    public struct Criterion: Hashable, Sendable {
        public let label: String
        public let isChosen: Bool
        /// Whether it is the default order.
        public let isUsual: Bool
        /// The directions' names in URLs and their labels for this property; the selected or default one first.
        public let directions: [Value]
    }

    /// The control for choosing the order.
    public enum Order: Hashable, Sendable {
        /// A single criterion, in its default direction.
        case one([Value])
        /// Several criteria, most important first. Those that the list is sorted by come first, in their order.
        case several([Criterion])
    }

    public enum Kind: Hashable, Sendable {
        /// Up to three short values side by side.
        case segments([Value])
        /// Up to eight short values.
        case chips([Value])
        /// Any number of values, with selected ones first.
        case picker([Value])
        /// A switch that reveals the bounds while it is on.
        case days(from: String, to: String)
        /// A small range of numbers, where exact values do not matter: a slider with two thumbs.
        case range(maximum: Int, from: String, to: String)
        /// A large range of numbers: fields with steppers.
        case steps(maximum: Int, from: String, to: String)
    }

    public struct Cell: Hashable, Sendable {
        /// The name in URLs.
        public let name: String
        public let label: String
        /// Whether several values may be selected.
        public let isMultiple: Bool
        public let kind: Kind
    }

    /// `nil` in the form of a single filter.
    public let order: Order?
    public let cells: [Cell]
    /// The parameters that the form does not change.
    public let kept: [ListQuery.Item]

    /// The largest maximum at which a finger can still select each number on a slider.
    static let maximumRange = 30

    /// - Parameter only: The only filter to show; `nil` for the whole form.
    public init(_ query: ListQuery, names: ListNames, only: ListFilter.Field? = nil) {
        if let only {
            order = nil
            cells = [Self.cell(only, query.filter, names)].compactMap(\.self)
        } else {
            order = Self.order(query)
            cells =
                [Self.grouping(query)] + ListFilter.Field.allCases.compactMap { Self.cell($0, query.filter, names) }
        }
        let shown = Set(cells.map(\.name) + (order == nil ? [] : ["sort"]))
        kept = query.items.filter { !shown.contains($0.name) }
    }

    private static func order(_ query: ListQuery) -> Order {
        let entries = QuickSort(query).entries
        // In the trash, people look for what was deleted last. A URL may request another order.
        guard query.filter.isTrash, entries.contains(where: { $0.usual == query }) else {
            return .several(criteria(query))
        }
        return .one(
            entries.map { Value(value: "\($0.usual.order[0])", label: $0.label, isChosen: $0.usual == query) })
    }

    private static func criteria(_ query: ListQuery) -> [Criterion] {
        let order = query.order
        let others = SortCriterion.Property.allCases.filter { property in
            !order.contains { $0.property == property } && property.sorts(query)
        }
        var whole = query
        whole.sort(by: [])
        let usual = whole.order
        return order.map { criterion($0, isChosen: true, usual) }
            + others.map { criterion(SortCriterion($0), isChosen: false, usual) }
    }

    private static func criterion(_ criterion: SortCriterion, isChosen: Bool, _ usual: [SortCriterion]) -> Criterion {
        var opposite = criterion
        opposite.direction = criterion.direction.opposite
        let directions = criterion.property == .relevance ? [criterion] : [criterion, opposite]
        return Criterion(
            label: criterion.property.label, isChosen: isChosen,
            isUsual: usual.contains { $0.property == criterion.property },
            directions: directions.map { Value(value: "\($0)", label: $0.directionLabel, isChosen: $0 == criterion) })
    }

    private static func grouping(_ query: ListQuery) -> Cell {
        let none = Value(value: "", label: localized("None"), isChosen: query.grouping == nil)
        let values = ListQuery.Grouping.allCases.map {
            Value(value: $0.rawValue, label: $0.label, isChosen: $0 == query.grouping)
        }
        return Cell(name: "group", label: localized("Group By"), isMultiple: false, kind: .chips([none] + values))
    }

    /// Returns the cell of a filter; `nil` if there is nothing to choose from.
    private static func cell(_ field: ListFilter.Field, _ filter: ListFilter, _ names: ListNames) -> Cell? {
        func cell(_ kind: Kind, isMultiple: Bool = false) -> Cell {
            Cell(name: field.rawValue, label: field.label, isMultiple: isMultiple, kind: kind)
        }
        func value(_ value: String, _ label: String) -> Value {
            Value(value: value, label: label, isChosen: filter.text(of: field) == value)
        }
        func set<Kind: RawRepresentable<String>>(_ values: [Kind], _ label: (Kind) -> String) -> Cell {
            let chosen = Set((filter.text(of: field) ?? "").split(separator: ",").map(String.init))
            return cell(
                kind(
                    values.map { Value(value: $0.rawValue, label: label($0), isChosen: chosen.contains($0.rawValue)) }),
                isMultiple: true)
        }
        switch field {
        case .folder, .tag, .type, .correspondent, .place:
            return names.names(of: field).flatMap { Self.cell(field, filter, $0) }
        case .state: return set(ListFilter.ReviewState.allCases, \.label)
        case .source: return set(ListFilter.Source.allCases, \.label)
        case .date: return cell(days(filter.date))
        case .captured: return cell(days(filter.captured))
        case .weekday: return set(ListFilter.Weekday.allCases, \.label)
        case .due: return cell(days(filter.due))
        case .pages:
            let (from, to) = (Self.text(filter.pages.lower), Self.text(filter.pages.upper))
            let maximum = max(names.maximumPages, filter.pages.lower ?? 0, filter.pages.upper ?? 0)
            // All documents have one page, so there is nothing to choose.
            guard maximum > 1 else { return nil }
            return cell(
                maximum <= maximumRange
                    ? .range(maximum: maximum, from: from, to: to) : .steps(maximum: maximum, from: from, to: to))
        case .hasText, .hasCode, .needsCheck:
            return cell(
                kind([
                    Value(value: "", label: localized("All"), isChosen: filter.text(of: field) == nil),
                    value("yes", localized("With")), value("no", localized("Without")),
                ]))
        // The trash is a separate screen, and persons are chosen on their chart.
        case .trash, .person: return nil
        }
    }

    private static func cell(_ field: ListFilter.Field, _ filter: ListFilter, _ names: [ListNames.Name]) -> Cell? {
        guard !names.isEmpty else { return nil }
        let chosen = Set((filter.text(of: field) ?? "").split(separator: ",").map(String.init))
        var values = names.map { Value(value: "\($0.id)", label: $0.text, isChosen: chosen.contains("\($0.id)")) }
        if field == .folder {
            values.insert(Value(value: "", label: localized("All"), isChosen: chosen.isEmpty), at: 0)
            values.insert(
                Value(
                    value: ListFilter.none, label: FilterBar.FastFilter.unfiledText,
                    isChosen: chosen == [ListFilter.none]), at: 1)
        } else if field != .tag {
            let isChosen = chosen.contains(ListFilter.none)
            values.append(Value(value: ListFilter.none, label: localized("None"), isChosen: isChosen))
        }
        return Cell(name: field.rawValue, label: field.label, isMultiple: field != .folder, kind: kind(values))
    }

    /// Returns the kind of control for the number and length of the values.
    static func kind(_ values: [Value]) -> Kind {
        switch ValueArrangement(of: values.map(\.label)) {
        case .segments: .segments(values)
        case .chips: .chips(values)
        case .list: .picker(values.filter(\.isChosen) + values.filter { !$0.isChosen })
        }
    }

    private static func days(_ span: Span<Day>) -> Kind { .days(from: text(span.lower), to: text(span.upper)) }

    private static func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "" }
}
