import FoundationEssentials
import Glibc

/// Locks a library's folder for this process for the lifetime of the value. The system releases it however the
/// process ends.
public final class LibraryLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder, which is created if missing. Nothing else in it is changed.
    /// - Throws: ``StoreError/inUse(_:process:)`` if another process holds the lock.
    public init(folder: String) throws(StoreError) {
        let path = "\(folder)/lock"
        try PrivateFiles.makeFolder(folder)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno == EWOULDBLOCK ? .inUse(folder, process: Self.holder(descriptor)) : Self.failure(path)
            close(descriptor)
            throw failure
        }
        // For error messages in other processes.
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            let failure = Self.failure(path)
            close(descriptor)
            throw failure
        }
    }

    deinit { close(descriptor) }

    /// Returns the process that wrote its number into the file; `nil` if it has not done so yet.
    private static func holder(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func failure(_ path: String) -> StoreError {
        .unwritable(path, reason: String(cString: strerror(errno)))
    }
}
