import StationRules
import Testing

@Suite struct TextLanguageTests {
    @Test(
        "TX-8: a locale names its language",
        arguments: [
            ("de_DE.UTF-8", "deu"), ("en_US.UTF-8", "eng"), ("pl", "pol"), ("zh_CN", "chi_sim"),
            ("zh_TW.UTF-8", "chi_tra"),
            ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("x-y-z", nil),
        ] as [(String, String?)])
    func locales(_ locale: String, _ code: String?) {
        #expect(TextLanguage(locale: locale)?.code == code)
    }

    @Test("TX-8: without a choice the locale's language is read if it is installed, else English")
    func standard() {
        #expect(TextLanguages(locale: "de_DE.UTF-8", installed: ["deu", "eng"]).codes == ["deu"])
        #expect(TextLanguages(locale: "de_DE.UTF-8", installed: ["eng"]).codes == ["eng"])
        #expect(TextLanguages(locale: "C", installed: ["deu"]).codes == ["eng"])
        #expect(TextLanguages(locale: nil, installed: []).codes == ["eng"])
    }

    @Test("TX-8: chosen languages keep their order, and names that are none are refused")
    func choices() throws {
        #expect(try TextLanguages("deu+eng+deu").codes == ["deu", "eng"])
        #expect(try TextLanguages("chi_sim").description == "chi_sim")
        #expect(throws: TextLanguages.Failure.none) { try TextLanguages("+") }
        #expect(throws: TextLanguages.Failure.unknown("../x")) { try TextLanguages("eng+../x") }
        #expect(throws: TextLanguages.Failure.tooMany(maximum: 5)) { try TextLanguages("aa+bb+cc+dd+ee+ff") }
    }

    @Test func languagesHaveEnglishNamesAndTheirPackages() {
        #expect(
            ["deu", "eng", "chi_sim", "qqq"].map { TextLanguage($0).name } == [
                "German", "English", "Chinese, simplified", "qqq",
            ])
        #expect(TextLanguage("chi_sim").package == "tesseract-ocr-chi-sim")
    }

    @Test("TX-7: what is missing is named with what to install")
    func trouble() {
        #expect("\(TextTrouble.noReader)".contains("install libtesseract5"))
        let text = "\(TextTrouble.noLanguage("deu"))"
        #expect(text.contains("German is not installed") && text.contains("tesseract-ocr-deu"))
    }
}
