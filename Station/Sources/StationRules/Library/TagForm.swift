/// The form of a tag.
public enum TagForm {
    public static let name = "name"
    public static let color = "color"

    public static var form: EntryForm {
        let colors = TagColor.allCases.map { FormCell.Option($0.rawValue, $0.label) }
        return EntryForm([
            .init(
                .key,
                [
                    FormCell(
                        name, localized("Name"), .text(maximum: FilingEntry.maximumNameCharacters, isInline: true),
                        missing: FormCell.nameText)
                ]),
            .init(
                .property,
                [
                    FormCell(
                        color, localized("Color"), .choice(of: colors), [TagColor.gray.rawValue],
                        missing: localized("Choose a color."))
                ]),
        ])
    }
}

/// The form that splits a document.
public enum SplitForm {
    public static let maximum = "maximum"

    /// - Parameter pages: The number of the document's pages, at least two.
    public static func form(pages: Int) -> EntryForm {
        EntryForm([
            .init(
                .key,
                [
                    FormCell(
                        maximum, localized("Pages per document"), .slider(1...max(1, pages - 1)),
                        ["\((pages + 1) / 2)"], missing: FormCell.rangeText(1...max(1, pages - 1)),
                        told: (1...max(1, pages - 1)).map { results(pages: pages, maximum: $0) })
                ])
        ])
    }

    /// Returns what the values produce: "2: 2 documents, pages 1–2, 3".
    static func results(pages: Int, maximum: Int) -> String {
        let parts = stride(from: 1, through: pages, by: maximum).map { first in
            let last = min(first + maximum - 1, pages)
            return first == last ? "\(first)" : "\(first)–\(last)"
        }
        let shown = parts.prefix(maximumParts).joined(separator: ", ") + (parts.count > maximumParts ? ", …" : "")
        return localized("\(maximum): \(LibraryMessages.documentCount(parts.count)), pages \(shown)")
    }

    private static let maximumParts = 4
}
