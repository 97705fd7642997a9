extension Confirmation {
    public static func discardAll(_ pages: Int) -> Confirmation {
        Confirmation(
            title: localized("Delete all scans?"),
            text: pages == 1
                ? localized("1 scan will be deleted.")
                : localized("\(pages) scans will be deleted."),
            confirm: localized("Delete All"), cancel: localized("Cancel"))
    }

    /// - Parameter isScanning: Whether a camera view of the draft is open.
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

    /// Asks for confirmation before the draft of an edited document is discarded.
    public static func discardEdit(of title: String) -> Confirmation {
        Confirmation(
            title: localized("Discard your changes?"), text: localized("“\(title)” stays as it is saved."),
            confirm: localized("Discard"), cancel: localized("Keep Editing"))
    }
}
