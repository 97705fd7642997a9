import Glibc

/// Runs the fuzzer for a time and tells how many pictures it made:
///
///     swift run -c release CodeFuzz [seconds] [seed]
///
/// A picture that takes more than a minute ends the run by an alarm.
@main
enum CodeFuzz {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let seconds = arguments.first ?? 10
        var seed = arguments.dropFirst().first ?? 1
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        var total = CodeFuzzer.Tally()
        do {
            while clock.now < end {
                var fuzzer = try CodeFuzzer(seed: seed)
                for _ in 0..<500 where clock.now < end {
                    alarm(60)
                    try fuzzer.step()
                }
                total += fuzzer.tally
                seed += 1
            }
            print("\(total), \(seconds) s, no complaint")
        } catch {
            print("complaint: \(error)")
            exit(1)
        }
    }
}
