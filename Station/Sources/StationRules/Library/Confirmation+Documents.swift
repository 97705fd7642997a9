extension Confirmation {
    public static func deleteDocument(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this document?"),
            text: localized("“\(title)” stays in the trash for 30 days."), confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }

    /// Asks for confirmation before a document in the trash is deleted.
    public static func deleteForever(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this document for good?"),
            text: localized("“\(title)” and its pages will be deleted. This cannot be undone."),
            confirm: localized("Delete Forever"), cancel: localized("Cancel"))
    }

    /// Asks for confirmation before documents selected in a list are deleted. There may be many.
    public static var deleteSelected: Confirmation {
        Confirmation(
            title: localized("Delete the selected documents?"),
            text: localized("They stay in the trash for 30 days."), confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }

    /// Asks for confirmation before documents selected in the trash are deleted.
    public static var purge: Confirmation {
        Confirmation(
            title: localized("Delete the selected documents for good?"),
            text: localized("They and their pages will be deleted. This cannot be undone."),
            confirm: localized("Delete Forever"), cancel: localized("Cancel"))
    }

    public static func emptyTrash(_ documents: Int) -> Confirmation {
        Confirmation(
            title: localized("Empty the trash?"),
            text: documents == 1
                ? localized("1 document will be deleted with its pages. This cannot be undone.")
                : localized("\(documents) documents will be deleted with their pages. This cannot be undone."),
            confirm: localized("Empty Trash"), cancel: localized("Cancel"))
    }
}
