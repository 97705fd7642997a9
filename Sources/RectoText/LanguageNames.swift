/// Tesseract's names of languages, and other common names.
enum LanguageNames {
    /// Models of Tesseract that do not read text: they detect its direction, and formulas.
    private static let others: Set<String> = ["osd", "equ"]

    /// Whether a name can be that of a model that reads text. Names become file names, so no other characters are
    /// allowed.
    static func isName(_ text: String) -> Bool {
        2...40 ~= text.utf8.count && !others.contains(text)
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
            }
    }

    /// Tesseract's name of a language given by another code, in English, or with its country (`en`, `ger`, `German`,
    /// `de-DE`); `nil` for other names.
    static func meant(by name: String) -> String? {
        let code = name.lowercased()
        let language = code.prefix { $0 != "-" && $0 != "_" }
        let meant = tesseract[code] ?? (language.utf8.count == 2 ? tesseract[String(language)] : nil)
        return meant == name ? nil : meant
    }

    /// ISO 639-1 codes, the ISO 639-2 bibliographic codes that differ, and English names, each with Tesseract's name.
    private static let tesseract: [String: String] = {
        let lines = """
            af afr afrikaans; ar ara arabic; be bel belarusian; bg bul bulgarian; bn ben bengali; bs bos bosnian; ca cat catalan; \
            cs ces cze czech; cy cym wel welsh; da dan danish; de deu ger german; el ell gre greek; en eng english; eo epo esperanto; \
            es spa spanish; et est estonian; eu eus baq basque; fa fas per persian; fi fin finnish; fr fra fre french; ga gle irish; \
            gl glg galician; gu guj gujarati; he heb hebrew; hi hin hindi; hr hrv croatian; hu hun hungarian; hy hye arm armenian; \
            id ind indonesian; is isl ice icelandic; it ita italian; ja jpn japanese; ka kat geo georgian; kk kaz kazakh; \
            ko kor korean; la lat latin; lt lit lithuanian; lv lav latvian; mk mkd mac macedonian; ms msa may malay; mt mlt maltese; \
            nl nld dut dutch; no nor norwegian nb nn; pl pol polish; pt por portuguese; ro ron rum romanian; ru rus russian; \
            sk slk slo slovak; sl slv slovenian; sq sqi alb albanian; sr srp serbian; sv swe swedish; ta tam tamil; te tel telugu; \
            th tha thai; tr tur turkish; uk ukr ukrainian; ur urd urdu; vi vie vietnamese; yi yid yiddish; zh chi_sim chi chinese
            """
        let languages = lines.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(
            languages.flatMap { names in names.map { ($0, names[1]) } }, uniquingKeysWith: { first, _ in first })
    }()
}
