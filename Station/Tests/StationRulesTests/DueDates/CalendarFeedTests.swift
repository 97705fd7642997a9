import Foundation
import StationRules
import Testing

@Suite struct CalendarFeedTests {
    private func feed(_ title: String) -> String {
        CalendarFeed(
            [.init(.due, document: 7, title: title, on: Day("2026-11-30")!)], origin: "https://scan.example.org:8347",
            stamp: "20261125T120000Z"
        ).text
    }

    @Test("A due date is an event of a whole day, with an alarm on the day before")
    func event() {
        let lines = feed("Gas bill").components(separatedBy: "\r\n")
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
        for line in [
            "UID:due-7@scan.example.org:8347", "DTSTART;VALUE=DATE:20261130", "DTEND;VALUE=DATE:20261201",
            "SUMMARY:Due: Gas bill", "URL:https://scan.example.org:8347/documents/7", "TRIGGER:-PT15H",
            "DTSTAMP:20261125T120000Z",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.count { $0.hasPrefix("BEGIN:") } == lines.count { $0.hasPrefix("END:") })
    }

    @Test("Texts cannot end a line or begin another property")
    func hostileTexts() {
        #expect(CalendarFeed.escaped("a,b;c\\d\ne\rf\u{0}") == "a\\,b\\;c\\\\d\\nef")
        let text = feed("x\r\nEND:VCALENDAR\nATTACH:evil")
        #expect(text.components(separatedBy: "\r\n").count { $0 == "END:VCALENDAR" } == 1)
        #expect(!text.components(separatedBy: "\r\n").contains { $0.hasPrefix("ATTACH") })
    }

    @Test("Lines have 75 octets at most and are whole again when unfolded", arguments: ["ä", "🗂", "x", "a\u{301}"])
    func folding(character: String) {
        for count in [0, 1, 74, 75, 76, 149, 150, 400] {
            let line = String(repeating: character, count: count)
            let folded = CalendarFeed.folded(line)
            #expect(folded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
            #expect(folded.replacing("\r\n ", with: "") == line)
        }
    }

    @Test("Who is reminded is told on the day before and on the day")
    func reminders() throws {
        let due = try #require(Day("2026-11-30"))
        func reminder(_ days: Int) -> Reminder? {
            Reminder(document: 7, title: "Rent", due: due, today: due.adding(days))
        }
        #expect(reminder(-2) == nil && reminder(1) == nil)
        #expect(reminder(-1)?.text == "Due tomorrow" && reminder(0)?.text == "Due today")
        #expect(reminder(-1)?.name != reminder(0)?.name && reminder(0)?.path == "/documents/7")
    }
}
