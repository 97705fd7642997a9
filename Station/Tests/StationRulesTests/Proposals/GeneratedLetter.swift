import StationRules
import TestSupport

/// A letter as recognized text lines, together with its correct metadata.
///
/// Its content is random: the sender, the form of dates and deadlines, whether the subject is labeled, and other
/// dates. None of the sentences was derived from the words that ``Proposals`` looks for.
struct GeneratedLetter {
    let text: String
    /// The values that a person would enter; fields not mentioned in the letter are missing.
    let truth: [FilingEntry.Field: String]

    /// - Parameter today: The current day, some weeks after the letter was written.
    init(_ random: inout SeededGenerator, today: Day) {
        let isGerman = Bool.random(using: &random)
        var writer = Writer(random: random, isGerman: isGerman, today: today)
        self = writer.letter()
        random = writer.random
    }

    fileprivate init(lines: [String], truth: [FilingEntry.Field: String]) {
        text = lines.joined(separator: "\n")
        self.truth = truth
    }

    /// The existing names in the library.
    static let names: ListNames = {
        var names = ListNames()
        names.tags = ["Steuer", "tax", "car", "Auto", "Haus", "insurance", "Versicherung", "school", "Schule"]
            .enumerated()
            .map { .init(id: Int64($0 + 1), text: $1, documents: 3, color: "gray") }
        return names
    }()
}

/// The topic of a letter: its subject, its type, and whether it has a due date.
private struct Matter {
    let subject: String
    let type: String?
    let sentence: String
    var asks = false
    var tag: String?
}

private struct Writer {
    var random: SeededGenerator
    let isGerman: Bool
    let today: Day

    private mutating func one<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
    private mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    // MARK: Parts

    private mutating func sender() -> String {
        let names =
            isGerman
            ? [
                "Stadtwerke Lindenau GmbH", "Nordlicht Versicherung AG", "Sparkasse Talheim", "Finanzamt Wesel",
                "Praxis Dr. Ines Kranz", "Grundschule am Berg", "Autohaus Brandt KG", "Hausverwaltung Sommer",
                "Amtsgericht Kleve", "Telefonwerk UG", "Holz & Form Tischlerei", "Gemeinde Oberau",
                "Krankenkasse Mitte", "Tierarzt Jonas Vogt", "Verein Radfreunde e.V.", "Möbelhaus Krause GmbH & Co. KG",
            ]
            : [
                "Brightwater Energy Ltd", "Harbour Insurance plc", "First Valley Bank", "Oakfield Primary School",
                "Dr. Helen Marsh", "Riverside Motors Inc.", "City of Norton", "Greenway Housing Association",
                "Lark Telecom LLC", "Foster & Sons", "Hill Dental Practice", "Northern Rail Services",
                "Maple Books Corp.",
                "Department of Revenue", "Wells Gym", "Pine Street Pharmacy",
            ]
        return one(names)
    }

    private mutating func person() -> String {
        isGerman
            ? one(["Frau Ada Beispiel", "Herrn Max Ritter", "Lena Hofmann", "Familie Brunner"])
            : one(["Ms Ada Reed", "Mr John Carter", "Lena Howard", "The Brunner Family"])
    }

    private mutating func town() -> String {
        isGerman ? one(["Lindenau", "Talheim", "Köln", "Bad Orb"]) : one(["Norton", "Millbrook", "Leeds", "Salem"])
    }

    private mutating func address() -> [String] {
        isGerman
            ? [
                one(["Hauptstraße", "Am Markt", "Lindenweg"]) + " \(number(1...99))",
                "\(number(10000...99999)) \(town())",
            ]
            : [
                "\(number(1...250)) " + one(["High Street", "Orchard Way", "Bridge Road"]),
                "\(town()) \(number(10000...99999))",
            ]
    }

    /// Formats a date as people write it.
    private mutating func written(_ day: Day) -> String {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (year, month, number) = (day.year, day.month, day.day)
        guard isGerman else {
            let long = [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ][month - 1]
            let ending = [1: "st", 21: "st", 31: "st", 2: "nd", 22: "nd", 3: "rd", 23: "rd"][number] ?? "th"
            return one([
                "\(long) \(number), \(year)", "\(number) \(long) \(year)", "\(year)-\(two(month))-\(two(number))",
                "\(long.prefix(3)) \(number), \(year)", "\(number)\(ending) \(long) \(year)",
                "\(long) \(number)\(ending), \(year)", "\(two(month))/\(two(number))/\(year)",
                "\(two(number))/\(two(month))/\(year)",
            ])
        }
        let long = [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ][month - 1]
        return one([
            "\(two(number)).\(two(month)).\(year)", "\(number).\(month).\(year)", "\(number). \(long) \(year)",
            "\(two(number)).\(two(month)).\(year % 100)", "\(number). \(long.prefix(3)). \(year)",
            "\(two(number)). \(long) \(year)",
        ])
    }

    private mutating func dateLine(_ day: Day, of matter: Matter) -> String {
        let written = written(day)
        if matter.type == "Invoice", happens(30) { return (isGerman ? "Rechnungsdatum " : "Invoice date ") + written }
        return isGerman
            ? one([
                "\(town()), den \(written)", "Datum: \(written)", "\(town()), \(written)", written,
                "Briefdatum: \(written)", "Kundennummer \(number(1000...9999)) Datum \(written)",
            ])
            : one([
                "Date: \(written)", written, "\(town()), \(written)", "Date of issue: \(written)",
                "Our ref. \(number(1000...9999)) Date \(written)", "Issued on \(written)",
            ])
    }

    private mutating func matter() -> Matter {
        let amount = "\(number(12...990)),\(number(10...99))"
        let (year, count) = (today.year, number(1000...99999))
        guard isGerman else {
            return one([
                Matter(
                    subject: "Your electricity bill", type: "Invoice",
                    sentence: "Invoice number \(count). Total \(amount) EUR.", asks: true),
                Matter(
                    subject: "Invoice \(count)", type: "Invoice",
                    sentence: "We charge you for the work on your car \(amount) EUR.", asks: true, tag: "car"),
                Matter(
                    subject: "Final reminder", type: "Reminder",
                    sentence: "Our reminder of last month was not answered. \(amount) EUR are open.", asks: true),
                Matter(
                    subject: "Tenancy agreement", type: "Contract",
                    sentence: "This agreement is made between the landlord and the tenant."),
                Matter(
                    subject: "Account statement no. \(number(1...12))", type: "Bank Statement",
                    sentence: "Opening balance \(amount) EUR."),
                Matter(
                    subject: "Payslip for the month", type: "Payslip",
                    sentence: "Gross pay \(amount) EUR, tax and social security."),
                Matter(
                    subject: "Thank you for your purchase", type: "Receipt",
                    sentence: "Receipt no. \(count). Paid by card."),
                Matter(
                    subject: "Certificate of attendance", type: "Certificate",
                    sentence: "We certify that the child goes to our school.", tag: "school"),
                Matter(
                    subject: "Tax assessment \(year - 1)", type: "Notice",
                    sentence: "The tax assessed is \(amount) EUR.", asks: true, tag: "tax"),
                Matter(
                    subject: "Parents' evening", type: nil, sentence: "We invite you to a meeting at the school.",
                    tag: "school"),
                Matter(
                    subject: "Change of our opening hours", type: nil,
                    sentence: "From next month our office opens at nine."),
                Matter(
                    subject: "Your insurance policy \(count)", type: nil, sentence: "Your cover stays as it is.",
                    tag: "insurance"),
                Matter(
                    subject: "Appointment for your check-up", type: nil,
                    sentence: "Please tell us whether you can come.", asks: true),
            ])
        }
        return one([
            Matter(
                subject: "Ihre Stromabrechnung", type: "Invoice",
                sentence: "Rechnung Nr. \(count), Betrag \(amount) EUR.", asks: true),
            Matter(
                subject: "Rechnung \(count)", type: "Invoice",
                sentence: "Für die Inspektion, Auto \(count), berechnen wir \(amount) EUR.", asks: true, tag: "Auto"),
            Matter(
                subject: "Letzte Mahnung", type: "Reminder", sentence: "Offen sind \(amount) EUR zuzüglich Gebühren.",
                asks: true),
            Matter(
                subject: "Mietvertrag über Wohnraum", type: "Contract",
                sentence: "Zwischen Vermieter und Mieter wird vereinbart:"),
            Matter(
                subject: "Kontoauszug \(number(1...12))/\(year)", type: "Bank Statement",
                sentence: "Alter Saldo \(amount) EUR."),
            Matter(
                subject: "Entgeltabrechnung", type: "Payslip",
                sentence: "Brutto \(amount) EUR, Lohnsteuer, Sozialversicherung."),
            Matter(
                subject: "Vielen Dank für Ihren Einkauf", type: "Receipt",
                sentence: "Quittung Nr. \(count). Bar bezahlt."),
            Matter(
                subject: "Bescheinigung über den Schulbesuch", type: "Certificate",
                sentence: "Hiermit wird bestätigt, dass das Kind die Schule besucht.", tag: "Schule"),
            Matter(
                subject: "Bescheid für \(year - 1) über Einkommensteuer", type: "Notice",
                sentence: "Festgesetzt werden \(amount) EUR Steuer.", asks: true, tag: "Steuer"),
            Matter(
                subject: "Elternabend der Klasse 3b", type: nil, sentence: "Wir laden in die Schule ein.", asks: false,
                tag: "Schule"),
            Matter(
                subject: "Änderung unserer Öffnungszeiten", type: nil,
                sentence: "Ab dem nächsten Monat öffnen wir um neun."),
            Matter(
                subject: "Ihr Versicherungsschein \(count)", type: nil,
                sentence: "Ihre Versicherung bleibt, wie sie ist.", tag: "Versicherung"),
            Matter(
                subject: "Ihr Termin zur Vorsorge", type: nil, sentence: "Bitte sagen Sie uns, ob Sie kommen können.",
                asks: true),
        ])
    }

    /// Returns a sentence with a request, and its due date.
    private mutating func deadline(after date: Day) -> (String, Day) {
        let day = date.adding(number(8...45))
        let written = written(day)
        if happens(15) {
            let days = one([7, 10, 14, 30])
            return (
                isGerman
                    ? one([
                        "Zahlbar innerhalb von \(days) Tagen ohne Abzug.", "Bitte antworten Sie binnen \(days) Tagen.",
                    ])
                    : one([
                        "Payment within \(days) days of the date of this letter.", "Please reply within \(days) days.",
                    ]),
                date.adding(days)
            )
        }
        let sentence =
            isGerman
            ? one([
                "Bitte überweisen Sie den Betrag bis zum \(written).", "Zahlungsziel: \(written)",
                "Fällig am \(written)",
                "Der Betrag ist spätestens am \(written) zu zahlen.", "Wir bitten um Ihre Antwort bis \(written).",
                "Zahlbar bis \(written)", "Frist: \(written)", "Bitte zahlen Sie bis \(written) auf unser Konto.",
            ])
            : one([
                "Payment is due by \(written).", "Please pay by \(written).", "Due date: \(written)",
                "Please reply no later than \(written).", "The amount is payable on or before \(written).",
                "Deadline: \(written)", "Kindly settle this by \(written).", "To be paid until \(written)",
            ])
        return (sentence, day)
    }

    /// Returns a sentence with another date.
    private mutating func distraction(_ date: Day) -> String {
        let (past, later) = (written(date.adding(-number(20...400))), written(date.adding(number(60...700))))
        return isGerman
            ? one([
                "Abrechnungszeitraum \(past) bis \(written(date.adding(-number(1...19))))",
                "Geburtsdatum: \(written(Day("1984-05-17") ?? date))",
                "Der Vertrag läuft bis zum \(later).", "Ihr Schreiben vom \(past)", "Gültig bis \(later)",
                "Lieferdatum \(past)",
                "Der Betrag wird am \(later) abgebucht.", "Tel. 0211 \(number(100...999)) \(number(10...99))",
                "IBAN DE\(number(10...99)) 3701 0050 \(number(1000...9999)) \(number(1000...9999)) 00",
            ])
            : one([
                "Billing period \(past) to \(written(date.adding(-number(1...19))))",
                "Date of birth: \(written(Day("1984-05-17") ?? date))",
                "The contract runs until \(later).", "Your letter of \(past)", "Valid until \(later)",
                "Delivered on \(past)",
                "We will debit your account on \(later).", "Tel. 0171 \(number(100...999)) \(number(1000...9999))",
                "Sort code 20-\(number(10...99))-\(number(10...99)), account \(number(10_000_000...99_999_999))",
            ])
    }

    // MARK: The letter

    mutating func letter() -> GeneratedLetter {
        let (sender, person, matter, date) = (sender(), person(), matter(), today.adding(-number(0...45)))
        let own = address()
        let head =
            happens(50) ? [([sender] + own).joined(separator: isGerman ? " · " : " | ")] : [sender] + own
        let isDated = happens(20)
        var lines = isDated ? [dateLine(date, of: matter)] + head : head
        if happens(10) {
            lines.insert(
                isGerman
                    ? one(["Seite 1 von 2", "Ihr Partner seit 1998"]) : one(["Page 1 of 2", "Always there for you"]),
                at: 0)
        }
        lines += [person] + address()
        if !isDated { lines.append(dateLine(date, of: matter)) }
        if happens(30) { lines.append(distraction(date)) }
        let mark = isGerman ? one(["Betreff: ", "", "", "Betr.: "]) : one(["Subject: ", "", "Re: ", ""])
        // Forms have a heading and no salutation.
        let isForm = happens(25)
        lines.append((isForm ? "" : mark) + matter.subject)
        if happens(15) {
            lines.append(isGerman ? "Kundennummer \(number(1000...9999))" : "Customer no. \(number(1000...9999))")
        }
        if !isForm {
            lines.append(
                isGerman
                    ? one([
                        "Sehr geehrte Damen und Herren,", "Guten Tag,", "Sehr geehrte Kundin, sehr geehrter Kunde,",
                        "Liebe Eltern,",
                    ])
                    : one(["Dear Sir or Madam,", "Dear customer,", "To whom it may concern,", "Dear \(person),"]))
        }
        if happens(40) { lines.append(distraction(date)) }
        lines.append(matter.sentence)
        var truth: [FilingEntry.Field: String] = [
            .title: matter.subject, .correspondent: sender, .date: date.description,
        ]
        truth[.type] = matter.type
        truth[.tags] = matter.tag
        if matter.asks, happens(85) {
            let (sentence, day) = deadline(after: date)
            lines.append(sentence)
            truth[.due] = day.description
        }
        if happens(40) { lines.append(distraction(date)) }
        lines.append(isGerman ? "Mit freundlichen Grüßen" : "Yours sincerely")
        lines.append(isGerman ? one(["i. A. Peter Lang", "Ihr Team"]) : one(["Oscar Miller", "Your team"]))
        return GeneratedLetter(lines: lines, truth: truth)
    }
}
