extension Catalogue {
    /// The profile: personal settings, the program, and its new features.
    static let profile: [String: String] = [
        "People sign in": "Menschen melden sich an",
        "Each has a passcode or a passkey, a role, and settings of their own.":
            "Alle haben einen Code oder Passkey, eine Rolle und eigene Einstellungen.",
        "The overview": "Die Übersicht",
        "What came in, what waits for you, and what is due, with charts of your library.":
            "Was gekommen ist, was wartet und was fällig ist, mit Diagrammen der Bibliothek.",
        "Find by words": "Nach Wörtern finden",
        "Recto reads what is written on your pages, and finds documents by it.":
            "Recto liest, was auf den Seiten steht, und findet Dokumente danach.",
        "Pages stay editable": "Seiten bleiben änderbar",
        "Crop, filter and turn the pages of saved documents, and take them again.":
            "Seiten gespeicherter Dokumente zuschneiden, filtern, drehen und neu aufnehmen.",
        "Millimeters": "Millimeter",
        "Inches": "Zoll",
        "{1} in": "{1} Zoll",
        "Personal Data": "Persönliche Daten",
        "You sign in with this name, and the others see both.":
            "Dieser Name dient der Anmeldung, und die anderen sehen beides.",
        "Choose Picture…": "Bild wählen …",
        "Remove Picture": "Bild entfernen",
        "Preferences": "Vorlieben",
        "Default camera": "Voreingestellte Kamera",
        "Due-date notifications": "Hinweise auf fällige Dokumente",
        "About": "Über",
        "Recto {1}": "Recto {1}",
        "Feedback": "Rückmeldung",
        "The station sends nothing to those who make it. Tell them what you miss, with the version above, where you got Recto from.":
            "Die Station sendet nichts an die, die sie machen. Was fehlt, dort melden, woher Recto stammt, mit der Version oben.",
        "Licenses": "Lizenzen",
        "Recto is free software. It is made of these parts, each under its own license.":
            "Recto ist freie Software. Es besteht aus diesen Teilen, jeder unter seiner eigenen Lizenz.",
        "What’s New": "Neues",
        "Legal": "Rechtliches",
        "This file is not a picture.": "Diese Datei ist kein Bild.",
        "Personal data saved": "Persönliche Daten gespeichert",
        "Preferences saved": "Vorlieben gespeichert",
        "Picture saved": "Bild gespeichert",
        "Picture removed": "Bild entfernt",
        "Can be freed": "Kann frei werden",
        "Show Trash": "Papierkorb zeigen",
    ]
}
