public import FoundationEssentials

/// Entries in chronological order, and their relation to today.
public struct Timeline: Hashable, Sendable {
    /// The unit named in the headings above entries, one above the unit of their times.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case month
        case day

        public var label: String {
            switch self {
            case .month: localized("Month")
            case .day: localized("Day")
            }
        }
    }

    public struct Cell: Hashable, Sendable {
        public let entry: TimelineEntry
        public let tense: Tense
        public let node: TimelineNode
        /// Whether the marker for now is above it: the first unfinished entry of today, otherwise the next one.
        public let isNow: Bool
        /// The time that the heading does not include: "Nov 25" or "9:05 AM".
        public let time: String
        /// The full date for machines.
        public let exactTime: String
        public let statuses: [CardStatus]
        public let facts: [String]
    }

    public struct Section: Hashable, Sendable {
        /// The heading, such as "Nov 2026" or "Nov 25, 2026".
        public let heading: String
        public let cells: [Cell]
    }

    public let sections: [Section]
    public var cells: [Cell] { sections.flatMap(\.cells) }

    /// - Parameters:
    ///   - entries: The entries in any order.
    ///   - start: Whether the first entry is the very beginning.
    ///   - end: Whether the last entry is the very end.
    public init(
        _ entries: [TimelineEntry], by unit: Unit = .month, now: Date, clock: StationClock, start: Bool = false,
        end: Bool = false
    ) {
        let calendar = clock.calendar
        let today = Day(now, in: calendar)
        let ordered = Self.ordered(entries, calendar)
        let place = ordered.firstIndex { $0.isToCome(now, today) }
        let cells = ordered.enumerated().map { index, entry in
            let tense = Tense(entry.moment.day(calendar), today: today)
            let node: TimelineNode =
                start && index == 0 ? .start : end && index == ordered.count - 1 ? .end : TimelineNode(entry, tense)
            return Cell(
                entry: entry, tense: tense, node: node, isNow: index == place,
                time: Self.time(entry.moment, unit, clock), exactTime: Self.exact(entry.moment, clock),
                statuses: entry.statuses(today: today),
                facts: Array(entry.facts.prefix(TimelineEntry.maximumFacts)))
        }
        var sections: [Section] = []
        for cell in cells {
            let heading = Self.heading(cell.entry.moment.day(calendar), unit, clock)
            if sections.last?.heading == heading, let last = sections.popLast() {
                sections.append(Section(heading: heading, cells: last.cells + [cell]))
            } else {
                sections.append(Section(heading: heading, cells: [cell]))
            }
        }
        self.sections = sections
    }

    /// Sorts entries from earliest to latest. All-day entries may be done until the end of the day, so they follow
    /// those with a time.
    static func ordered(_ entries: [TimelineEntry], _ calendar: Calendar) -> [TimelineEntry] {
        func key(_ entry: TimelineEntry) -> (Day, Double) {
            switch entry.moment {
            case .day(let day): (day, .infinity)
            case .time(let date): (Day(date, in: calendar), date.timeIntervalSince1970)
            }
        }
        // A stable sort keeps simultaneous entries in their original order.
        return entries.enumerated().sorted { first, second in
            let (a, b) = (key(first.element), key(second.element))
            return (a.0, a.1, first.offset) < (b.0, b.1, second.offset)
        }.map(\.element)
    }

    private static func time(_ moment: TimelineEntry.Moment, _ unit: Unit, _ clock: StationClock) -> String {
        switch (moment, unit) {
        case (.time(let date), .day): clock.time(date)
        case (.time(let date), .month): clock.dayOfYear(date)
        case (.day(let day), .month): clock.shortDay(day)
        case (.day, .day): localized("All Day")
        }
    }

    private static func exact(_ moment: TimelineEntry.Moment, _ clock: StationClock) -> String {
        switch moment {
        case .time(let date): clock.exact(date)
        case .day(let day): day.description
        }
    }

    private static func heading(_ day: Day, _ unit: Unit, _ clock: StationClock) -> String {
        switch unit {
        case .month: clock.month(String(day.description.prefix(7))) ?? day.description
        case .day: clock.day(day) ?? day.description
        }
    }
}

extension StationClock {
    /// Formats a day without its year: "Nov 22".
    public func shortDay(_ day: Day) -> String {
        calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
            .map { dayOfYear($0) } ?? day.description
    }

    /// Formats a day with its year, unless it is this one: "Nov 22" or "Nov 22, 2031".
    public func shortDay(_ day: Day, now: Date) -> String {
        day.year == year(now) ? shortDay(day) : order.day(shortDay(day), year: day.year)
    }
}

/// The entries around today, in a strip that links to the whole timeline.
public struct TimelinePreview: Hashable, Sendable {
    /// The maximum number in narrow windows, and in wide ones.
    public static let compact = 2
    public static let regular = 4

    public struct Item: Hashable, Sendable {
        public let cell: Timeline.Cell
        /// The time, or "Today".
        public let time: String
        /// Whether narrow windows show it too.
        public let isAlwaysShown: Bool
        /// The whole entry as a sentence, for screen readers.
        public let text: String
    }

    public let items: [Item]
    /// The number of entries in the whole timeline.
    public let total: Int

    /// - Parameters:
    ///   - entries: The latest past and the next future entries, more of each than the strip shows.
    ///   - total: The number of all entries.
    public init(_ entries: [TimelineEntry], total: Int, now: Date, clock: StationClock) {
        self.total = total
        let ordered = Timeline.ordered(entries, clock.calendar)
        let today = Day(now, in: clock.calendar)
        // Upcoming entries matter more, but the last past one gives context.
        let next = ordered.filter { $0.isToCome(now, today) }
        let last = ordered.filter { !$0.isToCome(now, today) }
        let coming = Array(next.prefix(max(Self.regular - 1, Self.regular - last.count)))
        let past = Array(last.suffix(Self.regular - coming.count))
        let compact = Set(
            (past.suffix(max(1, Self.compact - coming.count)) + coming.prefix(max(1, Self.compact - past.count))))
        let shown = Timeline(past + coming, now: now, clock: clock).cells
        items = shown.enumerated().map { place, cell in
            let day = cell.entry.day(clock.calendar)
            let isThisYear = day.year == clock.year(now)
            let time =
                cell.tense == .current ? localized("Today") : isThisYear ? cell.time : clock.shortDay(day, now: now)
            let kind = cell.entry.kind.label
            return Item(
                cell: cell, time: time, isAlwaysShown: compact.contains(cell.entry),
                text: localized(
                    "\(place + 1) of \(shown.count): \(time), \(cell.node.label), \(cell.tense.label), \(kind), \(cell.entry.title)"
                ))
        }
    }
}

extension TimelineEntry {
    fileprivate func day(_ calendar: Calendar) -> Day {
        switch moment {
        case .time(let date): Day(date, in: calendar)
        case .day(let day): day
        }
    }

    /// Whether it is still in the future. All-day entries may be done until the end of the day.
    fileprivate func isToCome(_ now: Date, _ today: Day) -> Bool {
        switch moment {
        case .time(let date): date > now
        case .day(let day): day >= today
        }
    }
}
