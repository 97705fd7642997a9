import Glibc
import TestSupport

/// Runs the fuzzer for some time and reports the number of pictures:
///
///     swift run -c release CodeFuzz [seconds] [seed]
///
/// A picture that takes more than a minute of CPU time ends the run, which then names it.
@main
enum CodeFuzz {
    static func main() {
        var total = CodeFuzzer.Tally()
        FuzzRun.run { seed, hasTime in
            var fuzzer = try CodeFuzzer(seed: seed)
            for _ in 0..<500 where hasTime() {
                PictureAlarm.start("no end after a minute: seed \(seed), picture \(fuzzer.tally.pictures + 1)\n")
                try fuzzer.step()
            }
            total += fuzzer.tally
        } summary: {
            "\(total)"
        }
    }
}

/// Ends the process with a message if a picture takes too long, by the process's own time: a busy machine is no fault.
private enum PictureAlarm {
    private static let seconds = 60

    static func start(_ text: String) {
        set(0)
        alarmLength = alarmText.update(fromContentsOf: text.utf8.prefix(alarmText.count))
        signal(SIGPROF) { _ in
            _ = write(STDERR_FILENO, alarmText.baseAddress, alarmLength)
            _exit(1)
        }
        set(seconds)
    }

    /// - Parameter seconds: 0 for no alarm.
    private static func set(_ seconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = seconds
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }
}

/// The alarm's message. SAFETY: both are written while no alarm is set.
nonisolated(unsafe) private let alarmText = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 200)
nonisolated(unsafe) private var alarmLength = 0
