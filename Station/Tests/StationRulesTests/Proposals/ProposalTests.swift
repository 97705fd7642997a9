import StationRules
import Testing

/// Proposals from the text of a document.
@Suite struct ProposalTests {
    private let today = Day("2026-11-25")!

    private func proposals(
        _ text: String, _ values: [FilingEntry.Field: String] = [:], hasOwnTitle: Bool = false,
        names: ListNames = ListNames()
    ) -> [FilingEntry.Field: String] {
        let all = Proposals(text: text, values: values, hasOwnTitle: hasOwnTitle, names: names, today: today).all
        return Dictionary(uniqueKeysWithValues: all.map { ($0.field, $0.value) })
    }

    private let bill = """
        Stadtwerke Musterstadt GmbH · Hauptstr. 1 · 12345 Musterstadt
        Frau Ada Beispiel
        Musterstadt, den 3. November 2026
        Betreff: Jahresabrechnung Strom
        Rechnung Nr. 4711
        Zeitraum 01.10.2025 – 30.09.2026
        Bitte zahlen Sie zahlbar bis 15.12.2026.
        """

    @Test("A letter tells its date, its sender, what it is, and when it is to be paid")
    func letter() {
        #expect(
            proposals(bill) == [
                .title: "Jahresabrechnung Strom", .type: "Invoice", .correspondent: "Stadtwerke Musterstadt GmbH",
                .date: "2026-11-03", .due: "2026-12-15",
            ])
        let english =
            "Acme Ltd\nInvoice date: November 2, 2026\nPeriod 2026-10-01 to 2026-10-31\nPayment is due December 1, 2026"
        #expect(
            proposals(english) == [
                .title: "Invoice Acme Ltd", .type: "Invoice", .correspondent: "Acme Ltd", .date: "2026-11-02",
                .due: "2026-12-01",
            ])
    }

    @Test("A line has the date of a document before the day until which it is to be paid")
    func line() {
        let found = proposals("Invoice date 2.11.2026, due 24.12.2026")
        #expect(found[.date] == "2026-11-02" && found[.due] == "2026-12-24")
    }

    @Test("What was entered is not proposed; names that are there already come first")
    func known() {
        var names = ListNames()
        names.types = [.init(id: 1, text: "Strom", documents: 3), .init(id: 2, text: "Rechnung", documents: 9)]
        names.correspondents = [
            .init(id: 1, text: "Stadtwerke Musterstadt", documents: 1), .init(id: 2, text: "Stadtwerke", documents: 5),
        ]
        names.tags = [
            .init(id: 1, text: "strom", documents: 1, color: "gray"),
            .init(id: 2, text: "Muster", documents: 1, color: "gray"),
            .init(id: 3, text: "ab", documents: 1, color: "gray"),
        ]
        let found = proposals(bill, [.date: "2026-01-01", .tags: "home"], hasOwnTitle: true, names: names)
        // Only whole words count: "Muster" does not occur on its own.
        #expect(
            found == [
                .type: "Rechnung", .correspondent: "Stadtwerke Musterstadt", .tags: "home, strom", .due: "2026-12-15",
            ])
        let all: [FilingEntry.Field: String] = [
            .title: "x", .type: "x", .correspondent: "x", .tags: "strom", .date: "x", .due: "x",
        ]
        #expect(proposals(bill, all, hasOwnTitle: true, names: names).isEmpty)
    }

    @Test("Dates of several forms; what is no date, or could be two, is none")
    func dates() {
        for (text, day) in [
            ("Date 23.11.2026", "2026-11-23"), ("Date 1. 2. 26", "2026-02-01"), ("am 5 March 2026", "2026-03-05"),
            ("Mar 5, 2026", "2026-03-05"),
            ("14/03/2026", "2026-03-14"), ("03/14/2026", "2026-03-14"), ("5. März 2026", "2026-03-05"),
            ("2026-03-05T10:00", "2026-03-05"),
        ] { #expect(proposals(text) == [.date: day], "\(text)") }
        for text in [
            "03/04/2026", "31.02.2026", "Tel. 0123 456 789", "12.34.5678", "1.2", "23.11.1026", "2027-06-01", "",
            "99999999999999.1.2026",
        ] {
            #expect(proposals(text)[.date] == nil, "\(text)")
        }
        // A date in the distant past is not a due date.
        #expect(proposals("due 01.02.2020")[.due] == nil)
    }

    @Test("The line above the salutation is the subject; a letterhead with its address tells who writes")
    func letterWithoutMarks() {
        let letter = """
            Wood Supplies
            155 Bridge Street, 39384 Millbrook
            Maria Brooks
            16 June 2026
            Your new fence
            Customer no. 4711
            Dear Maria Brooks,
            Thank you.
            """
        #expect(
            proposals(letter) == [
                .title: "Your new fence", .correspondent: "Wood Supplies", .date: "2026-06-16",
            ])
        // Other texts do not have such lines.
        #expect(
            proposals("Famous pencil\nBeside the museum the contract is kept by an old student of the town").isEmpty)
    }

    @Test("What is to be done within some days is due then; contracts that run and things that are valid are not due")
    func spans() {
        let letter = "Date: 3rd November 2026\nPlease pay within 14 days."
        #expect(proposals(letter)[.due] == "2026-11-17" && proposals(letter)[.date] == "2026-11-03")
        #expect(proposals("Datum 3.11.2026\nBitte antworten Sie binnen 7 Tagen.")[.due] == "2026-11-10")
        for line in ["Valid until 1 March 2027", "Der Vertrag läuft bis zum 1.3.2027", "Gültig bis 01.03.2027"] {
            #expect(proposals(line)[.due] == nil, "\(line)")
        }
        #expect(proposals("Wir bitten um Ihre Antwort bis 1.3.2027.")[.due] == "2027-03-01")
        // A birthday is not the date of a letter.
        #expect(proposals("Geburtsdatum: 17.05.1984")[.date] == nil)
    }
}
