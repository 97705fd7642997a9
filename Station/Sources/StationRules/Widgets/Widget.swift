/// The content of a widget, shared by HTML and SVG.
public struct Widget: Hashable, Sendable {
    public enum Header: Hashable, Sendable {
        case standard
        /// A number, a date or an amount.
        case figure(String, unit: String)
        /// The URL of the newest picture.
        case image(String)
        /// A figure compared with the previous one.
        case change(String, unit: String, since: String)
        case empty(IllustratedMessage)
        /// For visitors who have to sign in first.
        case authentication

        /// Whether it replaces all other parts.
        var isAll: Bool {
            switch self {
            case .empty, .authentication: true
            case .standard, .figure, .image, .change: false
            }
        }
    }

    /// A row that links to an object.
    public struct Row: Hashable, Sendable {
        public let path: String
        public let title: String
        public let subtitle: String
        /// The URL of a picture; `nil` without one.
        public let picture: String?
        /// The document that the row is about.
        public let document: Int64?
    }

    public enum Part: Hashable, Sendable {
        case chart(HomeChart)
        case rows([Row])
    }

    public struct Button: Hashable, Sendable {
        public enum Action: Hashable, Sendable {
            case open(String)
            /// Removes a document from the inbox.
            case file(Int64)
        }

        public let label: String
        /// The name of a Bootstrap icon that replaces the label; `nil` to show the label.
        public let symbol: String?
        public let action: Action
        /// Whether it can be pressed. Buttons that change something require sign-in.
        public let isActive: Bool
    }

    public enum Footer: Hashable, Sendable {
        case none
        case text(String)
        /// One or two buttons, either all with icons or all with labels.
        case buttons([Button])
    }

    public enum Background: Hashable, Sendable {
        case standard
        /// Shows a status by color, in addition to words.
        case level(CardStatus.Level)
        /// The URL of a picture.
        case image(String)
    }

    public let kind: WidgetKind
    public let size: WidgetSize
    /// The link of the widget.
    public let path: String
    public let header: Header
    public let parts: [Part]
    public let footer: Footer
    public let background: Background
    /// The count at the right of the title.
    public let counter: Int?
    /// The text below the title.
    public let subtitle: String?

    public var title: String { kind.title }

    /// Creates the widget for visitors who have not signed in, which reveals nothing about the library.
    public init(signedOut kind: WidgetKind, _ size: WidgetSize) {
        self.init(kind, size, path: Self.signIn, .authentication)
    }

    static let signIn = "/sign-in"

    private init(
        _ kind: WidgetKind, _ size: WidgetSize, path: String, _ header: Header, parts: [Part] = [],
        footer: Footer = .none, background: Background = .standard, counter: Int? = nil, subtitle: String? = nil
    ) {
        self.kind = kind
        self.size = size
        self.path = path
        self.header = header
        self.parts = header.isAll ? [] : parts
        self.footer = header.isAll ? .none : footer
        self.background = background
        self.counter = header.isAll ? nil : counter
        self.subtitle = subtitle
    }

    public init(_ kind: WidgetKind, _ size: WidgetSize, _ facts: WidgetFacts) {
        let header = Self.header(kind, size, facts)
        let rows = kind.body(size).map { Self.part($0, facts) }
        self.init(
            kind, size, path: kind.path(on: facts.figures.today), header, parts: rows,
            footer: Self.footer(kind, size, facts), background: Self.background(kind, size, facts),
            counter: kind == .inbox ? facts.figures.inbox : nil, subtitle: Self.subtitle(kind, size, facts))
    }

    // MARK: What it says

    private static func header(_ kind: WidgetKind, _ size: WidgetSize, _ facts: WidgetFacts) -> Header {
        if let message = facts.message(kind) { return .empty(message) }
        switch kind {
        case .today:
            let pages = facts.pagesToday
            return .figure(
                Language.current.wholeNumber(pages), unit: pages == 1 ? localized("page") : localized("pages"))
        case .inbox: return .standard
        case .due: return size == .small ? .figure(facts.nextDue ?? "–", unit: "") : .standard
        case .recent: return facts.documents.first?.picture.map { size == .small ? .image($0) : .standard } ?? .standard
        case .storage: return .figure("\(FileSize(bytes: facts.bytes))", unit: "")
        case .types: return .standard
        case .weeks:
            let weeks = facts.weeks
            return .change(
                Language.current.wholeNumber(weeks.this),
                unit: weeks.this == 1 ? localized("page") : localized("pages"),
                since: localized("after \(Language.current.wholeNumber(weeks.before)) the week before"))
        }
    }

    private static func subtitle(_ kind: WidgetKind, _ size: WidgetSize, _ facts: WidgetFacts) -> String? {
        switch kind {
        case .today: facts.target.map { localized("Target: \($0)") }
        case .inbox, .recent, .due: size == .small ? facts.documents.first?.title : nil
        case .storage: size == .small ? nil : HomeChart.storage.subtitle
        case .types: size == .small ? nil : HomeChart.types.subtitle
        case .weeks: size == .small ? nil : HomeChart.weeks.subtitle
        }
    }

    private static func part(_ part: WidgetPart, _ facts: WidgetFacts) -> Part {
        switch part {
        case .chart(let chart): .chart(chart)
        case .documents(let maximum): .rows(facts.documents.prefix(maximum).map(\.row))
        case .names(let maximum): .rows(Array(facts.names.prefix(maximum)))
        }
    }

    private static func footer(_ kind: WidgetKind, _ size: WidgetSize, _ facts: WidgetFacts) -> Footer {
        switch (kind, size) {
        case (.inbox, _):
            guard let next = facts.documents.first else { return .none }
            let file = Button(
                label: localized("Mark as Reviewed"), symbol: size == .small ? "check-lg" : nil, action: .file(next.id),
                isActive: facts.mayFile)
            guard size != .small else { return .buttons([file]) }
            let other =
                facts.mayFile
                ? Button(label: localized("Show"), symbol: nil, action: .open(next.row.path), isActive: true)
                : Button(label: localized("Sign In"), symbol: nil, action: .open(signIn), isActive: true)
            return .buttons([file, other])
        case (.today, .large):
            return .buttons([
                Button(label: localized("Scan"), symbol: "camera", action: .open("/scan?new="), isActive: true),
                Button(
                    label: localized("Search"), symbol: "search", action: .open(Place.library.path), isActive: true),
            ])
        case (.recent, .large):
            return .buttons([
                Button(label: localized("Scan"), symbol: nil, action: .open("/scan?new="), isActive: true)
            ])
        case (.due, .large), (.due, .small): return .text(facts.dueText)
        default: return .none
        }
    }

    private static func background(_ kind: WidgetKind, _ size: WidgetSize, _ facts: WidgetFacts) -> Background {
        switch kind {
        case .today where facts.isTargetReached: .level(.positive)
        case .due where facts.overdue > 0: .level(.critical)
        case .recent where size == .small:
            facts.documents.first?.picture.map { .image($0) } ?? .standard
        default: .standard
        }
    }
}

extension Widget {
    /// The content in words.
    public var summary: String {
        switch header {
        case .empty(let message):
            return ([message.title] + (message.description.map { [$0] } ?? [])).joined(separator: ". ")
        case .authentication: return WidgetMessages.signedOut.title
        case .figure(let text, let unit):
            return ([subtitle, unit.isEmpty ? text : "\(text) \(unit)"].compactMap(\.self)).joined(separator: ", ")
        case .change(let text, let unit, let since): return "\(text) \(unit) \(since)"
        case .standard, .image:
            let titles = parts.flatMap { part -> [String] in
                if case .rows(let rows) = part { rows.map { "\($0.title), \($0.subtitle)" } } else { [] }
            }
            return titles.isEmpty ? subtitle ?? title : titles.joined(separator: "; ")
        }
    }
}

/// The data that widgets are made from.
public struct WidgetFacts: Hashable, Sendable {
    public struct Document: Hashable, Sendable {
        public let id: Int64
        public let title: String
        /// "Today, 9:05 AM", or the due date.
        public let facts: String
        public let due: Day?
        /// The URL of its picture.
        public let picture: String?

        public init(id: Int64, title: String, facts: String, due: Day?, picture: String?) {
            self.id = id
            self.title = title
            self.facts = facts
            self.due = due
            self.picture = picture
        }

        var row: Widget.Row {
            Widget.Row(
                path: "\(Place.library.path)/\(id)", title: title, subtitle: facts, picture: picture, document: id)
        }
    }

    public let figures: HomeFigures
    public let bytes: Int
    /// The person's daily target in pages; `nil` without one.
    public let target: Int?
    /// The first documents of the widget's list.
    public let documents: [Document]
    /// The earliest due date without the year.
    public let nextDue: String?
    /// Whether the viewer may file documents.
    public let mayFile: Bool

    public init(
        _ figures: HomeFigures, bytes: Int, target: Int?, documents: [Document], nextDue: String?, mayFile: Bool
    ) {
        self.figures = figures
        self.bytes = bytes
        self.target = target
        self.documents = documents
        self.nextDue = nextDue
        self.mayFile = mayFile
    }

    var pagesToday: Int { figures.days.last?.sum.pages ?? 0 }
    var isTargetReached: Bool { target.map { pagesToday >= $0 } ?? false }

    /// The pages of this week until today and of the week before: the last ones of the chart.
    var weeks: (this: Int, before: Int) {
        let pages = figures.weeks.suffix(2).map { $0.reduce(0) { $0 + $1.sum.pages } }
        return (pages.last ?? 0, pages.first ?? 0)
    }

    /// The number of overdue documents among the listed ones.
    var overdue: Int { documents.count { $0.due.map { $0 < figures.today } ?? false } }

    var dueText: String {
        figures.due == 1 ? localized("1 document") : localized("\(Language.current.wholeNumber(figures.due)) documents")
    }

    /// The names with their counts, linked to the counted lists.
    var names: [Widget.Row] {
        let series = HomeSeries(.types, figures)
        return (series?.items ?? []).compactMap { item in
            guard case .text(let name) = item.name else { return nil }
            let pages = item.amount.pages
            return Widget.Row(
                path: item.list?.address(at: Place.library.path) ?? HomeChart.types.path, title: name,
                subtitle: pages == 1 ? localized("1 page") : localized("\(Language.current.wholeNumber(pages)) pages"),
                picture: nil, document: nil)
        }
    }

    /// Returns the message for a widget without content: the situation, its reason, and what to do.
    func message(_ kind: WidgetKind) -> IllustratedMessage? {
        let isEmpty = figures.all.documents == 0
        switch kind {
        case .today:
            return isTargetReached ? DailyTarget.reached(pagesToday) : nil
        case .inbox where documents.isEmpty:
            return .success(
                .done, title: localized("Nothing to file"),
                description: localized("All documents are reviewed. Scan the next one."))
        case .due where documents.isEmpty:
            return .empty(
                .noActivity, title: localized("Nothing is due"),
                description: localized("No document is due soon. Set “Due Date” in a document’s form."))
        case .recent where documents.isEmpty, .types where isEmpty, .weeks where isEmpty:
            return .empty(
                .noDocuments, title: localized("No documents yet"),
                description: localized("The library is empty. Scan the first document."))
        default: return nil
        }
    }
}

/// The number of pages that a person wants to add each day.
public enum DailyTarget {
    public static let range = 1...10_000

    public static var label: String { localized("Pages per Day") }

    /// - Returns: `nil` for no target.
    public static func parse(_ text: String) throws(InvalidTarget) -> Int? {
        if text.isEmpty { return nil }
        guard let pages = Int(text), range.contains(pages) else { throw InvalidTarget() }
        return pages
    }

    public struct InvalidTarget: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String {
            localized("The target must be a number from \(range.lowerBound) to \(range.upperBound), or empty.")
        }
    }

    public static func reached(_ pages: Int) -> IllustratedMessage {
        .success(
            .targetReached, title: localized("Daily target reached"),
            description: pages == 1 ? localized("1 page today") : localized("\(pages) pages today"))
    }
}
