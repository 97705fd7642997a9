import Glibc
import TestSupport

/// Runs the fuzzer for some time and reports the number of pictures:
///
///     swift run -c release CodeFuzz [seconds] [seed]
///
/// An alarm ends the run if a picture takes more than a minute.
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
