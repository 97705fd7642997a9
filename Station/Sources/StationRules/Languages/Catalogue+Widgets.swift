extension Catalogue {
    /// Widgets, their board, and the daily target.
    static let widgets: [String: String] = [
        "Widgets": "Widgets",
        "Medium": "Mittel",
        "Large": "Groß",
        "Filing…": "Wird abgelegt …",
        "Filed": "Abgelegt",
        "Filed: {1}": "Abgelegt: {1}",
        "Daily target saved": "Tagesziel gespeichert",
        "It was not filed. Try again.": "Es wurde nicht abgelegt. Noch einmal versuchen.",
        "Target: {1}": "Ziel: {1}",
        "after {1} the week before": "nach {1} in der Woche davor",
        "of {1} pages": "von {1} Seiten",
        "Daily Target": "Tagesziel",
        "Daily target reached": "Tagesziel erreicht",
        "1 page today": "1 Seite heute",
        "{1} pages today": "{1} Seiten heute",
        "The target must be a number from {1} to {2}, or empty.":
            "Das Ziel muss eine Zahl von {1} bis {2} sein, oder leer.",
        "Nothing to file": "Nichts abzulegen",
        "All documents are reviewed. Scan the next one.": "Alle Dokumente sind geprüft. Das nächste scannen.",
        "Nothing is due": "Nichts ist fällig",
        "No document is due soon. Set “Due Date” in a document’s form.":
            "Kein Dokument ist bald fällig. „Fällig am“ steht im Formular eines Dokuments.",
        "The library is empty. Scan the first document.":
            "Die Bibliothek ist leer. Das erste Dokument scannen.",
        "Sign in to see this": "Zum Ansehen anmelden",
        "This address has no valid token. Sign in, or make another address.":
            "Diese Adresse hat kein gültiges Token. Anmelden oder eine neue Adresse erzeugen.",
        "No widgets": "Keine Widgets",
        "You have removed all of them. Add one below.": "Alle sind entfernt. Unten eines hinzufügen.",
        "Change {1}": "{1} ändern",
        "Size": "Größe",
        "Widget": "Widget",
        "Add Widget": "Widget hinzufügen",
        "Move Forward": "Nach vorn",
        "Move Back": "Nach hinten",
        "The overview and the widget of today’s pages tell when it is reached. Leave it empty for no target.":
            "Die Übersicht und das Widget der Seiten von heute melden, wenn es erreicht ist. Ohne Ziel bleibt das Feld leer.",
        "Elsewhere": "Anderswo",
        "A tablet on the wall, a dashboard or a frame of electronic paper shows a widget by an address of its own, without signing in. Whoever has the address can read what the widget shows, and change nothing.":
            "Ein Tablet an der Wand, ein Dashboard oder ein Rahmen mit elektronischem Papier zeigt ein Widget über eine eigene Adresse, ohne Anmeldung. Wer die Adresse hat, kann lesen, was das Widget zeigt, und nichts ändern.",
        "Page": "Seite",
        "Picture": "Bild",
        "Black and White": "Schwarzweiß",
        "In a Page": "In einer Seite",
        "In an address, size=s, m or l sets the size.": "In einer Adresse bestimmt size=s, m oder l die Größe.",
        "Websites": "Websites",
        "These websites may show widgets in their pages, in a frame. Without an entry none may.":
            "Diese Websites dürfen Widgets in ihren Seiten zeigen, in einem Rahmen. Ohne Eintrag darf es keine.",
        "Addresses, one a line": "Adressen, eine je Zeile",
        "“{1}” is not the address of a website, such as https://example.org.":
            "„{1}“ ist nicht die Adresse einer Website, wie https://example.org.",
        "“size” must be s, m or l.": "„size“ muss s, m oder l sein.",
        "“paint” must be color or 1.": "„paint“ muss color oder 1 sein.",
        "There is no such widget.": "Dieses Widget gibt es nicht.",
        "The document must be a number.": "Das Dokument muss eine Zahl sein.",
    ]
}
