import FoundationEssentials
import Glibc

/// A file that its owner alone can read: a key, or a token.
public enum SecretFile {
    /// What is in the file, which is made if it is missing.
    /// - Parameter new: What a new one holds.
    public static func bytes(of file: String, orNew new: () -> [UInt8]) throws(StoreError) -> [UInt8] {
        if !FileManager.default.fileExists(atPath: file) { try make(file, new()) }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw .unreadable(file, reason: "it cannot be read")
        }
        return [UInt8](bytes)
    }

    /// Writes beside the file and puts it in its place, whole or not at all.
    private static func make(_ file: String, _ bytes: [UInt8]) throws(StoreError) {
        let new = file + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(new, reason: String(cString: strerror(errno))) }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(new, file) == 0 else {
            throw .unwritable(file, reason: String(cString: strerror(errno)))
        }
    }
}
