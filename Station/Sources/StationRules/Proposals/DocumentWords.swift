/// Words in documents, in the most frequent languages of recognized text. They are matched and never shown.
enum DocumentWords {
    /// The names and abbreviations of each month.
    static let months = [
        "january januar jan", "february februar feb", "march märz maerz mar mär mrz", "april apr", "may mai",
        "june juni jun", "july juli jul", "august aug", "september sep sept", "october oktober oct okt",
        "november nov", "december dezember dec dez",
    ].map { Set($0.split(separator: " ").map(String.init)) }

    /// Words in the line with a document's date.
    static let date = ["date", "datum", "dated", "issued", "ausgestellt", "den "]
    /// Words in the line with a due date.
    static let due = [
        "due", "deadline", "fällig", "zahlbar bis", "zahlungsziel", "zahlungsfrist", "frist", "zu zahlen bis",
        "rückmeldung bis",
    ]
    /// Words that only announce a due date if the line also says what to do, because they have other uses.
    static let limits = ["by", "before", "until", "no later than", "not later than", "bis", "bis zum", "spätestens"]
    static let spans = ["within", "innerhalb", "binnen"]
    static let acts = [
        "pay", "paid", "payable", "payment", "settle", "transfer", "reply", "answer", "respond", "return", "submit",
        "zahlen", "zahlbar", "zahlung", "bezahlen", "überweisen", "überweisung", "begleichen", "antwort", "antworten",
        "antworten sie", "rückmeldung", "einzureichen", "einreichen", "zurückzusenden",
    ]
    static let days = ["days", "day", "tagen", "tage"]
    /// Words in lines with other dates.
    static let others = [
        "birth", "born", "period", "delivered", "delivery", "your letter of", "valid", "runs", "debit", "geburtsdatum",
        "geboren", "zeitraum", "abrechnungszeitraum", "lieferdatum", "leistungsdatum", "ihr schreiben vom", "gültig",
        "läuft", "abgebucht",
    ]

    static let subjects = ["betreff:", "betrifft:", "betr.:", "subject:", "re:"]
    /// Salutations, which follow the subject.
    static let salutations = [
        "dear ", "to whom it may concern", "sehr geehrte", "guten tag", "liebe ", "lieber ", "hallo ",
    ]
    /// Words that begin a line without the sender's name: the recipient's title, or a sentence.
    static let titles: Set<String> = [
        "frau", "herr", "herrn", "familie", "mr", "mrs", "ms", "the", "ihr", "ihre", "your", "unser", "unsere", "our",
        "we", "wir", "always", "page", "seite",
    ]
    /// Labels of the recipient's reference numbers, between the subject and the salutation.
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

    /// Parts of the names of companies and offices.
    static let companies: Set<String> = [
        "gmbh", "ag", "kg", "ohg", "ug", "se", "inc", "ltd", "llc", "plc", "corp", "bank", "sparkasse",
        "versicherung", "stadtwerke", "finanzamt",
    ]
}
