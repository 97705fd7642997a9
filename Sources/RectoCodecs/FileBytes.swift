import Glibc

/// A regular file, open for reading, that starts like a picture.
package struct PictureFile: ~Copyable {
    private let descriptor: Int32
    /// The size in bytes when it was opened.
    package let size: Int

    /// - Parameter limit: The maximum size in bytes.
    package init(_ path: String, limit: Int) throws(PictureError) {
        // Without O_NONBLOCK, opening a pipe without a writer would never return.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(systemMessage(errno)) }
        do throws(PictureError) {
            size = try checkedSize(descriptor, limit: limit)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Reads the file from the beginning.
    /// - Parameter memory: Memory for ``size`` bytes.
    /// - Returns: The number of bytes read, at least one. The file may have been truncated since it was opened.
    package borrowing func read(into memory: UnsafeMutableRawBufferPointer) throws(PictureError) -> Int {
        var count = 0
        while count < min(size, memory.count) {
            let rest = UnsafeMutableRawBufferPointer(rebasing: memory[count..<min(size, memory.count)])
            let got = pread(descriptor, rest.baseAddress, rest.count, count)
            if got > 0 {
                count += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                throw .unreadable(systemMessage(errno))
            }
        }
        guard count > 0 else { throw .empty }
        return count
    }
}

/// Returns the format indicated by the first bytes of a regular file; `nil` if they are unknown or cannot be read.
package func pictureFormat(ofFile path: String) -> PictureFormat? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PictureFormat.signatureCount) { start in
        let got = pread(descriptor, start.baseAddress, start.count, 0)
        return PictureFormat(signatureOf: UnsafeBufferPointer(rebasing: start[..<max(got, 0)]))
    }
}

/// Returns the bytes of a regular file or a pipe that starts like a picture.
package func readPictureFile(_ path: String, limit: Int) throws(PictureError) -> [UInt8] {
    if let pipe = try Pipe(path) { return try readPictureStream(pipe.descriptor, limit: limit) }
    let file = try PictureFile(path, limit: limit)
    var result: Result<Int, PictureError> = .success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: file.size) { buffer, count in
        do throws(PictureError) {
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        } catch {
            (count, result) = (0, .failure(error))
        }
    }
    _ = try result.get()
    return bytes
}

/// Returns the bytes of a pipe or another stream up to its end, if they start like a picture.
package func readPictureStream(_ descriptor: Int32, limit: Int) throws(PictureError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let got = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard got >= 0 else {
            if errno == EINTR { continue }
            throw .unreadable(systemMessage(errno))
        }
        let isUnchecked = bytes.count < PictureFormat.signatureCount
        bytes += piece.prefix(got)
        // Stop reading early if it is not a picture, however much follows.
        if isUnchecked, got == 0 || bytes.count >= PictureFormat.signatureCount {
            guard !bytes.isEmpty else { throw .empty }
            guard bytes.withUnsafeBufferPointer(PictureFormat.init(signatureOf:)) != nil else { throw .unknownFormat }
        }
        guard bytes.count <= limit else { throw .fileTooLarge(bytes: bytes.count, limit: limit) }
        if got == 0 { return bytes }
    }
}

/// A named pipe, such as one created by a shell for `<(…)`, open for reading.
private struct Pipe: ~Copyable {
    /// The seconds to wait for a program to open the other end.
    private static let patience = 3.0
    let descriptor: Int32

    /// - Returns: `nil` if the path is not a pipe.
    init?(_ path: String) throws(PictureError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // Without O_NONBLOCK, opening a pipe without a writer would never return.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(systemMessage(errno)) }
        guard Self.hasWriter(descriptor), fcntl(descriptor, F_SETFL, 0) == 0 else {
            close(descriptor)
            throw .notARegularFile
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Waits until the other end is open, which the first bytes or their absence indicates.
    private static func hasWriter(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(patience * 1000)) > 0
    }
}

/// Returns the size of a file that may be a picture.
private func checkedSize(_ descriptor: Int32, limit: Int) throws(PictureError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(systemMessage(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .directory
    default: throw .notARegularFile
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw .empty }
    try checkSignature(descriptor)
    guard size <= limit else { throw .fileTooLarge(bytes: size, limit: limit) }
    return size
}

/// Reads only the first bytes, to avoid reading large files that are not pictures.
private func checkSignature(_ descriptor: Int32) throws(PictureError) {
    let (got, isPicture) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PictureFormat.signatureCount) {
        start in
        let got = pread(descriptor, start.baseAddress, start.count, 0)
        return (got, PictureFormat(signatureOf: UnsafeBufferPointer(rebasing: start[..<max(got, 0)])) != nil)
    }
    guard got >= 0 else { throw .unreadable(systemMessage(errno)) }
    guard isPicture else { throw .unknownFormat }
}

/// Creates a folder, and those that contain it, unless they exist.
/// - Parameter isNew: Called with each folder that was created, the outermost first.
/// - Returns: The system's error number if there is no such folder afterwards.
package func makeFolders(_ path: String, isNew: (String) -> Void = { _ in }) -> Int32? {
    var failure: Int32?
    let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
    for folder in ends.map({ String(path[..<$0]) }) {
        if mkdir(folder, 0o777) == 0 { isNew(folder) } else if errno != EEXIST { failure = failure ?? errno }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return failure ?? errno }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
}

/// Returns the system's text for an error number.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
