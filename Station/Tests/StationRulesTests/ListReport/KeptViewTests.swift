import StationRules
import Testing

@Suite struct KeptViewTests {
    @Test("LR-2: the menu of views has all documents first, marks what the list shows, and offers to keep what is new")
    func menu() {
        var unpaid = ListQuery()
        unpaid.filter.states = [.inbox]
        let views = [KeptView(id: 4, name: "Unpaid", query: unpaid)]
        let whole = ViewMenu(views, ListQuery())
        #expect(whole.entries.map(\.label) == ["All Documents", "Unpaid"])
        #expect(whole.current == "All Documents" && whole.keep == nil)
        #expect(ViewMenu(views, unpaid).current == "Unpaid" && ViewMenu(views, unpaid).keep == nil)
        unpaid.grouping = .month
        let other = ViewMenu(views, unpaid)
        #expect(other.current == nil && other.keep == "/documents/views/new?state=inbox&group=month")
    }

    @Test("LR-5: the list has the name under which it is kept")
    func title() {
        #expect(ListTexts.title(ListQuery(), as: "Newest", count: 3, of: 3) == "Newest (3)")
    }

    @Test("CE-3: a view needs a name")
    func form() {
        #expect(ViewForm.form().filled(with: ["name": [" "]]).faults.keys.sorted() == ["name"])
        let filled = ViewForm.form().filled(with: ["name": ["Unpaid"], "usual": ["no", "yes"]])
        #expect(filled.faults.isEmpty && filled.values("usual") == ["yes"])
    }
}
