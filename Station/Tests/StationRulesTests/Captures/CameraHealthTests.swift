import FoundationEssentials
import StationRules
import Testing

@Suite struct CameraHealthTests {
    private static let now = Date(timeIntervalSince1970: 1_795_608_000)

    /// Returns captures of a week.
    private func week(
        _ weeksAgo: Double, _ camera: String = "Camera 2", count: Int = 10, fineDetail: Double? = 0.3,
        brightness: Double? = 200, isCaptured: Bool = true
    ) -> [CaptureRecord] {
        (0..<count).map { index in
            CaptureRecord(
                at: Self.now - weeksAgo * 7 * 86_400 - Double(index + 1) * 3600, source: camera,
                isCaptured: isCaptured, sharpness: fineDetail.map { $0 * 7 }, fineDetail: fineDetail,
                brightness: brightness)
        }
    }

    private func texts(_ records: [CaptureRecord]) -> [String] {
        CameraHealth.all(records, now: Self.now).flatMap(\.texts)
    }

    @Test("A lens that has become dirty, and a lamp that has failed, are told of with what to do")
    func findings() {
        let before = week(1)
        #expect(texts(before + week(0)).isEmpty)
        #expect(
            texts(before + week(0, fineDetail: 0.21)) == [
                "Pages from Camera 2 are 30 % less sharp than the week before. Clean its lens."
            ])
        #expect(
            texts(before + week(0, brightness: 120)) == [
                "Pages from Camera 2 are 40 % darker than the week before. Check its lamp."
            ])
        #expect(texts(before + week(0, fineDetail: 0.1, brightness: 90)).count == 2)
        #expect(
            texts(week(0, count: 8) + week(0, count: 4, isCaptured: false)) == [
                "33 % of the captures of Camera 2 failed this week. Check its cable and position."
            ])
    }

    @Test("A loss is told of from a quarter on, and not of the better")
    func bounds() {
        let before = week(1, fineDetail: 0.4)
        #expect(
            texts(before + week(0, fineDetail: 0.31)).isEmpty && texts(before + week(0, fineDetail: 0.3)).count == 1)
        #expect(texts(week(1, fineDetail: 0.1) + week(0, fineDetail: 0.4)).isEmpty)
    }

    @Test("Few captures, single pages without print, and other cameras say nothing of a camera")
    func robustness() {
        #expect(texts(week(1) + week(0, count: 7, fineDetail: 0.05)).isEmpty)
        #expect(texts(week(1, count: 7) + week(0, fineDetail: 0.05)).isEmpty)
        #expect(texts(week(1) + week(0) + week(0, count: 4, fineDetail: 0.01)).isEmpty)
        #expect(texts(week(1) + week(0, "Camera 1", fineDetail: 0.01)).isEmpty)
        // Older weeks do not count.
        #expect(texts(week(2) + week(0, fineDetail: 0.05)).isEmpty)
        // If the finest detail was not measured, the sharpness of edges is compared.
        let old = week(1).map { CaptureRecord(at: $0.at, source: $0.source, isCaptured: true, sharpness: 2.1) }
        let new = week(0).map { CaptureRecord(at: $0.at, source: $0.source, isCaptured: true, sharpness: 1.0) }
        #expect(texts(old + new).count == 1)
    }

    @Test("The times of a capture are those from the page's coming to its picture, and from there to the store")
    func course() throws {
        var course = CaptureCourse()
        let quality = CaptureCourse.Quality(sharpness: 2, fineDetail: 0.3, contrast: 90, brightness: 200, glare: 0)
        course.see(nil, at: .seconds(1))
        let nothing = course.end(at: .seconds(1))
        #expect(nothing == nil)
        course.see(4, at: .seconds(2))
        course.see(4, at: .seconds(3))
        course.capture(quality, at: .seconds(4))
        course.see(nil, at: .seconds(5))
        let ended = course.end(at: .seconds(5))
        #expect(ended == CaptureCourse.Ended(lock: .seconds(2), storing: .seconds(1), quality: quality))
        let again = course.end(at: .seconds(6))
        #expect(again == nil)
        // Another page has its own time; the shutter needs none.
        course.see(5, at: .seconds(7))
        course.see(6, at: .seconds(8))
        course.capture(nil, at: .seconds(9))
        let other = course.end(at: .seconds(9))
        #expect(other?.lock == .seconds(1))
        course.see(nil, at: .seconds(10))
        course.capture(nil, at: .seconds(11))
        let shutter = course.end(at: .seconds(11))
        #expect(shutter?.lock == .zero)
    }

    @Test("Of each day the first, longest, shortest and last time are told, and how many there were")
    func storingTimes() throws {
        func record(_ hours: Double, _ storing: Double?, isCaptured: Bool = true) -> CaptureRecord {
            CaptureRecord(at: Self.now + hours * 3600, source: "a", isCaptured: isCaptured, storing: storing)
        }
        let calendar = StationClock(zone: .gmt).calendar
        let days = StoringTimes.days(
            [
                record(-2, 3), record(-1, 5), record(0, 1), record(1, 2), record(2, nil),
                record(2, 9, isCaptured: false),
                record(-48, 4),
            ], calendar)
        #expect(days.map(\.count) == [1, 4])
        let today = try #require(days.last)
        #expect([today.first, today.longest, today.shortest, today.last] == [3, 5, 1, 2])
    }

    @Test("The share of pages that are read counts those that were tried")
    func reading() {
        var counts = ReadingCounts()
        #expect(counts.share == nil)
        (counts.read, counts.aside, counts.failing, counts.waiting) = (6, 1, 1, 100)
        #expect(counts.share == 0.75)
    }
}
