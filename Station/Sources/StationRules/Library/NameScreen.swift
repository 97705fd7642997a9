/// The screens for tags, correspondents and document types, where people rename, merge and delete them.
public enum NameScreen: String, Hashable, Sendable, CaseIterable {
    case tags
    case correspondents
    case types

    public var path: String { "\(Place.library.path)/\(rawValue)" }

    public var title: String {
        switch self {
        case .tags: LibraryMessages.tags
        case .correspondents: localized("Correspondents")
        case .types: localized("Document Types")
        }
    }

    public var empty: IllustratedMessage {
        guard self != .tags else { return LibraryMessages.noTags }
        return .empty(
            .noDocuments, title: localized("Nothing here yet"),
            description: localized("What documents are filed under appears here."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// Only tags have colors, and can be created without a document.
    public var hasColors: Bool { self == .tags }

    /// The kind of an entered name.
    public var field: EnteredLine.Field {
        switch self {
        case .tags: .tag
        case .correspondents: .correspondent
        case .types: .documentType
        }
    }

    public func names(_ names: ListNames) -> [ListNames.Name] {
        switch self {
        case .tags: names.tags
        case .correspondents: names.correspondents
        case .types: names.types
        }
    }

    /// Returns the documents with a name.
    public func list(of id: Int64) -> ListQuery {
        var query = ListQuery()
        switch self {
        case .tags: query.filter.tags = [id]
        case .correspondents: query.filter.correspondents = [id]
        case .types: query.filter.types = [id]
        }
        return query
    }
}

/// The confirmation before two names are merged.
public struct NameMerge: Hashable, Sendable {
    /// The name to remove and the name to keep.
    public let from: ListNames.Name
    public let into: ListNames.Name

    /// `nil` if either does not exist.
    public init?(_ id: Int64, into: Int64, _ names: [ListNames.Name]) {
        guard let from = names.first(where: { $0.id == id }), let other = names.first(where: { $0.id == into }) else {
            return nil
        }
        (self.from, self.into) = (from, other)
    }

    public var question: String {
        localized(
            "“\(into.text)” is there already. Shall it take the place of “\(from.text)” on \(LibraryMessages.documentCount(from.documents))?"
        )
    }
}

extension Confirmation {
    /// Asks for confirmation before a name is deleted, with the number of documents that lose it.
    public static func deleteName(_ name: ListNames.Name) -> Confirmation {
        Confirmation(
            title: localized("Delete “\(name.text)”?"),
            text: name.documents == 0
                ? localized("No document has it.")
                : localized(
                    "It is taken off \(LibraryMessages.documentCount(name.documents)). No document is deleted."
                ),
            confirm: localized("Delete"), cancel: localized("Cancel"))
    }
}
