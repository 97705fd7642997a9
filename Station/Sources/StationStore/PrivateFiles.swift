import FoundationEssentials
import Glibc

/// What only the station's user may open: documents, names of people, and how they sign in.
///
/// A folder or file that is made is its owner's alone, whatever the process' mask says. One that was there may be read by its group,
/// since that may be wanted for backups, but is closed to all others.
enum PrivateFiles {
    private static let others: mode_t = 0o007

    /// Makes the folder if it is missing, with those that lead to it.
    /// - Throws: ``StoreError/folder(_:reason:)``
    static func makeFolder(_ path: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .folder(path, reason: "\(error)") }
    }

    /// Makes the file, empty, if it is missing. SQLite gives its other files the mode of the first.
    /// - Throws: ``StoreError/unwritable(_:reason:)``
    static func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
        close(descriptor)
    }

    /// Takes what is there from all but its owner and its group. What belongs to another user stays as it is.
    static func closeToOthers(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & others != 0 else { return }
        _ = chmod(path, status.st_mode & 0o7777 & ~others)
    }
}
