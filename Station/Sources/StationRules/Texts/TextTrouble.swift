/// Why no page can be read.
public enum TextTrouble: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The library that reads is not installed.
    case noReader
    /// A language has no model.
    case noLanguage(String)
    /// Something else, as the reader says it.
    case other(String)

    /// Debian's package that helps.
    public var package: String? {
        switch self {
        case .noReader: "libtesseract5"
        case .noLanguage(let language): TextLanguage(language).package
        case .other: nil
        }
    }

    /// What is wrong, and what helps.
    public var description: String {
        switch self {
        case .noReader: localized("Text is not recognized: install libtesseract5 on the station’s computer.")
        case .noLanguage(let language): Self.missing(TextLanguage(language))
        case .other(let reason): localized("Text is not recognized: \(reason).")
        }
    }

    private static func missing(_ language: TextLanguage) -> String {
        let (name, package) = (language.name, language.package)
        return localized("Text is not recognized: \(name) is not installed.") + " "
            + localized("Install \(package) on the station’s computer, or choose other languages in the profile.")
    }
}
