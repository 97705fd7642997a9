/// The reason why no page can be read.
public enum TextTrouble: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The OCR library is not installed.
    case noReader
    /// The model of a language is missing.
    case noLanguage(String)
    /// Another error, as reported by the reader.
    case other(String)

    /// The Debian package that solves the problem.
    public var package: String? {
        switch self {
        case .noReader: "libtesseract5"
        case .noLanguage(let language): TextLanguage(language).package
        case .other: nil
        }
    }

    /// The problem and its solution.
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
