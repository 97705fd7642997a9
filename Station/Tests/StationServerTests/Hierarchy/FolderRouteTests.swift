import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct FolderRouteTests {
    private func station() async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        let id = try library.add(NewDocument(title: "Gas bill", captured: .now, pages: [page]))
        _ = try library.file(id, try FilingEntry([.folder: "Home / Bills"]), at: .now)
        _ = try library.addFolder("Work", in: nil)
        return (station, library)
    }

    @Test("HI-1, HI-2: rows of folders lead to their documents, and by an accessory to their place in the tree")
    func list() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/documents/folders").text
        #expect(text.contains("<h1>Folders (3)</h1>") && text.contains("data-opens=\"folder-form\""))
        #expect(
            text.contains("href=\"/documents?folder=1\"") && text.contains("aria-label=\"Show Bills in the hierarchy\"")
        )
        #expect(text.contains("<span class=\"subhead\">Home</span><span class=\"subhead\">1 document</span>"))
        let found = try await station.get("/documents/folders?q=bi").text
        #expect(found.contains("<h1>Folders (1 of 3)</h1>"))
        let empty = try await station.get("/documents/folders?empty=yes").text
        #expect(empty.contains("aria-pressed=\"true\"") && !empty.contains("Show Home in"))
        #expect(try await station.get("/documents/folders?q=zebra").text.contains("No folders found"))
        // The list of documents and the sidebar link there.
        let documents = try await station.get("/documents").text
        #expect(documents.contains("href=\"/documents/folders\""))
        #expect(documents.contains("<li data-drops=\"Work\"><a class=\"destination\" href=\"/documents?folder=3\""))
        #expect(try await !station.get("/documents?sidebar=edit").text.contains("data-drops"))
    }

    @Test("HI-3, HI-7: the tree tells level, place and state of each folder, and shows the selected one")
    func hierarchy() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/documents/folders/1").text
        #expect(text.contains("<div class=\"tree\" role=\"tree\" aria-label=\"Folders\">"))
        let bills = try #require(text.firstMatch(of: /<a class="tree-item"[^>]*id="folder-2"[^>]*>/)?.output)
        #expect(bills.contains("aria-level=\"2\"") && bills.contains("aria-posinset=\"1\" aria-setsize=\"1\""))
        #expect(
            bills.contains("aria-selected=\"false\"") && !bills.contains("aria-expanded") && !bills.contains("hidden"))
        let home = try #require(text.firstMatch(of: /<a class="tree-item"[^>]*id="folder-1"[^>]*>/)?.output)
        #expect(home.contains("aria-selected=\"true\" aria-expanded=\"true\""))
        // Around another folder it is collapsed.
        #expect(try await station.get("/documents/folders/3").text.contains(/id="folder-2"[^>]* hidden/))
        #expect(try await station.get("/documents/folders/9").status == .notFound)
    }

    @Test(
        "HI-4, HI-5, HI-6: a folder gets its place by a choice in a modal; it does not go into itself; changes are undone"
    )
    func changes() async throws {
        let (station, library) = try await station()
        let picker = try await station.get("/documents/folders/picker?id=new-place&for=folder&level=1").text
        #expect(picker.contains("id=\"new-place\" data-part") && picker.contains("<ol class=\"breadcrumb\">"))
        #expect(picker.contains("Top Level</a>") && picker.contains("aria-current=\"location\">Home</span>"))
        #expect(picker.contains("type=\"radio\" name=\"parent\" value=\"2\""))
        // Documents are moved to an explicitly chosen folder: none is preselected.
        let move = try await station.get("/documents/folders/picker?id=group-place&for=documents").text
        #expect(move.contains("name=\"folder\" value=\"/\" required>") && move.contains("<span>No Folder</span>"))
        #expect(!move.contains(" checked") && picker.contains(" checked"))
        let added = try await station.post("/documents/folders", "name=Rent&parent=1")
        #expect(added.location == "/documents/folders/4?done=added")
        #expect(try library.folderTree().trail(to: 4).map(\.folder.name) == ["Home", "Rent"])
        let moved = try await station.post("/documents/folders/4", "name=Lease&parent=3")
        let notice = try await station.get(try #require(moved.location)).text
        let undo = try #require(notice.firstMatch(of: /action="([^"]+)" data-undo/)?.output.1).replacing(
            "&amp;", with: "&")
        #expect(try library.folderTree().trail(to: 4).map(\.folder.name) == ["Work", "Lease"])
        #expect(try await station.post(String(undo)).location == "/documents/folders/4?done=undone")
        #expect(try library.folderTree().trail(to: 4).map(\.folder.name) == ["Home", "Rent"])
        #expect(try await station.post("/documents/folders/1", "name=Home&parent=2").status == .conflict)
        #expect(try await station.post("/documents/folders/2", "name=Rent&parent=1").status == .conflict)
        let removed = try await station.post("/documents/folders/2/delete")
        #expect(try library.document(1).folder == 1)
        let told = try await station.get(try #require(removed.location)).text
        let back = try #require(told.firstMatch(of: /action="([^"]+)" data-undo/)?.output.1)
        let undone = try await station.post(String(back).replacing("&amp;", with: "&"))
        #expect(undone.location == "/documents/folders?done=undone")
        #expect(try library.document(1).folder == 2)
    }

    @Test("HI-4: what is no choice, name or folder is refused")
    func refusals() async throws {
        let (station, library) = try await station()
        for query in ["", "?for=x&id=a", "?for=folder&id=%22", "?for=folder&id=a&level=x"] {
            #expect(try await station.get("/documents/folders/picker\(query)").status == .badRequest, "\(query)")
        }
        #expect(try await station.get("/documents/folders/picker?for=folder&id=a&level=99").status == .notFound)
        for form in ["name=&parent=", "name=a/b&parent="] {
            #expect(try await station.post("/documents/folders", form).status == .unprocessableContent, "\(form)")
        }
        // At its field, in the submitted form.
        let used = try await station.post("/documents/folders", "name=bills&parent=1")
        #expect(used.status == .conflict && used.text.contains("id=\"folder-form-error\">“bills” is used already.</p>"))
        #expect(used.text.contains("data-refused=\"/documents/folders\"") && used.text.contains("value=\"bills\""))
        #expect(used.text.contains("name=\"parent\" value=\"1\" required checked"))
        let edited = try await station.post("/documents/folders/2", "name=a/b&parent=3")
        #expect(edited.text.contains("id=\"folder-edit-error\">A folder has no slash in its name.</p>"))
        #expect(edited.text.contains("data-refused=\"/documents/folders/2\""))
        // The confirmation counts the content, and the screen says why it cannot be deleted.
        #expect(try await station.get("/documents/folders/2").text.contains("“Bills” (1 document) goes to the folder"))
        #expect(try await station.get("/documents/folders/1").text.contains("(0 documents) goes to the top level"))
        _ = try library.addFolder("Work", in: 1)
        let collision = try await station.post("/documents/folders/1/delete")
        #expect(collision.status == .conflict && collision.text.contains("A folder “Work” lies in this folder"))
        #expect(try await station.post("/documents/folders", "name=a&parent=x").status == .badRequest)
        #expect(try await station.post("/documents/folders", "name=a&parent=99").status == .notFound)
        #expect(try await station.post("/documents/folders/99", "name=a").status == .notFound)
        #expect(try library.folders().count == 4)
    }
}
