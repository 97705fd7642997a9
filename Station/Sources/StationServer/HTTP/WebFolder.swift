import FoundationEssentials

/// Finds the folder `web` of styles and scripts.
public enum WebFolder {
    /// Where the folder may be, the likelier places first.
    ///
    /// An installed program has it beside itself, or in `share/recto-station` of its prefix; one that was built in a
    /// checkout has it in `Station` of the checkout.
    package static func places(near program: String) -> [String] {
        let folders = ancestors(of: program)
        let beside = folders.prefix(1).map { "\($0)/web" }
        let installed = folders.dropFirst().prefix(1).map { "\($0)/share/recto-station/web" }
        return beside + installed + folders.map { "\($0)/Station/web" }
    }

    /// - Parameter program: The path of the program's file.
    /// - Returns: `nil` if none of the places holds the folder.
    public static func find(near program: String) -> String? {
        places(near: program).first { FileManager.default.fileExists(atPath: "\($0)/openapi.json") }
    }

    /// The folders that hold a file, from the nearest one up to the root, as prefixes of a longer path.
    private static func ancestors(of path: String) -> [String] {
        var names = path.split(separator: "/")
        var folders: [String] = []
        while names.popLast() != nil { folders.append(names.map { "/\($0)" }.joined()) }
        return folders
    }
}
