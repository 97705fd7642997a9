public import StationRules

/// The page around every screen: the head, the navigation and the body.
public struct PageShell: View {
    /// The part of the window that a screen takes.
    public enum Frame: Sendable {
        /// Beside the sidebar or above the tab bar.
        case page
        /// The whole window, for a task.
        case task
    }

    let language = Language.current.rawValue
    let title: String
    private(set) var body: String
    let isPage: Bool
    /// The section of the screen.
    public let place: Place?
    /// The navigation, as HTML.
    private(set) var navigation = ""
    private(set) var landscape = SidebarVisibility.State.open.rawValue
    private(set) var portrait = SidebarVisibility.State.open.rawValue
    private(set) var styles: [String]
    private(set) var scripts: [String]
    let early: [String]
    package var toast: String?
    let undo: String?
    let undoLabel = GalleryMessages.undo
    /// The message for a field with too much text, in which the browser inserts the limit.
    let long = localized("Shorten this to \("{1}") characters.")
    private(set) var loading: String
    /// The file import as HTML, on screens of signed-in people.
    private(set) var importing: String?
    /// The status of the connection and of pending changes as HTML; `nil` on screens that do not know their visitor.
    private(set) var offline: String?
    /// Whether the screen belongs to the demonstration.
    @TaskLocal package static var isDemonstration = false
    let demonstration = PageShell.isDemonstration ? DemonstrationBarView().html : nil
    let lightTheme = ThemeColor.light
    let darkTheme = ThemeColor.dark
    let touchIcon = AppIcon.touch.path

    /// - Parameters:
    ///   - body: The content as HTML.
    ///   - parts: Folders of `web/patterns` whose styles and modules the screen uses.
    ///   - early: Modules that must be loaded before the screen is drawn, because they control how it appears.
    ///   - toast: The result of the previous action.
    ///   - undo: The path of the form that undoes it.
    public init(
        title: String, place: Place?, frame: Frame = .page, parts: [String] = [], scripts: [String] = [],
        early: [String] = [], toast: String? = nil, undo: String? = nil, body: String
    ) {
        self.title = title
        self.body = body
        isPage = frame == .page
        self.place = place
        styles = frame == .page ? LoadingView.parts + parts.filter { !LoadingView.parts.contains($0) } : parts
        self.scripts = scripts
        self.early = early
        self.toast = toast
        self.undo = undo
        loading = LoadingView.html(on: frame)
    }

    /// Adds the navigation around the screen.
    /// - Parameters:
    ///   - sidebar: Whether the sidebar is open.
    ///   - hasCards: Whether the library has cards above its list.
    public mutating func surround(with navigation: NavigationView, sidebar: SidebarVisibility, hasCards: Bool) {
        self.navigation = navigation.html
        loading = LoadingView.html(on: .page, hasCards: hasCards)
        landscape = sidebar[.landscape].rawValue
        portrait = sidebar[.portrait].rawValue
        importing = Self.importing.current
    }

    /// Makes the browser store the person's scans and documents for offline use.
    /// - Parameters:
    ///   - person: The owner by the station's name; `nil` to store nothing.
    ///   - former: The former owner of an outbox that the person takes over.
    package mutating func keeps(for person: String?, former: String?, banner: OfflineBanner) {
        guard let person else { return }
        offline = OfflineView(.person(person), former: former, banner: banner).html
    }

    /// Makes the browser hide its offline content and delete what can be downloaded again, because nobody has signed
    /// in.
    package mutating func keepsForNobody() { offline = OfflineView(.nobody).html }

    /// Leaves the owner to the browser, on offline screens and before a sign-in is complete.
    package mutating func needsNoStation() { offline = OfflineView(.asKept).html }

    /// Begins with the launch screen, which transforms into this one.
    package mutating func launch() {
        body = "<div class=\"launch\" aria-hidden=\"true\"><p class=\"brand\">Recto</p></div>" + body
    }

    /// Shows the news above the screen.
    package mutating func cover(with news: WhatsNewView) {
        // The profile shows them from its menu.
        guard !styles.contains("whats-new") else { return }
        body += news.html
        styles.append("whats-new")
        scripts.append("whats-new/whats-new.js")
    }

    private static let importing = PerLanguage { ImportAnywhereView().html }

    public static let template = """
        <!doctype html>
        <html lang="{{language}}">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>{{title}} – Recto</title>
        <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
        {{#offline}}
        <link rel="manifest" href="/manifest.webmanifest">
        <link rel="apple-touch-icon" href="{{touchIcon}}">
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="{{lightTheme}}">
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="{{darkTheme}}">
        <link rel="stylesheet" href="/web/patterns/offline/offline.css">
        <script type="module" src="/web/patterns/offline/status.js"></script>
        {{/offline}}
        <link rel="stylesheet" href="/web/tokens.css">
        <link rel="stylesheet" href="/web/base.css">
        <link rel="stylesheet" href="/web/patterns/modality/modality.css">
        {{#isPage}}
        <link rel="stylesheet" href="/web/patterns/sidebar/sidebar.css">
        <script type="module" src="/web/patterns/sidebar/sidebar.js"></script>
        {{/isPage}}
        <link rel="stylesheet" href="/icons.css">
        <link rel="stylesheet" href="/web/patterns/feedback-indicators/feedback-indicators.css">
        <link rel="stylesheet" href="/web/patterns/skeleton-loading/skeleton-loading.css">
        {{#demonstration}}
        <link rel="stylesheet" href="/web/patterns/demonstration/demonstration.css">
        {{/demonstration}}
        {{#styles}}
        <link rel="stylesheet" href="/web/patterns/{{.}}/{{.}}.css">
        {{/styles}}
        {{#early}}
        <script type="module" src="/web/patterns/{{.}}" blocking="render"></script>
        {{/early}}
        <script type="module" src="/web/base.js"></script>
        <script type="module" src="/web/patterns/skeleton-loading/skeleton.js"></script>
        {{#importing}}
        <script type="module" src="/web/import.js"></script>
        {{/importing}}
        {{#scripts}}
        <script type="module" src="/web/patterns/{{.}}"></script>
        {{/scripts}}
        </head>
        <body class="{{#isPage}}page{{/isPage}}{{^isPage}}task{{/isPage}}"{{#isPage}} data-landscape="{{landscape}}" data-portrait="{{portrait}}"{{/isPage}} data-long="{{long}}">
        <a class="skip" href="#main">Skip to content</a>
        <div class="toasts" role="status" aria-live="polite">{{#toast}}<div class="toast"><p>{{toast}}</p>{{#undo}}<form method="post" action="{{undo}}" data-undo><button class="button plain" aria-keyshortcuts="Control+Z">{{undoLabel}}</button></form>{{/undo}}</div>{{/toast}}</div>
        {{{navigation}}}
        <main id="main" tabindex="-1">
        {{{body}}}
        </main>
        {{{demonstration}}}
        {{{importing}}}
        {{{offline}}}
        {{{loading}}}
        </body>
        </html>

        """
}
