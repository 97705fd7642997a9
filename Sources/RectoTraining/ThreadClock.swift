#if canImport(Glibc)
    import Glibc
#endif

/// The CPU time of the calling thread, which is hardly affected by other load.
enum ThreadClock {
    static func milliseconds(of body: () -> Void) -> Double {
        let start = now
        body()
        return now - start
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return 1e3 * Double(time.tv_sec) + 1e-6 * Double(time.tv_nsec)
    }
}
