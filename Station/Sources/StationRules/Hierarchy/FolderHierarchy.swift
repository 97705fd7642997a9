/// The tree of folders around one of them: the way to it and what lies in it is open, all else is closed.
public struct FolderHierarchy: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public let node: FolderTree.Node
        public let isSelected: Bool
        /// Whether the folders in it are shown; `nil` without any.
        public let isExpanded: Bool?
        /// Whether all folders around it are open.
        public let isShown: Bool
    }

    public let rows: [Row]
    /// From the top down to the folder.
    public let trail: [FolderTree.Node]

    public init(_ tree: FolderTree, selected: Int64) {
        trail = tree.trail(to: selected)
        let open = Set(trail.map(\.folder.id))
        rows = tree.nodes.map { node in
            Row(
                node: node, isSelected: node.folder.id == selected,
                isExpanded: node.hasChildren ? open.contains(node.folder.id) : nil,
                isShown: node.folder.parent.map(open.contains) ?? true)
        }
    }
}

/// A choice of one folder, level by level.
public struct FolderPicker: Hashable, Sendable {
    /// What the folder is for.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// A folder is made or moved into it.
        case folder
        /// Documents are moved into it.
        case documents

        /// Of the field.
        public var name: String { self == .folder ? "parent" : "folder" }
    }

    public struct Choice: Hashable, Sendable {
        public let node: FolderTree.Node
        /// Of the field: the identifier, or the path from the top, which is how documents are filed.
        public let value: String
    }

    public let purpose: Purpose
    /// From the top down to the level that is shown.
    public let trail: [FolderTree.Node]
    /// The level itself: the top, or the last one of the trail.
    public let own: String
    public let choices: [Choice]

    /// - Parameters:
    ///   - level: The folder whose content is shown; `nil` for the top.
    ///   - without: A folder that cannot be chosen, with all inside it, as it is moved itself.
    public init(_ tree: FolderTree, level: Int64?, purpose: Purpose, without: Int64? = nil) {
        self.purpose = purpose
        let hidden = without.map { tree.inside($0) } ?? []
        let trail = level.map { tree.trail(to: $0) } ?? []
        self.trail = trail
        own = trail.last.map { Self.value(of: $0, purpose) } ?? (purpose == .folder ? "" : "/")
        choices = tree.nodes.filter { $0.folder.parent == trail.last?.folder.id && !hidden.contains($0.folder.id) }.map
        {
            Choice(node: $0, value: Self.value(of: $0, purpose))
        }
    }

    private static func value(of node: FolderTree.Node, _ purpose: Purpose) -> String {
        purpose == .folder ? "\(node.folder.id)" : node.path
    }
}

/// The list of folders.
public struct FolderList: Hashable, Sendable {
    public static let path = "\(Place.library.path)/folders"

    public let text: String
    /// Whether it shows those alone in which nothing lies.
    public let isEmptyOnly: Bool
    public let nodes: [FolderTree.Node]
    /// Of all folders.
    public let count: Int

    /// - Parameter text: Words with which words of the folders' paths begin.
    public init(_ tree: FolderTree, text: String, isEmptyOnly: Bool) {
        var query = ListQuery()
        query.search(text)
        let terms = query.beginnings
        self.text = query.text
        self.isEmptyOnly = isEmptyOnly
        count = tree.nodes.count
        nodes = tree.nodes.filter { node in
            (!isEmptyOnly || node.documents == 0) && MarkedText(node.path, beginnings: terms).hasAll
        }
    }

    /// "Folders (12)", or "Folders (2 of 12)".
    public var title: String {
        nodes.count == count
            ? "\(FolderTexts.folders) (\(count))" : localized("\(FolderTexts.folders) (\(nodes.count) of \(count))")
    }

    /// - Parameter isEmptyOnly: After a tap on the chip.
    public func address(isEmptyOnly: Bool) -> String {
        ListQuery.address(
            at: Self.path,
            (text.isEmpty ? [] : [ListQuery.Item("q", text)]) + (isEmptyOnly ? [ListQuery.Item("empty", "yes")] : []))
    }
}

/// The texts of folders.
public enum FolderTexts {
    public static var folders: String { localized("Folders") }
    public static var top: String { localized("Top Level") }
    public static var searchLabel: String { localized("Search folders") }
    public static var empty: String { localized("Empty") }
    public static var new: String { localized("New Folder") }
    public static func newInside(_ name: String) -> String { localized("New Folder in “\(name)”") }
    public static var edit: String { localized("Edit Folder") }
    public static var move: String { localized("Move Documents") }

    public static func count(_ folders: Int) -> String {
        folders == 1 ? localized("1 folder") : localized("\(folders) folders")
    }

    public static var added: String { localized("Folder created") }
    public static var changed: String { localized("Folder saved") }
    public static var removed: String { localized("Folder deleted. No document was deleted.") }
    /// - Parameter name: Of a folder in the one that cannot be deleted.
    public static func namesCollide(_ name: String) -> String {
        localized("A folder “\(name)” lies in this folder and beside it. Rename one of them, then delete this one.")
    }

    public static var none: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No folders yet"),
            description: localized("A folder is made when a document is filed in it, or here."))
    }

    public static var nothingFound: IllustratedMessage {
        .error(
            .noResults, .configuration, title: localized("No folders found"),
            description: localized("No folder matches. Search for something else."), actions: [])
    }
}
