package import StationRules

/// The people of the station, and the open invitations.
package struct PeopleView: View {
    package struct Person: Sendable {
        let id: Int64
        let name: String
        let initials: String
        let picture: String?
        let isOwn: Bool
        let roles: [Choice]
        let dialog: String
        let confirmation: String
        let codeDialog: String
        let codeQuestion: String

        /// - Parameters:
        ///   - picture: The URL of the picture.
        ///   - roles: The name and label of each role, and whether the person has it.
        package init(
            id: Int64, name: String, picture: String?, isOwn: Bool,
            roles: [(name: String, label: String, isChosen: Bool)]
        ) {
            self.picture = picture
            self.id = id
            self.name = name
            initials = PersonName.initials(name)
            self.isOwn = isOwn
            self.roles = roles.map { Choice(name: $0.name, label: $0.label, isChosen: $0.isChosen) }
            dialog = "remove-\(id)"
            confirmation =
                ConfirmationView(PeopleMessages.removal(of: name), id: dialog, action: "/people/\(id)/remove").html
            codeDialog = "new-code-\(id)"
            codeQuestion =
                ConfirmationView(
                    PeopleMessages.newCode(for: name), id: codeDialog, action: "/people/\(id)/recovery"
                ).html
        }
    }

    package struct Invitation: Sendable {
        let id: Int64
        let role: String
        let use: String?
        let time: String
        let exactTime: String

        /// - Parameter use: The person who has started to use it, if any.
        package init(id: Int64, role: String, use: String?, time: String, exactTime: String) {
            (self.id, self.role, self.use, self.time, self.exactTime) = (id, role, use, time, exactTime)
        }
    }

    package struct Role: Sendable {
        let name: String
        let label: String
        let description: String

        package init(name: String, label: String, description: String) {
            (self.name, self.label, self.description) = (name, label, description)
        }
    }

    let people: [Person]
    let invitations: [Invitation]
    let hasInvitations: Bool
    let roles: [Role]
    let unreachable: String?
    let failure: String?

    /// - Parameters:
    ///   - roles: The roles available for invitations.
    ///   - unreachable: The reason why nobody can be invited.
    package init(
        _ people: [Person], invitations: [Invitation], roles: [Role], unreachable: String?, failure: String? = nil
    ) {
        self.people = people
        self.invitations = invitations
        hasInvitations = !invitations.isEmpty
        self.roles = roles
        self.unreachable = unreachable
        self.failure = failure
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/profile"><span class="icon icon-chevron-left" aria-hidden="true"></span>Profile</a><h1>People</h1></header>
        <div class="profile">
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <ul class="people">{{#people}}
        <li class="person">{{#picture}}<img class="initials" src="{{picture}}" alt="" width="40" height="40">{{/picture}}{{^picture}}<span class="initials" aria-hidden="true">{{initials}}</span>{{/picture}}<span class="text"><span class="headline">{{name}}{{#isOwn}} (you){{/isOwn}}</span></span>
        <form method="post" action="/people/{{id}}/role"><select name="role" aria-label="Role of {{name}}">{{#roles}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/roles}}</select><button class="button plain">Set Role</button></form>
        {{^isOwn}}<button type="button" class="button plain" data-opens="{{codeDialog}}">New Recovery Code</button><button type="button" class="button plain negative" data-opens="{{dialog}}" aria-label="Remove {{name}}">Remove</button>{{/isOwn}}</li>{{/people}}
        </ul>
        {{#people}}{{^isOwn}}{{{confirmation}}}
        {{{codeQuestion}}}{{/isOwn}}
        {{/people}}
        <section class="settings"><h2>Invite Somebody</h2>
        {{#unreachable}}<p class="hint">{{unreachable}}</p>{{/unreachable}}
        {{^unreachable}}<form method="post" action="/people/invitations">
        {{#roles}}<label class="tick"><input type="radio" name="role" value="{{name}}" required><span><strong>{{label}}</strong> {{description}}</span></label>{{/roles}}
        <p class="actions"><button class="button primary">Make Invitation</button></p>
        </form>{{/unreachable}}</section>
        {{#hasInvitations}}<section><h2>Open Invitations</h2>
        <ul class="people">{{#invitations}}
        <li class="person"><span class="text"><span class="headline">{{role}}</span><span class="subhead">Number {{id}}</span><span class="subhead">{{#use}}{{use}} · {{/use}}Until <time datetime="{{exactTime}}">{{time}}</time></span></span><form method="post" action="/people/invitations/{{id}}/withdraw"><button class="button plain negative">Withdraw</button></form></li>{{/invitations}}
        </ul></section>{{/hasInvitations}}
        </div>
        """
}

/// An invitation as a code to scan and a text to send.
package struct InvitationView: View {
    let symbol: String
    let text: String
    let number: Int64
    let role: String
    let description: String
    let copy = CopyButtonView("invitation-text", label: localized("Text of the invitation")).html

    /// - Parameter number: The number in the list of open invitations.
    package init(symbol: CodeSymbol, text: String, number: Int64, role: String, description: String) {
        (self.symbol, self.text, self.number) = (symbol.svg, text, number)
        (self.role, self.description) = (role, description)
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/people"><span class="icon icon-chevron-left" aria-hidden="true"></span>People</a><h1>Invitation</h1></header>
        <section class="activation">
        <p class="headline">{{role}}</p><p class="subhead">{{description}}</p><p class="subhead">Number {{number}}</p>
        {{{symbol}}}
        <p>Let them scan this with their phone, or send them this text. It is shown only now.</p>
        <textarea class="invitation-text" id="invitation-text" readonly rows="10" aria-label="Text of the invitation">{{text}}</textarea>
        <div class="actions">{{{copy}}}<a class="button" href="/people">Done</a></div>
        </section>
        """
}

/// The first screen for invited people.
package struct InvitationStartView: View {
    let failure: String?

    package init(failure: String? = nil) { self.failure = failure }

    package static let template = """
        <div class="door">
        <p class="brand">Recto</p>
        <h1>Welcome to your scan station</h1>
        <p>Scan paper with this device’s camera and keep it in the station’s library.</p>
        <p class="subhead">You need an invitation. An owner of the station makes one under Profile, People. The link that Recto showed when it was started leads in, too.</p>
        <form method="post" action="/invitation" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <div class="field"><label for="code">Invitation</label><input id="code" name="code" type="text" placeholder="Link or code" autocomplete="off" spellcheck="false" required></div>
        <button class="button primary">Continue</button>
        </form>
        <div class="door-links"><a class="button plain" href="/sign-in">Cancel</a></div>
        </div>
        """
}

/// Codes to print, which are shown once.
package struct RecoveryCodesView: View {
    let codes: [String]

    package init(_ codes: [String]) { self.codes = codes }

    package static let template = """
        <ul class="codes">{{#codes}}<li><code>{{.}}</code></li>{{/codes}}</ul>
        <p class="print"><button type="button" class="button" data-prints hidden>Print</button></p>
        """
}

/// New codes outside of the onboarding.
package struct NewCodesView: View {
    let title: String
    let text: String
    let codes: String
    let back: String
    let backLabel: String

    /// - Parameter name: The name of another person who needs a code; `nil` for one's own codes.
    package init(_ codes: [String], name: String? = nil) {
        title = name.map { localized("A recovery code for \($0)") } ?? localized("Your new recovery codes")
        text =
            name == nil
            ? localized("Your former codes are of no use any more. These are shown only now.")
            : localized("It opens the account once, for a new passcode. Give it to nobody else. It is shown only now.")
        self.codes = RecoveryCodesView(codes).html
        back = name == nil ? "/profile/sign-in" : "/people"
        backLabel = name == nil ? localized("Sign-in") : localized("People")
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{backLabel}}</a><h1>{{title}}</h1></header>
        <div class="profile">
        <p>{{text}}</p>
        {{{codes}}}
        <p class="actions"><a class="button primary" href="{{back}}">Done</a></p>
        </div>
        """
}

/// A person's credentials and sessions.
package struct OwnSignInView: View {
    package struct Row: Sendable {
        let id: Int64
        let device: String
        let began: String
        let time: String
        let exactTime: String
        let isOwn: Bool

        /// - Parameters:
        ///   - began: The time of signing in.
        ///   - time: The time of the session's last use.
        package init(id: Int64, device: String, began: String, time: String, exactTime: String, isOwn: Bool) {
            (self.id, self.device, self.exactTime, self.isOwn) = (id, device, exactTime, isOwn)
            self.began = localized("Signed in \(began)")
            self.time = time.prefix(1).lowercased() + time.dropFirst()
        }
    }

    let sessions: [Row]
    let passkeys: String
    let codes: String
    let passcode: String
    let newCodes: String
    let failure: String?

    /// - Parameters:
    ///   - codes: The number of unused recovery codes.
    ///   - failure: The reason why the passcode was not changed.
    package init(
        sessions: [Row], passkeys: PasskeysView, codes: Int, minimum: Int, keyboard: PasscodePolicyField,
        failure: String? = nil
    ) {
        self.passkeys = passkeys.html
        newCodes =
            ConfirmationView(
                PeopleMessages.newCodes, id: "new-codes", action: "/profile/recovery-codes"
            ).html
        self.sessions = sessions
        self.codes =
            codes == 1 ? localized("1 recovery code is left.") : localized("\(codes) recovery codes are left.")
        passcode = PasscodeFieldView.chosenAnew(minimum: minimum, keyboard).html
        self.failure = failure
    }

    package static let template = """
        <header class="titlebar"><a class="button plain" href="/profile"><span class="icon icon-chevron-left" aria-hidden="true"></span>Profile</a><h1>Sign-in</h1></header>
        <div class="profile">
        <section><h2>Where You Are Signed In</h2>
        <ul class="people">{{#sessions}}
        <li class="person"><span class="icon icon-phone" aria-hidden="true"></span><span class="text"><span class="headline">{{device}}{{#isOwn}} (this one){{/isOwn}}</span><span class="subhead">{{began}}</span><span class="subhead">Last used <time datetime="{{exactTime}}">{{time}}</time></span></span><form method="post" action="/profile/sessions/{{id}}/end"><button class="button plain negative">{{#isOwn}}Sign Out{{/isOwn}}{{^isOwn}}End{{/isOwn}}</button></form></li>{{/sessions}}
        </ul></section>
        {{{passkeys}}}
        <section class="settings"><h2>Passcode</h2>
        <form method="post" action="/profile/passcode" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        {{{passcode}}}
        <p class="hint">You are signed out on all other devices.</p>
        <p class="actions"><button class="button">Change Passcode</button></p>
        </form></section>
        <section class="settings"><h2>Recovery Codes</h2>
        <div class="settings-box"><p>{{codes}}</p><p class="actions"><button type="button" class="button" data-opens="new-codes">Make New Codes</button></p></div></section>
        {{{newCodes}}}
        </div>
        """
}
