import FoundationEssentials
import StationRules
import Testing

@Suite struct GermanClockTests {
    private let zone = TimeZone(secondsFromGMT: 0) ?? .current
    /// Nov 22, 2026, 14:05.
    private let now = Date(timeIntervalSince1970: 1_795_356_300)

    private func german<Value>(_ make: () -> Value) -> Value { Language.$current.withValue(.german, operation: make) }

    @Test(
        "dates are in the order of the language, whatever place the station is set to", arguments: ClockLocale.allCases)
    func dates(locale: ClockLocale) {
        let clock = StationClock(zone: zone, locale: locale)
        let later = now.addingTimeInterval(2 * 86_400)
        #expect(german { clock.day(now) } == "22. Nov. 2026")
        #expect(german { clock.dayRange(now, later) } == "22. – 24. Nov. 2026")
        #expect(german { clock.dayAndTime(now, now: now) } == "Heute, 14:05")
        #expect(clock.day(now) == (locale == .unitedStates ? "Nov 22, 2026" : "22 Nov 2026"))
    }

    @Test("relative times decline their units")
    func relativeTimes() {
        let clock = StationClock(zone: zone)
        func text(_ seconds: Double) -> String {
            german { clock.relativeTime(now.addingTimeInterval(seconds), now: now) }
        }
        #expect(text(-10) == "Gerade eben")
        #expect(text(-300) == "vor 5 Minuten")
        #expect(text(-3600) == "vor 1 Stunde")
        #expect(text(-3 * 86_400) == "vor 3 Tagen")
        #expect(text(-40 * 86_400) == "Letzten Monat")
        #expect(text(3 * 365.25 * 86_400) == "in 3 Jahren")
        #expect(german { clock.duration(5400) } == "1 Stunde 30 Minuten")
        let short = StationClock(zone: zone, wording: .short)
        #expect(german { short.relativeTime(now.addingTimeInterval(-300), now: now) } == "vor 5 Min.")
    }

    @Test("weeks begin on Monday, and the days have German names")
    func month() {
        let month = german { CalendarMonth(of: now, moments: [now], clock: StationClock(zone: zone)) }
        #expect(month.title == "Nov. 2026")
        #expect(month.weekdays == ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"])
        #expect(month.todaysHours == "14:00 – 15:00")
    }
}
