import Glibc

/// The bytes of a regular file that starts as a picture does.
package func readPictureFile(_ path: String, limit: Int) throws(PictureError) -> [UInt8] {
    // Without O_NONBLOCK the opening of a pipe that nobody writes to would never return.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(systemMessage(errno)) }
    defer { close(descriptor) }
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

    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = 0
        guard let start = buffer.baseAddress else { return }
        while count < size {
            // SAFETY: `count < size`, the buffer's capacity.
            let got = Glibc.read(descriptor, start + count, size - count)
            if got > 0 {
                count += got
            } else if got == 0 {
                break
            } else if errno != EINTR {
                failure = errno
                break
            }
        }
    }
    guard failure == 0 else { throw .unreadable(systemMessage(failure)) }
    guard !bytes.isEmpty else { throw .empty }
    return bytes
}

/// Looks at the first bytes alone: what is no picture need not be read, however large it is.
private func checkSignature(_ descriptor: Int32) throws(PictureError) {
    var start = [UInt8](repeating: 0, count: PictureFormat.signatureCount)
    let got = start.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard got >= 0 else { throw .unreadable(systemMessage(errno)) }
    guard start.prefix(got).withUnsafeBufferPointer({ PictureFormat(signatureOf: $0) }) != nil else {
        throw .unknownFormat
    }
}

/// The system's text for an error number.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
