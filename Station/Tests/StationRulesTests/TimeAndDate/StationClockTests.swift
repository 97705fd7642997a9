import FoundationEssentials
import StationRules
import Testing

@Suite struct StationClockTests {
    private static let utc = TimeZone(secondsFromGMT: 0)!
    private let twelve = StationClock(zone: utc)
    private let twentyFour = StationClock(zone: utc, hours: .twentyFour)

    /// 2026-11-22, at so many minutes past midnight.
    private func date(_ minutes: Int, days: Int = 0) -> Date {
        Date(timeIntervalSince1970: 1_795_305_600 + Double(days) * 86_400 + Double(minutes) * 60)
    }

    @Test("TD-1, TD-2, TD-3, TD-6: twelve hours, midnight and noon as 12, no leading zero, AM and PM after a space")
    func twelveHours() {
        #expect(twelve.time(date(0)) == "12:00 AM")
        #expect(twelve.time(date(5)) == "12:05 AM")
        #expect(twelve.time(date(9 * 60 + 5)) == "9:05 AM")
        #expect(twelve.time(date(12 * 60)) == "12:00 PM")
        #expect(twelve.time(date(23 * 60 + 59)) == "11:59 PM")
    }

    @Test("TD-5: twenty-four hours have two digits each")
    func twentyFourHours() {
        #expect(twentyFour.time(date(0)) == "00:00")
        #expect(twentyFour.time(date(9 * 60 + 5)) == "09:05")
        #expect(twentyFour.time(date(23 * 60 + 59)) == "23:59")
    }

    @Test("TD-10, TD-12: near days are told in words, the day before the time")
    func nearDays() {
        let now = date(600)
        #expect(twelve.dayAndTime(date(60), now: now) == "Today, 1:00 AM")
        #expect(twelve.dayAndTime(date(60, days: -1), now: now) == "Yesterday, 1:00 AM")
        #expect(twelve.dayAndTime(date(60, days: 1), now: now) == "Tomorrow, 1:00 AM")
        #expect(twelve.dayAndTime(date(60, days: -2), now: now) == "Nov 20, 2026, 1:00 AM")
    }

    @Test("TD-15: the zone is the clock's own, not the machine's")
    func zones() {
        let tokyo = StationClock(zone: TimeZone(secondsFromGMT: 9 * 3600)!, hours: .twentyFour)
        #expect(tokyo.dayAndTime(date(20 * 60), now: date(0, days: 3)) == "Nov 23, 2026, 05:00")
    }

    @Test("TD-14: machines get the exact time")
    func exactTimes() { #expect(twelve.exact(date(9 * 60 + 5)) == "2026-11-22T09:05:00Z") }
}
