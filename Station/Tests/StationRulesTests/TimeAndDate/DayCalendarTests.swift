import FoundationEssentials
import StationRules
import Testing

@Suite struct DayCalendarTests {
    @Test("Days are counted over months, leap days and changes of the clocks")
    func counting() throws {
        let day = try #require(Day("2026-02-27"))
        #expect(day.adding(3).description == "2026-03-02" && day.adding(-58).description == "2025-12-31")
        #expect(try #require(Day("2028-02-28")).adding(1).description == "2028-02-29")
        for count in stride(from: -1000, through: 1000, by: 37) {
            #expect(day.days(to: day.adding(count)) == count)
            #expect((day.weekday + count % 7 + 14) % 7 == day.adding(count).weekday)
        }
        #expect(try #require(Day("2026-11-25")).weekday == 3 && #require(Day("1999-12-31")).weekday == 5)
    }

    @Test("A moment is of the day that its zone has then")
    func moments() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 22:59 and 23:00 UTC in winter.
        #expect(Day(Date(timeIntervalSince1970: 1_795_561_140), in: calendar).description == "2026-11-24")
        #expect(Day(Date(timeIntervalSince1970: 1_795_561_200), in: calendar).description == "2026-11-25")
        #expect(Day(.distantPast, in: calendar).year == 1)
    }
}
