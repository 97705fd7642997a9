import StationRules
import Testing

@Suite struct FilingEntryTests {
    @Test("CR-4: what is entered becomes names without doubled spaces and empty parts; what is missing stays as it is")
    func reads() throws {
        let entry = try FilingEntry([
            .title: " Rent ", .folder: " Home / Bills/ ", .tags: "tax, car ,,", .date: "2026-11-02", .serial: "7",
            .state: "reviewed", .due: "",
        ])
        #expect(entry.title == "Rent" && entry.folder == ["Home", "Bills"] && entry.tags == ["tax", "car"])
        #expect(entry.date??.description == "2026-11-02" && entry.serial == .some(7) && entry.state == .reviewed)
        // Removed, and unchanged.
        #expect(entry.due == .some(nil) && entry.retained == nil && entry.type == nil)
    }

    @Test("CE-3, CR-3: each field that is wrong says how to correct it, all at once")
    func refusals() throws {
        let long = String(repeating: "x", count: 61)
        let wrong: [FilingEntry.Field: String] = [
            .title: " ", .folder: (1...11).map(String.init).joined(separator: "/"), .type: long, .correspondent: long,
            .tags: (1...31).map(String.init).joined(separator: ","), .date: "soon", .due: "2026-02-30",
            .retained: "1.1.2026", .serial: "0", .state: "open", .sharing: "friends",
            .place: long + long,
        ]
        #expect(Set(wrong.keys) == Set(FilingEntry.Field.allCases))
        let failure = try #require(throws: FilingEntry.Failure.self) { try FilingEntry(wrong) }
        #expect(Set(failure.reasons.keys) == Set(wrong.keys))
        #expect(failure.reasons[.title] == "Enter a title.")
        #expect(failure.reasons[.serial] == "Enter a number from 1 to 9999999.")
        #expect(failure.reasons[.date] == "Enter a date as 2026-11-23.")
        #expect(failure.reasons[.tags] == "Enter at most 30 tags.")
        for reason in failure.reasons.values { #expect(reason.hasSuffix(".")) }
    }
}
