package import StationRules

/// Finds the texts of a template, and replaces them with those of another language.
///
/// A text is found between tags, or in an attribute that is visible or read by screen readers. It may contain values:
/// `Scan {{position}}` has the key "Scan {1}". It ends at sections and at the HTML of other views.
package struct TemplateTexts {
    /// Attributes with texts as values.
    private static let attributes: Set<Substring> = [
        "alt", "aria-description", "aria-label", "data-one", "data-photo-label", "data-several", "placeholder", "title",
    ]

    private let language: Language
    /// The keys of the texts in order.
    package private(set) var keys: [String] = []
    package private(set) var template = ""

    /// - Parameter template: A Mustache template with HTML.
    package init(_ template: String, in language: Language) {
        self.language = language
        var rest = template[...]
        while let tag = Self.nextTag(rest) {
            appendTexts(rest[..<tag.lowerBound])
            appendTag(rest[tag])
            rest = rest[tag.upperBound...]
        }
        appendTexts(rest)
    }

    /// Returns the range of the next HTML tag. Attributes may contain sections, if these contain no `<` or `>`.
    private static func nextTag(_ text: Substring) -> Range<Substring.Index>? {
        guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">") else { return nil }
        return open..<text.index(after: close)
    }

    private mutating func appendTag(_ tag: Substring) {
        var rest = tag
        while let equals = rest.firstIndex(of: "="),
            let start = rest.index(equals, offsetBy: 2, limitedBy: rest.endIndex),
            rest[rest.index(after: equals)...].first == "\"", let end = rest[start...].firstIndex(of: "\"")
        {
            template += rest[..<start]
            let name = rest[..<equals].split { $0 == " " || $0 == "}" || $0 == "\n" }.last ?? ""
            if Self.attributes.contains(name) {
                appendTexts(rest[start..<end])
            } else {
                template += rest[start..<end]
            }
            rest = rest[end...]
            template.append(rest.removeFirst())
        }
        template += rest
    }

    /// Appends the content between tags: texts, with sections and other HTML between them.
    private mutating func appendTexts(_ part: Substring) {
        var (key, values) = ("", [Substring]())
        var rest = part
        while let open = rest.firstRange(of: "{{"), let close = Self.end(of: rest[open.lowerBound...]) {
            key += rest[..<open.lowerBound]
            let mark = rest[open.lowerBound..<close]
            if "#^/{&>".contains(rest[open.upperBound...].first ?? " ") {
                append(key, values)
                template += mark
                (key, values) = ("", [])
            } else {
                values.append(mark)
                key += "{\(values.count)}"
            }
            rest = rest[close...]
        }
        append(key + rest, values)
    }

    /// Returns the end of a Mustache tag.
    private static func end(of mark: Substring) -> Substring.Index? {
        mark.firstRange(of: mark.hasPrefix("{{{") ? "}}}" : "}}")?.upperBound
    }

    private mutating func append(_ text: String, _ values: [Substring]) {
        let key = text.drop(while: \.isWhitespace)
        let words = String(key.reversed().drop { $0.isWhitespace }.reversed())
        let isText = Catalogue.fill(words) { _ in "" }.contains(where: \.isLetter)
        if isText { keys.append(words) }
        template += text.prefix(text.count - key.count)
        template += Catalogue.fill(isText ? Catalogue.text(words, in: language) : words) { number in
            values.indices.contains(number - 1) ? String(values[number - 1]) : nil
        }
        template += key.dropFirst(words.count)
    }
}
