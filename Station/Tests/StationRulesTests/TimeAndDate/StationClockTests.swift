import FoundationEssentials
import StationRules
import Testing

@Suite struct StationClockTests {
    private static let utc = TimeZone(secondsFromGMT: 0)!
    private let twelve = StationClock(zone: utc)
    private let twentyFour = StationClock(zone: utc, hours: .twentyFour)
    private let short = StationClock(zone: utc, wording: .short)

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

    @Test("TD-4, TD-6: the hour alone, or no AM and PM, only where that is asked for; never by twenty-four hours")
    func lessOfATime() {
        #expect(twelve.time(date(12 * 60), .hour) == "12 PM")
        #expect(twelve.time(date(60 + 59), .hour) == "1 AM")
        #expect(twelve.time(date(18 * 60 + 30), .withoutIndicator) == "6:30")
        #expect(twelve.time(date(5), .withoutIndicator) == "12:05")
        for detail in StationClock.Detail.allCases { #expect(twentyFour.time(date(7 * 60), detail) == "07:00") }
    }

    @Test("TD-7: relative times are long or short by one setting")
    func relativeTimes() {
        let now = date(12 * 60)
        let table: [(Double, String, String)] = [
            (-20, "Just now", "Now"), (20, "Just now", "Now"), (-60, "1 minute ago", "1 min ago"),
            (-5 * 60 - 29, "5 minutes ago", "5 min ago"), (-59 * 60 - 59, "59 minutes ago", "59 min ago"),
            (-3600, "1 hour ago", "1 hr ago"), (7200, "In 2 hours", "In 2 hr"), (90, "In 1 minute", "In 1 min"),
        ]
        for (seconds, long, brief) in table {
            #expect(twelve.relativeTime(now.addingTimeInterval(seconds), now: now) == long)
            #expect(short.relativeTime(now.addingTimeInterval(seconds), now: now) == brief)
        }
        // Yesterday is another day, however few hours ago; minutes are minutes.
        #expect(twelve.relativeTime(date(-60), now: date(60)) == "Yesterday")
        #expect(twelve.relativeTime(date(-5), now: date(5)) == "10 minutes ago")
    }

    @Test("TD-7, TD-10: relative dates, and what becomes of their words when they are short")
    func relativeDates() {
        let now = date(600)
        let table: [(Int, String, String)] = [
            (0, "Today", "Today"), (-1, "Yesterday", "1 d ago"), (1, "Tomorrow", "In 1 d"),
            (-3, "3 days ago", "3 d ago"),
            (-7, "Last week", "1 wk ago"), (7, "Next week", "In 1 wk"), (-20, "2 weeks ago", "2 wk ago"),
            (-30, "Last month", "1 mo ago"), (95, "In 3 months", "In 3 mo"), (-365, "Last year", "1 yr ago"),
            (-800, "2 years ago", "2 yr ago"),
        ]
        for (days, long, brief) in table {
            #expect(twelve.relativeDate(date(600, days: days), now: now) == long)
            #expect(short.relativeDate(date(600, days: days), now: now) == brief)
        }
    }

    @Test("TD-8: ranges tell once what both ends have in common, and all have one dash")
    func ranges() {
        #expect(twelve.range(date(9 * 60 + 5), date(11 * 60 + 30)) == "Nov 22, 2026, 9:05 – 11:30 AM")
        #expect(twelve.range(date(9 * 60 + 5), date(13 * 60)) == "Nov 22, 2026, 9:05 AM – 1:00 PM")
        #expect(twentyFour.range(date(9 * 60 + 5), date(13 * 60)) == "Nov 22, 2026, 09:05 – 13:00")
        #expect(
            twelve.range(date(23 * 60), date(60, days: 1)) == "Nov 22, 2026, 11:00 PM – Nov 23, 2026, 1:00 AM")
        #expect(twelve.dayRange(date(60), date(600)) == "Nov 22, 2026")
        #expect(twelve.dayRange(date(60), date(600, days: 2)) == "Nov 22 – 24, 2026")
        #expect(twelve.dayRange(date(60), date(600, days: 10)) == "Nov 22 – Dec 2, 2026")
        #expect(twelve.dayRange(date(60), date(600, days: 41)) == "Nov 22, 2026 – Jan 2, 2027")
    }

    @Test("TD-9: durations are long or short, of two units at most")
    func durations() {
        let table: [(Int, String, String)] = [
            (0, "0 seconds", "0 sec"), (1, "1 second", "1 sec"), (59, "59 seconds", "59 sec"),
            (60, "1 minute", "1 min"), (600, "10 minutes", "10 min"), (90, "1 minute 30 seconds", "1 min 30 sec"),
            (3600, "1 hour", "1 hr"), (5400, "1 hour 30 minutes", "1 hr 30 min"),
            (3601, "1 hour", "1 hr"), (86_400 + 3600 * 2 + 60, "1 day 2 hours", "1 d 2 hr"),
        ]
        for (seconds, long, brief) in table {
            #expect(twelve.duration(seconds) == long)
            #expect(short.duration(seconds) == brief)
        }
    }

    @Test("TD-11, TD-12: the more important of day and time is first and whole; the other one can go")
    func moments() {
        let now = date(600)
        let day = twelve.moment(date(9 * 60 + 5, days: -2), now: now)
        #expect([day.important, day.other] == ["Nov 20, 2026", "9:05 AM"])
        #expect(day.text == twelve.dayAndTime(date(9 * 60 + 5, days: -2), now: now))
        let time = twelve.moment(date(9 * 60 + 5, days: -1), now: now, important: .time)
        #expect([time.important, time.other] == ["9:05 AM", "yesterday"])
    }

    @Test("TD-3, TD-13: nothing that is told has “m” for months, minutes or anything, nor am and pm in other ways")
    func ambiguousLetters() throws {
        let now = date(600)
        for clock in [twelve, twentyFour, short] {
            var texts = (0..<1500).flatMap { step in
                [
                    clock.relativeDate(date(0, days: step - 750), now: now), clock.duration(step * 977),
                    clock.relativeTime(date(step), now: now), clock.dayAndTime(date(step, days: -step), now: now),
                ]
            }
            texts += [clock.range(date(0), date(900)), clock.dayRange(date(0), date(0, days: 50))]
            for text in texts {
                #expect(!text.contains(/[0-9] ?m\b/), "\(text)")
                #expect(!text.contains(/[0-9](AM|PM)|[ap]\.?m\.|A M|P M|\bam\b|\bpm\b/), "\(text)")
            }
        }
    }

    @Test("TD-15: the zone is the clock's own, not the machine's")
    func zones() {
        let tokyo = StationClock(zone: TimeZone(secondsFromGMT: 9 * 3600)!, hours: .twentyFour)
        #expect(tokyo.dayAndTime(date(20 * 60), now: date(0, days: 3)) == "Nov 23, 2026, 05:00")
    }

    @Test("TD-14: machines get the exact time")
    func exactTimes() { #expect(twelve.exact(date(9 * 60 + 5)) == "2026-11-22T09:05:00Z") }
}
