import CCodecShims
import Glibc

/// A file that appears under its name only when it is complete.
///
/// The bytes go to an unnamed file in the same folder, which the system drops if the program ends early, or to a
/// hidden temporary file if the file system does not support unnamed ones. An existing file is not changed until
/// ``commit()`` replaces it atomically. Temporary files left in the folder by terminated programs are removed.
public final class AtomicFile {
    /// The final path, with a symbolic link at its end resolved; `nil` in memory.
    private let target: String?
    /// Open for reading and writing, for libraries that seek in their files; -1 once committed or discarded.
    private(set) var descriptor: Int32 = -1
    /// The error, once a write has failed.
    private var failure: OutputError?
    /// The temporary name, if the file has one.
    private var temporaryName: String?
    /// The number of bytes written by `write` so far.
    public private(set) var count = 0

    /// Opens the temporary file.
    /// - Throws: ``OutputError`` if the folder is not writable, or the path exists and is not a file.
    public convenience init(path: String) throws(OutputError) {
        // An unnamed file gets its name through /proc.
        try self.init(path: path, mayBeNameless: access("/proc/self/fd", X_OK) == 0)
    }

    /// - Parameter mayBeNameless: Whether to try an unnamed file, which leaves no trace, before a temporary name,
    ///   which works everywhere.
    package init(path: String, mayBeNameless: Bool) throws(OutputError) {
        let target = Self.followed(path)
        self.target = target
        var status = stat()
        if stat(target, &status) != 0 {
            // Circular links, and inaccessible folders.
            guard errno == ENOENT else { throw .unwritable(systemMessage(errno)) }
        } else {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .directory
            default: throw .notARegularFile
            }
        }
        guard !target.isEmpty, target.utf8.last != UInt8(ascii: "/") else { throw .directory }
        let folder = Self.folder(of: target)
        Self.removeLeftovers(in: folder)
        try openTemporary(in: folder, mayBeNameless: mayBeNameless)
        // A replaced file keeps its permissions.
        if status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, status.st_mode & 0o777) }
    }

    /// Opens a file in memory: ``takeBytes()`` replaces ``commit()``.
    /// - Throws: ``OutputError`` if there is not enough memory.
    public init() throws(OutputError) {
        target = nil
        descriptor = codec_open_memory()
        guard descriptor >= 0 else { throw .unwritable(systemMessage(errno)) }
    }

    deinit { discard() }

    /// A path by which this process can read the file in memory during the lifetime of the instance.
    package var pathInMemory: String { "/proc/self/fd/\(descriptor)" }

    /// Returns all bytes of a file in memory. Nothing may be written afterwards.
    public func takeBytes() throws(OutputError) -> [UInt8] {
        precondition(descriptor >= 0 && target == nil, "the file is not in memory, or its bytes have been taken")
        defer { discard() }
        if let failure { throw failure }
        let length = Int(lseek(descriptor, 0, SEEK_END))
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: max(length, 0)) { buffer, filled in
            while filled < length {
                // SAFETY: the buffer has room for `length` bytes.
                let count = pread(descriptor, buffer.baseAddress! + filled, length - filled, filled)
                if count > 0 { filled += count } else if count == 0 || errno != EINTR { break }
            }
            isWhole = filled == length
        }
        guard isWhole else { throw .unwritable(systemMessage(errno)) }
        return bytes
    }

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(OutputError) in try write(UnsafeRawBufferPointer(buffer)) }
    }

    /// Whether bytes may still be written: it is neither committed nor discarded.
    var isOpen: Bool { descriptor >= 0 }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        var left = bytes
        while !left.isEmpty {
            let written = Glibc.write(descriptor, left.baseAddress, left.count)
            if written >= 0 {
                left = UnsafeRawBufferPointer(rebasing: left.dropFirst(written))
                count += written
            } else if errno != EINTR {
                let error = OutputError.unwritable(systemMessage(errno))
                failure = error
                throw error
            }
        }
    }

    /// Names the file after its bytes have been flushed to disk.
    ///
    /// Nothing may be written afterwards. On failure, the temporary file is removed and the existing one is kept.
    public func commit() throws(OutputError) {
        guard let target else { preconditionFailure("a file in memory has no name") }
        defer { discard() }
        try sync()
        if temporaryName != nil || !link(to: target) {
            if temporaryName == nil { try nameTemporary(in: Self.folder(of: target)) }
            guard let temporaryName, rename(temporaryName, target) == 0 else { throw .unwritable(systemMessage(errno)) }
            self.temporaryName = nil
        }
        Self.syncFolder(Self.folder(of: target))
    }

    /// Gives the file the first free name after its bytes have been flushed to disk. Nothing is replaced, even if
    /// another program looks for a free name in the folder at the same time.
    ///
    /// Nothing may be written afterwards.
    /// - Parameter names: Paths in the folder of the original path, in the order in which to try them.
    /// - Returns: The path used; `nil` if none was free.
    public func commit(asFirstFree names: some Sequence<String>) throws(OutputError) -> String? {
        guard let target else { preconditionFailure("a file in memory has no name") }
        defer { discard() }
        try sync()
        for name in names {
            if take(name) {
                Self.syncFolder(Self.folder(of: target))
                return name
            }
            guard errno == EEXIST else { throw .unwritable(systemMessage(errno)) }
        }
        return nil
    }

    /// Gives the file a free name. If the file system does not support hard links, the name is reserved first.
    private func take(_ name: String) -> Bool {
        guard let temporaryName else { return link(to: name) }
        if Glibc.link(temporaryName, name) == 0 { return true }
        guard errno != EEXIST else { return false }
        let place = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard place >= 0 else { return false }
        close(place)
        guard rename(temporaryName, name) == 0 else {
            let reason = errno
            unlink(name)
            errno = reason == EEXIST ? EIO : reason
            return false
        }
        self.temporaryName = nil
        return true
    }

    private func sync() throws(OutputError) {
        precondition(descriptor >= 0, "the file has been committed or discarded")
        if let failure { throw failure }
        guard fsync(descriptor) == 0 else { throw .unwritable(systemMessage(errno)) }
    }

    /// Discards what has been written.
    public func discard() {
        if let temporaryName { unlink(temporaryName) }
        temporaryName = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func openTemporary(in folder: String, mayBeNameless: Bool) throws(OutputError) {
        if mayBeNameless {
            descriptor = codec_open_nameless(folder)
            if descriptor >= 0 {
                // Lock it before it has a name that others could find.
                flock(descriptor, LOCK_EX | LOCK_NB)
                return
            }
            // Old kernels return EISDIR, file systems without unnamed files EOPNOTSUPP, some network file systems
            // EINVAL.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw .unwritable(systemMessage(errno)) }
        }
        try tryNames(in: folder) { name in
            descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            return descriptor >= 0 && isHeld(name)
        }
    }

    /// Locks a file that has just been named. Another process may have removed it as a leftover in between.
    private func isHeld(_ name: String) -> Bool {
        var status = stat()
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(descriptor, &status) == 0,
            status.st_nlink > 0
        {
            return true
        }
        unlink(name)
        close(descriptor)
        descriptor = -1
        errno = EEXIST
        return false
    }

    // MARK: Leftovers

    private static let prefix = ".recto-"
    private static let ending = ".part"

    /// Removes the temporary files of terminated programs. Running programs hold a lock on theirs.
    ///
    /// Nothing is removed on file systems without locks.
    public static func removeLeftovers(in folder: String) {
        guard let listing = opendir(folder) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                // SAFETY: a name ends with a zero byte.
                name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
                    guard strncmp(name, prefix, prefix.utf8.count) == 0 else { return }
                    if String(cString: name).hasSuffix(ending) { removeLeftover(name, in: dirfd(listing)) }
                }
            }
        }
    }

    private static func removeLeftover(_ name: UnsafePointer<CChar>, in folder: Int32) {
        let descriptor = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
    }

    /// Gives the unnamed file a temporary name, because renaming can replace a file but linking cannot.
    private func nameTemporary(in folder: String) throws(OutputError) {
        try tryNames(in: folder) { link(to: $0) }
    }

    /// Gives the unnamed file a free name. For a new file this is the final one, so that nothing is left behind
    /// wherever the program ends.
    private func link(to name: String) -> Bool {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }

    /// Tries random names until one is free.
    private func tryNames(in folder: String, _ take: (String) -> Bool) throws(OutputError) {
        for _ in 0..<100 {
            let name = "\(folder)/\(Self.prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(Self.ending)"
            if take(name) {
                temporaryName = name
                return
            }
            if errno != EEXIST { break }
        }
        throw .unwritable(systemMessage(errno))
    }

    /// Flushes the new name to disk. Errors are ignored, because the file is complete either way.
    private static func syncFolder(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func followed(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        // A link may lead to a file that does not exist yet. The system follows at most forty links.
        var path = path
        for _ in 0..<40 {
            guard let destination = destination(ofLink: path) else { break }
            path = destination.hasPrefix("/") ? destination : folder(of: path) + "/" + destination
        }
        return path
    }

    private static func destination(ofLink path: String) -> String? {
        var count = 0
        let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
            // SAFETY: the buffer holds PATH_MAX bytes.
            if let start = buffer.baseAddress { count = readlink(path, start, Int(PATH_MAX)) }
            initialized = max(count, 0)
        }
        return count > 0 ? String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
