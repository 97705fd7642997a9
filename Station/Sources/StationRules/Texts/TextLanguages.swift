import Foundation

/// A language of pages by its Tesseract name: ISO 639-2, sometimes with a script.
public struct TextLanguage: Hashable, Sendable {
    public let code: String

    public init(_ code: String) { self.code = code }

    /// The Debian package with its model.
    public var package: String { "tesseract-ocr-" + code.replacing("_", with: "-").lowercased() }

    public var name: String {
        if let name = Self.scripts[code] { return name }
        return Locale(identifier: Language.current.rawValue).localizedString(forLanguageCode: code) ?? code
    }

    /// The names of Tesseract's script suffixes.
    private static var scripts: [String: String] {
        [
            "chi_sim": localized("Chinese, simplified"),
            "chi_tra": localized("Chinese, traditional"),
            "srp_latn": localized("Serbian, Latin"),
            "uzb_cyrl": localized("Uzbek, Cyrillic"),
            "aze_cyrl": localized("Azerbaijani, Cyrillic"),
        ]
    }

    /// Creates the language of a locale such as `de_DE.UTF-8`; `nil` without one (`C`).
    public init?(locale: String) {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let language = parts.first, 2...3 ~= language.count, language.allSatisfy(\.isLetter) else { return nil }
        if language == "zh" {
            let isTraditional = parts.dropFirst().contains { ["TW", "HK", "MO", "Hant"].contains($0) }
            self.init(isTraditional ? "chi_tra" : "chi_sim")
        } else {
            guard let code = Locale.LanguageCode(String(language)).identifier(.alpha3) else { return nil }
            self.init(code)
        }
    }
}

/// The languages for reading pages, most important first.
public struct TextLanguages: Hashable, Codable, Sendable, CustomStringConvertible {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case none
        case unknown(String)
        case tooMany(maximum: Int)

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .none: localized("Choose a language.")
            case .unknown(let name):
                localized("“\(name)” is not a language: use names such as eng, deu or chi_sim.")
            case .tooMany(let maximum):
                localized("Choose up to \(maximum) languages: each one makes reading slower.")
            }
        }
    }

    public static let maximum = 5

    public let codes: [String]

    /// The languages in Tesseract's format: `deu+eng`.
    public var description: String { codes.joined(separator: "+") }

    /// - Parameter text: Names separated by `+`; duplicates are removed.
    public init(_ text: String) throws(Failure) {
        var codes: [String] = []
        for code in text.split(separator: "+").map(String.init) where !codes.contains(code) {
            guard Self.isName(code) else { throw .unknown(code) }
            codes.append(code)
        }
        guard !codes.isEmpty else { throw .none }
        guard codes.count <= Self.maximum else { throw .tooMany(maximum: Self.maximum) }
        self.codes = codes
    }

    /// Creates the default: the locale's language if installed, otherwise English.
    public init(locale: String?, installed: [String]) {
        let own = locale.flatMap { TextLanguage(locale: $0)?.code }
        codes = own.map { installed.contains($0) ? [$0] : ["eng"] } ?? ["eng"]
    }

    /// The names for display.
    public var names: String { codes.map { TextLanguage($0).name }.joined(separator: ", ") }

    private static func isName(_ code: String) -> Bool {
        2...40 ~= code.utf8.count
            && code.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
