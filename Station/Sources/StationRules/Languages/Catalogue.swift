/// All texts on screens, in all languages.
///
/// A text stands where it is used, in English, within `localized("…")` or a view's template. Its German is here, one file for
/// each part of the interface. The program `Station/Tests/Texts/check`, a part of `make lint`, finds texts that are missing here,
/// entries that nothing uses, and texts outside `localized`.
public enum Catalogue {
    /// By their keys. The same English has the same German everywhere.
    package static let german: [String: String] = parts.reduce(into: [:]) { all, part in
        all.merge(part) { _, repeated in preconditionFailure("twice in the catalogue: \(repeated)") }
    }

    private static let parts = [
        charts, common, consents, dates, devices, filing, home, library, lists, mail, map, mapFiles, objects, offline,
        people,
        profile, reading, scanner, scenes, signIn, signature, widgets,
    ]

    /// - Returns: The text of a key; what has none in the language is shown in English.
    public static func text(_ key: String, in language: Language) -> String {
        switch language {
        case .english: key
        case .german: german[key] ?? key
        }
    }

    /// Puts values in the places of `{1}`, `{2}` and so on. Values are not searched for places.
    /// - Parameter value: The value of a number; `nil` leaves the place as it is.
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
