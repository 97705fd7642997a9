import Glibc
import RectoCapture

/// Blocks the signals that end the program or capture a page. They stay pending until the program checks for them.
///
/// Signals that were ignored at the start stay ignored, such as SIGHUP with `nohup` and SIGINT for a script's
/// background jobs.
struct ProcessSignals {
    /// The signals since the last call of ``pending()``.
    struct Pending {
        var isStop = false
        var shots = 0
    }

    private static let stops = [SIGINT, SIGTERM, SIGHUP]

    private let set: sigset_t

    /// Create it before any other thread starts: threads inherit the mask.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.stops + [SIGUSR1] where !Self.isIgnored(signal) { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        self.set = set
    }

    func pending() -> Pending {
        var (set, now, pending) = (set, timespec(), Pending())
        while true {
            switch sigtimedwait(&set, nil, &now) {
            case SIGUSR1: pending.shots += 1
            case let signal where Self.stops.contains(signal): pending.isStop = true
            default: return pending
            }
        }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Unblocks the signals, so that the next one ends a program that hangs.
    /// - Parameter sparesFirst: Whether one more signal is ignored first: it asks the program to do what it already does.
    func release(sparesFirst: Bool = false) {
        guard sparesFirst else {
            var set = set
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            return
        }
        try? startThread { [set] in
            var set = set
            var signal: Int32 = 0
            repeat { sigwait(&set, &signal) } while !Self.stops.contains(signal)
            // Signals of the process go to this thread from now on.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            while true { pause() }
        }
    }
}

/// Counts the lines on standard input without waiting for them.
struct StandardInputLines {
    private var hasEnded = false

    /// Returns the number of lines since the last call.
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

    /// Whether input may be read: in the background, reading from a terminal would stop the program.
    private var isReadable: Bool {
        guard isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
        var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }
}
