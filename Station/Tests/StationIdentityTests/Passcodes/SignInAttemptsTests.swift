import StationIdentity
import TestSupport
import Testing

/// Attempts to guess a passcode, on a simulated clock.
@Suite struct SignInAttemptsTests {
    typealias Attempts = SignInAttempts<String, Int>

    private func begin(
        _ attempts: inout Attempts, _ count: Int, _ account: String, from address: Int, at time: Duration
    ) -> Int {
        (0..<count).count { _ in attempts.begin(account, from: address, at: time) == nil }
    }

    @Test("MU-20: after four attempts the pause grows with each, to five minutes for an account")
    func pauses() {
        let pauses = GrowingPauses<String>(SignInAttempts<String, Int>.Limits().account)
        #expect((0...8).map { pauses.pause(after: $0) } == [0, 0, 0, 0, 0, 1, 2, 4, 8].map { Duration.seconds($0) })
        #expect(pauses.pause(after: 1_000_000) == .seconds(300))
    }

    @Test("MU-20: an account is limited from all addresses together")
    func oneAccount() {
        var attempts = Attempts()
        #expect((0..<100).count { attempts.begin("ada", from: $0, at: .zero) == nil } == 5)
        #expect(attempts.begin("ada", from: 1000, at: .zero) == .seconds(1))
        #expect(attempts.begin("bob", from: 1000, at: .zero) == nil)
    }

    @Test("MU-20: an address is limited at all accounts together")
    func oneAddress() {
        var attempts = Attempts()
        #expect((0..<100).count { attempts.begin("\($0)", from: 1, at: .zero) == nil } == 11)
        #expect(attempts.begin("ada", from: 1, at: .zero) == .seconds(1))
        #expect(attempts.begin("ada", from: 2, at: .zero) == nil)
    }

    @Test func manyAttemptsAtOnceAreNoWayAround() {
        var attempts = Attempts()
        #expect(begin(&attempts, 1000, "ada", from: 1, at: .zero) == 5)
    }

    @Test func whatWasRefusedDoesNotCount() {
        var attempts = Attempts()
        _ = begin(&attempts, 1000, "ada", from: 1, at: .zero)
        #expect(attempts.begin("ada", from: 1, at: .milliseconds(999)) == .milliseconds(1))
        #expect(attempts.begin("ada", from: 1, at: .seconds(1)) == nil)
        #expect(attempts.begin("ada", from: 1, at: .seconds(1)) == .seconds(2))
    }

    @Test func theRightPasscodeForgivesTheAccount() {
        var attempts = Attempts()
        #expect(begin(&attempts, 3, "ada", from: 1, at: .zero) == 3)
        attempts.succeed("ada", from: 1)
        #expect(begin(&attempts, 5, "ada", from: 2, at: .zero) == 5)
    }

    @Test func anAccountOfOnesOwnWashesNothingAway() {
        var attempts = Attempts()
        var tried = 0
        for account in 0..<100 {
            if attempts.begin("\(account)", from: 1, at: .zero) == nil { tried += 1 }
            if attempts.begin("own", from: 1, at: .zero) == nil { attempts.succeed("own", from: 1) }
        }
        #expect(tried <= 11)
    }

    @Test("ASVS 2.2.1: at most a hundred attempts in an hour at one account")
    func anHour() {
        var attempts = Attempts()
        let tried = (0..<36_000).count { attempts.begin("ada", from: $0, at: .milliseconds(100 * $0)) == nil }
        #expect(tried < 100)
    }

    @Test func manyNamesDoNotPushOutOneThatWasTriedMoreOften() {
        var limits = GrowingPauses<Int>.Limits(free: 4, longestPause: .seconds(300))
        limits.keys = 64
        var pauses = GrowingPauses<Int>(limits)
        for _ in 0..<8 { pauses.add(-1, at: .zero) }
        for name in 0..<1_000 { pauses.add(name, at: .seconds(1)) }
        #expect(pauses.wait(of: -1, at: .seconds(1)) == .seconds(7))
        #expect(pauses.count == 64)
    }

    @Test(arguments: 1...20)
    func pausesAreThoseOfASimpleModel(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var limits = GrowingPauses<Int>.Limits(free: 2, longestPause: .seconds(60))
        limits.memory = .seconds(100)
        var pauses = GrowingPauses<Int>(limits)
        /// All remembered attempts by key.
        var model: [Int: [Duration]] = [:]
        var time = Duration.zero
        for _ in 0..<500 {
            time += .seconds(Int.random(in: 0...30, using: &generator))
            let key = Int.random(in: 0..<5, using: &generator)
            for (key, times) in model where time - times[times.count - 1] >= .seconds(100) { model[key] = nil }
            let times = model[key] ?? []
            let pause = times.count <= 2 ? 0 : min(60, 1 << min(times.count - 3, 10))
            let end = times.last.map { $0 + .seconds(pause) } ?? .zero
            #expect(pauses.wait(of: key, at: time) == max(.zero, end - time))
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                pauses.forget(key)
                model[key] = nil
            case 1 where !times.isEmpty:
                pauses.remove(key)
                model[key] = times.count == 1 ? nil : Array(times.dropFirst())
            default:
                pauses.add(key, at: time)
                model[key] = times + [time]
            }
        }
    }
}
