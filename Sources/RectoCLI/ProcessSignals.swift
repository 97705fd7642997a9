import Glibc

/// Signals that are waited for, not suffered: they stay pending until the program asks for them.
struct ProcessSignals {
    /// What came since the last question.
    struct Pending {
        var isStop = false
        var shots = 0
    }

    private let set: sigset_t

    /// To be made before any other thread.
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

    /// Lets the next signal end a program that does not come to its end.
    func release() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
