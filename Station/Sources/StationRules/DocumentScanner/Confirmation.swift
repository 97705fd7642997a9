/// A question before something is lost.
public struct Confirmation: Hashable, Sendable {
    public let title: String
    public let text: String
    /// The labels of the two buttons.
    public let confirm: String
    public let cancel: String

    public static func discardAll(_ pages: Int) -> Confirmation {
        Confirmation(
            title: "Delete all scans?", text: "\(ScanCount.text(pages)) of this session will be deleted.",
            confirm: "Delete All", cancel: "Cancel")
    }

    /// - Parameter isScanning: Whether a camera view is open on it.
    public static func discardDraft(_ pages: Int, isScanning: Bool) -> Confirmation {
        let loss = pages == 0 ? "Its files will be deleted." : "Its \(ScanCount.text(pages)) will be deleted."
        return Confirmation(
            title: "Delete this draft?",
            text: isScanning ? "Another window is scanning into it. \(loss)" : loss, confirm: "Delete", cancel: "Cancel"
        )
    }

    public static func leave(_ pages: Int) -> Confirmation {
        Confirmation(
            title: "Leave the scanner?",
            text: pages == 1
                ? "1 scan is not saved yet. It is kept as a draft."
                : "\(pages) scans are not saved yet. They are kept as a draft.",
            confirm: "Leave", cancel: "Stay")
    }

    /// For a changed form that is closed.
    public static let discardChanges = Confirmation(
        title: "Discard your changes?", text: "What you entered is not saved yet.", confirm: "Discard",
        cancel: "Keep Editing")

    public static func deleteDocument(_ title: String) -> Confirmation {
        Confirmation(
            title: "Delete this document?", text: "“\(title)” stays in the trash for 30 days.", confirm: "Delete",
            cancel: "Cancel")
    }

    /// For a document in the trash.
    public static func deleteForever(_ title: String) -> Confirmation {
        Confirmation(
            title: "Delete this document for good?", text: "“\(title)” and its pages will be deleted.",
            confirm: "Delete", cancel: "Cancel")
    }

    /// - Parameters:
    ///   - name: The device's name.
    ///   - isOwn: Whether it is the one that asks.
    public static func removeDevice(_ name: String, isOwn: Bool) -> Confirmation {
        isOwn
            ? Confirmation(
                title: "Remove this device?",
                text: "You are using it now. You will be signed out, and need a new code to come back.",
                confirm: "Remove and Sign Out", cancel: "Cancel")
            : Confirmation(
                title: "Remove “\(name)”?",
                text: "It will be signed out, and needs a new code to come back. Documents stay.",
                confirm: "Remove", cancel: "Cancel")
    }

    public static func deleteScene(_ title: String) -> Confirmation {
        Confirmation(
            title: "Delete this scene?", text: "“\(title)”, its anchor and its annotations will be deleted.",
            confirm: "Delete", cancel: "Cancel")
    }

    public static func deleteAnnotation(_ title: String) -> Confirmation {
        Confirmation(
            title: "Delete this annotation?", text: "“\(title)” will be removed from the scene.", confirm: "Delete",
            cancel: "Cancel")
    }
}
