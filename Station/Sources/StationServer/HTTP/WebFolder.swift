import FoundationEssentials

/// Finds the folder `web` of styles and scripts.
public enum WebFolder {
    /// Returns the possible locations of the folder, likeliest first.
    ///
    /// An installed program has it next to itself, or in `share/recto-station` of its prefix; a program built in a
    /// checkout has it in the checkout's `Station`.
    package static func places(near program: String) -> [String] {
        let folders = ancestors(of: program)
        let beside = folders.prefix(1).map { "\($0)/web" }
        let installed = folders.dropFirst().prefix(1).map { "\($0)/share/recto-station/web" }
        return beside + installed + folders.map { "\($0)/Station/web" }
    }

    /// - Parameter program: The path of the executable.
    /// - Returns: `nil` if none of the locations contains the folder.
    public static func find(near program: String) -> String? {
        places(near: program).first { FileManager.default.fileExists(atPath: "\($0)/openapi.json") }
    }

    /// Returns the parent folders of a file, from the nearest to the root, as path prefixes.
    private static func ancestors(of path: String) -> [String] {
        var names = path.split(separator: "/")
        var folders: [String] = []
        while names.popLast() != nil { folders.append(names.map { "/\($0)" }.joined()) }
        return folders
    }
}
