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
        "Nothing matches “{1}”. Try fewer or other words.":
            "Nichts passt zu „{1}“. Weniger oder andere Wörter versuchen.",
        "{1} documents found": "{1} Dokumente gefunden",
        "1 document found": "1 Dokument gefunden",
        "Opening the search": "Die Suche wird geöffnet",
        "Show All": "Alle anzeigen",
        "Folders": "Ordner",
        "Top Level": "Oberste Ebene",
        "Search folders": "Ordner suchen",
        "Empty": "Leer",
        "New Folder": "Neuer Ordner",
        "New Folder in “{1}”": "Neuer Ordner in „{1}“",
        "Edit Folder": "Ordner bearbeiten",
        "Move Documents": "Dokumente verschieben",
        "1 folder": "1 Ordner",
        "{1} folders": "{1} Ordner",
        "Folder created": "Ordner angelegt",
        "Folder saved": "Ordner gespeichert",
        "Folder deleted. Its documents are in the folder around it.":
            "Ordner gelöscht. Seine Dokumente sind im Ordner darüber.",
        "No folders yet": "Noch keine Ordner",
        "A folder is made when a document is filed in it, or here.":
            "Ein Ordner entsteht, wenn ein Dokument darin abgelegt wird, oder hier.",
        "No folders found": "Keine Ordner gefunden",
        "No folder matches. Search for something else.": "Kein Ordner passt. Nach etwas anderem suchen.",
        "Delete this folder?": "Diesen Ordner löschen?",
        "What is in “{1}” goes to the folder around it. No document is deleted.":
            "Was in „{1}“ ist, kommt in den Ordner darüber. Kein Dokument wird gelöscht.",
        "A folder has no slash in its name.": "Im Namen eines Ordners steht kein Schrägstrich.",
        "Way to the folder": "Weg zum Ordner",
        "Open {1}": "{1} öffnen",
        "Show {1} in the hierarchy": "{1} in der Hierarchie zeigen",
        "Choose Folder": "Ordner wählen",
        "Move": "Verschieben",
        "Share…": "Teilen …",
        "Export or Share…": "Exportieren oder teilen …",
        "Actions for the document": "Aktionen für das Dokument",
        "Actions for {1}": "Aktionen für {1}",
        "Mark as Reviewed": "Als geprüft markieren",
        "Move to Inbox": "In den Eingang",
        "Move…": "Verschieben …",
    ]
}
