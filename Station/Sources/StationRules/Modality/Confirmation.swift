/// A question before something is lost.
public struct Confirmation: Hashable, Sendable {
    public let title: String
    public let text: String
    /// The labels of the two buttons.
    public let confirm: String
    public let cancel: String

    public static func discardAll(_ pages: Int) -> Confirmation {
        Confirmation(
            title: localized("Delete all scans?"),
            text: pages == 1
                ? localized("1 scan will be deleted.")
                : localized("\(pages) scans will be deleted."),
            confirm: localized("Delete All"), cancel: localized("Cancel"))
    }

    /// - Parameter isScanning: Whether a camera view is open on it.
    public static func discardDraft(_ pages: Int, isScanning: Bool) -> Confirmation {
        let loss =
            switch pages {
            case 0: localized("Its files will be deleted.")
            case 1: localized("Its 1 scan will be deleted.")
            default: localized("Its \(pages) scans will be deleted.")
            }
        return Confirmation(
            title: localized("Delete this draft?"),
            text: isScanning ? localized("Another window is scanning into it. \(loss)") : loss,
            confirm: localized("Delete"), cancel: localized("Cancel")
        )
    }

    public static func leave(_ pages: Int) -> Confirmation {
        Confirmation(
            title: localized("Leave the scanner?"),
            text: pages == 1
                ? localized("1 scan is not saved yet. It is kept as a draft.")
                : localized("\(pages) scans are not saved yet. They are kept as a draft."),
            confirm: localized("Leave"), cancel: localized("Stay"))
    }

    /// For a changed form that is closed.
    public static var discardChanges: Confirmation {
        Confirmation(
            title: localized("Discard your changes?"), text: localized("What you entered is not saved yet."),
            confirm: localized("Discard"),
            cancel: localized("Keep Editing"))
    }

    /// For a draft that edits a document.
    public static func discardEdit(of title: String) -> Confirmation {
        Confirmation(
            title: localized("Discard your changes?"), text: localized("“\(title)” stays as it is saved."),
            confirm: localized("Discard"), cancel: localized("Keep Editing"))
    }

    public static func deleteDocument(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this document?"),
            text: localized("“\(title)” stays in the trash for 30 days."), confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }

    /// For a document in the trash.
    public static func deleteForever(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this document for good?"),
            text: localized("“\(title)” and its pages will be deleted. This cannot be undone."),
            confirm: localized("Delete Forever"), cancel: localized("Cancel"))
    }

    /// For documents that are selected in a list: there may be many.
    public static var deleteSelected: Confirmation {
        Confirmation(
            title: localized("Delete the selected documents?"),
            text: localized("They stay in the trash for 30 days."), confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }

    /// For documents that are selected in the trash.
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

    /// - Parameters:
    ///   - name: The device's name.
    ///   - isOwn: Whether it is the one that asks.
    public static func removeDevice(_ name: String, isOwn: Bool) -> Confirmation {
        isOwn
            ? Confirmation(
                title: localized("Remove this device?"),
                text: localized("You are using it now. You will be signed out, and need a new code to come back."),
                confirm: localized("Remove and Sign Out"), cancel: localized("Cancel"))
            : Confirmation(
                title: localized("Remove “\(name)”?"),
                text: localized("It will be signed out, and needs a new code to come back. Documents stay."),
                confirm: localized("Remove"), cancel: localized("Cancel"))
    }

    /// - Parameter folder: With the number of documents that lie in it itself.
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

    public static func deleteScene(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this scene?"),
            text: localized("“\(title)”, its anchor and its annotations will be deleted."),
            confirm: localized("Delete"), cancel: localized("Cancel"))
    }

    public static func deleteAnnotation(_ title: String) -> Confirmation {
        Confirmation(
            title: localized("Delete this annotation?"), text: localized("“\(title)” will be removed from the scene."),
            confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }
}
