import RectoOnboarding
import TestSupport

/// Runs the fuzzer for some time and reports the number of codes:
///
///     swift run -c release OnboardingFuzz [seconds] [seed]
@main
enum OnboardingFuzz {
    static func main() {
        var (count, policies, accepted): (Int, Int, [String: Int]) = (0, 0, [:])
        FuzzRun.run { seed, hasTime in
            var fuzzer = try PayloadFuzzer(seed: seed)
            for _ in 0..<20_000 where hasTime() { try fuzzer.step() }
            count += fuzzer.count
            policies += fuzzer.policies
            for (kind, number) in fuzzer.accepted { accepted[kind.rawValue, default: 0] += number }
        } summary: {
            "\(count) codes, \(policies) policies, accepted: \(accepted.sorted { $0.key < $1.key })"
        }
    }
}
