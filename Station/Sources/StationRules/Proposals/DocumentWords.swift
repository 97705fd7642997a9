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
        "due", "payable by", "pay by", "payment by", "until", "fällig", "zahlbar bis", "zu zahlen bis", "spätestens",
        "bis zum",
    ]

    static let subjects = ["betreff:", "betrifft:", "subject:", "re:"]

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
