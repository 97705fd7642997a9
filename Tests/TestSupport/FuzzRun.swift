import Glibc

/// Common code of the fuzzers' main programs: `PROGRAM [seconds] [seed]`.
public enum FuzzRun {
    /// Runs rounds until the time is over and prints a summary, or the first complaint, which ends the program with
    /// status 1.
    /// - Parameters:
    ///   - round: Receives a different seed each time, and whether there is time left.
    ///   - summary: Describes all rounds.
    public static func run(
        _ round: (_ seed: UInt64, _ hasTime: () -> Bool) throws -> Void, summary: () -> String
    ) {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let seconds = arguments.first ?? 10
        var seed = arguments.dropFirst().first ?? 1
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        do {
            while clock.now < end {
                try round(seed) { clock.now < end }
                seed &+= 1
            }
            print("\(summary()), \(seconds) s, no complaint")
        } catch {
            print("complaint: \(error)")
            exit(1)
        }
    }
}
