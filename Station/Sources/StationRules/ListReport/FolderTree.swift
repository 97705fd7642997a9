/// The tree of folders: each with those in it, in the order of their names.
public struct FolderTree: Hashable, Sendable {
    public struct Folder: Hashable, Sendable {
        public let id: Int64
        /// `nil` at the top.
        public let parent: Int64?
        public let name: String
        /// Those that lie in it itself.
        public let documents: Int

        public init(id: Int64, parent: Int64?, name: String, documents: Int) {
            self.id = id
            self.parent = parent
            self.name = name
            self.documents = documents
        }
    }

    /// A folder at its place in the tree.
    public struct Node: Hashable, Sendable {
        public let folder: Folder
        /// From 1 at the top.
        public let level: Int
        /// Among the folders beside it, from 1.
        public let position: Int
        /// The number of folders beside it, with itself.
        public let siblings: Int
        public let hasChildren: Bool
        /// Those that lie in it and in all folders inside it.
        public let documents: Int
        /// "Home / Bills".
        public let path: String
    }

    /// From top to bottom, each before those in it.
    public let nodes: [Node]

    /// - Parameter folders: In the order of their names. Those in a circle, which no library has, are left out.
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

    /// From the top down to a folder; empty for one that is unknown.
    public func trail(to id: Int64) -> [Node] {
        guard let node = nodes.first(where: { $0.folder.id == id }) else { return [] }
        return (node.folder.parent.map { trail(to: $0) } ?? []) + [node]
    }

    /// A folder and all that are inside it.
    public func inside(_ id: Int64) -> Set<Int64> {
        nodes.reduce(into: [id]) { inside, node in
            if let parent = node.folder.parent, inside.contains(parent) { inside.insert(node.folder.id) }
        }
    }
}
