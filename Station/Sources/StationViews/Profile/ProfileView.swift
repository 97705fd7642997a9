public import StationRules

/// The profile: the current person, recent events, the settings, and facts about the station.
public struct ProfileView: View {
    struct Section: Sendable {
        let title: String
        let facts: [Fact]
    }

    struct Fact: Sendable {
        let name: String
        let value: String
    }

    let backPath: String
    let backLabel: String
    let header: String
    let personal: String?
    let preferences: String
    let sync: String?
    let end: String
    let news: String?
    let activityHeading = LoadingPart.activity.heading
    let activity = PartView(.activity).html
    let people: String?
    let language: String
    let settings: String
    let text: String?
    let showsLibrary: Bool
    let sections: [Section]
    let storageHeading = LoadingPart.storage.heading
    let storage = PartView(.storage).html

    /// - Parameters:
    ///   - back: The section from which it was opened.
    ///   - backPath: The path of that screen.
    ///   - people: The signed-in person, or the setup of people; `nil` without permission.
    ///   - showsLibrary: Whether the person may see the library.
    package init(
        _ facts: ProfileFacts, people: ProfilePeopleView? = nil, personal: PersonalDataView? = nil,
        preferences: PreferencesView, sync: SyncView? = nil, header: ProfileHeaderView, end: ProfileEndView,
        news: WhatsNewView? = nil,
        language: LanguageSettingsView,
        settings: ClockSettingsView, text: TextSettingsView? = nil, showsLibrary: Bool = true, back: Place,
        backPath: String
    ) {
        self.people = people?.html
        self.showsLibrary = showsLibrary
        self.backPath = backPath
        backLabel = back.label
        self.header = header.html
        self.personal = personal?.html
        self.preferences = preferences.html
        self.sync = sync?.html
        self.end = end.html
        self.news = news?.html
        self.language = language.html
        self.settings = settings.html
        self.text = text?.html
        sections = facts.sections.map { section in
            Section(title: section.title, facts: section.facts.map { Fact(name: $0.name, value: $0.value) })
        }
    }

    public static let template = """
        <div class="profile-sheet" role="dialog" aria-modal="true" aria-labelledby="profile-title">
        <header class="titlebar"><a class="button plain" href="{{backPath}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>{{backLabel}}</a><h1 id="profile-title">Profile</h1></header>
        <div class="profile">
        {{{header}}}
        {{{personal}}}
        {{{people}}}
        {{#showsLibrary}}<section><h2>{{activityHeading}}</h2>{{{activity}}}</section>{{/showsLibrary}}
        {{{language}}}
        {{{settings}}}
        {{{preferences}}}
        {{{sync}}}
        {{{text}}}
        {{#sections}}
        <section><h2>{{title}}</h2><dl>{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl></section>
        {{/sections}}
        {{#showsLibrary}}<section><h2>{{storageHeading}}</h2>{{{storage}}}</section>{{/showsLibrary}}
        {{{end}}}
        </div>
        </div>
        {{{news}}}
        """
}

/// The profile's section about people.
package struct ProfilePeopleView: View {
    let isSetUp: Bool
    let hasSession: Bool
    let managesPeople: Bool
    let setUp: String

    /// - Parameters:
    ///   - isSetUp: Whether people sign in.
    ///   - isBegun: Whether the first person has completed some of the steps.
    ///   - hasSession: Whether a person is signed in here.
    ///   - managesPeople: Whether the visitor may manage people.
    package init(isSetUp: Bool, isBegun: Bool = false, hasSession: Bool, managesPeople: Bool) {
        setUp = isBegun ? localized("Go On Setting Up People") : localized("Set Up People")
        (self.isSetUp, self.hasSession, self.managesPeople) = (isSetUp, hasSession, managesPeople)
    }

    package static let template = """
        <section class="settings" aria-labelledby="people-title"><h2 id="people-title">People</h2>
        {{^isSetUp}}<form method="get" action="/people/setup"><p>Everybody with access to this station can do everything. Let people sign in to tell who did what, and to have guests who only scan.</p><p class="actions"><button class="button">{{setUp}}</button></p></form>{{/isSetUp}}
        {{#isSetUp}}<div class="profile-links">{{#hasSession}}<a class="button" href="/profile/sign-in">Sign-in and Sessions</a><a class="button" href="/profile/consents">Consents</a>{{/hasSession}}{{#managesPeople}}<a class="button" href="/people">Manage People</a>{{/managesPeople}}</div>{{/isSetUp}}
        </section>
        """
}

/// The choice of the language for one browser.
public struct LanguageSettingsView: View {
    let choices: [Choice]

    /// - Parameter chosen: `nil` to use the browser's language.
    public init(chosen: Language?) {
        choices =
            [Choice(name: "", label: localized("Same as browser"), isChosen: chosen == nil)]
            + Language.allCases.map { Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == chosen) }
    }

    public static let template = """
        <section class="settings" aria-labelledby="language-title"><h2 id="language-title">Language</h2>
        <form method="post" action="/profile/language">
        <div class="field"><label for="screen-language">Language</label><select id="screen-language" name="language">{{#choices}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/choices}}</select></div>
        <p class="hint">Only in this browser</p>
        <p class="actions"><button class="button">Save</button></p>
        </form></section>
        """
}

/// The format of dates and times: time zone, region, hours and wording.
public struct ClockSettingsView: View {
    let zones: [Choice]
    let locales: [Choice]
    let hours: [Choice]
    let wordings: [Choice]
    let example: String
    let error: String?

    /// - Parameters:
    ///   - zones: The names of the time zones to choose from.
    ///   - example: A date and time in the current format.
    ///   - error: The reason why the settings were refused.
    public init(_ settings: ClockSettings, zones: [String], example: String, error: String? = nil) {
        let names = zones.contains(settings.zone) || error != nil ? zones : [settings.zone] + zones
        self.zones = names.map { Choice(name: $0, label: $0, isChosen: $0 == settings.zone) }
        locales = ClockLocale.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.locale)
        }
        hours = StationClock.Hours.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.hours)
        }
        wordings = StationClock.Wording.allCases.map {
            Choice(name: $0.rawValue, label: $0.label, isChosen: $0 == settings.wording)
        }
        self.example = example
        self.error = error
    }

    public static let template = """
        <section class="settings" aria-labelledby="clock-title"><h2 id="clock-title">Dates and Times</h2>
        <form method="post" action="/profile/clock">
        <div class="field"><label for="zone">Time zone</label><select id="zone" name="zone"{{#error}} aria-invalid="true" aria-describedby="zone-error"{{/error}}>{{#zones}}<option{{#isChosen}} selected{{/isChosen}}>{{name}}</option>{{/zones}}</select>
        {{#error}}<p id="zone-error" class="error">{{error}}</p>{{/error}}</div>
        <div class="field"><label for="locale">Format</label><select id="locale" name="locale">{{#locales}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/locales}}</select></div>
        <div class="field"><label for="hours">Clock</label><select id="hours" name="hours">{{#hours}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/hours}}</select></div>
        <div class="field"><label for="wording">Relative times</label><select id="wording" name="wording">{{#wordings}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/wordings}}</select></div>
        <p class="hint">Example: {{example}}</p>
        <p class="actions"><button class="button">Save</button></p>
        </form></section>
        """
}

/// The content of the profile's section with the month's activity.
public struct ActivityView: View {
    let id = PartView.id(.activity)
    let card: String

    public init(_ month: CalendarMonth) {
        card =
            CardView(
                .calendar,
                CardView.Header(
                    path: Place.library.path, title: month.title,
                    subtitle: LibraryMessages.documentCount(month.count)),
                body: .month(
                    MonthView(month, counted: LibraryMessages.documentCount, empty: LibraryMessages.noActivity))
            ).html
    }

    public static let template = """
        <div id="{{id}}"><ul class="cards">{{{card}}}</ul></div>
        """
}

/// The content of the profile's section with the storage.
public struct StorageView: View {
    let id = PartView.id(.storage)
    let files: Int
    let size: String
    /// The space that emptying the trash would free.
    let trash: String?
    let trashPath: String

    public init(files: Int, size: FileSize, trash: (documents: Int, size: FileSize)? = nil) {
        self.files = files
        self.size = size.description
        var query = ListQuery()
        query.filter.isTrash = true
        trashPath = query.address(at: Place.library.path)
        self.trash = trash.map { "\(LibraryMessages.documentCount($0.documents)), \($0.size)" }
    }

    public static let template = """
        <div id="{{id}}"><dl><div><dt>Stored</dt><dd>{{size}}</dd></div><div><dt>Files</dt><dd>{{files}}</dd></div>{{#trash}}<div><dt>Can be freed</dt><dd>{{trash}}</dd></div>{{/trash}}</dl>{{#trash}}<p class="actions"><a class="button plain" href="{{trashPath}}">Show Trash</a></p>{{/trash}}</div>
        """
}
