/// An event in a document's history, for display.
public enum DocumentEvent: Hashable, Sendable {
    case added(ListFilter.Source)
    /// - Parameter formerTitle: The previous title, if it was changed.
    case filed([FilingEntry.Field], formerTitle: String?)
    case filedByRule(_ name: String, [FilingEntry.Field])
    /// Another document was merged into this one.
    /// - Parameter title: The other document's title; `nil` if unknown.
    case merged(_ title: String?, pages: Int)
    case pagesChanged
    case pagesMoved(pages: Int)
    /// - Parameter page: The page number from 1.
    case signed(page: Int)
    case exported
    case trashed
    case restored
    case noteAdded
    case noteChanged
    case noteDeleted
    case attachmentAdded(String)
    case attachmentRemoved(String)

    public init(_ change: DocumentChange) {
        if let rule = change.rule {
            self = .filedByRule(rule, change.fields)
            return
        }
        let isRenamed = change.before.title != change.after.title
        self = .filed(change.fields, formerTitle: isRenamed ? change.before.title : nil)
    }

    private static func list(_ fields: [FilingEntry.Field]) -> String { fields.map(\.label).joined(separator: ", ") }

    public var text: String {
        switch self {
        case .added(.scan): localized("Scanned")
        case .added(.import): localized("Imported")
        case .added(.program): localized("Added by a program")
        case .filed([.title], let title?): localized("Renamed. It was “\(title)”")
        case .filed([.sharing], _): localized("Changed who sees it")
        case .filed(let fields, _): localized("Changed: \(Self.list(fields))")
        case .filedByRule(let rule, let fields): localized("Filed by the rule “\(rule)”: \(Self.list(fields))")
        case .merged(nil, let pages):
            localized("Merged with another document (\(LibraryMessages.pageCount(pages)))")
        case .merged(let title?, let pages):
            localized("Merged with “\(title)” (\(LibraryMessages.pageCount(pages)))")
        case .pagesChanged: localized("Pages edited")
        case .pagesMoved(let pages): localized("Pages came from another document: \(LibraryMessages.pageCount(pages))")
        case .signed(let page): localized("Signed: page \(page)")
        case .exported: localized("Exported")
        case .trashed: localized("Moved to the trash")
        case .restored: localized("Restored from the trash")
        case .noteAdded: localized("Note added")
        case .noteChanged: localized("Note changed")
        case .noteDeleted: localized("Note deleted")
        case .attachmentAdded(let name): localized("Added “\(name)”")
        case .attachmentRemoved(let name): localized("Removed “\(name)”")
        }
    }
}

extension DocumentChange {
    /// The changed fields in the order of the form.
    public var fields: [FilingEntry.Field] {
        FilingEntry.Field.allCases.filter { field in
            switch field {
            case .title: before.title != after.title
            case .folder: before.folder != after.folder
            case .type: before.type != after.type
            case .correspondent: before.correspondent != after.correspondent
            case .tags: before.tags != after.tags
            case .date: before.date != after.date
            case .due: before.due != after.due
            case .retained: before.retained != after.retained
            case .serial: before.serial != after.serial
            case .place: before.place != after.place
            case .state: before.state != after.state
            case .sharing: before.owner != after.owner
            }
        }
    }
}

extension FilingEntry.Field {
    public var label: String {
        switch self {
        case .title: localized("Title")
        case .folder: localized("Folder")
        case .type: localized("Document Type")
        case .correspondent: localized("Correspondent")
        case .tags: localized("Tags")
        case .date: localized("Document Date")
        case .due: localized("Due Date")
        case .retained: localized("Keep Until")
        case .serial: localized("Archive number")
        case .place: localized("Place")
        case .state: localized("Status")
        case .sharing: localized("Who Sees It")
        }
    }
}
