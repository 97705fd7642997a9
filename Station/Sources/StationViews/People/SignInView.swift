package import StationRules

/// The screen for signing in, or for unlocking a session.
package struct SignInView: View {
    /// The person who is about to sign in.
    package struct Profile: Sendable {
        let name: String
        let initials: String
        let title: String?

        package init(name: String, title: String = "") {
            (self.name, initials) = (name, PersonName.initials(name))
            self.title = title.isEmpty ? nil : title
        }
    }

    let profile: Profile?
    let typed: String
    let isLocked: Bool
    let isEnded: Bool
    let offersOthers: Bool
    let otherName: String?
    let cancel: String
    let next: String?
    let nextQuery: String
    let failure: String?
    let failureHint: String?
    let passcode: String
    let passkeys: String?

    /// - Parameters:
    ///   - profile: `nil` if a name has to be typed.
    ///   - typed: The previously typed name.
    ///   - isLocked: Whether the person is already signed in.
    ///   - isEnded: Whether somebody else ended the person's session.
    ///   - offersOthers: Whether the browser may list the people of the station.
    ///   - next: The requested path.
    ///   - offersPasskeys: Whether the address supports passkeys.
    ///   - asksForPasskey: Whether the browser immediately asks for one.
    ///   - failure: The reason why signing in failed.
    package init(
        _ profile: Profile?, typed: String = "", isLocked: Bool = false, isEnded: Bool = false,
        offersOthers: Bool = false, offersPasskeys: Bool = false, asksForPasskey: Bool = false, next: String? = nil,
        failure: (title: String, hint: String)? = nil
    ) {
        passkeys =
            offersPasskeys
            ? PasskeyButtonView(.use(next: next ?? "/"), asks: asksForPasskey && failure == nil).html : nil
        passcode = PasscodeFieldView.known(focuses: profile != nil).html
        self.profile = profile
        self.typed = typed
        self.isLocked = isLocked
        self.isEnded = isEnded
        self.offersOthers = offersOthers
        nextQuery = PeopleQuery.text(next: next)
        // If people are not listed, another name can be typed.
        otherName = profile != nil && !offersOthers ? "/sign-in\(PeopleQuery.text(next: next, person: 0))" : nil
        // If people are listed, Cancel returns to the list.
        cancel = offersOthers ? "/sign-in/people\(nextQuery)" : "/welcome"
        self.next = next
        self.failure = failure?.title
        failureHint = failure?.hint
    }

    package static let template = """
        <div class="door">
        {{^profile}}<header class="titlebar"><a class="button plain" href="{{cancel}}">Cancel</a></header>{{/profile}}
        <p class="brand">Recto</p>
        {{#profile}}<div class="door-profile"><span class="initials" aria-hidden="true">{{initials}}</span><h1>{{name}}</h1>{{#title}}<p class="subhead">{{title}}</p>{{/title}}{{#isLocked}}<p class="subhead">Locked. Show that it is you.</p>{{/isLocked}}</div>{{/profile}}
        {{^profile}}<h1>Sign in</h1><p class="subhead">With your name and passcode for this station.</p>{{/profile}}
        {{#isEnded}}<p class="form-note" role="status">You were signed out because your access was changed. Sign in again.</p>{{/isEnded}}
        <form method="post" action="/sign-in" data-complete>
        <div class="form-note negative" role="alert"{{^failure}} hidden{{/failure}}><p class="headline">{{failure}}</p><p>{{failureHint}}</p></div>
        <p class="form-note" role="status" data-verifying hidden>Verifying Information…</p>
        {{#next}}<input type="hidden" name="next" value="{{next}}">{{/next}}
        {{#profile}}<input type="hidden" name="name" value="{{name}}" autocomplete="username">{{/profile}}
        {{^profile}}<div class="field"><label for="name">Name</label><input id="name" name="name" type="text" value="{{typed}}" autocomplete="username" required></div>{{/profile}}
        {{{passcode}}}
        <button class="button primary">Sign In</button>
        </form>
        {{{passkeys}}}
        <div class="door-links">
        <a class="button plain" href="/sign-in/recovery">Forgot Passcode?</a>
        {{#otherName}}<a class="button plain" href="{{otherName}}">Use Another Name</a>{{/otherName}}
        {{#offersOthers}}<a class="button plain" href="/sign-in/people{{nextQuery}}">Switch or Add User</a>{{/offersOthers}}
        </div>
        </div>
        """
}

/// The query of the links between the screens of sign-in.
enum PeopleQuery {
    static func text(next: String?, person: Int64? = nil) -> String {
        let parts = [
            person.map { "person=\($0)" },
            next.map { "next=\(escaped($0))" },
        ].compactMap { $0 }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// - Parameter path: A path with only plain characters, as in ``ReturnPath``.
    private static func escaped(_ path: String) -> String {
        [("%", "%25"), ("&", "%26"), ("#", "%23"), ("+", "%2B")].reduce(path) { $0.replacing($1.0, with: $1.1) }
    }
}

/// The list of people to choose from.
package struct PeoplePickerView: View {
    struct Row: Sendable {
        let name: String
        let initials: String
        let path: String
        let isChosen: Bool
    }

    let chosen: Row?
    let rows: [Row]
    let hasRows: Bool
    let words: String
    let person: Int64?
    let next: String?
    let back: String

    package init(_ list: PeopleList, words: String, next: String?) {
        func row(_ person: PeopleList.Person) -> Row {
            let isChosen = person.id == list.chosen?.id
            return Row(
                name: person.name, initials: PersonName.initials(person.name),
                // Tapping the chosen person clears the choice.
                path: isChosen
                    ? "/sign-in/people\(PeopleQuery.text(next: next))"
                    : "/sign-in\(PeopleQuery.text(next: next, person: person.id))", isChosen: isChosen)
        }
        chosen = list.hasSections ? list.chosen.map(row) : nil
        rows = list.people.map(row)
        hasRows = !rows.isEmpty
        self.words = words
        person = list.chosen?.id
        self.next = next
        back = "/sign-in\(PeopleQuery.text(next: next, person: list.chosen?.id))"
    }

    package static let template = """
        <div class="door wide">
        <header class="titlebar"><a class="button plain" href="{{back}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Back</a><h1>Switch User</h1><span class="space"></span><a class="button" href="/invitation"><span class="icon icon-plus-lg" aria-hidden="true"></span>Add New User</a></header>
        <form method="get" action="/sign-in/people" role="search">{{#person}}<input type="hidden" name="person" value="{{person}}">{{/person}}{{#next}}<input type="hidden" name="next" value="{{next}}">{{/next}}<input type="search" name="words" value="{{words}}" placeholder="Search" aria-label="Search people"></form>
        {{#chosen}}<h2>Selected</h2>
        <ul class="people"><li><a class="cell" href="{{path}}" aria-current="true"><span class="initials" aria-hidden="true">{{initials}}</span><span class="text"><span class="headline">{{name}}</span></span><span class="icon icon-check-lg" aria-hidden="true"></span></a></li></ul>
        <h2>All</h2>{{/chosen}}
        {{#hasRows}}<ul class="people">{{#rows}}
        <li><a class="cell" href="{{path}}"{{#isChosen}} aria-current="true"{{/isChosen}}><span class="initials" aria-hidden="true">{{initials}}</span><span class="text"><span class="headline">{{name}}</span></span>{{#isChosen}}<span class="icon icon-check-lg" aria-hidden="true"></span>{{/isChosen}}</a></li>{{/rows}}
        </ul>{{/hasRows}}
        {{^hasRows}}<p class="subhead">Nobody here has this name.</p>{{/hasRows}}
        </div>
        """
}

/// The form for setting a new passcode with a recovery code.
package struct RecoveryView: View {
    let name: String
    let failure: String?
    let passcode: String

    package init(name: String = "", minimum: Int, keyboard: PasscodePolicyField, failure: String? = nil) {
        (self.name, self.failure) = (name, failure)
        passcode = PasscodeFieldView.chosenAnew(minimum: minimum, keyboard).html
    }

    package static let template = """
        <div class="door">
        <header class="titlebar"><a class="button plain" href="/sign-in"><span class="icon icon-chevron-left" aria-hidden="true"></span>Sign In</a></header>
        <h1>Forgot your passcode?</h1>
        <p>Use one of the recovery codes that you printed, and choose a new passcode. No codes? An owner of the station can give you one.</p>
        <form method="post" action="/sign-in/recovery" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <p class="form-note" role="status" data-verifying hidden>Verifying Information…</p>
        <div class="field"><label for="name">Name</label><input id="name" name="name" type="text" value="{{name}}" autocomplete="username" required></div>
        <div class="field"><label for="code">Recovery code</label><input id="code" name="code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" required></div>
        {{{passcode}}}
        <button class="button primary">Save and Sign In</button>
        </form>
        <p class="subhead">You are signed out on all other devices.</p>
        </div>
        """
}

/// Asks a signed-in person to authenticate again.
package struct ConfirmIdentityView: View {
    let name: String
    let initials: String
    let next: String
    let cancel: String
    let failure: String?
    let passcode = PasscodeFieldView.known(focuses: true).html
    let passkeys: String?

    package init(name: String, next: String, offersPasskeys: Bool, failure: String? = nil) {
        passkeys = offersPasskeys ? PasskeyButtonView(.use(next: next)).html : nil
        (self.name, initials, self.next, self.failure) = (name, PersonName.initials(name), next, failure)
        cancel = AskedAgain.screen(in: next)
    }

    package static let template = """
        <div class="door">
        <p class="brand">Recto</p>
        <div class="door-profile"><span class="initials" aria-hidden="true">{{initials}}</span><h1>Is it you, {{name}}?</h1></div>
        <p class="subhead">What you are about to do cannot be taken back, or concerns others. After this you are not asked again for five minutes.</p>
        <form method="post" action="/confirm" data-complete>
        {{#failure}}<div class="form-note negative" role="alert"><p>{{failure}}</p></div>{{/failure}}
        <p class="form-note" role="status" data-verifying hidden>Verifying Information…</p>
        <input type="hidden" name="next" value="{{next}}">
        {{{passcode}}}
        <button class="button primary">Continue</button>
        </form>
        {{{passkeys}}}
        <div class="door-links"><a class="button plain" href="{{cancel}}">Cancel</a></div>
        </div>
        """
}
