import StationRules
import Testing

@Suite struct ConnectionPatienceTests {
    /// Returns the deadline after events at the given times in seconds.
    private func deadline(_ events: (Double, ConnectionPatience.Event)...) -> Duration? {
        var patience = ConnectionPatience(ConnectionPatience.Limits(), at: .zero)
        for (time, event) in events { patience.handle(event, at: .seconds(time)) }
        return patience.deadline
    }

    @Test("SS-11: a connection without a request ends after a minute")
    func idle() {
        #expect(deadline() == .seconds(60))
        #expect(deadline((1, .head), (2, .requestEnd), (5, .answerEnd)) == .seconds(65))
    }

    @Test("SS-11: a body may pause for 20 seconds, and must come with 8 KB a second")
    func bodies() {
        #expect(deadline((1, .head)) == .seconds(21))
        #expect(deadline((1, .head), (10, .body(bytes: 1 << 20))) == .seconds(30))
        #expect(deadline((1, .head), (10, .body(bytes: 8192)), (20, .body(bytes: 8192))) == .seconds(23))
    }

    @Test("SS-11: while the station works, a connection may be silent")
    func answering() { #expect(deadline((1, .head), (2, .requestEnd)) == nil) }

    @Test("SS-11: a body that goes on after its answer ends soon")
    func lingering() {
        let answered: [(Double, ConnectionPatience.Event)] = [(1, .head), (2, .body(bytes: 1)), (3, .answerEnd)]
        #expect(deadline(answered[0], answered[1], answered[2]) == .seconds(8))
        #expect(deadline(answered[0], answered[1], answered[2], (7, .body(bytes: 1))) == .seconds(8))
        #expect(deadline(answered[0], answered[1], answered[2], (4, .requestEnd)) == .seconds(64))
    }

    @Test("SS-11: an answer that nobody takes ends after a minute")
    func unread() {
        #expect(deadline((1, .head), (2, .requestEnd), (3, .blocked)) == .seconds(63))
        #expect(deadline((1, .head), (2, .requestEnd), (3, .blocked), (9, .flowing)) == nil)
    }
}

@Suite struct ChannelPaceTests {
    @Test("SS-8: before sign-in a channel reads fifteen pictures a second")
    func pictures() {
        var (pace, time, count) = (ChannelPace(.stranger, at: .zero), Duration.zero, 0)
        while time < .seconds(10) {
            pace.take(bytes: 1000, at: time)
            count += 1
            time += pace.wait(at: time)
        }
        #expect((150...166).contains(count))
    }

    @Test("SS-8: large pictures wait for their bytes")
    func bytes() {
        var pace = ChannelPace(.stranger, at: .zero)
        for _ in 0..<4 { pace.take(bytes: 7_000_000, at: .zero) }
        #expect(pace.wait(at: .zero) == .seconds(2))
    }

    @Test func aCameraOfSomebodyWhoSignedInIsNotSlowedDown() {
        var pace = ChannelPace(.signedIn, at: .zero)
        for picture in 0..<600 {
            let time = Duration.milliseconds(picture * 17)
            #expect(pace.wait(at: time) == .zero)
            pace.take(bytes: 640 * 480, at: time)
        }
    }
}
