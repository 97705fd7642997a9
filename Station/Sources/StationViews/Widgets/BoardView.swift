public import StationRules

/// The board where a person arranges widgets, and instructions for showing them elsewhere.
public struct BoardView: View {
    struct Entry: Sendable {
        let place: Int
        let name: String
        /// The widget that the person saw at this place. Changes are ignored if another window has put a different one
        /// there.
        let seen: String
        let size: String
        let widget: String
        let isFirst: Bool
        let isLast: Bool
        let sizes: [Choice]
    }

    struct Address: Sendable {
        let name: String
        let page: String
        let picture: String
        let bilevel: String
    }

    /// The entries that were refused.
    public struct Refusal: Sendable {
        let websites: String
        let reason: String

        public init(websites: String, reason: String) { (self.websites, self.reason) = (websites, reason) }
    }

    public let title = WidgetMessages.title
    let back = Place.home.path
    let backLabel = Place.home.label
    let entries: [Entry]
    let hasEntries: Bool
    let isFull: Bool
    let empty: String
    let kinds: [Choice]
    let sizes: [Choice]
    let target: String
    let targetMinimum = DailyTarget.range.lowerBound
    let targetMaximum = DailyTarget.range.upperBound
    let addresses: [Address]
    let hasAddresses: Bool
    let hasToken: Bool
    let example: String
    let origins: String
    let prompt = "https://example.org"
    let mayEmbed: Bool
    let refusal: String?

    /// - Parameters:
    ///   - widgets: The widgets as HTML in the order of the board.
    ///   - base: The station's URL from `https://…` and the token as `token=…`, after they were created.
    ///   - hasToken: Whether a token exists, which cannot be shown again.
    ///   - mayEmbed: Whether the viewer may choose the websites that embed widgets.
    public init(
        _ board: WidgetBoard, widgets: [String], target: Int?, base: (origin: String, query: String)?, hasToken: Bool,
        origins: [EmbeddingOrigin], mayEmbed: Bool, refused: Refusal? = nil
    ) {
        let last = board.entries.count - 1
        entries = zip(board.entries, widgets).enumerated().map { place, pair in
            Entry(
                place: place, name: pair.0.kind.title, seen: pair.0.name, size: pair.0.size.rawValue, widget: pair.1,
                isFirst: place == 0, isLast: place == last,
                sizes: WidgetSize.allCases.map {
                    Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == pair.0.size)
                })
        }
        hasEntries = !entries.isEmpty
        isFull = board.isFull
        empty = IllustratedMessageView(WidgetMessages.empty, size: .large).html
        kinds = WidgetKind.allCases.enumerated().map { Choice(name: $1.rawValue, label: $1.title, isChosen: $0 == 0) }
        sizes = WidgetSize.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == .medium) }
        self.target = target.map { "\($0)" } ?? ""
        addresses = base.map { base in WidgetKind.allCases.map { Self.address($0, base) } } ?? []
        hasAddresses = base != nil
        self.hasToken = hasToken
        example = "<iframe src=\"\(addresses.first?.page ?? "")\" width=\"352\" height=\"168\"></iframe>"
        self.origins = refused?.websites ?? origins.map(\.description).joined(separator: "\n")
        refusal = refused?.reason
        self.mayEmbed = mayEmbed
    }

    private static func address(_ kind: WidgetKind, _ base: (origin: String, query: String)) -> Address {
        let page = "\(base.origin)/widgets/\(kind.rawValue)"
        return Address(
            name: kind.title, page: "\(page).html?size=m&\(base.query)", picture: "\(page).svg?size=m&\(base.query)",
            bilevel: "\(page).svg?size=m&paint=1&\(base.query)")
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        <div class="board-part" id="board-part" data-part>{{#hasEntries}}<ul class="board">
        {{#entries}}
        <li class="board-place board-{{size}}">{{{widget}}}<button type="button" class="bar-button board-menu" id="menu-button-{{place}}" popovertarget="menu-{{place}}" aria-haspopup="dialog" aria-label="Change {{name}}"><span class="icon icon-pencil" aria-hidden="true"></span></button>
        <div id="menu-{{place}}" class="popover" popover role="dialog" aria-labelledby="menu-title-{{place}}"><header class="bar"><h2 id="menu-title-{{place}}">{{name}}</h2></header><form class="menu" method="post" action="/home/widgets" data-swaps><input type="hidden" name="place" value="{{place}}"><input type="hidden" name="seen" value="{{seen}}"><fieldset class="sizes"><legend class="hidden">Size</legend>{{#sizes}}<button class="chip" name="size" value="{{name}}" aria-pressed="{{#isChosen}}true{{/isChosen}}{{^isChosen}}false{{/isChosen}}">{{label}}</button>{{/sizes}}</fieldset>{{^isFirst}}<button class="entry" name="move" value="earlier"><span class="icon icon-chevron-up" aria-hidden="true"></span><span class="text">Move Forward</span></button>{{/isFirst}}{{^isLast}}<button class="entry" name="move" value="later"><span class="icon icon-chevron-down" aria-hidden="true"></span><span class="text">Move Back</span></button>{{/isLast}}<button class="entry negative" name="remove" value="yes"><span class="icon icon-trash" aria-hidden="true"></span><span class="text">Remove</span></button></form></div></li>
        {{/entries}}
        </ul>{{/hasEntries}}{{^hasEntries}}{{{empty}}}{{/hasEntries}}
        {{^isFull}}<form class="board-add" method="post" action="/home/widgets" data-swaps><label for="add-kind">Widget</label><select id="add-kind" name="add">{{#kinds}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/kinds}}</select><label for="add-size">Size</label><select id="add-size" name="size">{{#sizes}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/sizes}}</select><button class="button" id="add-widget">Add Widget</button></form>{{/isFull}}</div>
        <section class="reminders"><h2>Daily Target</h2><p>The overview and the widget of today’s pages tell when it is reached. Leave it empty for no target.</p><form class="actions" method="post" action="/home/widgets/target"><label class="hidden" for="target">Pages per Day</label><input id="target" type="number" name="target" value="{{target}}" min="{{targetMinimum}}" max="{{targetMaximum}}" inputmode="numeric"><button class="button">Save</button></form></section>
        <section class="reminders"><h2>Elsewhere</h2><p>A tablet on the wall, a dashboard or a frame of electronic paper shows a widget by an address of its own, without signing in. Whoever has the address can read what the widget shows, and change nothing.</p>
        {{#hasAddresses}}<p class="subhead">Copy it now: it is not shown again.</p><ul class="addresses">{{#addresses}}<li><h3>{{name}}</h3><p><a href="{{page}}">Page</a> <a href="{{picture}}">Picture</a> <a href="{{bilevel}}">Black and White</a></p></li>{{/addresses}}</ul><label for="frame">In a Page</label><input id="frame" type="text" readonly value="{{example}}"><p class="subhead">In an address, size=s, m or l sets the size.</p>{{/hasAddresses}}
        <form class="actions" method="post" action="/home/widgets/address">{{#hasToken}}<button class="button">New Link</button><button class="button plain negative" name="forget" value="yes">Delete Link</button>{{/hasToken}}{{^hasToken}}<button class="button">Create Link</button>{{/hasToken}}</form></section>
        {{#mayEmbed}}<section class="reminders"><h2>Websites</h2><p>These websites may show widgets in their pages, in a frame. Without an entry none may.</p><form method="post" action="/home/widgets/websites">{{#refusal}}<div class="form-note negative" role="alert"><p>{{refusal}}</p></div>{{/refusal}}<label for="websites">Addresses, one a line</label><textarea id="websites" name="websites" rows="3" placeholder="{{prompt}}">{{origins}}</textarea><p class="actions"><button class="button">Save</button></p></form></section>{{/mayEmbed}}
        """
}
