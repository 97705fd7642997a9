import Glibc
import RectoCodecs

/// The bytes of a file, a pipe or standard input, in pieces. A consumer that leaves ends the wait for more.
final class StreamInput {
    private static let pieceBytes = 1 << 16
    /// Maximum length of a line. Longer ones are refused.
    private static let lineBytes = 4096

    private let descriptor: Int32
    private let closes: Bool
    private let mailbox: FrameMailbox
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: StreamInput.pieceBytes, alignment: 64)
    private var unread = 0..<0
    private let lineMemory = UnsafeMutableRawBufferPointer.allocate(byteCount: StreamInput.lineBytes, alignment: 16)
    private var lineCount = 0
    /// The last line read, without its line end, until the next one is read.
    var line: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: lineMemory[..<lineCount]) }

    /// A file by its path, or standard input.
    init(_ origin: StreamSource.Origin, _ mailbox: FrameMailbox) throws(CaptureError) {
        self.mailbox = mailbox
        switch origin {
        case .standardInput: (descriptor, closes) = (STDIN_FILENO, false)
        case .file(let path):
            // Non-blocking, because opening a pipe without a writer would never return.
            descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            closes = true
            guard descriptor >= 0 else { throw errno == ENOENT ? .notFound : .unreadable(systemMessage(errno)) }
        }
    }

    deinit {
        if closes { close(descriptor) }
        piece.deallocate()
        lineMemory.deallocate()
    }

    /// Bytes read but not used; empty at the end of the stream, or when it is no longer read.
    func bytes() throws(CaptureError) -> UnsafeRawBufferPointer {
        if unread.isEmpty { unread = 0..<(try read(into: piece)) }
        return UnsafeRawBufferPointer(rebasing: piece[unread])
    }

    /// Marks this number of bytes as used.
    func use(_ count: Int) { unread = unread.lowerBound + count..<unread.upperBound }

    /// The first bytes of the stream, which stay unread; fewer if it is shorter.
    func start(_ count: Int) throws(CaptureError) -> [UInt8] {
        while unread.count < count {
            let room = UnsafeMutableRawBufferPointer(rebasing: piece[unread.upperBound...])
            let got = try read(into: room)
            if got == 0 { break }
            unread = unread.lowerBound..<unread.upperBound + got
        }
        return Array(piece[unread].prefix(count))
    }

    /// Reads as many bytes as `target` holds.
    /// - Returns: Whether the stream had enough bytes.
    func fill(_ target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Bool {
        var filled = min(unread.count, target.count)
        UnsafeMutableRawBufferPointer(rebasing: target[..<filled])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[unread.lowerBound..<unread.lowerBound + filled]))
        use(filled)
        while filled < target.count {
            let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
            if got == 0 { return false }
            filled += got
        }
        return true
    }

    /// Reads a line into ``line``.
    /// - Returns: Whether there was a complete line.
    func readLine() throws(CaptureError) -> Bool {
        lineCount = 0
        while true {
            let bytes = try bytes()
            if bytes.isEmpty { return false }
            let end = bytes.firstIndex(ofByte: UInt8(ascii: "\n"), from: 0)
            let count = end ?? bytes.count
            guard lineCount + count <= Self.lineBytes else {
                throw .unsupported("a line of more than \(Self.lineBytes) bytes")
            }
            UnsafeMutableRawBufferPointer(rebasing: lineMemory[lineCount...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            lineCount += count
            use(end.map { $0 + 1 } ?? count)
            if end != nil { return true }
        }
    }

    private func read(into target: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
        while mailbox.isWanted {
            // Standard input may be shared with other processes, so it is polled and not made non-blocking.
            if !closes && !waitForBytes() { continue }
            let got = Glibc.read(descriptor, target.baseAddress, target.count)
            if got >= 0 { return got }
            switch errno {
            case EINTR: continue
            case EAGAIN: _ = waitForBytes()
            case EISDIR: throw .unreadable(systemMessage(EISDIR))
            default: throw .unreadable(systemMessage(errno))
            }
        }
        return 0
    }

    private func waitForBytes() -> Bool { mailbox.wake.waitForInput(of: descriptor, orFor: .seconds(60)) != 0 }
}
