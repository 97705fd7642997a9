import Glibc
import RectoCodecs

/// The folders that commands write to.
enum OutputFolder {
    /// Whether a path is rather that of a file: it has an ending, does not end in /, and is not an existing folder.
    static func looksLikeFile(_ path: String) -> Bool {
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
            let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex
        else { return false }
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR
    }

    /// Creates a folder, and those that contain it, unless they exist.
    /// - Returns: The folders that were created, the outermost first.
    @discardableResult
    static func make(_ path: String) throws(UnusableInput) -> [String] {
        guard !looksLikeFile(path) else {
            throw UnusableInput(file: path, reason: "looks like a file: name a folder, or end the name with /")
        }
        return try create(path)
    }

    /// Does the same, whatever the name looks like.
    @discardableResult
    static func create(_ path: String) throws(UnusableInput) -> [String] {
        var created: [String] = []
        if let failure = makeFolders(path, isNew: { created.append($0) }) {
            throw UnusableInput(file: path, reason: "cannot be created: \(systemMessage(failure))")
        }
        return created
    }
}
