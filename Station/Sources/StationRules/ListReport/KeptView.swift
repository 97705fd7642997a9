/// A query that a person keeps under a name.
public struct KeptView: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let name: String
    public let query: ListQuery
    /// Whether the library opens with it.
    public let isUsual: Bool

    public init(id: Int64, name: String, query: ListQuery, isUsual: Bool = false) {
        (self.id, self.name, self.query, self.isUsual) = (id, name, query, isUsual)
    }

    public static let maximumNameCharacters = 60
    /// The name of a Bootstrap icon.
    public static let icon = "bookmark"

    /// Its list.
    public var path: String { query.address(at: Place.library.path) }
}

/// The menu of a list with the views that a person has kept.
public struct ViewMenu: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let label: String
        public let path: String
        /// Only of the one that the list shows.
        public let isActive: Bool
    }

    public static let path = "\(Place.library.path)/views"

    /// All documents first.
    public let entries: [Entry]
    /// What the list shows, below the title of the menu; `nil` if it is none of them.
    public let current: String?
    /// The address of the form that keeps what the list shows; `nil` if that is kept already.
    public let keep: String?

    public init(_ views: [KeptView], _ query: ListQuery) {
        let all = Entry(label: ViewTexts.all, path: Place.library.path, isActive: query == ListQuery())
        let kept = views.map { Entry(label: $0.name, path: $0.path, isActive: $0.query == query) }
        entries = [all] + kept
        current = entries.first(where: \.isActive)?.label
        keep = current == nil ? query.address(at: "\(Self.path)/new") : nil
    }
}

/// The form in which a view gets its name.
public enum ViewForm {
    public static let name = "name"
    public static let usual = "usual"

    public static func form(_ name: String = "", isUsual: Bool = false) -> EntryForm {
        EntryForm([
            .init(
                .key,
                [
                    FormCell(
                        Self.name, localized("Name"), .title(maximum: KeptView.maximumNameCharacters),
                        [name], isRequired: true)
                ]),
            .init(
                .property, [FormCell(usual, ViewTexts.usual, .toggle(reveals: []), isUsual ? [FormCell.on] : [])]),
        ])
    }
}

/// The texts of kept views.
public enum ViewTexts {
    public static var views: String { localized("Views") }
    public static var all: String { localized("All Documents") }
    public static var keep: String { localized("Save as View…") }
    public static var new: String { localized("New View") }
    public static var edit: String { localized("Edit Views") }
    public static var usual: String { localized("Open the library with this view") }
    /// Beside the one that is.
    public static var isUsual: String { localized("Opens with the library") }

    public static var added: String { localized("View saved") }
    public static var removed: String { localized("View deleted") }

    public static var none: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No views yet"),
            description: localized("Search, filter or sort the library, then choose “Save as View…” in its menu."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }
}
