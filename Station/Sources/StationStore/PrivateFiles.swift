import FoundationEssentials
import Glibc

/// Files that only the station's user may open, because they contain documents, names of people and sign-in data.
///
/// New folders and files are private to their owner, whatever the process's umask. For existing ones, access by their
/// group is kept, since backups may need it, but access by others is removed.
package enum PrivateFiles {
    private static let others: mode_t = 0o007

    /// Creates the folder and its parent folders if missing.
    /// - Throws: ``StoreError/folder(_:reason:)``
    package static func makeFolder(_ path: String) throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .folder(path, reason: StoreError.reason(error)) }
    }

    /// Creates an empty file if missing. SQLite gives its other files the same mode.
    /// - Throws: ``StoreError/unwritable(_:reason:)``
    package static func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
        close(descriptor)
    }

    /// Waits until a file, or the entries of a folder, are on disk.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
    }

    /// Restricts a folder and everything in it to its owner.
    static func closeAll(in folder: String) throws(StoreError) {
        let paths: [String]
        do { paths = try FileManager.default.subpathsOfDirectory(atPath: folder) } catch {
            throw .folder(folder, reason: StoreError.reason(error))
        }
        for path in [folder] + paths.map({ "\(folder)/\($0)" }) {
            var status = stat()
            guard stat(path, &status) == 0, chmod(path, status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600) == 0 else {
                throw .unwritable(path, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Restricts an existing file to its owner and group. Files of other users are not changed.
    static func closeToOthers(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & others != 0 else { return }
        _ = chmod(path, status.st_mode & 0o7777 & ~others)
    }
}
