import Glibc

/// A regular file, open for reading, that starts as a picture does.
package struct PictureFile: ~Copyable {
    private let descriptor: Int32
    /// Bytes that it had when it was opened.
    package let size: Int

    /// - Parameter limit: Bytes that it may have.
    package init(_ path: String, limit: Int) throws(PictureError) {
        // Without O_NONBLOCK the opening of a pipe that nobody writes to would never return.
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

    /// Reads the file from its start.
    /// - Parameter memory: Room for ``size`` bytes.
    /// - Returns: How many there were, at least one: somebody may have shortened it since.
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

/// The format that the first bytes of a regular file announce; `nil` if they are of none, or cannot be read.
package func pictureFormat(ofFile path: String) -> PictureFormat? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PictureFormat.signatureCount) { start in
        let got = pread(descriptor, start.baseAddress, start.count, 0)
        return PictureFormat(signatureOf: UnsafeBufferPointer(rebasing: start[..<max(got, 0)]))
    }
}

/// The bytes of a regular file or a pipe that starts as a picture does.
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

/// The bytes that a pipe or another stream has up to its end, if they start as a picture does.
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
        // What is no picture need not be read, however much of it follows.
        if isUnchecked, got == 0 || bytes.count >= PictureFormat.signatureCount {
            guard !bytes.isEmpty else { throw .empty }
            guard bytes.withUnsafeBufferPointer(PictureFormat.init(signatureOf:)) != nil else { throw .unknownFormat }
        }
        guard bytes.count <= limit else { throw .fileTooLarge(bytes: bytes.count, limit: limit) }
        if got == 0 { return bytes }
    }
}

/// A pipe of the file system, such as one that a shell makes for `<(…)`, open for reading.
private struct Pipe: ~Copyable {
    /// Seconds in which a program may open the other end.
    private static let patience = 3.0
    let descriptor: Int32

    /// - Returns: `nil` if the path leads to something else.
    init?(_ path: String) throws(PictureError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // Without O_NONBLOCK the opening of a pipe that nobody writes to would never return.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(systemMessage(errno)) }
        guard Self.hasWriter(descriptor), fcntl(descriptor, F_SETFL, 0) == 0 else {
            close(descriptor)
            throw .notARegularFile
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Waits until the other end has been opened, which the first bytes or their absence shows.
    private static func hasWriter(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(patience * 1000)) > 0
    }
}

/// The size of a file that may be a picture.
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

/// Reads the first bytes alone: what is no picture need not be read, however large it is.
private func checkSignature(_ descriptor: Int32) throws(PictureError) {
    let (got, isPicture) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PictureFormat.signatureCount) {
        start in
        let got = pread(descriptor, start.baseAddress, start.count, 0)
        return (got, PictureFormat(signatureOf: UnsafeBufferPointer(rebasing: start[..<max(got, 0)])) != nil)
    }
    guard got >= 0 else { throw .unreadable(systemMessage(errno)) }
    guard isPicture else { throw .unknownFormat }
}

/// The system's text for an error number.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
