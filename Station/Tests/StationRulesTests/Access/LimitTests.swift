import StationRules
import Testing

@Suite struct TokenBucketTests {
    @Test func lendsABurstAndThenFills() {
        var bucket = TokenBucket(TokenBucket.Rate(perSecond: 2, burst: 4), at: .seconds(100))
        #expect(bucket.wait(for: 4, at: .seconds(100)) == .zero)
        bucket.take(4, at: .seconds(100))
        #expect(bucket.wait(for: 1, at: .seconds(100)) == .milliseconds(500))
        #expect(bucket.wait(at: .seconds(100)) == .zero)
        bucket.take(10, at: .seconds(101))
        #expect(bucket.wait(at: .seconds(101)) == .seconds(4))
        #expect(bucket.wait(for: 4, at: .seconds(1000)) == .zero)
    }

    @Test func neverHoldsMoreThanABurst() {
        var bucket = TokenBucket(TokenBucket.Rate(perSecond: 1, burst: 1), at: .zero)
        bucket.take(2, at: .seconds(1000))
        #expect(bucket.wait(at: .seconds(1000)) == .seconds(1))
        // A clock that goes backward adds nothing.
        #expect(bucket.wait(at: .seconds(1)) == .seconds(1))
    }
}

@Suite struct OccupancyTests {
    private let clients = (1...9).map { ClientAddress(bytes: [10, 0, 0, $0]) }

    @Test("SS-7, SS-10: each client has some places, and all have a total")
    func limits() {
        var places = Occupancy(Occupancy.Limits(total: 5, each: 2))
        #expect([0, 0, 0].map { places.enter(clients[$0]) } == [nil, nil, .tooMany])
        #expect([1, 1, 2, 2, 3].map { places.enter(clients[$0]) } == [nil, nil, nil, .full, .full])
        places.leave(clients[0])
        #expect(places.enter(clients[3]) == nil)
        #expect(places.enter(clients[4]) == .full)
        #expect(places.total == 5)
    }

    @Test("SS-10: clients on this machine have places of their own")
    func reserve() {
        var places = Occupancy(Occupancy.Limits(total: 2, each: 1, reserved: 2))
        #expect([clients[0], clients[1], clients[2]].map { places.enter($0) } == [nil, nil, .full])
        #expect((0..<3).map { _ in places.enter(.loopback) } == [nil, nil, .full])
        places.leave(clients[0])
        #expect(places.enter(clients[0]) == .full)
    }

    @Test func withoutAReserveThisMachineIsAClientAsOthers() {
        var places = Occupancy(Occupancy.Limits(total: 9, each: 1))
        #expect((0..<2).map { _ in places.enter(.loopback) } == [nil, .tooMany])
    }
}

@Suite struct ClientAddressTests {
    @Test func tellsClientsApartByWhatTheyCannotChoose() throws {
        let parse = { (text: String) throws in try #require(ClientAddress(text)) }
        #expect(try parse("192.168.1.2") != parse("192.168.1.3"))
        #expect(try parse("192.168.1.2") == parse("::ffff:192.168.1.2"))
        #expect(try parse("2001:db8:1:2::1") == parse("2001:db8:1:2:ffff::9"))
        #expect(try parse("2001:db8:1:2::1") != parse("2001:db8:1:3::1"))
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] { #expect(try parse(text).isLoopback) }
        for text in ["::", "::2", "10.0.0.1", "1::1"] { #expect(try !parse(text).isLoopback) }
        for text in ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", " 1.2.3.4"] {
            #expect(ClientAddress(text) == nil)
        }
        #expect(ClientAddress(bytes: [1, 2, 3]) == .unknown)
    }

    @Test func onlyAProxyOnThisMachineIsBelieved() throws {
        let far = ClientAddress(bytes: [10, 0, 0, 1])
        #expect(ClientAddress(peer: far, forwarded: ["127.0.0.1"]) == far)
        #expect(ClientAddress(peer: .loopback, forwarded: []) == .loopback)
        #expect(ClientAddress(peer: .loopback, forwarded: ["127.0.0.1, 10.0.0.1"]) == far)
        #expect(ClientAddress(peer: .loopback, forwarded: ["127.0.0.1", "9.9.9.9,10.0.0.1"]) == far)
        #expect(ClientAddress(peer: .loopback, forwarded: ["nonsense"]) == .unknown)
    }
}

@Suite struct AccessRefusalTests {
    @Test func saysWhenToComeAgain() {
        #expect("\(AccessRefusal.attempts(wait: .milliseconds(300)))" == "Too many attempts. Try again in 1 second.")
        #expect("\(AccessRefusal.attempts(wait: .milliseconds(7100)))" == "Too many attempts. Try again in 8 seconds.")
        #expect("\(AccessRefusal.attempts(wait: .seconds(61)))" == "Too many attempts. Try again in 2 minutes.")
        #expect(AccessRefusal.attempts(wait: .milliseconds(7100)).seconds == 8)
        let refusals = [Occupancy.Refusal.full, .tooMany].flatMap {
            [AccessRefusal.channels($0), .connections($0), .uploads($0)]
        }
        for refusal in refusals { #expect([429, 503].contains(refusal.status) && refusal.seconds > 0) }
    }
}
