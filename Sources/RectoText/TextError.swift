public import FoundationEssentials
public import RectoVision

/// Why a page cannot be read.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libtesseract cannot be opened, with the loader's reason.
    case noLibrary(String)
    /// Tesseract has no language of this name, such as `en` or `osd`.
    case languageName(String)
    /// Tesseract has no model for the language; the given Debian package provides it.
    case missingLanguage(String, package: String)
    /// Tesseract rejects languages that are all installed.
    case unusableLanguages(String)
    /// A side of the picture exceeds Tesseract's coordinates.
    case pictureTooLarge(width: Int, height: Int, limit: Int)
    /// The page cannot be rendered for reading.
    case page(PageRectifier.Failure)
    /// ``ReadingProgress/cancel()`` was called.
    case cancelled
    /// Tesseract gave up on the picture.
    case failed

    public var description: String {
        switch self {
        case .noLibrary(let reason): "text cannot be read: \(reason); install libtesseract5"
        case .languageName(let name):
            "\"\(name)\" is not the name of a language, required: \(LanguageNames.meant(by: name) ?? "such as eng or deu+eng")"
        case .missingLanguage(let language, let package):
            "there is no model for the language \(language): install \(package)"
        case .unusableLanguages(let languages): "Tesseract cannot use the languages \(languages)"
        case .pictureTooLarge(let width, let height, let limit):
            "the picture has \(width) x \(height) pixels, required: sides of at most \(limit)"
        case .page(let failure): "\(failure)"
        case .cancelled: "reading was canceled"
        case .failed: "Tesseract could not read the picture"
        }
    }
}

extension TextError: LocalizedError {
    /// A whole sentence, for `localizedDescription`.
    public var errorDescription: String? {
        if case .page = self { "The page \(description)" } else { description }
    }
}
