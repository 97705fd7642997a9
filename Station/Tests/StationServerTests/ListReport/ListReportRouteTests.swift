import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// The list's screen for a query in its URL.
@Suite struct ListReportRouteTests {
    private static let titles = ["Gas bill", "Rent", "Phone bill"]

    private func station() async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        for (index, title) in Self.titles.enumerated() {
            let page = NewDocument.Page(picture: [UInt8(index)], size: try PixelSize(width: 4, height: 3), quad: nil)
            let time = Date(timeIntervalSince1970: 1_795_305_600 + Double(index) * 86_400)
            let id = try library.add(NewDocument(title: title, captured: time, pages: [page]))
            guard index != 1 else { continue }
            _ = try library.file(id, try FilingEntry([.type: "Invoice", .tags: "tax", .state: "inbox"]), at: time)
        }
        return (station, library)
    }

    private func titles(_ text: String) -> [String] {
        text.matches(of: /<span class="headline">([^<]*)<\/span><span class="subhead"><time/).map {
            String($0.output.1)
        }
    }

    @Test(
        "LR-2, LR-5, LR-9, LR-13: a list is searched, sorted, filtered and grouped by its address, and its title counts it"
    )
    func lists() async throws {
        let (station, _) = try await station()
        let all = try await station.get("/documents").text
        #expect(titles(all) == ["Phone bill", "Rent", "Gas bill"] && all.contains("<h1>Documents (3)</h1>"))
        #expect(all.contains("<search ") && all.contains("id=\"filter-button\""))
        let found = try await station.get("/documents?q=bil&sort=title").text
        #expect(titles(found) == ["Gas bill", "Phone bill"] && found.contains("<h1>Documents (2 of 3)</h1>"))
        let filtered = try await station.get("/documents?type=1&state=inbox").text
        #expect(titles(filtered) == ["Phone bill", "Gas bill"])
        #expect(filtered.contains("Filter (2)"))
        let grouped = try await station.get("/documents?group=type").text
        #expect(grouped.contains("<h1>Documents (3)</h1>"))
        #expect(grouped.contains("<li class=\"group-title\"><h2>Invoice</h2><span class=\"number\">2</span></li>"))
        #expect(grouped.contains("<h2>No Document Type</h2><span class=\"number\">1</span>"))
        // Rows show the date that they are sorted by.
        let dated = try await station.get("/documents?sort=due").text
        #expect(dated.matches(of: /<span class="subhead">Due Date: [^<]+<\/span>/).count == 3)
        #expect(!all.contains("Due Date: "))
    }

    @Test(
        "LR-2: a document leads back to the list it was opened from, and to the documents beside it there, also once it has left it"
    )
    func origin() async throws {
        let (station, _) = try await station()
        let list = try await station.get("/documents?type=1&state=inbox&sort=title").text
        #expect(list.contains("class=\"cell\" href=\"/documents/1?type=1&amp;state=inbox&amp;sort=title\""))
        let first = try await station.get("/documents/1?type=1&state=inbox&sort=title").text
        #expect(first.contains("href=\"/documents?type=1&amp;state=inbox&amp;sort=title\" aria-label=\"Documents\""))
        #expect(
            first.contains(
                "rel=\"next\" href=\"/documents/3?type=1&amp;state=inbox&amp;sort=title\" title=\"Phone bill\""))
        #expect(!first.contains("rel=\"prev\""))
        #expect(first.contains("href=\"/documents/1/pages/0?type=1&amp;state=inbox&amp;sort=title\""))
        let page = try await station.get("/documents/1/pages/0?type=1&state=inbox&sort=title").text
        #expect(page.contains("href=\"/documents/1?type=1&amp;state=inbox&amp;sort=title\""))
        let done = try await station.post("/documents/1/edit?type=1&state=inbox&sort=title", "state=reviewed")
        let address = try #require(done.location)
        #expect(
            address.hasPrefix("/documents/1?done=edited&undo=") && address.hasSuffix("&type=1&state=inbox&sort=title"))
        #expect(try await station.get(address).text.contains("rel=\"next\" href=\"/documents/3?"))
        let last = try await station.get("/documents/3?type=1&state=inbox&sort=title").text
        #expect(!last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""))
        let deleted = try await station.post("/documents/3/delete?type=1&state=inbox&sort=title")
        #expect(try #require(deleted.location).hasSuffix("&type=1&state=inbox&sort=title"))
    }

    @Test("the notice of a move says where documents went")
    func movedTo() async throws {
        let (station, _) = try await station()
        let one = try await station.post("/documents/selection/edit?sort=title", "documents=1&folder=Home+%2F+Rent")
        #expect(try await station.get(try #require(one.location)).text.contains("Moved to “Home / Rent”"))
        let two = try await station.post("/documents/selection/edit", "documents=1,2&folder=Home")
        #expect(try await station.get(try #require(two.location)).text.contains("2 documents moved to “Home”"))
        let out = try await station.post("/documents/selection/edit", "documents=1&folder=/")
        #expect(try await station.get(try #require(out.location)).text.contains("Taken out of its folder"))
        let more = try await station.post("/documents/selection/edit", "documents=1&folder=Home&state=reviewed")
        #expect(try #require(more.location).contains("done=edited"))
    }

    @Test(
        "SO-8, SM-8: whatever is asked for, list, form, search, programs and selections have the same documents in the same order"
    )
    func oneQuery() async throws {
        let (station, library) = try await station()
        for (id, entry) in [(1, "Home"), (2, "Work"), (3, "Home / Bills")] {
            _ = try library.file(Int64(id), try FilingEntry([.folder: entry, .due: "2026-12-0\(id)"]), at: .now)
        }
        var random = SeededGenerator(seed: 31)
        func any(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
        for _ in 0..<60 {
            let parts = [
                ("q", any(["", "", "bill", "re"])), ("folder", any(["", "", "1", "none"])), ("type", any(["", "1"])),
                ("tag", any(["", "1"])), ("state", any(["", "inbox", "reviewed"])), ("due", any(["", "2026-12-02.."])),
                ("sort", any(["", "title", "-title", "-due,title", "type,-captured", "-pages,correspondent,due"])),
            ]
            let query = parts.filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
            let list = try await station.get("/documents?\(query)").text
            let shown = list.matches(of: /class="cell" href="\/documents\/([0-9]+)["?]/).map { String($0.output.1) }
            let told = try JSONDecoder().decode(
                Told.self, from: Data(try await station.get("/api/documents?\(query)").body))
            #expect(told.documents.map { "\($0.id)" } == shown && told.count == shown.count, "\(query)")
            let counted = try await station.get("/documents/count?\(query)").text
            #expect(counted.contains("\"count\":\(shown.count),"), "\(query)")
            let found = try await station.get("/search?\(query)").text
            let results = found.matches(of: /class="cell" href="\/documents\/([0-9]+)["?]/).map { String($0.output.1) }
            #expect(query.isEmpty || results == shown, "\(query)")
            let read = try ListQuery(
                parts.map { ListQuery.Item($0.0, $0.1) })
            let selected = try library.documents(of: .all(read), calendar: Calendar(identifier: .gregorian))
            #expect(selected.map(String.init) == shown, "\(query)")
        }
    }

    private struct Told: Decodable {
        struct Document: Decodable {
            let id: Int64
        }

        let documents: [Document]
        let count: Int
    }

    @Test("SE-2, LR-12: a list that fits nothing says so and leads to all documents")
    func nothingFound() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/documents?q=zebra&type=1").text
        #expect(text.contains("No documents found") && text.contains("No document matches “zebra” and the filters."))
        #expect(text.contains("Show All Documents"))
        #expect(try await station.get("/documents?pages=x").status == .badRequest)
    }

    @Test("FB-14, QS-4: chips tell whether they are pressed, the menu which criterion holds")
    func semantics() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/documents?state=inbox").text
        #expect(text.contains("role=\"toolbar\" aria-label=\"Filters\""))
        #expect(text.contains(/id="chip-state-inbox" href="\/documents" data-list aria-pressed="true"/))
        // In its own menu, and in the submenu.
        #expect(text.matches(of: /role="menuitemradio" aria-checked="true"/).count == 2)
        #expect(text.contains("role=\"combobox\"") && text.contains("role=\"listbox\""))
        let sorted = try await station.get("/documents?sort=title&done=sorted").text
        #expect(sorted.contains("Sorted by title"))
    }

    @Test("SF-7, SF-20: the number of what a form would show is asked for before it is applied")
    func aFormSaysHowManyDocumentsItWouldShow() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/documents/count?q=&type=1&pages.from=&pages.to=3&sort=-captured").text
        #expect(text.contains("\"count\":2") && text.contains("\"show\":\"Show 2 Documents\""))
        #expect(text.contains("\"results\":\"Documents 2 of 3\""))
        // The form is loaded on demand with the list's names.
        #expect(try await !station.get("/documents?type=1").text.contains("id=\"filter\""))
        let accept: HTTPFields = [.accept: "application/problem+json"]
        let form = try await station.get("/documents/filter?type=1", headers: accept).text
        // Opening its URL shows the list.
        #expect(try await station.get("/documents/filter?type=1").location == "/documents?type=1#filter")
        #expect(form.contains("<div id=\"filter-part\" data-part><dialog id=\"filter\""))
        #expect(form.contains("Documents 2 of 3") && form.contains("Show 2 Documents"))
        #expect(form.contains(/name="type" value="1" checked/))
    }

    @Test(
        "FB-10, SF-9: the form of one filter keeps all others; the button of the form is a text that counts what is applied"
    )
    func oneFilter() async throws {
        let (station, _) = try await station()
        let accept: HTTPFields = [.accept: "application/problem+json"]
        let list = try await station.get("/documents?state=inbox").text
        #expect(list.contains(/id="filter-button"[^>]*>Filter \(1\)<\/button>/))
        #expect(list.contains("data-form=\"/documents/filter?only=type&amp;state=inbox\" aria-haspopup=\"dialog\">"))
        let form = try await station.get("/documents/filter?only=type&state=inbox&sort=title", headers: accept).text
        #expect(form.contains("<h2 id=\"filter-title\">Document Type</h2>") && form.contains(" selection\""))
        #expect(form.contains("<input type=\"hidden\" name=\"state\" value=\"inbox\">"))
        #expect(form.contains("<input type=\"hidden\" name=\"sort\" value=\"title\">") && !form.contains("data-order"))
        #expect(try await station.get("/documents/filter?only=size", headers: accept).status == .badRequest)
    }

    @Test("SF-6: the trash is sorted by when documents were deleted, or by one other criterion")
    func trash() async throws {
        let (station, library) = try await station()
        for (index, id) in [2, 3, 1].enumerated() {
            _ = try library.trash([Int64(id)], at: Date(timeIntervalSince1970: 1_795_305_600 + Double(index)))
        }
        #expect(titles(try await station.get("/documents?trash=yes").text) == ["Gas bill", "Phone bill", "Rent"])
        #expect(
            titles(try await station.get("/documents?trash=yes&sort=deleted").text) == [
                "Rent", "Phone bill", "Gas bill",
            ])
        let accept: HTTPFields = [.accept: "application/problem+json"]
        let form = try await station.get("/documents/filter?trash=yes", headers: accept).text
        #expect(form.contains("<input type=\"radio\" name=\"sort\" value=\"-deleted\" checked>"))
        #expect(form.contains("<input type=\"hidden\" name=\"trash\" value=\"yes\">"))
    }

    @Test(
        "LR-1, LR-4, LR-18: all rows are documents, each with a menu of its own; the way back has the title of where it leads"
    )
    func rows() async throws {
        let (station, library) = try await station()
        let list = try await station.get("/documents").text
        let part = try #require(
            list.firstMatch(of: /<div id="list" data-part>(.*?)<\/ul>/.dotMatchesNewlines())?.output.1)
        #expect(part.matches(of: /class="cell" href="/).count == 3)
        #expect(part.matches(of: /class="cell" href="\/documents\/[0-9]+["?]/).count == 3)
        #expect(part.matches(of: /data-row-menu aria-haspopup="menu" aria-label="Actions for/).count == 3)
        #expect(part.contains("<li data-state=\"inbox\" data-pages=\"1\""))
        // Only one of them changes.
        let answer = try await station.post("/documents/selection/edit", "documents=3&state=reviewed")
        #expect(answer.location?.hasPrefix("/documents?done=edited&count=1") == true)
        #expect(try library.document(3).state == .reviewed && library.document(1).state == .inbox)
        for (path, title) in [
            ("/documents?trash=yes", "Documents"), ("/documents/1", "Documents"), ("/documents/folders", "Documents"),
            ("/documents/tags", "Documents"),
        ] {
            let text = try await station.get(path).text
            let back = try #require(
                text.firstMatch(of: /<header class="titlebar[^"]*"[^>]*><a [^>]*href="([^"]+)".*?<\/a>/)?.output)
            #expect(back.1 == "/documents" && back.0.contains("icon-chevron-left") && back.0.contains(title), "\(path)")
        }
    }

    @Test(
        "SM-1, SM-7, LR-3, LR-15: the form sorts by checkboxes with a hint; rows lead to their documents, and Scan to a new one"
    )
    func content() async throws {
        let (station, _) = try await station()
        let accept: HTTPFields = [.accept: "application/problem+json"]
        let form = try await station.get("/documents/filter", headers: accept).text
        let order = try #require(form.firstMatch(of: /<legend>Sort By<\/legend>(.*?)<\/fieldset>/)?.output.1)
        #expect(order.matches(of: /<input type="checkbox"/).count == 8)
        #expect(order.contains(ListTexts.orderHelp) && order.contains(ListTexts.needsOrder))
        let list = try await station.get("/documents").text
        let rows = list.matches(of: /<a class="cell" href="\/documents\/([0-9]+)["?]/).map { String($0.output.1) }
        #expect(rows == ["3", "2", "1"])
        #expect(list.contains("href=\"/scan?new=\" aria-label=\"Scan\""))
    }

    @Test("LR-21: parts of a list go on where the last one ended, in its order and groups")
    func parts() async throws {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        for number in 10..<80 {
            _ = try library.add(NewDocument(title: "Letter \(number)", captured: .now, pages: [page]))
        }
        var (shown, headings) = ([String](), 0)
        var path: String? = "/documents?sort=title&group=state"
        while let part = path {
            let text = try await station.get(part.replacing("&amp;", with: "&")).text
            shown += titles(text)
            headings += text.matches(of: /class="group-title"/).count
            path = text.firstMatch(of: /<a class="button" href="([^"]+)">Older Documents/).map { String($0.output.1) }
        }
        #expect(shown == (10..<80).map { "Letter \($0)" } && headings == 1)
    }

    @Test("CE-1, CE-3, CE-14, OD-5: a document is edited in a modal, refused at its fields, told and undone")
    func edits() async throws {
        let (station, library) = try await station()
        let form = try await station.get("/documents/1").text
        #expect(form.contains(/<dialog id="edit"[^>]*aria-labelledby="edit-title"/))
        #expect(
            form.contains(
                "Cancel</span></button><h2 id=\"edit-title\">Edit Document</h2><button class=\"button plain\" data-saves>Save"
            ))
        let version = try library.document(1).version
        let saved = try await station.post(
            "/documents/1/edit", "title=Gas&folder=Home/Bills&tags=tax,+car&date=2026-11-02&version=\(version)")
        let location = try #require(saved.location)
        let after = try await station.get(location).text
        #expect(after.contains("Document saved") && after.contains("/documents/1/undo/"))
        #expect(after.contains("<dt>Folder</dt><dd><a href=\"/documents?folder=2\">Home / Bills</a>"))
        let refused = try await station.post("/documents/1/edit", "title=Gas&date=soon&folder=Kept")
        #expect(refused.status == .unprocessableContent && refused.text.contains("Enter a date as 2026-11-23."))
        #expect(refused.text.contains("value=\"Kept\""))
        // Another browser was faster: the person is informed, and nothing is lost.
        let late = try await station.post("/documents/1/edit", "title=Mine&version=\(version)")
        #expect(late.status == .conflict && late.text.contains(LibraryMessages.changedMeanwhile))
        #expect(late.text.contains("value=\"Mine\"") && late.text.contains("<h1>Gas</h1>"))
        let event = try #require(location.firstMatch(of: /undo=([0-9-]+)/)?.output.1)
        #expect(try await station.post("/documents/2/undo/\(event)").status == .notFound)
        #expect(try await station.post("/documents/1/undo/\(event)").location == "/documents/1?done=undone")
        #expect(try library.document(1).title == "Gas bill")
    }

    @Test("LR-14: what is selected, or all that the list has, is filed, merged, deleted and undone in its list")
    func selection() async throws {
        let (station, library) = try await station()
        let list = try await station.get("/documents?type=1").text
        #expect(list.contains("data-selects>Edit</button>") && list.contains("aria-label=\"Select Gas bill\""))
        #expect(list.contains("action=\"/documents/selection/edit?type=1\"") && list.contains("Select All (2)"))
        let all = try await station.post("/documents/selection/edit?type=1", "documents=all&addedTags=paid&folder=")
        let location = try #require(all.location)
        #expect(location.hasPrefix("/documents?done=edited&count=2&undo=") && location.hasSuffix("&type=1"))
        let after = try await station.get(location).text
        #expect(after.contains("2 documents saved") && after.contains("class=\"tag tag-gray\">paid"))
        let undo = try #require(after.firstMatch(of: /action="(\/documents\/undo\/[0-9-]+\?type=1)"/)?.output.1)
        #expect(try await station.post(String(undo)).location == "/documents?done=undone&type=1")
        #expect(try await !station.get("/documents").text.contains("class=\"tag tag-gray\">paid"))

        let merged = try await station.post("/documents/selection/merge", "documents=3,1")
        #expect(merged.location?.hasPrefix("/documents?done=merged&count=2&undo=") == true)
        #expect(try library.document(3).pages == 2 && library.document(1).trashed != nil)
        // Confirmation is required for many documents as for one.
        let asked = try await station.get("/documents").text
        #expect(
            asked.contains("data-opens=\"group-delete\" disabled") && asked.contains("Delete the selected documents?"))
        // One of the three is already in the trash.
        let deleted = try await station.post("/documents/selection/delete", "documents=1,2,3")
        #expect(titles(try await station.get("/documents").text).isEmpty)
        let notice = try await station.get(try #require(deleted.location)).text
        #expect(notice.contains("2 documents moved to the trash"))
        let trash = try await station.get("/documents?trash=yes").text
        #expect(trash.contains("action=\"/documents/selection/restore?trash=yes\""))
        #expect(!trash.contains("selection/merge"))
        _ = try await station.post("/documents/selection/restore?trash=yes", "documents=3")
        #expect(titles(try await station.get("/documents").text) == ["Phone bill"])
    }

    @Test("LR-14: many documents are filed by the cells of the form of one; they lose what is to be taken away")
    func groupForm() async throws {
        let (station, library) = try await station()
        _ = try library.file(3, try FilingEntry([.folder: "Home", .tags: "tax", .due: "2026-12-01"]), at: .now)
        let fields = try await station.get("/documents/selection/form").text
        for name in GroupFiling.Field.allCases where name != .sharing {
            #expect(fields.contains("data-cell=\"\(name.rawValue)\""), "\(name)")
        }
        #expect(fields.contains("<span>Home</span>") && fields.contains("<span>Unchanged</span>"))
        _ = try await station.post(
            "/documents/selection/edit",
            "documents=3,1&addedTags=&addedTags=tax&addedTags=new%2C+two&type=Invoice&date=2026-05-01&state=reviewed")
        var filing = try library.filing(of: 3)
        #expect(filing.tags.count == 3 && filing.date == Day("2026-05-01") && filing.due == Day("2026-12-01"))
        let other = try library.filing(of: 1)
        #expect(filing.folder != nil && filing.type == other.type)
        _ = try await station.post(
            "/documents/selection/edit", "documents=3&cleared=folder&cleared=due&cleared=title&type=&removedTags=tax")
        filing = try library.filing(of: 3)
        #expect(filing.folder == nil && filing.due == nil && filing.type != nil && filing.tags.count == 2)
        #expect(try library.document(3).title == "Phone bill")
        let wrong = try await station.post("/documents/selection/edit", "documents=3&date=2026-13-01")
        #expect(wrong.status == .unprocessableContent)
    }

    @Test("LR-14: what is no selection is refused, and changes nothing")
    func badSelections() async throws {
        let (station, library) = try await station()
        for bad in ["", "x", "1,,2", "1,1", "1;2"] {
            let answer = try await station.post("/documents/selection/delete", "documents=\(bad)")
            #expect(answer.status == .badRequest, "\(bad)")
        }
        #expect(try await station.post("/documents/selection/delete").status == .badRequest)
        let long = String(repeating: "x", count: 61)
        let refused = try await station.post("/documents/selection/edit", "documents=3&addedTags=\(long)")
        #expect(refused.status == .unprocessableContent)
        #expect(try await station.post("/documents/selection/edit", "documents=3,99&type=x").status == .notFound)
        #expect(try await station.post("/documents/undo/999").status == .notFound)
        #expect(try await station.post("/documents/undo/x").status == .notFound)
        #expect(try library.documentCount() == 3)
    }
}
