import Glibc

/// What the mains of the fuzzers have in common: `PROGRAM [seconds] [seed]`.
public enum FuzzRun {
    /// Runs rounds until the time is over, and tells what was done; the first complaint is told instead and ends the program
    /// with status 1.
    /// - Parameters:
    ///   - round: Gets a seed of its own, and whether there is time left.
    ///   - summary: What was done in all rounds.
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
