import FoundationEssentials
import StationRules
import Testing

@Suite struct StationClockTests {
    private static let utc = TimeZone(secondsFromGMT: 0)!
    private let twelve = StationClock(zone: utc)
    private let twentyFour = StationClock(zone: utc, hours: .twentyFour)
    private let short = StationClock(zone: utc, wording: .short)

    /// Returns a time on 2026-11-22, in minutes after midnight.
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
        // Yesterday is another day even a few hours ago; minutes are still minutes.
        #expect(twelve.relativeTime(date(-60), now: date(60)) == "Yesterday")
        #expect(twelve.relativeTime(date(-5), now: date(5)) == "10 minutes ago")
    }

    @Test("TD-7, TD-10: relative dates, and what becomes of their words when they are short")
    func relativeDates() {
        // A Sunday, the first day of a week.
        let now = date(600)
        let table: [(Int, String, String)] = [
            (0, "Today", "Today"), (-1, "Yesterday", "1 d ago"), (1, "Tomorrow", "In 1 d"),
            (-3, "3 days ago", "3 d ago"), (-6, "6 days ago", "6 d ago"),
            (-7, "Last week", "1 wk ago"), (-8, "1 week ago", "1 wk ago"), (7, "Next week", "In 1 wk"),
            (-20, "2 weeks ago", "2 wk ago"), (-30, "4 weeks ago", "4 wk ago"),
            (-31, "Last month", "1 mo ago"), (95, "In 3 months", "In 3 mo"), (-364, "11 months ago", "11 mo ago"),
            (-365, "Last year", "1 yr ago"), (-800, "2 years ago", "2 yr ago"),
        ]
        for (days, long, brief) in table {
            #expect(twelve.relativeDate(date(600, days: days), now: now) == long)
            #expect(short.relativeDate(date(600, days: days), now: now) == brief)
        }
    }

    /// Returns the start of a day.
    private func day(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = Self.utc
        return try #require(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    }

    @Test("TD-10: months and years are those of the calendar: 59 days ago is not last month")
    func calendarUnits() throws {
        let table: [((Int, Int, Int), (Int, Int, Int), String)] = [
            ((2026, 11, 22), (2026, 9, 24), "1 month ago"), ((2026, 11, 22), (2026, 10, 22), "Last month"),
            ((2026, 11, 22), (2026, 10, 23), "4 weeks ago"), ((2026, 11, 1), (2026, 9, 30), "1 month ago"),
            ((2026, 3, 1), (2026, 2, 1), "Last month"), ((2026, 3, 31), (2026, 2, 28), "Last month"),
            ((2026, 11, 22), (2026, 12, 22), "Next month"), ((2026, 11, 22), (2027, 1, 20), "In 1 month"),
            ((2026, 1, 10), (2024, 12, 31), "1 year ago"), ((2026, 1, 10), (2025, 1, 10), "Last year"),
            ((2026, 1, 10), (2025, 1, 11), "11 months ago"), ((2024, 2, 29), (2023, 2, 28), "Last year"),
            ((2026, 11, 25), (2026, 11, 18), "Last week"), ((2026, 11, 25), (2026, 11, 13), "1 week ago"),
        ]
        for (now, then, text) in table {
            let (now, then) = (try day(now.0, now.1, now.2), try day(then.0, then.1, then.2))
            #expect(twelve.relativeDate(then, now: now) == text, "\(then) at \(now)")
        }
    }

    @Test("TD-8: ranges tell once what both ends have in common, and all have one dash")
    func rangesTellCommonPartsOnce() {
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
    func durationsHaveTwoUnitsAtMost() {
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

    @Test(
        "TD-6, TD-11, TD-12: the more important of day and time is first and whole; the other one is shortened, or goes"
    )
    func moments() {
        let now = date(600)
        let day = twelve.moment(date(9 * 60 + 5, days: -2), now: now)
        #expect([day.important, day.other, day.shortOther] == ["Nov 20, 2026", "9:05 AM", "9 AM"])
        #expect(day.text == twelve.dayAndTime(date(9 * 60 + 5, days: -2), now: now))
        let time = twelve.moment(date(9 * 60 + 5, days: -1), now: now, important: .time)
        #expect([time.important, time.other] == ["9:05 AM", "yesterday"])
        #expect(twelve.moment(date(0, days: -9), now: now, important: .time).shortOther == "Nov 13")
        #expect(twentyFour.moment(date(9 * 60 + 5), now: now).shortOther == "09:05")
    }

    @Test("TD-16: ranges of hours have no minutes, and no AM or PM where that is clear")
    func hourRanges() {
        #expect(twelve.hourRange(date(9 * 60), date(11 * 60)) == "9 – 11 AM")
        #expect(twelve.hourRange(date(9 * 60 + 50), date(12 * 60 + 10)) == "9 AM – 1 PM")
        #expect(twelve.hourRange(date(9 * 60), date(17 * 60), isClear: true) == "9 – 5")
        #expect(twelve.hourRange(date(23 * 60 + 5), date(23 * 60 + 6)) == "11 PM – 12 AM")
        #expect(twelve.hourRange(date(9 * 60), date(9 * 60)) == "9 – 10 AM")
        for isClear in [false, true] {
            #expect(twentyFour.hourRange(date(9 * 60 + 5), date(16 * 60 + 1), isClear: isClear) == "09:00 – 17:00")
        }
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

    @Test("TD-15: the zone is the clock's own, with its changes of the hour, not the machine's")
    func zones() throws {
        let nepal = StationClock(zone: TimeZone(secondsFromGMT: 20_700)!)
        let newfoundland = StationClock(zone: TimeZone(secondsFromGMT: -12_600)!, hours: .twentyFour)
        let moment = Date(timeIntervalSince1970: 1_790_000_000)
        // Nothing depends on the day of reading.
        #expect(twelve.lasting(moment) == "Sep 21, 2026, 2:13 PM, UTC")
        #expect(nepal.lasting(moment) == "Sep 21, 2026, 7:58 PM, UTC+05:45")
        #expect(newfoundland.lasting(moment) == "Sep 21, 2026, 10:43, UTC\u{2212}03:30")
        let tokyo = StationClock(zone: TimeZone(secondsFromGMT: 9 * 3600)!, hours: .twentyFour)
        #expect(tokyo.dayAndTime(date(20 * 60), now: date(0, days: 3)) == "Nov 23, 2026, 05:00")
        let berlin = try ClockSettings(zone: "Europe/Berlin", hours: .twentyFour).clock()
        #expect(berlin.time(date(0)) == "01:00" && berlin.time(date(0, days: -60)) == "02:00")
        // The night with a repeated hour.
        let night = try day(2026, 10, 25)
        #expect([0, 1].map { berlin.time(night.addingTimeInterval(3600 * $0)) } == ["02:00", "02:00"])
        #expect(berlin.relativeTime(night.addingTimeInterval(-86_400), now: night) == "Yesterday")
    }

    @Test("TD-15: a place has its order of day and month and its first day of the week; the words are the station's")
    func locales() throws {
        let britain = StationClock(zone: Self.utc, locale: .unitedKingdom)
        #expect(britain.day(date(0)) == "22 Nov 2026")
        #expect(britain.dayRange(date(60), date(600, days: 2)) == "22 – 24 Nov 2026")
        #expect(britain.dayRange(date(60), date(600, days: 10)) == "22 Nov – 2 Dec 2026")
        #expect(britain.dayRange(date(60), date(600, days: 41)) == "22 Nov 2026 – 2 Jan 2027")
        #expect(britain.time(date(9 * 60 + 5)) == "9:05 AM")
        // There Sunday is the last day of the week, here the first.
        let (sunday, monday) = (try day(2026, 11, 22), try day(2026, 11, 30))
        #expect(britain.relativeDate(monday, now: sunday) == "In 1 week")
        #expect(twelve.relativeDate(monday, now: sunday) == "Next week")
    }

    @Test("TD-15: settings make a clock, and a zone that is none is refused")
    func settings() throws {
        let settings = ClockSettings(zone: "Asia/Tokyo", locale: .unitedKingdom, hours: .twentyFour, wording: .short)
        let clock = try settings.clock()
        #expect(ClockSettings(clock) == settings)
        #expect(ClockSettings.example(clock, now: date(0)) == "19 Nov 2026, 09:00 · 5 min ago")
        for zone in ["", "Nowhere/Else", "../etc/passwd", "Europe/Berlin\0"] {
            #expect(throws: ClockSettings.Failure.unknownZone(zone)) { try ClockSettings(zone: zone).clock() }
        }
    }

    @Test("CA-18: a month has whole weeks from the first day of the week of the place, and counts its own days alone")
    func months() throws {
        let now = date(15 * 60)
        let moments = [date(9 * 60 + 20), date(11 * 60 + 5), date(0, days: -21), date(0, days: -22), date(0, days: 9)]
        let month = CalendarMonth(of: now, moments: moments, clock: twelve)
        #expect(month.title == "Nov 2026" && month.weekdays == ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"])
        #expect(month.weeks.allSatisfy { $0.count == 7 })
        let days = month.weeks.joined().compactMap(\.self)
        #expect(days.map(\.number) == Array(1...30))
        #expect(days.filter { $0.count > 0 }.map(\.number) == [1, 22])
        #expect(days.filter(\.isToday).map(\.text) == ["Nov 22, 2026"])
        #expect(month.count == 3 && month.todaysCount == 2 && month.todaysHours == "9 AM – 12 PM")
        // November 1, 2026 is a Sunday.
        #expect(month.weeks[0][0]?.number == 1)
        let britain = CalendarMonth(
            of: now, moments: [], clock: StationClock(zone: Self.utc, locale: .unitedKingdom))
        #expect(britain.weekdays[0] == "Mo" && britain.weeks[0].compactMap(\.self).map(\.number) == [1])
        #expect(britain.weeks[0][6]?.number == 1 && britain.weeks.count == 6)
        #expect(britain.count == 0 && britain.todaysHours == nil)
    }

    @Test("TD-14: machines get the exact time")
    func exactTimes() { #expect(twelve.exact(date(9 * 60 + 5)) == "2026-11-22T09:05:00Z") }
}
