import StationRules

/// Settings for showing due dates in calendar programs and in browsers.
public struct CalendarView: View {
    public let title = localized("Reminders")
    let back = Place.home.path
    let backLabel = Place.home.label
    let address: String?
    let hasAddress: Bool
    let mail: String

    /// - Parameters:
    ///   - address: The URL of the feed after it was created.
    ///   - hasAddress: Whether a URL exists, which cannot be shown again.
    public init(address: String?, hasAddress: Bool, mail: MailView) {
        self.mail = mail.html
        self.address = address
        self.hasAddress = hasAddress
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        <section class="reminders"><h2>In a Calendar</h2><p>A calendar program that subscribes to the address of the station shows due dates, and the days until which documents are kept. Whoever has the address can read their titles.</p>
        {{#address}}<label for="feed">Address</label><input id="feed" type="text" readonly value="{{.}}"><p class="subhead">Copy it now: it is not shown again.</p>{{/address}}
        <form class="actions" method="post" action="/home/calendar">{{#hasAddress}}<button class="button">New Link</button><button class="button plain negative" name="forget" value="yes">Delete Link</button>{{/hasAddress}}{{^hasAddress}}<button class="button">Create Link</button>{{/hasAddress}}</form></section>
        <section class="reminders" id="notifications" hidden><h2>In This Browser</h2><p>While Recto is open in it, this browser can tell you what is due today and tomorrow.</p><p class="actions"><button type="button" class="button" id="remind">Show Reminders</button><button type="button" class="button" id="remind-not" hidden>Stop Reminders</button></p><p class="subhead" role="status" id="reminding" data-on="Reminders are shown in this browser." data-off="This browser does not allow them. Change it in its settings for this page."></p></section>
        {{{mail}}}
        """
}

/// Documents past their retention period.
public struct RetentionView: View {
    public struct Row: Sendable {
        let id: Int64
        let title: String
        let kept: String

        public init(id: Int64, title: String, kept: String) {
            self.id = id
            self.title = title
            self.kept = kept
        }
    }

    public let title = Retention.title
    let back = Place.home.path
    let backLabel = Place.home.label
    let explanation = Retention.explanation
    let chooseAll: String
    let rows: [Row]
    let hasRows: Bool
    let more: String?
    let empty: String

    /// - Parameter more: The number of documents that are not shown.
    public init(_ rows: [Row], more: Int) {
        self.rows = rows
        hasRows = !rows.isEmpty
        chooseAll = ListTexts.selectAll(rows.count)
        self.more = more > 0 ? Retention.more(more) : nil
        empty = IllustratedMessageView(Retention.empty, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span><span class="back">{{backLabel}}</span></a><h1>{{title}}</h1></header>
        {{^hasRows}}{{{empty}}}{{/hasRows}}{{#hasRows}}<p class="subhead">{{explanation}}</p>{{#more}}<p class="subhead">{{.}}</p>{{/more}}
        <form method="post" action="/home/retention" id="retention"><label class="retention-all" hidden><input type="checkbox" id="choose-all">{{chooseAll}}</label><ul class="documents retention">{{#rows}}<li><label><input type="checkbox" name="document-{{id}}" value="yes"><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{kept}}</span></span></label><a class="button plain" href="/documents/{{id}}" aria-label="Show {{title}}">Show</a></li>{{/rows}}</ul><p class="actions"><button class="button negative">Move to Trash</button></p></form>{{/hasRows}}
        """
}
