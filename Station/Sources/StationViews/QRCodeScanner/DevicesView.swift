import StationRules

/// The devices that may use the station.
public struct DevicesView: View {
    public struct Row: Sendable {
        let name: String
        let time: String
        let fullTime: String
        let exactTime: String
        let isOwn: Bool
        let removal: String

        /// - Parameters:
        ///   - time: When it was activated, as compared to now.
        ///   - fullTime: The day and time of that.
        ///   - removal: Where the wish to remove it is sent.
        public init(name: String, time: String, fullTime: String, exactTime: String, isOwn: Bool, removal: String) {
            self.name = name
            self.time = time.prefix(1).lowercased() + time.dropFirst()
            self.fullTime = fullTime
            self.exactTime = exactTime
            self.isOwn = isOwn
            self.removal = removal
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let empty: String

    public init(rows: [Row]) {
        self.rows = rows
        hasRows = !rows.isEmpty
        empty = IllustratedMessageView(DeviceMessages.empty, size: .extraLarge).html
    }

    public static let template = """
        <header class="titlebar"><h1>Devices</h1><span class="space"></span>{{#hasRows}}<a class="button primary" href="/devices/activation"><span class="icon icon-qr-code" aria-hidden="true"></span>Show Code</a>{{/hasRows}}</header>
        {{#hasRows}}
        <ul class="documents">
        {{#rows}}
        <li class="cell"><span class="icon icon-phone" aria-hidden="true"></span><span class="text"><span class="headline">{{name}}{{#isOwn}} (this one){{/isOwn}}</span><span class="subhead">Activated <time datetime="{{exactTime}}" title="{{fullTime}}">{{time}}</time></span></span><form method="post" action="{{removal}}"><button class="button negative" aria-label="Remove {{name}}, activated {{time}}">Remove</button></form></li>
        {{/rows}}
        </ul>
        {{/hasRows}}
        {{^hasRows}}{{{empty}}}{{/hasRows}}
        """
}
