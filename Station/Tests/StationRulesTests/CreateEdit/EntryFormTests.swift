import StationRules
import Testing

@Suite struct EntryFormTests {
    private var names: ListNames {
        var names = ListNames()
        names.folders = [.init(id: 1, text: "Home", documents: 1), .init(id: 2, text: "Home / Bills", documents: 1)]
        names.tags = [.init(id: 1, text: "tax", documents: 1, color: "gray")]
        return names
    }

    private func form(_ values: [FilingEntry.Field: String] = [:], isNew: Bool = true) -> EntryForm {
        DocumentForm.form(values, names: names, received: isNew ? "2026-11-23T14:30" : "Today", isNew: isNew)
    }

    private let today = Day("2026-11-23")!

    @Test(
        "CE-2, CR-3, CR-12: key information first, then properties, notes and attachments last; a key field is required"
    )
    func order() {
        for isNew in [true, false] {
            let form = form(isNew: isNew)
            #expect(form.sections.map(\.part) == [.key, .property, .property, .accessory])
            #expect(
                form.sections[0].cells.map(\.name) == ["title", "received"] && form.sections[0].cells[0].isRequired)
            #expect(form.cells.last?.kind == .attachments)
            // Some key information cannot be edited.
            #expect((form.sections[0].cells[1].kind == .fixed) == !isNew)
        }
        // In any order of the groups.
        let key = EntryForm.Section(.key, [FormCell("a", "A", .title(maximum: 9), missing: "Enter a title.")])
        #expect(
            EntryForm([.init(.accessory, [FormCell("b", "B", .note(maximum: 9))]), key]).cells.map(\.name) == [
                "a", "b",
            ])
    }

    @Test("CE-13: what is new and what is changed have the same form")
    func same() {
        #expect(form(isNew: true).cells.map(\.name) == form(isNew: false).cells.map(\.name))
        #expect(form(isNew: true).allCells.map(\.name) == form(isNew: false).allCells.map(\.name))
    }

    @Test("CE-4: each property has one cell, of the kind of its data")
    func cells() {
        let cells = form([.sharing: "everyone"]).allCells
        #expect(Set(cells.map(\.name)).count == cells.count)
        // Without sign-in there is nobody to share with.
        #expect(form().allCells.count == cells.count - 1)
        // A place is chosen on the map.
        let fields = FilingEntry.Field.allCases.filter { $0 != .place }.map(\.rawValue)
        #expect(Set(fields).isSubset(of: cells.map(\.name)))
        func kind(_ name: String) -> FormCell.Kind? { cells.first { $0.name == name }?.kind }
        #expect(kind("title") == .title(maximum: DocumentTitle.maximumCharacters) && kind("date") == .day)
        #expect(
            kind("serial") == .number(FilingEntry.serials) && kind("note") == .note(maximum: NoteText.maximumCharacters)
        )
        guard case .segments = kind("state"), case .picker(_, false, _?) = kind("folder"),
            case .picker(_, true, _?) = kind("tags")
        else {
            Issue.record("the status has segments, folders and tags have lists")
            return
        }
    }

    @Test("CE-3, CR-3: what is missing or wrong is said at its cell, all at once, and what was entered stays")
    func faults() {
        let filled = form().filled(with: [
            "title": [" "], "serial": ["0"], "date": ["soon"], "folder": ["Home", ""], "note": ["x\ny"],
        ])
        #expect(Set(filled.faults.keys) == ["title", "serial", "date"])
        #expect(filled.text("date") == "soon" && filled.text("folder") == "Home" && filled.text("note") == "x\ny")
        // Missing fields are unchanged.
        #expect(form([.title: "Gas", .due: "2026-12-01"]).filled(with: ["state": ["inbox"]]).faults.isEmpty)
        #expect(Set(form().filled(with: [:]).faults.keys) == ["title"])
        var noted = form([.title: "Gas"])
        noted.note(["due": "Not then.", "title": "No."])
        #expect(noted.faults == ["due": "Not then.", "title": "No."])
    }

    @Test("CE-11: a toggle that is on asks for more; what it asked for goes when it is off")
    func toggles() throws {
        let kept = form([.title: "Gas", .due: "2026-12-01"])
        #expect(kept.cells.first { $0.name == "hasDue" }?.isOn == true)
        #expect(form([.title: "Gas"]).cells.first { $0.name == "hasDue" }?.isOn == false)
        let off = kept.filled(with: ["hasDue": ["no"], "due": ["nonsense"]])
        #expect(off.faults.isEmpty && off.text("due").isEmpty)
        #expect(try DocumentForm.entry(off, entered: ["hasDue", "due"], today: today).due == .some(nil))
        let on = kept.filled(with: ["hasDue": ["no", "yes"], "due": ["2026-12-24"]])
        #expect(try DocumentForm.entry(on, entered: ["hasDue", "due"], today: today).due == .some(Day("2026-12-24")))
        #expect(kept.filled(with: ["hasDue": ["no", "yes"], "due": ["nonsense"]]).faults.keys.contains("due"))
        // A form without any of its fields changes nothing.
        #expect(
            try DocumentForm.entry(kept.filled(with: ["title": ["x"]]), entered: ["title"], today: today).due == nil)
    }

    @Test("CE-8, CR-8: several tags are one entry; a length of time counts from the document's date")
    func entries() throws {
        let entered = [
            "title": ["Gas"], "tags": ["", "tax", "new one"], "date": ["2024-02-29"], "isKept": ["no", "yes"],
            "retained": [""],
            "keepFor": ["10 years"],
        ]
        let filled = form().filled(with: entered)
        #expect(filled.faults.isEmpty)
        let entry = try DocumentForm.entry(filled, entered: Set(entered.keys), today: today)
        #expect(entry.tags == ["tax", "new one"] && entry.retained == .some(Day("2034-02-28")))
        #expect(form([.tags: "tax, other"]).allCells.first { $0.name == "tags" }?.values == ["tax", "other"])
    }

    @Test("CE-15: one action behind “+” opens its form beside it, several a sheet")
    func presentation() {
        #expect(FormPresentation(actions: 1) == .popover && FormPresentation(actions: 3) == .sheet)
    }
}
