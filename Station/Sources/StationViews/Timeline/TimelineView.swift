public import StationRules

/// Entries along an axis, by months or days.
public struct TimelineView: View {
    struct Chip: Sendable {
        let name: String
        let text: String
        let isActive: Bool
        let path: String
    }

    struct Unit: Sendable {
        let text: String
        let isChosen: Bool
        let path: String
    }

    struct Kept: Sendable {
        let name: String
        let value: String
    }

    struct Section: Sendable {
        let heading: String
        let cells: [Cell]
    }

    struct Cell: Sendable {
        let isNow: Bool
        let tense: String
        let tenseLabel: String
        let node: String
        let time: String
        let exactTime: String
        let icon: String
        let kind: String
        let path: String
        let title: String
        let detail: String?
        let statuses: [Status]
        let facts: [String]
    }

    struct Status: Sendable {
        let text: String
        let level: String
    }

    public let title = TimelineMessages.title
    let back: String
    let backLabel: String
    /// The subtitle of a document's timeline.
    let subtitle: String?
    let text: String
    let path: String
    let kept: [Kept]
    let chips: [Chip]
    let units: [Unit]
    let sections: [Section]
    let empty: String?
    let earlier: String?
    let later: String?
    let searchLabel = TimelineMessages.searchLabel
    let maximumCharacters = TimelineQuery.maximumCharacters
    let now = TimelineMessages.now
    let filters = localized("Filters")

    /// - Parameters:
    ///   - path: The path of the timeline.
    ///   - document: The title of the document; `nil` for the library's timeline.
    ///   - back: The previous screen.
    ///   - earlier: The URL of the previous part; `nil` at the beginning.
    ///   - later: The URL of the next part; `nil` at the end.
    public init(
        _ timeline: Timeline, _ query: TimelineQuery, path: String, document: String? = nil,
        back: (path: String, label: String), earlier: String?, later: String?
    ) {
        (self.back, backLabel) = back
        subtitle = document
        text = query.text
        self.path = path
        kept = query.items.filter { $0.name != "q" }.map { Kept(name: $0.name, value: $0.value) }
        chips = TimelineEntry.Kind.allCases.map { kind in
            Chip(
                name: kind.rawValue, text: kind.label, isActive: query.kinds.contains(kind),
                path: query.toggling(kind).address(at: path))
        }
        units = Timeline.Unit.allCases.map {
            Unit(text: $0.label, isChosen: $0 == query.unit, path: query.by($0).address(at: path))
        }
        sections = timeline.sections.map { section in
            Section(heading: section.heading, cells: section.cells.map(Self.cell))
        }
        empty =
            timeline.sections.isEmpty
            ? IllustratedMessageView(TimelineMessages.empty(query), size: .extraLarge).html : nil
        self.earlier = earlier
        self.later = later
    }

    private static func cell(_ cell: Timeline.Cell) -> Cell {
        Cell(
            isNow: cell.isNow, tense: cell.tense.rawValue, tenseLabel: cell.tense.label,
            node: TimelineNodeView.svg(cell.node, cell.tense), time: cell.time, exactTime: cell.exactTime,
            icon: cell.entry.kind.icon, kind: cell.entry.kind.label,
            path: "\(Place.library.path)/\(cell.entry.document)",
            title: cell.entry.title, detail: cell.entry.detail,
            statuses: cell.statuses.map { Status(text: $0.text, level: $0.level.rawValue) }, facts: cell.facts)
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        {{#subtitle}}<p class="subhead timeline-of">{{.}}</p>{{/subtitle}}
        <search class="timeline-tools"><div class="list-tools"><form class="search" method="get" action="{{path}}">{{#kept}}<input type="hidden" name="{{name}}" value="{{value}}">{{/kept}}<span class="icon icon-search" aria-hidden="true"></span><input type="search" name="q" value="{{text}}" maxlength="{{maximumCharacters}}" aria-label="{{searchLabel}}" autocomplete="off" enterkeyhint="search"></form>{{#units}}<a class="chip" href="{{path}}"{{#isChosen}} aria-current="true"{{/isChosen}}>{{text}}</a>{{/units}}</div>
        <div class="chips" role="toolbar" aria-label="{{filters}}">{{#chips}}<a class="chip" role="button" id="kind-{{name}}" href="{{path}}" aria-pressed="{{#isActive}}true{{/isActive}}{{^isActive}}false{{/isActive}}">{{#isActive}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isActive}}<span class="text">{{text}}</span></a>{{/chips}}</div></search>
        {{#earlier}}<p class="more"><a class="button" href="{{.}}">Earlier</a></p>{{/earlier}}
        {{#empty}}{{{empty}}}{{/empty}}
        {{#sections}}
        <section class="timeline-section"><h2 class="timeline-head">{{heading}}</h2><ol class="timeline">
        {{#cells}}
        <li class="timeline-cell tense-{{tense}}">{{#isNow}}<p class="now" id="now">{{now}}</p>{{/isNow}}<a href="{{path}}"><span class="timeline-time"><time datetime="{{exactTime}}">{{time}}</time><span class="icon icon-{{icon}}" aria-hidden="true"></span></span><span class="timeline-axis">{{{node}}}</span><span class="timeline-text"><span class="timeline-title">{{title}}</span><span class="hidden"> {{kind}}, {{tenseLabel}}</span>{{#detail}}<span class="timeline-detail">{{.}}</span>{{/detail}}{{#facts}}<span class="subhead timeline-fact">{{.}}</span>{{/facts}}</span><span class="timeline-statuses">{{#statuses}}<span class="tag tag-{{level}}">{{text}}</span>{{/statuses}}</span></a></li>
        {{/cells}}
        </ol></section>
        {{/sections}}
        {{#later}}<p class="more"><a class="button" href="{{.}}">Later</a></p>{{/later}}
        """
}

/// The symbol of an entry on the axis.
enum TimelineNodeView {
    static func svg(_ node: TimelineNode, _ tense: Tense) -> String {
        let shape =
            node.isDiamond
            ? "<path class=\"node-shape\" d=\"M10 1L19 10L10 19L1 10Z\"/>"
            : "<circle class=\"node-shape\" cx=\"10\" cy=\"10\" r=\"8\"/>"
        let sign =
            switch node {
            case .completed: "<path class=\"node-sign\" d=\"M6 10l3 3 5-6\"/>"
            case .inProgress:
                "<path class=\"node-dots\" d=\"M6 10h0M10 10h0M14 10h0\"/>"
            case .empty: "<path class=\"node-sign\" d=\"M6 10h8\"/>"
            case .open, .start, .end: ""
            }
        return """
            <svg class="node node-\(node.rawValue) tense-\(tense.rawValue)" viewBox="0 0 20 20" width="20" height="20" role="img" aria-label="\(node.label)">\(shape)\(sign)</svg>
            """
    }
}

/// The entries around today in a strip that links to the whole timeline.
public struct TimelineStripView: View {
    struct Item: Sendable {
        let time: String
        let node: String
        let title: String
        let tense: String
        let isCompactToo: Bool
        let text: String
    }

    let title: String
    let path: String
    let seeAll: String
    let items: [Item]
    let hasItems: Bool
    let empty = localized("Nothing has happened yet")

    /// - Parameter limit: The largest total that is counted.
    public init(_ preview: TimelinePreview, path: String, limit: Int) {
        title = TimelineMessages.title
        self.path = path
        seeAll =
            preview.total < limit
            ? TimelineMessages.seeAll(preview.total) : TimelineMessages.seeAll("\(limit - 1)+")
        items = preview.items.map { item in
            Item(
                time: item.time, node: TimelineNodeView.svg(item.cell.node, item.cell.tense),
                title: item.cell.entry.title,
                tense: item.cell.tense.rawValue, isCompactToo: item.isAlwaysShown, text: item.text)
        }
        hasItems = !items.isEmpty
    }

    public static let template = """
        <li class="card card-wide strip-card" id="timeline-strip"><a class="strip" href="{{path}}"><span class="strip-header"><span class="headline">{{title}}</span><span class="space"></span><span class="strip-all">{{seeAll}}</span></span>{{#hasItems}}<span class="strip-items" role="list">{{#items}}<span class="strip-item tense-{{tense}}{{^isCompactToo}} strip-regular{{/isCompactToo}}" role="listitem"><span class="hidden">{{text}}</span><span class="strip-time" aria-hidden="true">{{time}}</span><span class="strip-axis" aria-hidden="true">{{{node}}}</span><span class="strip-title" aria-hidden="true">{{title}}</span></span>{{/items}}</span>{{/hasItems}}{{^hasItems}}<span class="subhead">{{empty}}</span>{{/hasItems}}</a></li>
        """
}
