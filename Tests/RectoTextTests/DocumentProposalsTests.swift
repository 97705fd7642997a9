import RectoCore
import RectoText
import Testing

/// Pages of confidently read lines, from top to bottom.
private func page(_ lines: [String], heights: [Double] = [], confidence: Double = 1) throws -> PageText {
    let size = try PixelSize(width: 1000, height: 1400)
    var top = 40.0
    let placed = lines.enumerated().map { index, text -> PageText.Line in
        let height = heights.indices.contains(index) ? heights[index] : 20
        let box = PageText.Box(left: 100, top: top, right: 900, bottom: top + height)
        top += height + 10
        let words = text.split(separator: " ").map {
            PageText.Word(text: String($0), box: box, confidence: confidence, language: "eng")
        }
        let baseline = PageText.Baseline(
            start: Point2D(x: box.left, y: box.bottom), end: Point2D(x: box.right, y: box.bottom))
        return PageText.Line(
            box: box, baseline: baseline, direction: .leftToRight, startsParagraph: true, words: words)
    }
    let box = PageText.Box(left: 100, top: 40, right: 900, bottom: max(60, top))
    return PageText(size: size, blocks: lines.isEmpty ? [] : [PageText.Block(box: box, lines: placed)])
}

@Suite struct DateProposalTests {
    @Test(arguments: [
        "2026-11-03", "2026/11/03", "03.11.2026", "3.11.2026", "03.11.2026,", "November 3, 2026", "3 November 2026",
        "3rd of November 2026", "Nov. 3, 2026", "3. November 2026", "3 novembre 2026", "03 listopada 2026 r.",
        "3 ноября 2026 г.", "3 ноября 2026г.", "3 Νοεμβρίου 2026", "(3.11.2026)",
        "Date:03.11.2026", "Datum:3.11.2026", "Date=2026-11-03", "3-Nov-2026", "03/Nov/2026", "3.Nov.2026",
        "Nov-03-2026",
        "03-novembre-2026", "3. 11. 2026", "03. 11. 2026,", "3.11. 2026", "Date:3. 11. 2026", "2026-11-03T10:15:00Z",
        "2026-11-03T10:15:00+02:00", "Date:2026-11-03T10:15", "03.11.2026,10:15", "Date:3-Nov-2026",
    ])
    func aDateIsReadInItsLanguage(text: String) throws {
        let dates = DocumentProposals([try page([text])]).dates
        #expect(dates.map(\.value) == [CalendarDate(year: 2026, month: 11, day: 3)])
        #expect(try #require(dates.first).confidence > 0.8)
    }

    /// Each month's name as dates have it, by language.
    @Test(arguments: [
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
        [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ],
        [
            "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września",
            "października", "listopada", "grudnia",
        ],
        [
            "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
            "декабря",
        ],
        [
            "Ιανουαρίου", "Φεβρουαρίου", "Μαρτίου", "Απριλίου", "Μαΐου", "Ιουνίου", "Ιουλίου", "Αυγούστου",
            "Σεπτεμβρίου", "Οκτωβρίου", "Νοεμβρίου", "Δεκεμβρίου",
        ],
    ])
    func everyMonthIsKnown(names: [String]) throws {
        for (index, name) in names.enumerated() {
            let dates = DocumentProposals([try page(["12 \(name) 2025"])]).dates
            #expect(dates.map(\.value) == [CalendarDate(year: 2025, month: index + 1, day: 12)])
        }
    }

    @Test func dayAndMonthThatMayBeEitherAreBothProposedAndLessSure() throws {
        let dates = DocumentProposals([try page(["03/04/2026"])]).dates
        #expect(dates.map { "\($0.value)" } == ["2026-04-03", "2026-03-04"])
        #expect(DocumentProposals([try page(["03/25/2026"])]).dates.map { "\($0.value)" } == ["2026-03-25"])
        #expect(DocumentProposals([try page(["25/03/2026"])]).dates.map { "\($0.value)" } == ["2026-03-25"])
        let sure = try #require(DocumentProposals([try page(["25/03/2026"])]).dates.first)
        #expect(try #require(dates.first).confidence < sure.confidence)
    }

    @Test(arguments: [
        "31.02.2026", "29.02.2025", "2026-13-01", "00.01.2026", "1.2.3", "192.168.10.12", "12.12.3026", "32 May 2026",
        "May 2026", "3 Mayor 2026", "3 ma 2026", "10-20-30-40", "１２.１１.２０２６", "--", "..",
    ])
    func whatIsNoDateIsNotProposed(text: String) throws {
        #expect(DocumentProposals([try page([text])]).dates.isEmpty)
    }

    @Test func theDateOfTheDocumentComesBeforeTermsAndBirthdays() throws {
        let dates = DocumentProposals([
            try page(["Due date: 30.12.2026", "Geboren 04.05.1970", "Datum: 23.11.2026"])
        ]).dates
        #expect(dates.first.map { "\($0.value)" } == "2026-11-23")
        #expect(dates.count == 3)
    }

    @Test func aDateThatWasReadUnsurelyIsLessSure() throws {
        let sure = try #require(DocumentProposals([try page(["23.11.2026"])]).dates.first)
        let unsure = try #require(DocumentProposals([try page(["23.11.2026"], confidence: 0.5)]).dates.first)
        #expect(abs(unsure.confidence - sure.confidence / 2) < 1e-9)
    }

    @Test func aLeapDayIsOneInItsYearAlone() {
        #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 1900, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 2000, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 33, month: 4, day: 3)?.description == "0033-04-03")
    }
}

@Suite struct AmountProposalTests {
    @Test(arguments: [
        ("1.234,56 €", 123_456, "EUR"), ("€1,234.56", 123_456, "EUR"), ("EUR 12.00", 1200, "EUR"), ("$5", 500, "USD"),
        ("£0.99", 99, "GBP"), ("1 234,56 zł", 123_456, "PLN"), ("12 345 678,90 руб.", 1_234_567_890, "RUB"),
        ("99,90 ₽", 9990, "RUB"), ("45,00 ευρώ", 4500, "EUR"), ("CHF 1'250.00", 125_000, "CHF"),
        ("-12,50 €", -1250, "EUR"),
        ("1,234 €", 123_400, "EUR"), ("12,00€", 1200, "EUR"), ("Total:12,50 EUR", 1250, "EUR"),
        ("Total:EUR 12,50", 1250, "EUR"), ("Total=€12.50", 1250, "EUR"), ("1 234,00 Kč", 123_400, "CZK"),
        ("12 345,00 SEK", 1_234_500, "SEK"), ("1 234 Ft", 123_400, "HUF"),
    ])
    func anAmountIsReadAsItsCountryWritesIt(text: String, hundredths: Int, currency: String) throws {
        let amounts = DocumentProposals([try page([text])]).amounts
        #expect(amounts.map(\.value) == [MoneyAmount(hundredths: hundredths, currency: currency)])
    }

    @Test(arguments: [
        "Total: 87.50", "Gesamtbetrag 87,50", "Montant 87,50", "Razem 87,50", "Итого: 87,50", "Σύνολο 87,50",
    ])
    func theTotalComesFirst(text: String) throws {
        let amounts = DocumentProposals([try page(["Item 99.99", "Other 12.00", text])]).amounts
        #expect(amounts.first?.value == MoneyAmount(hundredths: 8750, currency: nil))
        #expect(amounts.count == 3)
    }

    @Test(arguments: ["19,00 %", "12345", "1.2.3", "23.11.2026", "12:30", "1,23456", "€", "1.2345,00 €", "12,345,6 €"])
    func whatIsNoAmountIsNotProposed(text: String) throws {
        #expect(DocumentProposals([try page([text])]).amounts.isEmpty)
    }

    @Test func aCountAndAPriceAreNotTakenForOneNumber() throws {
        let amounts = DocumentProposals([try page(["Screws 2 100,00 200,00"])]).amounts
        #expect(amounts.map(\.value.hundredths) == [20_000, 10_000])
    }

    /// After the word for a total, before a unit shared by several currencies, and alone on a line it is not a count.
    @Test(arguments: [
        ("Montant 1 234,56", 123_456), ("Total: 12 345,00 kr", 1_234_500), ("Total:1 234 567,89", 123_456_789),
        ("Porto 1 234,00 kr.", 123_400), ("1 234,56", 123_456), ("Razem: 12 345,67", 1_234_567),
    ])
    func thousandsAreKeptWithoutAKnownCurrency(text: String, hundredths: Int) throws {
        let amounts = DocumentProposals([try page([text])]).amounts
        #expect(amounts.map(\.value) == [MoneyAmount(hundredths: hundredths, currency: nil)])
    }

    @Test func amountsAreWrittenWithTheirCurrency() {
        #expect("\(MoneyAmount(hundredths: -5, currency: "EUR"))" == "-0.05 EUR")
        #expect("\(MoneyAmount(hundredths: 123_456, currency: nil))" == "1234.56")
    }
}

@Suite struct TitleProposalTests {
    @Test(arguments: [
        "Subject: Your contract", "Betreff: Your contract", "Objet: Your contract", "Dotyczy: Your contract",
        "Тема: Your contract", "Θέμα: Your contract",
    ])
    func whatStandsBehindSubjectIsTheTitle(text: String) throws {
        let titles = DocumentProposals([try page(["A very large heading", text, "Some words"], heights: [60, 20, 20])])
            .titles
        #expect(titles.first?.value == "Your contract")
    }

    @Test func theLargestTypeIsTheTitleOverAllItsLines() throws {
        let lines = ["Some Company Ltd", "Annual report", "on everything", "It was a year.", "And more.", "And more."]
        let titles = DocumentProposals([try page(lines, heights: [20, 44, 42, 20, 20, 20])]).titles
        #expect(titles.first?.value == "Annual report on everything")
        #expect(try #require(titles.first).confidence > 0.7)
    }

    @Test func evenTextGivesItsFirstLineUnsurely() throws {
        let titles = DocumentProposals([try page(["12345", "It was a year.", "And more."])]).titles
        #expect(titles.map(\.value) == ["It was a year."])
        #expect(try #require(titles.first).confidence < NameTemplate.sureConfidence)
    }

    @Test func pagesWithoutTextProposeNothing() throws {
        for pages in [[], [try page([])], [try page(["7", "-"])]] {
            let proposals = DocumentProposals(pages)
            #expect(proposals.titles.isEmpty && proposals.dates.isEmpty && proposals.amounts.isEmpty)
        }
    }
}

@Suite struct NameTemplateTests {
    @Test func fieldsAreFilledIn() throws {
        let template = try NameTemplate("{date} {title} ({code})-{number}")
        #expect(template.fields == [.date, .title, .code, .number])
        #expect(
            template.name([.date: "2026-11-23", .title: "Invoice", .code: "ASN7", .number: "2"])
                == "2026-11-23 Invoice (ASN7)-2")
    }

    @Test func whatIsNotKnownIsLeftOutWithWhatStandsBefore() throws {
        let template = try NameTemplate("{date} {title} - {code}")
        #expect(template.name([.title: "Invoice"]) == "Invoice")
        #expect(template.name([.date: "2026-11-23", .code: "7"]) == "2026-11-23 - 7")
        #expect(template.name([.date: "2026-11-23"]) == "2026-11-23")
        #expect(template.name([:]) == nil)
        #expect(try NameTemplate("scan {title}").name([.title: "/"]) == nil)
    }

    @Test(arguments: ["", "name", "{", "}", "{title", "title}", "{}", "{Title}", "{title}}", "{ title }"])
    func whatIsNoTemplateIsRefused(pattern: String) {
        #expect(throws: NameTemplate.Failure.self) { try NameTemplate(pattern) }
    }

    @Test(arguments: [
        ("../../etc/passwd", "etc passwd"), (".hidden", "hidden"), ("-rf", "rf"), ("a\u{0}b\nc", "a b c"),
        ("a/b\\c:d", "a b c d"), ("end...", "end"), ("\u{202E}gnp.exe", "gnp.exe"),
    ])
    func aNameStaysInItsFolderAndCanBeSeen(title: String, name: String) throws {
        #expect(try NameTemplate("{title}").name([.title: title]) == name)
    }

    @Test func longNamesAreCutBetweenCharacters() throws {
        let name = try #require(try NameTemplate("{title}").name([.title: String(repeating: "ß👨‍👩‍👧", count: 100)]))
        #expect(name.utf8.count <= 200 && name.utf8.count > 150)
    }

    @Test func onlySureProposalsNameADocument() throws {
        let sure = DocumentProposals([try page(["Betreff: Vertrag", "Datum: 23.11.2026"])])
        #expect(NameTemplate.values(of: sure) == [.title: "Vertrag", .date: "2026-11-23"])
        let unsure = DocumentProposals([try page(["Betreff: Vertrag", "Datum: 23.11.2026"], confidence: 0.4)])
        #expect(NameTemplate.values(of: unsure).isEmpty)
    }
}
