extension Catalogue {
    /// Rules that file documents.
    static let filingRules: [String: String] = [
        "Rules": "Regeln",
        "New Rule": "Neue Regel",
        "Filed by Rule": "Abgelegt von Regel",
        "Run…": "Ausführen…",
        "Run Rules": "Regeln ausführen",
        "If": "Wenn",
        "Then": "Dann",
        "Turn Off": "Ausschalten",
        "Turn On": "Einschalten",
        "Latest Runs": "Letzte Ausführungen",
        "Undone": "Rückgängig gemacht",
        "Undo {1}, {2}": "{1}, {2} rückgängig machen",
        "Try Rule": "Regel ausprobieren",
        "What the Rule Does": "Was die Regel tut",
        "Save Rule": "Regel speichern",
        "If all of this is true": "Wenn all dies zutrifft",
        "Words in the text": "Wörter im Text",
        "Words in the title": "Wörter im Titel",
        "How it was added": "Wie es hinzukam",
        "Any": "Beliebig",
        "All words must occur. Use quotes for a phrase, and a minus to exclude a word.":
            "Alle Wörter müssen vorkommen. Wortfolgen in Anführungszeichen, auszuschließende Wörter mit Minus davor.",
        "Archive number from": "Archivnummer von",
        "Archive number to": "Archivnummer bis",
        "File in Folder": "In Ordner ablegen",
        "Set Document Type": "Dokumentart setzen",
        "Set Correspondent": "Korrespondent setzen",
        "Set Title": "Titel setzen",
        "Keep For": "Aufbewahren für",
        "Filled in: {date}, {year}, {month}, {correspondent} and {type}.":
            "Eingesetzt werden {date} (Datum), {year} (Jahr), {month} (Monat), {correspondent} (Korrespondent) und {type} (Art).",
        "From the document date on, or from the day it was added.":
            "Ab Dokumentdatum, oder ab dem Tag, an dem es hinzukam.",
        "Replace what documents have": "Vorhandenes ersetzen",
        "Otherwise the rule fills in empty fields only, and keeps titles that a person entered.":
            "Sonst füllt die Regel nur leere Felder und behält Titel, die jemand eingegeben hat.",
        "Enter at least one word that must occur.": "Mindestens ein Wort eingeben, das vorkommen muss.",
        "Enter at least one condition.": "Mindestens eine Bedingung eingeben.",
        "Enter at least one of these.": "Mindestens eines davon eingeben.",
        "No rules yet": "Noch keine Regeln",
        "Rules file new documents as soon as their text has been read.":
            "Regeln legen neue Dokumente ab, sobald ihr Text gelesen ist.",
        "Rule saved": "Regel gespeichert",
        "Rule moved": "Regel verschoben",
        "Rule turned on": "Regel eingeschaltet",
        "Rule turned off": "Regel ausgeschaltet",
        "Rule deleted": "Regel gelöscht",
        "Undone, except for what was changed since":
            "Rückgängig gemacht, außer was seitdem geändert wurde",
        "No document changed": "Kein Dokument geändert",
        "{1} filed": "{1} abgelegt",
        "Nothing filed yet": "Noch nichts abgelegt",
        "No document matches": "Kein Dokument passt",
        "1 document matches; {1} would change": "1 Dokument passt; {1} würde geändert",
        "{1} documents match; {2} would change": "{1} Dokumente passen; {2} würden geändert",
        "File {1}": "{1} ablegen",
        "Save and File {1}": "Speichern und {1} ablegen",
        "and {1} more": "und {1} mehr",
        "Rules are being tried or run already. Try again in a moment.":
            "Regeln werden gerade ausprobiert oder ausgeführt. Gleich noch einmal versuchen.",
        "The rule was changed since it was tried. Look at what it does, then save it.":
            "Die Regel wurde seit dem Ausprobieren geändert. Prüfen, was sie tut, dann speichern.",
        "Somebody else has changed this rule. Look at what yours does, then save it.":
            "Jemand anderes hat diese Regel geändert. Prüfen, was die eigene tut, dann speichern.",
        "Move “{1}” up": "„{1}“ nach oben",
        "Move “{1}” down": "„{1}“ nach unten",
        "Turn “{1}” off": "„{1}“ ausschalten",
        "Turn “{1}” on": "„{1}“ einschalten",
        "Filed by the rule “{1}”: {2}": "Von der Regel „{1}“ abgelegt: {2}",
        "A library has at most {1} rules. Delete one first":
            "Eine Bibliothek hat höchstens {1} Regeln. Zuerst eine löschen",
    ]
}
