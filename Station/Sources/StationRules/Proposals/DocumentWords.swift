/// Words that stand in documents, in the languages of which texts are recognized most: what they are found by, not what is shown.
enum DocumentWords {
    /// Each month's names and abbreviations.
    static let months = [
        "january januar jan", "february februar feb", "march märz maerz mar mär mrz", "april apr", "may mai",
        "june juni jun", "july juli jul", "august aug", "september sep sept", "october oktober oct okt",
        "november nov", "december dezember dec dez",
    ].map { Set($0.split(separator: " ").map(String.init)) }

    /// In the line of a document's date.
    static let date = ["date", "datum", "dated", "issued", "ausgestellt", "den "]
    /// In the line of the day until which something is to be done.
    static let due = [
        "due", "deadline", "fällig", "zahlbar bis", "zahlungsziel", "zahlungsfrist", "frist", "zu zahlen bis",
        "rückmeldung bis",
    ]
    /// The same, if the line also says what is to be done: much else ends on a day.
    static let limits = ["by", "before", "until", "no later than", "not later than", "bis", "bis zum", "spätestens"]
    static let spans = ["within", "innerhalb", "binnen"]
    static let acts = [
        "pay", "paid", "payable", "payment", "settle", "transfer", "reply", "answer", "respond", "return", "submit",
        "zahlen", "zahlbar", "zahlung", "bezahlen", "überweisen", "überweisung", "begleichen", "antwort", "antworten",
        "antworten sie", "rückmeldung", "einzureichen", "einreichen", "zurückzusenden",
    ]
    static let days = ["days", "day", "tagen", "tage"]
    /// In lines of days that are none of the document.
    static let others = [
        "birth", "born", "period", "delivered", "delivery", "your letter of", "valid", "runs", "debit", "geburtsdatum",
        "geboren", "zeitraum", "abrechnungszeitraum", "lieferdatum", "leistungsdatum", "ihr schreiben vom", "gültig",
        "läuft", "abgebucht",
    ]

    static let subjects = ["betreff:", "betrifft:", "betr.:", "subject:", "re:"]
    /// With which letters begin, below their subject.
    static let salutations = [
        "dear ", "to whom it may concern", "sehr geehrte", "guten tag", "liebe ", "lieber ", "hallo ",
    ]
    /// What begins a line that is no name of who writes: those of who gets a letter, and sentences.
    static let titles: Set<String> = [
        "frau", "herr", "herrn", "familie", "mr", "mrs", "ms", "the", "ihr", "ihre", "your", "unser", "unsere", "our",
        "we", "wir", "always", "page", "seite",
    ]
    /// Lines with numbers of who gets a letter, between its subject and the salutation.
    static let references = [
        "kundennummer", "kunden-nr", "kundennr", "vertragsnummer", "aktenzeichen", "unser zeichen", "ihr zeichen",
        "rechnungsnummer", "customer", "account no", "our ref", "your ref", "reference", "contract no", "tel", "iban",
    ]

    static let invoice = ["invoice", "rechnung", "rechnungsnummer"]
    static let reminder = ["reminder", "mahnung", "zahlungserinnerung"]
    static let contract = ["contract", "agreement", "vertrag", "mietvertrag"]
    static let statement = ["account statement", "bank statement", "kontoauszug"]
    static let payslip = ["payslip", "gehaltsabrechnung", "entgeltabrechnung"]
    static let receipt = ["receipt", "quittung", "kassenbon", "beleg"]
    static let certificate = ["certificate", "bescheinigung", "zertifikat", "urkunde"]
    static let notice = ["bescheid", "steuerbescheid", "tax assessment"]

    /// In the names of companies and offices.
    static let companies: Set<String> = [
        "gmbh", "ag", "kg", "ohg", "ug", "se", "inc", "ltd", "llc", "plc", "corp", "bank", "sparkasse",
        "versicherung", "stadtwerke", "finanzamt",
    ]
}
