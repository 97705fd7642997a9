extension Catalogue {
    /// What finds documents: menus, forms, searches, and the tree of folders.
    static let lists: [String: String] = [
        "List actions": "Aktionen der Liste",
        "The first one counts most. Drag them, or move them with the arrow keys.":
            "Das erste zählt am meisten. Ziehen oder mit den Pfeiltasten verschieben.",
        "Date Deleted": "Gelöscht am",
        "Less": "Weniger",
    ]
}
