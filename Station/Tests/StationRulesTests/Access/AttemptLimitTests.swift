import StationRules
import Testing

/// Attempts to guess a secret, on a simulated clock.
@Suite struct AttemptLimitTests {
    private let owner = ClientAddress(bytes: [192, 168, 1, 2])
    private let other = ClientAddress(bytes: [192, 168, 1, 3])

    /// - Parameter guesses: Different secrets, sent at the same time.
    private func fail(_ limit: inout AttemptLimit, _ client: ClientAddress, _ guesses: Range<Int>, at time: Duration) {
        for guess in guesses { limit.fail(client, guess: guess, at: time) }
    }

    @Test("SS-9: the pause grows with each failure after the first four, up to a quarter of an hour")
    func pause() {
        let limit = AttemptLimit(at: .zero)
        #expect((0...4).allSatisfy { limit.pause(after: $0) == .zero })
        #expect((5...8).map { limit.pause(after: $0) } == [1, 2, 4, 8].map { Duration.seconds($0) })
        for failures in [15, 100, 1_000_000] { #expect(limit.pause(after: failures) == .seconds(900)) }
    }

    @Test("SS-9: a client waits for the pause to end, and no longer")
    func wait() {
        var limit = AttemptLimit(at: .zero)
        fail(&limit, owner, 0..<4, at: .seconds(10))
        #expect(limit.wait(of: owner, at: .seconds(10)) == nil)
        fail(&limit, owner, 4..<7, at: .seconds(10))
        #expect(limit.wait(of: owner, at: .seconds(11)) == .seconds(3))
        #expect(limit.wait(of: owner, at: .seconds(14)) == nil)
    }

    @Test("SS-9: the right secret ends it, and so does an hour")
    func forgetting() {
        var limit = AttemptLimit(at: .zero)
        fail(&limit, owner, 0..<20, at: .zero)
        #expect(limit.wait(of: owner, at: .zero) != nil)
        #expect(limit.wait(of: owner, at: .seconds(3600)) == nil)
        fail(&limit, owner, 0..<5, at: .seconds(3600))
        #expect(limit.wait(of: owner, at: .seconds(3600)) == .seconds(1))
        limit.succeed(owner)
        #expect(limit.wait(of: owner, at: .seconds(3600)) == nil)
    }

    @Test("SS-9: a wrong secret that is sent over and over is one attempt")
    func repetition() {
        var limit = AttemptLimit(at: .zero)
        for second in 0..<1000 { limit.fail(owner, guess: second % 4, at: .seconds(second)) }
        #expect(limit.wait(of: owner, at: .seconds(1000)) == nil)
    }

    /// Simulates a thousand clients that send up to three wrong secrets each, as far as they are allowed to.
    /// - Returns: The number of third attempts.
    private func attack(_ limit: inout AttemptLimit, at time: Duration) -> Int {
        (0..<1000).count { number in
            let attacker = ClientAddress(bytes: [10, 0, UInt8(number / 256), UInt8(number % 256)])
            fail(&limit, attacker, 0..<2, at: time)
            guard limit.wait(of: attacker, at: time) == nil else { return false }
            limit.fail(attacker, guess: 2 + Int(time / .seconds(1)), at: time)
            return true
        }
    }

    @Test("SS-9: clients share further attempts: some, and then one in five seconds")
    func shared() {
        var limits = AttemptLimit.Limits()
        limits.clients = 2000
        var limit = AttemptLimit(limits, at: .zero)
        #expect(attack(&limit, at: .zero) == 60)
        #expect(attack(&limit, at: .seconds(4)) == 0)
        #expect(attack(&limit, at: .seconds(12)) == 2)
    }

    @Test(
        "SS-9: others keep nobody out who has sent a wrong secret once, and nobody on this machine; else for five seconds"
    )
    func others() throws {
        var limit = AttemptLimit(at: .zero)
        _ = attack(&limit, at: .zero)
        #expect(limit.wait(of: owner, at: .zero) == nil)
        limit.fail(owner, guess: 1, at: .zero)
        #expect(limit.wait(of: owner, at: .zero) == nil)
        limit.fail(owner, guess: 2, at: .zero)
        #expect(limit.wait(of: owner, at: .zero) == .seconds(5))
        fail(&limit, .loopback, 0..<4, at: .zero)
        #expect(limit.wait(of: .loopback, at: .zero) == nil)
    }

    @Test func remembersALimitedNumberOfClients() {
        var limits = AttemptLimit.Limits()
        limits.clients = 2
        var limit = AttemptLimit(limits, at: .zero)
        for (second, client) in [owner, other, .unknown].enumerated() {
            fail(&limit, client, 0..<6, at: .seconds(second))
        }
        #expect(limit.wait(of: owner, at: .seconds(2)) == nil)
        #expect(limit.wait(of: .unknown, at: .seconds(2)) == .seconds(2))
    }
}
