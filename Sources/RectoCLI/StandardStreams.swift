import Glibc

/// The three streams that a program is started with.
enum StandardStreams {
    /// Opens those that were closed, on nothing.
    ///
    /// The next file that is opened would else take the number of a closed one, and what is printed would go into it.
    static func openClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, and those below are in use.
            guard open("/dev/null", O_RDWR) == descriptor else { exit(1) }
        }
    }

    /// Makes a write that cannot succeed an error, as any other, in place of the program's end.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
