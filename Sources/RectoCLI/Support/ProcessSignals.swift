import Glibc

/// Blocks the signals that end the program or capture a page. They stay pending until the program asks for them.
struct ProcessSignals {
    /// The signals since the last call of ``pending()``.
    struct Pending {
        var isStop = false
        var shots = 0
    }

    private let set: sigset_t

    /// Create it before any other thread starts: threads inherit the mask.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGUSR1] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
    }

    func pending() -> Pending {
        var (set, now, pending) = (set, timespec(), Pending())
        while true {
            switch sigtimedwait(&set, nil, &now) {
            case SIGUSR1: pending.shots += 1
            case SIGINT, SIGTERM: pending.isStop = true
            default: return pending
            }
        }
    }

    /// Unblocks the signals, so that the next one ends a program that hangs.
    func release() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}

/// Counts the lines on standard input without waiting for them.
struct StandardInputLines {
    private var hasEnded = false

    /// Lines that have come since the last call.
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
