import CCodecShims
import Glibc

/// A file that appears under its name only when it is complete.
///
/// The bytes go to a nameless file in the same folder, which the system drops if the program ends early, or to a
/// hidden temporary one where the file system has no nameless files. An earlier file of the name stays as it is until
/// ``commit()`` replaces it in one step. Temporary files that ended programs have left in the folder are removed.
public final class AtomicFile {
    /// Where the file will be: the path given, with a symbolic link at its end followed; `nil` in memory.
    private let target: String?
    /// Open for reading and writing, for a library that seeks in its file; -1 once committed or discarded.
    private(set) var descriptor: Int32 = -1
    /// Why bytes are missing, once a write has failed.
    private var failure: OutputError?
    /// Set where the file has a temporary name.
    private var temporaryName: String?
    /// Bytes written by `write` so far.
    public private(set) var count = 0

    /// Opens the temporary file.
    /// - Throws: ``OutputError`` if the folder cannot be written or something other than a file has the name.
    public convenience init(path: String) throws(OutputError) {
        // A nameless file gets its name through /proc.
        try self.init(path: path, mayBeNameless: access("/proc/self/fd", X_OK) == 0)
    }

    /// - Parameter mayBeNameless: Whether to try the way that leaves no trace before the one that works everywhere.
    package init(path: String, mayBeNameless: Bool) throws(OutputError) {
        let target = Self.followed(path)
        self.target = target
        var status = stat()
        if stat(target, &status) != 0 {
            // Links in a circle, and folders that cannot be entered.
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

    /// Opens a file in memory: ``takeBytes()`` takes the place of ``commit()``.
    /// - Throws: ``OutputError`` if there is no memory for it.
    public init() throws(OutputError) {
        target = nil
        descriptor = codec_open_memory()
        guard descriptor >= 0 else { throw .unwritable(systemMessage(errno)) }
    }

    deinit { discard() }

    /// A path that this process can read a file in memory by, as long as this is there.
    package var pathInMemory: String { "/proc/self/fd/\(descriptor)" }

    /// All bytes, of a file in memory. Nothing may be written afterwards.
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

    /// Whether bytes may still be written: neither committed nor discarded.
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

    /// Gives the file its name, once its bytes are on the disk.
    ///
    /// Nothing may be written afterwards. If this fails, the temporary file is gone and the earlier one stays.
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

    /// Gives the file the first name that is free, once its bytes are on the disk: a program that also looks for a free name in the folder
    /// gets another one, and nothing is replaced.
    ///
    /// Nothing may be written afterwards.
    /// - Parameter names: Paths in the folder of the one that the file was opened for, in the order in which they are tried.
    /// - Returns: The path that it got; `nil` if none was free.
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

    /// Gives the file a name that is free. Where the file system has no second names, the name is taken first.
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

    /// Drops what has been written.
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
                // Before it has a name that others could find.
                flock(descriptor, LOCK_EX | LOCK_NB)
                return
            }
            // Old kernels answer EISDIR, file systems without nameless files EOPNOTSUPP, some network ones EINVAL.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw .unwritable(systemMessage(errno)) }
        }
        try tryNames(in: folder) { name in
            descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            return descriptor >= 0 && isHeld(name)
        }
    }

    /// Holds a file that has just got its name; somebody may have taken it for left behind, and then it has gone.
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

    /// Removes temporary files whose programs have ended: whoever writes one holds a lock on it.
    ///
    /// Where file systems have no locks nothing is removed.
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

    /// Gives the nameless file a temporary name: a link cannot replace a file, a renaming can.
    private func nameTemporary(in folder: String) throws(OutputError) {
        try tryNames(in: folder) { link(to: $0) }
    }

    /// Gives the nameless file a name that is free. A new file gets its own at once: it leaves nothing behind wherever the program
    /// ends.
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

    /// Puts the new name on the disk. The file stands whether this works or not, so nobody is told.
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
        // A link may lead to a file that is yet to be made. The system follows forty links at most.
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
