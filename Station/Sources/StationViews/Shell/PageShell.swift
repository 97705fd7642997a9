public import StationRules

/// What is around every screen: the head, the ways to the main places, and the screen's own bar.
public struct PageShell: View {
    /// How much of the window a screen takes.
    public enum Frame: Sendable {
        /// Beside the sidebar, or above the tab bar.
        case page
        /// All of it, for a task of its own.
        case task
    }

    struct Link: Sendable {
        let label: String
        let path: String
        let icon: String
        let isCurrent: Bool
    }

    let title: String
    let body: String
    let isPage: Bool
    let places: [Link]
    let styles: [String]
    let scripts: [String]
    let toast: String?
    let loading: String

    /// - Parameters:
    ///   - body: HTML.
    ///   - parts: Folders of `web/patterns` whose styles and modules the screen uses.
    ///   - toast: What was done just before.
    public init(
        title: String, place: Place?, frame: Frame = .page, parts: [String] = [], scripts: [String] = [],
        toast: String? = nil, body: String
    ) {
        self.title = title
        self.body = body
        isPage = frame == .page
        places = Place.allCases.map {
            Link(label: $0.label, path: $0.path, icon: $0.icon, isCurrent: $0 == place)
        }
        styles = frame == .page ? LoadingView.parts + parts.filter { !LoadingView.parts.contains($0) } : parts
        self.scripts = scripts
        self.toast = toast
        loading = LoadingView.html(on: frame)
    }

    public static let template = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>{{title}} – Recto</title>
        <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/web/tokens.css">
        <link rel="stylesheet" href="/web/base.css">
        <link rel="stylesheet" href="/icons.css">
        <link rel="stylesheet" href="/web/patterns/feedback-indicators/feedback-indicators.css">
        <link rel="stylesheet" href="/web/patterns/skeleton-loading/skeleton-loading.css">
        {{#styles}}
        <link rel="stylesheet" href="/web/patterns/{{.}}/{{.}}.css">
        {{/styles}}
        <script type="module" src="/web/base.js"></script>
        <script type="module" src="/web/patterns/skeleton-loading/skeleton.js"></script>
        {{#scripts}}
        <script type="module" src="/web/patterns/{{.}}"></script>
        {{/scripts}}
        </head>
        <body class="{{#isPage}}page{{/isPage}}{{^isPage}}task{{/isPage}}">
        <a class="skip" href="#main">Skip to content</a>
        {{#isPage}}
        <nav class="places" aria-label="Main">
        <p class="brand">Recto</p>
        <ul>
        {{#places}}
        <li><a href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}><span class="icon icon-{{icon}}" aria-hidden="true"></span><span class="label">{{label}}</span></a></li>
        {{/places}}
        </ul>
        </nav>
        {{/isPage}}
        <main id="main" tabindex="-1">
        {{{body}}}
        </main>
        <div class="toasts" role="status" aria-live="polite">{{#toast}}<p class="toast">{{toast}}</p>{{/toast}}</div>
        {{{loading}}}
        </body>
        </html>

        """
}
