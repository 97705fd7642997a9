import Glibc
import RectoOnboarding

/// Runs the fuzzer for a time and tells how many codes it made:
///
///     swift run -c release OnboardingFuzz [seconds] [seed]
@main
enum OnboardingFuzz {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let seconds = arguments.first ?? 10
        var seed = arguments.dropFirst().first ?? 1
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Int64(clamping: seconds))
        var (count, policies, accepted): (Int, Int, [String: Int]) = (0, 0, [:])
        do {
            while clock.now < end {
                var fuzzer = try PayloadFuzzer(seed: seed)
                for _ in 0..<20_000 { try fuzzer.step() }
                count += fuzzer.count
                policies += fuzzer.policies
                for (kind, number) in fuzzer.accepted { accepted[kind.rawValue, default: 0] += number }
                seed += 1
            }
            print(
                "\(count) codes, \(seconds) s, no complaint; accepted: \(accepted.sorted { $0.key < $1.key }), \(policies) policies"
            )
        } catch {
            print("complaint: \(error)")
            exit(1)
        }
    }
}
