import CMemoryFile
import Glibc

/// A file in memory.
final class MemoryFile {
    private let descriptor: Int32

    init(_ bytes: UnsafeRawBufferPointer) {
        descriptor = open_memory_file()
        guard descriptor >= 0, write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
            fatalError("no file in memory: \(errno)")
        }
    }

    deinit { close(descriptor) }

    var path: String { "/proc/self/fd/\(descriptor)" }
}
