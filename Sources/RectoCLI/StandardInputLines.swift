import Glibc

/// Counts the lines that come on standard input, without ever waiting for one.
struct StandardInputLines {
    private var hasEnded = false

    /// Lines that have come since the last question.
    mutating func arrived() -> Int {
        var lines = 0
        var bytes = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        while !hasEnded, isReadable {
            let count = withUnsafeMutableBytes(of: &bytes) { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count <= 0 {
                hasEnded = count == 0 || ![EINTR, EAGAIN].contains(errno)
                break
            }
            lines += withUnsafeBytes(of: &bytes) { $0.prefix(count).count { $0 == UInt8(ascii: "\n") } }
        }
        return lines
    }

    private var isReadable: Bool {
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }
}
