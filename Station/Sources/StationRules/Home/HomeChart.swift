/// The charts of the overview.
public enum HomeChart: String, Hashable, Sendable, CaseIterable {
    case days
    case weekdays
    case weeks
    case folders
    case types
    case people
    case flow
    case storage

    public var title: String {
        switch self {
        case .days: localized("Pages per Day")
        case .weekdays: localized("Pages per Weekday")
        case .weeks: localized("Pages per Week")
        case .folders: localized("Pages by Folder")
        case .types: localized("Pages by Document Type")
        case .people: localized("Pages by Person")
        case .flow: localized("Growth of the Library")
        case .storage: localized("Storage over Time")
        }
    }

    /// What is counted in the chart.
    public var subtitle: String {
        switch self {
        case .days, .flow: localized("Last \(HomeRange.month) days")
        case .weekdays, .weeks: localized("Last \(HomeRange.weeks) weeks")
        case .folders, .types, .people: localized("All documents")
        case .storage: localized("Last \(HomeRange.storage) days")
        }
    }

    public var path: String { "\(Place.home.path)/charts/\(rawValue)" }
}

/// The values of an overview chart, and the documents behind each.
public struct HomeSeries: Hashable, Sendable {
    public struct Item: Hashable, Sendable {
        /// The name of the value: a day, a folder or a step.
        public let name: Name
        public let amount: DocumentAmount
        /// The list of the counted documents; `nil` if no list shows them.
        public let list: ListQuery?
        /// The amount by the source of the documents, for stacked charts.
        public let parts: [ListFilter.Source: DocumentAmount]

        init(
            _ name: Name, _ amount: DocumentAmount, list: ListQuery?,
            parts: [ListFilter.Source: DocumentAmount] = [:]
        ) {
            self.name = name
            self.amount = amount
            self.list = list
            self.parts = parts
        }
    }

    public enum Name: Hashable, Sendable {
        case day(Day)
        case text(String)
    }

    public let chart: HomeChart
    public let items: [Item]
    /// The list of all counted documents.
    public let list: ListQuery
    /// The key figure beside the chart.
    public let total: DocumentAmount

    /// - Returns: `nil` for charts that do not count documents, such as the storage.
    public init?(_ chart: HomeChart, _ figures: HomeFigures) {
        self.chart = chart
        let start = figures.today.adding(1 - HomeRange.month)
        switch chart {
        case .days:
            items = figures.last(HomeRange.month).map {
                Item(.day($0.day), $0.sum, list: HomeList.captured(from: $0.day, to: $0.day))
            }
            list = HomeList.captured(from: start, to: figures.today)
        case .weekdays:
            items = Self.weekdays(figures)
            list = HomeList.captured(from: figures.days.first?.day, to: figures.today)
        case .weeks:
            items = Self.weeks(figures)
            list = HomeList.captured(from: figures.weeks.first?.first?.day, to: figures.today)
        case .folders:
            items = Self.named(figures.folders, localized("No Folder")) { HomeList.folder($0) }
            list = ListQuery()
        case .types:
            items = Self.named(figures.types, localized("No Document Type")) { HomeList.type($0) }
            list = ListQuery()
        case .people:
            items = Self.named(figures.people, localized("Nobody in Particular")) { HomeList.person($0) }
            list = ListQuery()
        case .flow:
            (items, total) = Self.flow(figures, from: start)
            list = ListQuery()
            return
        case .storage: return nil
        }
        total = items.reduce(DocumentAmount()) { $0 + $1.amount }
    }

    private static func weekdays(_ figures: HomeFigures) -> [Item] {
        let sums = Dictionary(grouping: figures.days) { $0.day.weekday }.mapValues {
            $0.reduce(DocumentAmount()) { $0 + $1.sum }
        }
        let names = CalendarMonth.weekdayNames
        return (0..<7).map { place in
            let weekday = (figures.firstWeekday + place) % 7
            return Item(
                .text(names[weekday]), sums[weekday] ?? DocumentAmount(),
                list: HomeList.weekday(weekday, from: figures.days.first?.day, to: figures.today))
        }
    }

    private static func weeks(_ figures: HomeFigures) -> [Item] {
        figures.weeks.map { days in
            let parts = days.reduce(into: [ListFilter.Source: DocumentAmount]()) { sums, day in
                sums.merge(day.amounts) { $0 + $1 }
            }
            return Item(
                .day(days[days.startIndex].day), parts.values.reduce(DocumentAmount(), +),
                list: HomeList.captured(from: days.first?.day, to: days.last?.day), parts: parts)
        }
    }

    private static func named(
        _ all: [HomeFigures.Named], _ nameless: String, _ list: (Int64?) -> ListQuery
    ) -> [Item] {
        all.sorted { ($0.amount.pages, $1.name) > ($1.amount.pages, $0.name) }.map {
            Item(.text($0.id == nil || $0.name.isEmpty ? nameless : $0.name), $0.amount, list: list($0.id))
        }
    }

    /// Returns the steps from the initial number of documents through additions and deletions to the current number.
    private static func flow(_ figures: HomeFigures, from start: Day) -> ([Item], DocumentAmount) {
        let month = figures.last(HomeRange.month).reduce(into: [ListFilter.Source: DocumentAmount]()) { sums, day in
            sums.merge(day.amounts) { $0 + $1 }
        }
        let came = month.values.reduce(DocumentAmount(), +)
        let (all, deleted) = (figures.all, figures.deleted)
        let before = DocumentAmount(
            documents: all.documents - came.documents + deleted.documents,
            pages: all.pages - came.pages + deleted.pages)
        let sources = ListFilter.Source.allCases.map { source in
            Item(
                .text(source.arrival), month[source] ?? DocumentAmount(),
                list: HomeList.source(source, from: start, to: figures.today))
        }
        let went = DocumentAmount(documents: -deleted.documents, pages: -deleted.pages)
        return (
            [Item(.text(localized("Before")), before, list: nil)] + sources
                + [
                    Item(.text(localized("Deleted")), went, list: HomeList.deleted(before: start)),
                    Item(.text(localized("Today")), all, list: ListQuery()),
                ], all
        )
    }
}

extension ListFilter.Source {
    /// The name of the source as a step of the library's growth.
    public var arrival: String {
        switch self {
        case .scan: localized("Scanned")
        case .import: localized("Imported")
        case .program: localized("By Programs")
        }
    }
}
