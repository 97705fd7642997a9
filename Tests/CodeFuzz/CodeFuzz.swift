import Glibc
import TestSupport

/// Runs the fuzzer for a time and tells how many pictures it made:
///
///     swift run -c release CodeFuzz [seconds] [seed]
///
/// A picture that takes more than a minute ends the run by an alarm.
@main
enum CodeFuzz {
    static func main() {
        var total = CodeFuzzer.Tally()
        FuzzRun.run { seed, hasTime in
            var fuzzer = try CodeFuzzer(seed: seed)
            for _ in 0..<500 where hasTime() {
                alarm(60)
                try fuzzer.step()
            }
            total += fuzzer.tally
        } summary: {
            "\(total)"
        }
    }
}
