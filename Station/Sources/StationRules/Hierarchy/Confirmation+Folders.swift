extension Confirmation {
    /// - Parameter folder: The folder with the number of documents directly in it.
    public static func deleteFolder(_ folder: FolderTree.Folder) -> Confirmation {
        let (name, documents) = (folder.name, LibraryMessages.documentCount(folder.documents))
        return Confirmation(
            title: localized("Delete this folder?"),
            text: folder.parent == nil
                ? localized(
                    "What is in “\(name)” (\(documents)) goes to the top level, where documents have no folder. No document is deleted."
                )
                : localized(
                    "What is in “\(name)” (\(documents)) goes to the folder around it. No document is deleted."),
            confirm: localized("Delete"), cancel: localized("Cancel"))
    }
}
