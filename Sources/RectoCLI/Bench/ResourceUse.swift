import Glibc

/// What the program has used of the machine.
enum ResourceUse {
    /// CPU time of the calling thread, in nanoseconds.
    static var threadNanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The most memory that the program has had at a time, in KiB.
    static var peakMemory: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}
