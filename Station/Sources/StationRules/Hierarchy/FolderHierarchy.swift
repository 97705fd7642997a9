/// The folder tree around one folder: its ancestors and its content are expanded, everything else is collapsed.
public struct FolderHierarchy: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public let node: FolderTree.Node
        public let isSelected: Bool
        /// Whether its subfolders are shown; `nil` without any.
        public let isExpanded: Bool?
        /// Whether all of its ancestors are expanded.
        public let isShown: Bool
    }

    public let rows: [Row]
    /// The path from the root to the folder.
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

/// The choice of a folder, level by level.
public struct FolderPicker: Hashable, Sendable {
    /// The purpose of choosing a folder.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// To create or move a folder in it.
        case folder
        /// To move documents into it.
        case documents

        /// The name of the form field.
        public var name: String { self == .folder ? "parent" : "folder" }
    }

    public struct Choice: Hashable, Sendable {
        public let node: FolderTree.Node
        /// The value of the form field: an identifier, or the path from the root for filing documents.
        public let value: String
    }

    public let purpose: Purpose
    /// The path from the root to the level that is shown.
    public let trail: [FolderTree.Node]
    /// The level itself: the root, or the last folder of the trail.
    public let own: String
    public let choices: [Choice]

    /// - Parameters:
    ///   - level: The folder whose content is shown; `nil` for the root.
    ///   - without: The folder being moved, which cannot be chosen, nor can those inside it.
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
    /// Whether only empty folders are shown.
    public let isEmptyOnly: Bool
    public let nodes: [FolderTree.Node]
    /// The number of all folders.
    public let count: Int

    /// - Parameter text: Prefixes of words in the folders' paths.
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

    /// - Parameter isEmptyOnly: The state after a tap on the chip.
    public func address(isEmptyOnly: Bool) -> String {
        ListQuery.address(
            at: Self.path,
            (text.isEmpty ? [] : [ListQuery.Item("q", text)]) + (isEmptyOnly ? [ListQuery.Item("empty", "yes")] : []))
    }
}

/// Texts about folders.
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
    /// - Parameter name: The name of a subfolder of the folder that cannot be deleted.
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
