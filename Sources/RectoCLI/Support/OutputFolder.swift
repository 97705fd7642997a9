import Glibc

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
    static func make(_ path: String) throws(UnusableInput) {
        guard !looksLikeFile(path) else {
            throw UnusableInput(file: path, reason: "looks like a file: name a folder, or end the name with /")
        }
        try create(path)
    }

    /// Does the same, whatever the name looks like.
    static func create(_ path: String) throws(UnusableInput) {
        var failure: Int32?
        let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
        for end in ends where mkdir(String(path[..<end]), 0o777) != 0 && errno != EEXIST { failure = failure ?? errno }
        var status = stat()
        guard stat(path, &status) == 0 else { throw uncreatable(path, failure ?? errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw uncreatable(path, ENOTDIR) }
    }

    private static func uncreatable(_ path: String, _ error: Int32) -> UnusableInput {
        UnusableInput(file: path, reason: "cannot be created: \(String(cString: strerror(error)))")
    }
}
