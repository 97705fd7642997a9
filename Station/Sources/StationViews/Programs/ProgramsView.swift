package import StationIdentity
package import StationRules

/// The programs with a token of their own, and a form for another one.
package struct ProgramsView: View {
    package struct Row: Sendable {
        let name: String
        let scope: String
        let use: String
        let dialog: String
        let confirmation: String

        /// - Parameter time: The relative time of its last use; `nil` if there was none.
        package init(id: Int64, name: String, scope: ProgramScope, used time: String?) {
            self.name = name
            self.scope = ProgramMessages.label(scope)
            use = ProgramMessages.use(time.map { $0.prefix(1).lowercased() + $0.dropFirst() })
            dialog = "revoke-\(id)"
            confirmation =
                ConfirmationView(.revoke(name), id: dialog, action: "/devices/programs/\(id)/revoke").html
        }
    }

    struct Scope: Sendable {
        let name: String
        let label: String
        let description: String
        let isChosen: Bool
    }

    let title = ProgramMessages.title
    let rows: [Row]
    let hasRows: Bool
    let scopes: [Scope]
    let name: String
    let failure: String?
    let maximum = ProgramMessages.nameCharacters.upperBound
    let token: String?
    let copy = CopyButtonView("token", label: localized("Token")).html

    /// - Parameters:
    ///   - token: A token that was just made.
    ///   - name: The entered name, if it was refused.
    ///   - failure: Why it was refused.
    package init(
        _ rows: [Row], token: String? = nil, name: String = "", scope: ProgramScope = .read, failure: String? = nil
    ) {
        self.rows = rows
        hasRows = !rows.isEmpty
        self.token = token
        self.name = name
        self.failure = failure
        scopes = ProgramScope.allCases.map {
            Scope(
                name: $0.rawValue, label: ProgramMessages.label($0), description: ProgramMessages.description($0),
                isChosen: $0 == scope)
        }
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/devices"><span class="icon icon-chevron-left" aria-hidden="true"></span>Devices</a><h1>{{title}}</h1></header>
        <div class="profile">
        {{#token}}<section class="settings" role="status"><h2>Token</h2><p>Copy the token now: it is not shown again.</p><p class="copied"><code id="token">{{.}}</code>{{{copy}}}</p></section>{{/token}}
        {{#hasRows}}<ul class="documents">{{#rows}}
        <li class="cell"><span class="text"><span class="headline">{{name}}</span><span class="subhead">{{scope}} · {{use}}</span></span><button type="button" class="button negative" data-opens="{{dialog}}" aria-label="Revoke the token of {{name}}">Revoke</button></li>{{/rows}}
        </ul>{{#rows}}{{{confirmation}}}
        {{/rows}}{{/hasRows}}
        <section class="settings"><h2>New Token</h2>
        <p class="hint">A program sends its token with each request to the API: Authorization: Bearer …</p>
        <form method="post" action="/devices/programs">
        <div class="field"><label for="program-name">Name</label><input type="text" id="program-name" name="name" value="{{name}}" maxlength="{{maximum}}" required autocomplete="off"{{#failure}} aria-invalid="true" aria-describedby="program-failure"{{/failure}}>{{#failure}}<p class="error" id="program-failure" role="alert">{{failure}}</p>{{/failure}}</div>
        {{#scopes}}<label class="tick"><input type="radio" name="scope" value="{{name}}" required{{#isChosen}} checked{{/isChosen}}><span><strong>{{label}}</strong> {{description}}</span></label>{{/scopes}}
        <p class="actions"><button class="button primary">Make Token</button></p>
        </form></section>
        </div>
        """
}
