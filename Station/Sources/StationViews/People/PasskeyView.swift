package import StationRules

/// A button for using or creating a passkey. `web/patterns/people/passkeys.js` shows it if the browser supports
/// passkeys.
struct PasskeyButtonView: View {
    enum Purpose {
        /// Signs in and continues with a path.
        case use(next: String)
        case add
        /// Creates a passkey as the only action of its screen, and continues with a path.
        case enable(next: String)
    }

    let purpose: String
    let next: String?
    let label: String
    let isEmphasized: Bool
    let asks: Bool
    let failed = PeopleMessages.passkeyFailed
    let known = PeopleMessages.passkeyKnown

    /// - Parameter asks: Whether the browser asks for it as soon as the screen is shown.
    init(_ purpose: Purpose, asks: Bool = false) {
        self.asks = asks
        if case .enable = purpose { isEmphasized = true } else { isEmphasized = false }
        switch purpose {
        case .use(let next): (self.purpose, self.next, label) = ("use", next, localized("Use a Passkey"))
        case .add: (self.purpose, next, label) = ("add", nil, localized("Add Passkey"))
        case .enable(let next):
            (self.purpose, self.next, label) = ("add", next, PasskeyOffer.label(.enable))
        }
    }

    static let template = """
        <div class="passkey" data-passkeys="{{purpose}}"{{#next}} data-next="{{next}}"{{/next}} data-failed="{{failed}}" data-known="{{known}}"{{#asks}} data-asks{{/asks}} hidden><p class="form-note negative" role="alert" hidden></p><button type="button" class="button{{#isEmphasized}} primary{{/isEmphasized}}"><span class="icon icon-fingerprint" aria-hidden="true"></span>{{label}}</button></div>
        """
}

/// A person's passkeys.
package struct PasskeysView: View {
    package struct Row: Sendable {
        let id: String
        let icon: String
        let name: String
        let time: String

        /// - Parameters:
        ///   - id: The identifier in characters valid in URLs.
        ///   - time: The time of its last use, or of its creation.
        package init(id: String, kind: PasskeyKind, name: String, time: String) {
            (self.id, icon, self.name, self.time) = (id, kind.icon, name, time)
        }
    }

    let rows: [Row]
    let hasRows: Bool
    let add: String?
    let unavailable: String?

    /// - Parameter isAvailable: Whether the address supports passkeys.
    package init(_ rows: [Row], isAvailable: Bool) {
        self.rows = rows
        hasRows = !rows.isEmpty
        add = isAvailable ? PasskeyButtonView(.add).html : nil
        unavailable = isAvailable ? nil : PeopleMessages.passkeysNeedName
    }

    package static let template = """
        <section><h2>Passkeys</h2>
        {{#hasRows}}<ul class="people">{{#rows}}
        <li class="person"><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="text"><span class="headline">{{name}}</span><span class="subhead">{{time}}</span></span><form method="post" action="/profile/passkeys/{{id}}/remove"><button class="button plain negative">Remove</button></form></li>{{/rows}}
        </ul>{{/hasRows}}
        <p class="hint">With a passkey you sign in by fingerprint, face or the code of your device, instead of the passcode. You can remove it here at any time.</p>
        {{#unavailable}}<p class="hint">{{unavailable}}</p>{{/unavailable}}
        {{{add}}}
        </section>
        """
}
