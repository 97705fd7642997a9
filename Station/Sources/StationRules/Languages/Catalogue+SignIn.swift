extension Catalogue {
    /// Signing in: welcome, passkeys, the demonstration.
    static let signIn: [String: String] = [
        "Passkey": "Passkey",
        "Sign in with your fingerprint, your face or the code of this device, instead of the passcode.":
            "Mit Fingerabdruck, Gesicht oder dem Code dieses Geräts anmelden, statt mit dem Code der Station.",
        "You can add and remove passkeys under Profile, Sign-in and Sessions.":
            "Passkeys lassen sich unter „Profil“, „Anmeldung und Sitzungen“ hinzufügen und entfernen.",
        "A passkey is a key that stays on this device or in your password manager. The station keeps only what recognizes it.":
            "Ein Passkey ist ein Schlüssel, der auf diesem Gerät oder in einem Passwortmanager bleibt. Die Station behält nur, woran sie ihn erkennt.",
        "It works for this station alone. Your passcode stays, for when the passkey does not work.":
            "Er gilt nur für diese Station. Der Code bleibt, falls der Passkey nicht geht.",
        "Enable": "Einschalten",
        "Passkeys need scripts. Your passcode works without.":
            "Passkeys brauchen Skripte. Der Code geht auch ohne.",
        "Enter the name of the machine, such as scanner or scanner.local.":
            "Den Namen des Rechners eingeben, etwa scanner oder scanner.local.",
        "I Have a Link": "Ich habe einen Link",
        "Name of the station’s machine": "Name des Rechners der Station",
        "Find": "Suchen",
        "Explore a Sample Library": "Beispielbibliothek ansehen",
        "Sample documents. You can’t change anything here.": "Beispieldokumente. Hier lässt sich nichts ändern.",
        "Sample documents": "Beispieldokumente",
        "Letter from the insurance": "Brief der Versicherung",
        "Article": "Artikel",
        "House": "Haus",
        "Contracts": "Verträge",
        "Insurance": "Versicherung",
        "Reading": "Lesestoff",
        "Correspondence": "Schreiben",
        "Garden": "Garten",
        "Car": "Auto",
        "Important": "Wichtig",
        "Nothing changes here": "Hier ändert sich nichts",
        "No scans in the demonstration": "Die Vorführung scannt nicht",
        "End it to scan your own documents.": "Wer sie beendet, kann eigene Dokumente scannen.",
        "The demonstration only shows a library. End it to begin with your own documents.":
            "Die Vorführung zeigt eine Bibliothek nur. Wer sie beendet, beginnt mit eigenen Dokumenten.",
        "scanner.local": "scanner.local",
        "Delivery note": "Lieferschein",
        "End Demonstration": "Vorführung beenden",
        "Your library is up to date": "Die Bibliothek ist auf dem neuesten Stand",
        "Your library is restored": "Die Bibliothek ist wiederhergestellt",
        "Recto is reading your pages, so that you find documents by their words. You can use the station meanwhile.":
            "Recto liest die Seiten, damit sich Dokumente nach ihren Wörtern finden lassen. Die Station lässt sich inzwischen benutzen.",
        "Reading Pages": "Liest Seiten",
        "1 page is left": "1 Seite fehlt noch",
        "{1} pages are left": "{1} Seiten fehlen noch",
        "Text Recognition…": "Texterkennung …",
        "At least {1} digits.": "Mindestens {1} Ziffern.",
    ]
}
