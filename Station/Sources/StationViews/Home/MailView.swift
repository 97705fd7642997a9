public import StationRules

/// Reminders by e-mail: the person's address and, for the owner, the mail server.
public struct MailView: View {
    struct Entry: Sendable {
        let name: String
        let label: String
        let type: String
        let value: String
        let hint: String?
        let error: String?
    }

    /// The entries that were refused.
    public struct Refusal: Sendable {
        let address: String?
        let server: [MailServer.Field: String]
        let reasons: [MailServer.Field: String]

        public init(address: String) { (self.address, server, reasons) = (address, [:], [:]) }

        public init(server: [MailServer.Field: String], reasons: [MailServer.Field: String]) {
            (address, self.server, self.reasons) = (nil, server, reasons)
        }
    }

    let address: String
    let addressError: String?
    let hasServer: Bool
    let showsServer: Bool
    let entries: [Entry]
    let securities: [Choice]
    let securityError: String?
    let failure: String?
    let canTest: Bool

    /// - Parameters:
    ///   - failure: The reason why the last e-mail was not sent.
    ///   - showsServer: Whether the visitor may change the mail server.
    public init(
        address: MailAddress?, server: MailServer?, hasPassword: Bool, failure: String?, showsServer: Bool,
        refused: Refusal? = nil
    ) {
        self.address = refused?.address ?? address?.description ?? ""
        addressError = refused?.address == nil ? nil : MailAddress.refusal
        hasServer = server != nil
        self.showsServer = showsServer
        self.failure = failure
        canTest = showsServer && server != nil && address != nil
        let isRefused = refused?.reasons.isEmpty == false
        func entry(
            _ field: MailServer.Field, _ label: String, _ kept: String?, type: String = "text", hint: String? = nil
        )
            -> Entry
        {
            Entry(
                name: field.rawValue, label: label, type: type,
                value: field == .password ? "" : isRefused ? refused?.server[field] ?? "" : kept ?? "", hint: hint,
                error: refused?.reasons[field])
        }
        entries = [
            entry(.host, localized("Mail Server"), server?.host, hint: localized("Leave it empty to send no e-mail.")),
            entry(
                .port, localized("Port"), server.map { "\($0.port)" }, hint: localized("Leave empty for the default")),
            entry(.user, localized("User Name"), server?.user),
            entry(
                .password, localized("Password"), nil, type: "password",
                hint: hasPassword ? localized("A password is stored. Leave this empty to keep it.") : nil),
            entry(.sender, localized("Sender"), server?.sender.description),
        ]
        let chosen = isRefused ? refused?.server[.security] : server?.security.rawValue
        securities = MailServer.Security.allCases.map {
            Choice(
                name: $0.rawValue, label: $0.label,
                isChosen: $0.rawValue == chosen ?? MailServer.Security.startTLS.rawValue)
        }
        securityError = refused?.reasons[.security]
    }

    public static let template = """
        <section class="reminders" id="mail"><h2>By E-Mail</h2><p>In the morning you get an e-mail with what is due on this day and the next, if anything is. It is sent by the mail server that the owner of the station names, and by nobody else.</p>{{^hasServer}}<p class="subhead">There is no mail server yet.</p>{{/hasServer}}{{#failure}}<p class="error" role="alert">{{.}}</p>{{/failure}}
        <form class="actions" method="post" action="/home/reminders/address"><label class="hidden" for="mail-address">Your Address</label><input id="mail-address" type="email" name="address" value="{{address}}" autocomplete="email"{{#addressError}} aria-invalid="true" aria-describedby="mail-address-error"{{/addressError}}><button class="button">Save Address</button></form>{{#addressError}}<p class="error" id="mail-address-error">{{.}}</p>{{/addressError}}
        {{#canTest}}<form class="actions" method="post" action="/home/reminders/test"><button class="button plain">Send a Test</button></form>{{/canTest}}</section>
        {{#showsServer}}<section class="reminders"><h2>Mail Server</h2><form class="settings mail-server" method="post" action="/home/reminders/server" autocomplete="off">
        {{#entries}}<div><label for="mail-{{name}}">{{label}}</label><input id="mail-{{name}}" type="{{type}}" name="{{name}}" value="{{value}}" autocomplete="off"{{#error}} aria-invalid="true" aria-describedby="mail-{{name}}-error"{{/error}}>{{#error}}<p class="error" id="mail-{{name}}-error">{{.}}</p>{{/error}}{{#hint}}<p class="subhead">{{.}}</p>{{/hint}}</div>{{/entries}}
        <div><label for="mail-security">Encryption</label><select id="mail-security" name="security">{{#securities}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/securities}}</select>{{#securityError}}<p class="error">{{.}}</p>{{/securityError}}</div>
        <p class="actions"><button class="button">Save Server</button></p></form></section>{{/showsServer}}
        """
}
