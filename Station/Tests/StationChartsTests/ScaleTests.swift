import Foundation
import StationCharts
import Testing

@Suite struct ScaleTests {
    @Test("Ticks are 1, 2 or 5 times a power of ten apart, and the range is between them")
    func niceTicks() {
        let table: [(ClosedRange<Double>, Int, [Double])] = [
            (0...10, 5, [0, 2, 4, 6, 8, 10]), (0...97, 5, [0, 20, 40, 60, 80, 100]), (-3...4, 4, [-4, -2, 0, 2, 4]),
            (0.001...0.0042, 4, [0.001, 0.002, 0.003, 0.004, 0.005]), (7...7, 4, [2, 4, 6, 8, 10, 12]),
            (0...0, 1, [0, 1]),
        ]
        for (range, count, values) in table {
            let ticks = ChartTicks(range, count: count).values
            #expect(ticks.count == values.count, "\(range): \(ticks)")
            #expect(zip(ticks, values).allSatisfy { ($0 - $1).magnitude < 1e-9 }, "\(range): \(ticks)")
        }
    }

    @Test func whatIsCountedHasNoTicksBetweenWholeNumbers() {
        #expect(ChartTicks(0...2, count: 6, whole: true).values == [0, 1, 2])
        #expect(ChartTicks(0...0, count: 6, whole: true).values == [0, 1])
    }

    @Test(arguments: [1e-100, 1e-20, 1, 3.7e9, 1e100])
    func ticksOfAnyMagnitudeAscendAndAreFew(_ magnitude: Double) {
        for range in [0...magnitude, -magnitude...magnitude, magnitude...magnitude, -magnitude...(-magnitude)] {
            let ticks = ChartTicks(range, count: 5)
            #expect(zip(ticks.values, ticks.values.dropFirst()).allSatisfy(<))
            #expect(2...8 ~= ticks.values.count && ticks.values.allSatisfy(\.isFinite))
            #expect(ticks.range.lowerBound <= range.lowerBound && ticks.range.upperBound >= range.upperBound)
        }
    }

    @Test func scalesAreMonotone() {
        let scale = LinearScale(-5...20, from: 300, to: 20)
        let places = stride(from: -8.0, through: 25, by: 0.5).map(scale.position)
        #expect(zip(places, places.dropFirst()).allSatisfy(>=))
        #expect(scale.position(-5) == 300 && scale.position(20) == 20 && scale.position(0) == 244)
        #expect(scale.position(-100) == 300 && scale.position(1e300) == 20)
    }

    @Test func bandsShareTheAxis() {
        let bands = BandScale(count: 4, from: 10, to: 50)
        #expect((0..<4).map(bands.center) == [15, 25, 35, 45])
        #expect(BandScale(count: 0, from: 0, to: 10).pitch == 10)
    }

    private static let hour = 3600.0
    private static let day = 24 * hour

    /// The seconds, the count, and the expected step.
    private static let spans: [(Double, Int, TimeTicks.Step)] = [
        (hour, 6, .quarter), (day, 4, .sixHours), (6 * day, 6, .day), (40 * day, 6, .week), (300 * day, 12, .month),
        (4000 * day, 6, .twoYears),
    ]

    @Test(arguments: spans)
    func timesHaveTicksAtBeginningsOfTheCalendar(_ seconds: Double, _ count: Int, _ step: TimeTicks.Step) {
        let start = Samples.day(0)
        let ticks = TimeTicks(start...start.addingTimeInterval(seconds), zone: Samples.utc, count: count)
        #expect(ticks.step == step && !ticks.dates.isEmpty && ticks.dates.count <= count + 2)
        #expect(zip(ticks.dates, ticks.dates.dropFirst()).allSatisfy(<))
        #expect(ticks.dates.allSatisfy { $0 >= start && $0 <= start.addingTimeInterval(seconds) })
    }

    @Test func noTickIsBetweenDaysWhereDaysAreCounted() {
        let range = Samples.day(0)...Samples.day(2)
        #expect(TimeTicks(range, zone: Samples.utc, count: 6).step == .twelveHours)
        #expect(TimeTicks(range, zone: Samples.utc, count: 6, least: .day).dates == (0...2).map(Samples.day))
    }

    @Test func daysBeginAtMidnightOfTheirZoneAlsoWhenClocksChange() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 2026-10-23 to 2026-10-28; daylight saving time ends on the 25th.
        let start = Date(timeIntervalSince1970: 1_792_706_400)
        let ticks = TimeTicks(start...start.addingTimeInterval(5 * 86_400), zone: berlin, count: 6)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = berlin
        #expect(ticks.dates.count >= 5)
        #expect(ticks.dates.allSatisfy { calendar.component(.hour, from: $0) == 0 })
    }
}
