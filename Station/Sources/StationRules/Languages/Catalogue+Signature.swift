extension Catalogue {
    /// Signatures on pages.
    static let signature: [String: String] = [
        "Draw your signature first.": "Zuerst die Unterschrift zeichnen.",
        "This is too small for a signature. Draw it larger.":
            "Das ist für eine Unterschrift zu klein. Größer zeichnen.",
        "This has too many lines for a signature. Draw it again.":
            "Das hat für eine Unterschrift zu viele Linien. Noch einmal zeichnen.",
        "The signature did not arrive whole. Draw it again.":
            "Die Unterschrift ist nicht ganz angekommen. Noch einmal zeichnen.",
        "Signed by {1}, {2}": "Unterschrieben von {1}, {2}",
        "Only for “{1}”, page {2}": "Nur für „{1}“, Seite {2}",
        "Page {1} before it was signed": "Seite {1} vor der Unterschrift",
        "Page signed": "Seite unterschrieben",
        "Somebody has changed the pages meanwhile. Look at the page, then sign it.":
            "Jemand hat die Seiten inzwischen geändert. Die Seite ansehen, dann unterschreiben.",
        "Sign": "Unterschreiben",
        "Sign this page": "Diese Seite unterschreiben",
        "Draw with the mouse, a pen or a finger where you want to sign. The page as it was is kept as an attachment.":
            "Mit Maus, Stift oder Finger zeichnen, wo die Unterschrift stehen soll. Die Seite, wie sie war, bleibt als Anhang.",
        "Add my name and the date": "Name und Datum hinzufügen",
        "Add a watermark with the document’s title": "Wasserzeichen mit dem Titel des Dokuments hinzufügen",
        "Your signature": "Eigene Unterschrift",
        "Signed: page {1}": "Unterschrieben: Seite {1}",
    ]
}
