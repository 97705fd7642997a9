import Glibc
internal import RectoKernels

/// The bytes of a database: a file mapped into memory, or memory that was built.
///
/// Pages of a mapped file are read from disk when first needed. The mapping is private. As usual with mapped files,
/// truncating the file while it is mapped crashes the program: replace databases by renaming, never write into them.
final class DatabaseBytes: @unchecked Sendable {
    // Sendable: never changed after initialization.
    let start: UnsafeRawPointer
    let count: Int
    private let release: @Sendable (UnsafeRawPointer, Int) -> Void

    /// Maps a file.
    init(path: String) throws(AnchorDatabaseError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(Self.systemMessage()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(Self.systemMessage()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("not a regular file") }
        count = Int(status.st_size)
        guard count >= DatabaseLayout.headerByteCount else { throw .foreignFormat }
        let mapping = mmap(nil, count, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0)
        guard let mapping, mapping != MAP_FAILED else { throw .unreadable(Self.systemMessage()) }
        start = UnsafeRawPointer(mapping)
        release = { start, count in munmap(UnsafeMutableRawPointer(mutating: start), count) }
    }

    /// Allocates memory, all 0, which `fill` fills.
    init(count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: DatabaseLayout.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        fill(memory)
        start = UnsafeRawPointer(memory)
        self.count = count
        release = { start, _ in start.deallocate() }
    }

    deinit { release(start, count) }

    /// A checksum of the bytes from `first` on.
    func checksum(from first: Int) -> UInt64 {
        streamChecksum((start + first).assumingMemoryBound(to: UInt8.self), count: count - first)
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}
