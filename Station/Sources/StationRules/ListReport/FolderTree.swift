/// The folder tree. Folders are sorted by name at each level.
public struct FolderTree: Hashable, Sendable {
    public struct Folder: Hashable, Sendable {
        public let id: Int64
        /// `nil` at the root.
        public let parent: Int64?
        public let name: String
        /// The number of documents directly in the folder.
        public let documents: Int

        public init(id: Int64, parent: Int64?, name: String, documents: Int) {
            self.id = id
            self.parent = parent
            self.name = name
            self.documents = documents
        }
    }

    /// A folder at its position in the tree.
    public struct Node: Hashable, Sendable {
        public let folder: Folder
        /// The level, from 1 at the root.
        public let level: Int
        /// The position among its siblings, from 1.
        public let position: Int
        /// The number of its siblings, including itself.
        public let siblings: Int
        public let hasChildren: Bool
        /// The number of documents in the folder and all its subfolders.
        public let documents: Int
        /// The path, such as "Home / Bills".
        public let path: String
    }

    /// All folders from top to bottom, each before its subfolders.
    public let nodes: [Node]

    /// - Parameter folders: The folders sorted by name. Cycles, which no library has, are left out.
    public init(_ folders: [Folder]) {
        let children = Dictionary(grouping: folders, by: \.parent)
        var nodes: [Node] = []
        func add(_ parent: Int64?, _ path: [String]) -> Int {
            let siblings = children[parent] ?? []
            return siblings.enumerated().reduce(0) { sum, place in
                let (index, folder) = place
                let own = nodes.count
                let names = path + [folder.name]
                func node(_ documents: Int) -> Node {
                    Node(
                        folder: folder, level: names.count, position: index + 1, siblings: siblings.count,
                        hasChildren: children[folder.id] != nil, documents: documents,
                        path: names.joined(separator: " / "))
                }
                nodes.append(node(0))
                let documents = folder.documents + add(folder.id, names)
                nodes[own] = node(documents)
                return sum + documents
            }
        }
        _ = add(nil, [])
        self.nodes = nodes
    }

    /// Returns the path from the root to a folder; empty if it is unknown.
    public func trail(to id: Int64) -> [Node] {
        guard let node = nodes.first(where: { $0.folder.id == id }) else { return [] }
        return (node.folder.parent.map { trail(to: $0) } ?? []) + [node]
    }

    /// Returns a folder and all its subfolders.
    public func inside(_ id: Int64) -> Set<Int64> {
        nodes.reduce(into: [id]) { inside, node in
            if let parent = node.folder.parent, inside.contains(parent) { inside.insert(node.folder.id) }
        }
    }
}
