/// All texts of the user interface, in all languages.
///
/// The English text is in the source, within `localized("…")` or a view's template. Its German translation is here,
/// in one file for each part of the interface. The program `Station/Tests/Texts/check`, a part of `make lint`, finds
/// missing translations, unused entries, and texts outside `localized`.
public enum Catalogue {
    /// The German texts by key. There is one translation per English key.
    package static let german: [String: String] = parts.reduce(into: [:]) { all, part in
        all.merge(part) { _, repeated in preconditionFailure("twice in the catalogue: \(repeated)") }
    }

    private static let parts = [
        charts, common, consents, dates, devices, filing, filingRules, home, library, lists, mail, map, mapFiles,
        objects, offline,
        people,
        profile, reading, scanner, scenes, signIn, signature, widgets,
    ]

    /// - Returns: The text for a key; in English if there is no translation.
    public static func text(_ key: String, in language: Language) -> String {
        switch language {
        case .english: key
        case .german: german[key] ?? key
        }
    }

    /// Replaces `{1}`, `{2}` and so on with values. Placeholders within values are not replaced.
    /// - Parameter value: Returns the value for a number; `nil` keeps the placeholder.
    public static func fill(_ text: String, _ value: (Int) -> String?) -> String {
        guard text.contains("{") else { return text }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: open)..<close]),
                let value = value(number)
            else {
                result.append(rest.removeFirst())
                continue
            }
            result += value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
