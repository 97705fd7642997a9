public import StationRules

/// The languages for reading pages, and the reading progress.
public struct TextSettingsView: View {
    let status: String
    let first: [Choice]
    let second: [Choice]
    let third: [Choice]
    let hasLanguages: Bool
    let error: String?

    /// - Parameters:
    ///   - installed: The languages that can be read, by their Tesseract names.
    ///   - status: The reading progress, or what is missing.
    ///   - error: The reason why the languages were refused.
    public init(_ languages: TextLanguages, installed: [String], status: String, error: String? = nil) {
        // Chosen languages are listed even if they are not installed.
        let known = (installed + languages.codes.filter { !installed.contains($0) }).map { TextLanguage($0) }
            .sorted { $0.name < $1.name }
        func choices(_ position: Int) -> [Choice] {
            let chosen = languages.codes.indices.contains(position) ? languages.codes[position] : nil
            return known.map { language in
                let isMissing = !installed.contains(language.code)
                return Choice(
                    name: language.code,
                    label: isMissing ? localized("\(language.name) (not installed)") : language.name,
                    isChosen: language.code == chosen)
            }
        }
        (first, second, third) = (choices(0), choices(1), choices(2))
        hasLanguages = !installed.isEmpty
        self.status = status
        self.error = error
    }

    public static let template = """
        <section class="settings" aria-labelledby="text-title"><h2 id="text-title">Text Recognition</h2>
        <form method="post" action="/profile/text">
        <div id="reading" data-part data-waiting role="status"><p>{{status}}</p></div>
        {{#hasLanguages}}
        <div class="field"><label for="language">Language of your documents</label><select id="language" name="language"{{#error}} aria-invalid="true" aria-describedby="language-error"{{/error}}>{{#first}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/first}}</select>
        {{#error}}<p id="language-error" class="error">{{error}}</p>{{/error}}</div>
        <div class="field"><label for="second">Second language</label><select id="second" name="second"><option value="">None</option>{{#second}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/second}}</select></div>
        <div class="field"><label for="third">Third language</label><select id="third" name="third"><option value="">None</option>{{#third}}<option value="{{name}}"{{#isChosen}} selected{{/isChosen}}>{{label}}</option>{{/third}}</select></div>
        <p class="hint">For pages that are recognized from now on. Each language makes it slower. Debian has more of them as tesseract-ocr-…</p>
        <p class="actions"><button class="button">Save</button><button class="button plain" formaction="/profile/text/again">Recognize All Pages Again</button></p>
        {{/hasLanguages}}
        </form></section>
        """
}
