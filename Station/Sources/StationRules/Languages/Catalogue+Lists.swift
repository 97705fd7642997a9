extension Catalogue {
    /// What finds documents: menus, forms, searches, and the tree of folders.
    static let lists: [String: String] = [
        "List actions": "Aktionen der Liste",
        "The first one counts most. Drag them, or move them with the arrow keys.":
            "Das erste zählt am meisten. Ziehen oder mit den Pfeiltasten verschieben.",
        "Date Deleted": "Gelöscht am",
        "Less": "Weniger",
        "Remove {1} {2}": "{1} {2} entfernen",
        "Search everything": "Alles durchsuchen",
        "Documents, text, folders, scenes": "Dokumente, Text, Ordner, Szenen",
        "Filed Under": "Abgelegt unter",
        "Find documents by their titles, texts, notes and codes, and folders, tags and scenes by name.":
            "Dokumente über Titel, Text, Notizen und Codes finden, Ordner, Schlagwörter und Szenen über ihre Namen.",
        "Nothing found": "Nichts gefunden",
        "Nothing matches “{1}”. Try fewer or other words.": "Nichts passt zu „{1}“. Weniger oder andere Wörter versuchen.",
        "{1} documents found": "{1} Dokumente gefunden",
        "1 document found": "1 Dokument gefunden",
        "Opening the search": "Die Suche wird geöffnet",
        "Show All": "Alle anzeigen",
    ]
}
