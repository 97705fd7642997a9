extension Catalogue {
    /// Consents, and their withdrawal.
    static let consents: [String: String] = [
        "Using it together": "Die Station gemeinsam benutzen",
        "Keep the place of pictures?": "Den Ort von Bildern behalten?",
        "Phones write into a picture where it was taken. Recto can leave this in the pictures that you import, or remove it before it stores them.":
            "Telefone schreiben in ein Bild, wo es aufgenommen wurde. Recto kann das in importierten Bildern stehen lassen oder es vor dem Speichern entfernen.",
        "If you take this back, the place is removed from all documents that you have saved.":
            "Wird das zurückgenommen, verschwindet der Ort aus allen selbst gespeicherten Dokumenten.",
        "Recto removes the coordinates in the picture’s EXIF data, and all XMP and IPTC data, which may name a place. What the picture shows stays the same, bit for bit.":
            "Entfernt werden die Koordinaten in den EXIF-Daten des Bildes und seine XMP- und IPTC-Daten, die einen Ort nennen können. Was das Bild zeigt, bleibt Bit für Bit gleich.",
        "Nobody outside of this station is told the place, either way.":
            "Außerhalb der Station erfährt den Ort so oder so niemand.",
        "Read your documents?": "Eigene Dokumente lesen?",
        "Recto can read what is written on the pages that you save. You find them by their words then, and copy text from them.":
            "Recto kann lesen, was auf gespeicherten Seiten steht. Dann sind sie nach ihren Wörtern zu finden, und Text lässt sich aus ihnen kopieren.",
        "If you take this back, the texts of your documents are deleted.":
            "Wird das zurückgenommen, werden die Texte der eigenen Dokumente gelöscht.",
        "The station reads by itself, with Tesseract. No page and no word leaves it.":
            "Die Station liest selbst, mit Tesseract. Keine Seite und kein Wort verlässt sie.",
        "Whoever may open your documents may read and find their texts.":
            "Wer die Dokumente öffnen darf, darf auch ihre Texte lesen und finden.",
        "Keep figures of your scans?": "Zahlen zu eigenen Scans behalten?",
        "Recto can note how long each of your scans took, how sharp and how bright it was. The charts of the cameras show it, so that somebody notices when a camera needs attention.":
            "Recto kann notieren, wie lange jeder eigene Scan gedauert hat, wie scharf und wie hell er war. Die Diagramme der Kameras zeigen das, damit auffällt, wenn eine Kamera Pflege braucht.",
        "If you take this back, the figures of your scans are deleted.":
            "Wird das zurückgenommen, werden die Zahlen zu den eigenen Scans gelöscht.",
        "The figures stay on this station, and hold nothing of what you scan.":
            "Die Zahlen bleiben auf dieser Station und enthalten nichts vom Inhalt der Scans.",
        "Terms": "Bedingungen",
        "Place of pictures": "Ort von Bildern",
        "Texts of pages": "Texte von Seiten",
        "Figures of scans": "Zahlen zu Scans",
        "Allow": "Erlauben",
        "Deny": "Ablehnen",
        "Allowed": "Erlaubt",
        "Not allowed": "Nicht erlaubt",
        "Not decided yet": "Noch nicht entschieden",
        "Take Back": "Zurücknehmen",
        "Stop setting up?": "Einrichtung beenden?",
        "What you have entered is kept, and you go on from here another time.":
            "Was eingegeben ist, bleibt. Ein andermal geht es von hier aus weiter.",
        "Yes": "Ja",
        "No": "Nein",
        "Take this back?": "Das zurücknehmen?",
        "The place is removed from all documents that you have saved.":
            "Der Ort wird aus allen selbst gespeicherten Dokumenten entfernt.",
        "The texts of your documents are deleted.": "Die Texte der eigenen Dokumente werden gelöscht.",
        "The figures of your scans are deleted.": "Die Zahlen zu den eigenen Scans werden gelöscht.",
        "You must agree to go on": "Ohne das geht es nicht weiter",
        "Only people who agree to this can use the station.":
            "Nur wer zustimmt, kann die Station benutzen.",
        "Whoever uses the station has agreed to the terms. To take this back, have an owner remove you.":
            "Wer die Station benutzt, hat den Bedingungen zugestimmt. Zum Zurücknehmen einen Eigentümer um die Entfernung bitten.",
        "{1}, version {2}": "{1}, Fassung {2}",
        "Learn More": "Mehr erfahren",
        "Consents": "Einwilligungen",
        "All Decisions": "Alle Entscheidungen",
        "Decision saved": "Entscheidung gespeichert",
        "Show Text": "Text zeigen",
        "Show the text: {1}": "Den Text zeigen: {1}",
        "Text is not recognized: who saved this has not allowed it":
            "Der Text wird nicht erkannt: Wer das gespeichert hat, hat es nicht erlaubt",
    ]
}
