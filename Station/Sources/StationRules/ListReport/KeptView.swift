/// A query that a person saved under a name.
public struct KeptView: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let name: String
    public let query: ListQuery
    /// Whether it is the default view of the library.
    public let isUsual: Bool

    public init(id: Int64, name: String, query: ListQuery, isUsual: Bool = false) {
        (self.id, self.name, self.query, self.isUsual) = (id, name, query, isUsual)
    }

    public static let maximumNameCharacters = 60
    /// The name of a Bootstrap icon.
    public static let icon = "bookmark"

    /// The path of its list.
    public var path: String { query.address(at: Place.library.path) }
}

/// A list's menu of the person's saved views.
public struct ViewMenu: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let label: String
        public let path: String
        /// Whether the list shows this view.
        public let isActive: Bool
    }

    public static let path = "\(Place.library.path)/views"

    /// The entries, with all documents first.
    public let entries: [Entry]
    /// The current view, shown below the title of the menu; `nil` if the list shows none of them.
    public let current: String?
    /// The URL of the form that saves the current query; `nil` if it is already saved.
    public let keep: String?

    public init(_ views: [KeptView], _ query: ListQuery) {
        let all = Entry(label: ViewTexts.all, path: Place.library.path, isActive: query == ListQuery())
        let kept = views.map { Entry(label: $0.name, path: $0.path, isActive: $0.query == query) }
        entries = [all] + kept
        current = entries.first(where: \.isActive)?.label
        keep = current == nil ? query.address(at: "\(Self.path)/new") : nil
    }
}

/// The form for naming a view.
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
                        [name], missing: FormCell.nameText)
                ]),
            .init(
                .property, [FormCell(usual, ViewTexts.usual, .toggle(reveals: []), isUsual ? [FormCell.on] : [])]),
        ])
    }
}

/// Texts about saved views.
public enum ViewTexts {
    public static var views: String { localized("Views") }
    public static var all: String { localized("All Documents") }
    public static var keep: String { localized("Save as View…") }
    public static var new: String { localized("New View") }
    public static var edit: String { localized("Edit Views") }
    public static var usual: String { localized("Open the library with this view") }
    /// The label of the default view.
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
