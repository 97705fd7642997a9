import Foundation
import HTTPTypes
import RectoCore
import RectoVision
import StationServer
import StationStore
import TestSupport
import Testing

/// Editing the pages of saved documents in drafts.
@Suite struct EditedDocumentTests {
    private let folder: TemporaryFolder
    private let station: StationUnderTest
    private let library: Library

    init() async throws {
        folder = try TemporaryFolder()
        station = try await StationUnderTest(folder: folder)
        library = try Library(folder: folder.path("station"))
    }

    private func paper(_ number: Int) throws -> [UInt8] {
        try Paper.file(LibraryModel.Content(paper: number, number: number))
    }

    private func add(_ papers: [Int], _ title: String = "Letter", to other: Library? = nil) throws -> Int64 {
        let size = try PixelSize(width: 160, height: 224)
        let pages = try papers.map { NewDocument.Page(picture: try paper($0), size: size, quad: nil) }
        return try (other ?? library).add(NewDocument(title: title, captured: .now, pages: pages))
    }

    /// Opens the pages of a document.
    /// - Returns: The path of the draft.
    private func edit(_ document: Int64, in station: StationUnderTest? = nil) async throws -> String {
        let location = try #require(try await (station ?? self.station).post("/documents/\(document)/draft").location)
        #expect(location.hasSuffix("/pages"))
        return String(location.dropLast(6))
    }

    private func expect(_ papers: [Int], in document: Int64, _ comment: Comment? = nil) throws {
        let originals = try library.pages(of: document).map { try library.original($0.original) }
        #expect(try originals == papers.map { try paper($0) }, comment)
    }

    @Test("PG-1: a document's pages are edited in one draft, which anybody continues and no new scan joins")
    func opens() async throws {
        let id = try add([1, 2], "Rent")
        #expect(try await station.get("/documents/\(id)").text.contains("Edit Pages</button>"))
        let path = try await edit(id)
        #expect(try await edit(id) == path)
        let gallery = try await station.get("\(path)/pages").text
        #expect(gallery.contains("href=\"/documents/\(id)\">Close</a>") && gallery.contains("</span>Discard</button>"))
        #expect(gallery.contains("“Rent” stays as it is saved.") && gallery.contains("Save (2)"))
        // It begins at the first page, and names the document.
        #expect(gallery.contains("<span class=\"edited\">Rent</span><span class=\"wide\">Page 1 of 2</span>"))
        _ = try await station.post("\(path)/pages/1/rotate")
        #expect(try await station.get("/documents/\(id)").text.contains("Continue Editing</button>"))
        #expect(try await station.get("/drafts").text.contains("Changes to “Rent”"))
        #expect(try await station.get("/documents").text.contains("href=\"\(path)/pages\""))
        // A new scan does not belong to it, and it does not count as a scan.
        #expect(try await !station.get("/profile").text.contains("<span class=\"number\">2</span>"))
        #expect(try await station.get(path).headers[.setCookie] == nil)
        #expect(try await station.post("/documents/99/draft").status == .notFound)
        _ = try library.trash([id], at: .now)
        #expect(try await station.post("/documents/\(id)/draft").status == .notFound)
    }

    @Test("PG-1, PG-8: a draft goes on after a restart; what was not complete when the station ended is none")
    func restarts() async throws {
        let folder = try TemporaryFolder()
        let drafts = folder.path("station/drafts")
        let path: String
        do {
            let station = try await StationUnderTest(folder: folder)
            _ = try add([1, 2], to: try Library(folder: folder.path("station")))
            path = try await edit(1, in: station)
        }
        do {
            let station = try await StationUnderTest(folder: folder)
            #expect(try await edit(1, in: station) == path)
        }
        let name = path.dropFirst("/scan/".count)
        try FileManager.default.moveItem(atPath: "\(drafts)/\(name)", toPath: "\(drafts)/\(name).opening")
        let station = try await StationUnderTest(folder: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty)
        #expect(try await station.get("/documents/1").text.contains("Edit Pages</button>"))
        #expect(try await edit(1, in: station) != path)
    }

    @Test("PG-1: browsers that open a document at the same time get the same draft")
    func opensAtOnce() async throws {
        let id = try add([1, 2, 3])
        let paths = try await withThrowingTaskGroup(of: String.self) { tasks in
            for _ in 0..<8 { tasks.addTask { try await edit(id) } }
            return try await tasks.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("station/drafts")).count == 1)
    }

    @Test("PG-2, PG-6, DS-30: edited pages are stored, from the pictures as they came, and undone from the notice")
    func saves() async throws {
        let id = try add([1, 2, 3], "Rent")
        let before = try library.pageList(of: id)
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        _ = try await station.post("\(path)/pages/3/move", "place=0")
        _ = try await station.post("\(path)/pages/3/rotate")
        _ = try await station.post("\(path)/pages/2/adjust", "corners=10,12,150,12,150,212,10,212")
        #expect(try await station.ask(.post, "\(path)/import", try paper(4)).status == .seeOther)
        try expect([1, 2, 3], in: id)
        let location = try #require(try await station.post("\(path)/save").location)
        let event = try #require(location.firstMatch(of: /^\/documents\/1\?done=saved&undo=(\d+)$/)?.output.1)
        try expect([3, 2, 4], in: id)
        let pages = try library.pages(of: id)
        #expect(pages[0].rotation == .clockwise90 && pages[1].corners == [10, 12, 150, 12, 150, 212, 10, 212])
        #expect(try library.pageList(of: id).items[1].id == before.items[1].id)
        let notice = try await station.get(location).text
        #expect(
            notice.contains("Document saved") && notice.contains("action=\"/documents/\(id)/undo/\(event)-\(event)\""))
        // Again, from another tab.
        #expect(try await station.post("\(path)/save").location == "/documents/\(id)?done=saved")
        #expect(try await station.post("/documents/\(id)/undo/\(event)").location == "/documents/\(id)?done=undone")
        #expect(try library.pageList(of: id) == before)
        // The next editing begins with the current corners.
        _ = try await station.post("/documents/\(id)/undo/\(try #require(try library.events(of: id).first?.id))")
        let next = try await edit(id)
        #expect(next != path)
        #expect(try await station.get("\(next)/pages/2/adjust").text.contains(/value="10(\.0)?,12/))
        #expect(try await station.post("\(next)/save").location == "/documents/\(id)?done=saved")
        #expect(try library.events(of: id).count == 3)
    }

    @Test("PG-10, DS-31, DS-33: filters and turns are for the selected page, or for all at once")
    func allPages() async throws {
        let id = try add([1, 2, 3])
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/rotate")
        let all = try await station.post("\(path)/pages/2/rotate?all=yes")
        #expect(all.location == "\(path)/pages/2?all=yes")
        _ = try await station.post("\(path)/pages/2/filter?all=yes", "filter=grayscale")
        let gallery = try await station.get("\(path)/pages/2?all=yes").text
        #expect(gallery.contains("action=\"\(path)/pages/2/rotate?all=yes\"") && gallery.contains("All Pages</button>"))
        _ = try await station.post("\(path)/save")
        let pages = try library.pages(of: id)
        #expect(pages.map(\.rotation) == [.half, .clockwise90, .clockwise90])
        #expect(pages.map(\.filter) == [.grayscale, .grayscale, .grayscale])
    }

    @Test("PG-4: who edited a document that is another one now is told so, and saves the pages as a new document")
    func conflicts() async throws {
        let (id, other) = (try add([1, 2], "Rent"), try add([3]))
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        _ = try library.merge([id, other], at: .now)
        #expect(try await station.post("\(path)/save").location == "\(path)/pages")
        let gallery = try await station.get("\(path)/pages").text
        #expect(gallery.contains("The document has changed since you began."))
        #expect(gallery.contains("action=\"\(path)/save?as=new\"") && !gallery.contains("action=\"\(path)/save\""))
        let accept: HTTPFields = [.accept: "application/problem+json"]
        let problem = try await station.post("\(path)/save", headers: accept)
        #expect(problem.status == .conflict && problem.text.contains("You can save them as a new document."))
        let program = try await station.post("/api/sessions/\(path.dropFirst(6))/document")
        #expect(program.status == .conflict)
        try expect([1, 2, 3], in: id)
        let location = try #require(try await station.post("\(path)/save?as=new").location)
        #expect(location == "/documents/3?done=saved")
        try expect([2], in: 3)
        #expect(try library.document(3).title == "Rent (2)")
        try expect([1, 2, 3], in: id)
        #expect(try await station.get("/documents/\(id)").text.contains("Edit Pages</button>"))
    }

    @Test("PG-5: a draft that is discarded leaves the document as it was")
    func discards() async throws {
        let id = try add([1, 2])
        let before = try library.pageList(of: id)
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        let discarded = try await station.post("\(path)/discard?scans=1")
        #expect(discarded.location == "/documents/\(id)?done=changesDiscarded")
        #expect(try await station.get("/documents/\(id)?done=changesDiscarded").text.contains("Changes discarded"))
        #expect(try library.pageList(of: id) == before)
        #expect(try await station.get("\(path)/pages").status == .gone)
        // Without pages there is nothing to save.
        let next = try await edit(id)
        for page in 1...2 { _ = try await station.post("\(next)/pages/\(page)/delete") }
        #expect(try await station.post("\(next)/save").location == "\(next)/pages")
        let accept: HTTPFields = [.accept: "application/problem+json"]
        #expect(try await station.post("\(next)/save", headers: accept).status == .conflict)
        #expect(try library.pageList(of: id) == before)
    }

    @Test("PG-1: a draft that has changed nothing is none, and follows its document")
    func unchanged() async throws {
        let (id, other) = (try add([1, 2], "Rent"), try add([3]))
        let path = try await edit(id)
        func isListed() async throws -> Bool { try await station.get("/drafts").text.contains("Changes to “Rent”") }
        #expect(try await station.get("/documents/\(id)").text.contains("Edit Pages</button>"))
        #expect(try await !isListed())
        #expect(try await !station.get("/documents").text.contains(path))
        // Four rotations cancel out.
        for turn in 1...4 {
            _ = try await station.post("\(path)/pages/2/rotate")
            #expect(try await isListed() == (turn < 4))
        }
        // Actions in an outdated window apply to the current pages.
        _ = try library.merge([id, other], at: .now)
        let renewed = try #require(try await station.get("\(path)/pages").location)
        let next = String(renewed.dropLast("/pages?done=renewed".count))
        #expect(next != path && renewed.hasSuffix("/pages?done=renewed"))
        let gallery = try await station.get(renewed).text
        #expect(gallery.contains("These are its pages now.") && gallery.contains("Save (3)"))
        #expect(try await edit(id) == next)
        #expect(try await station.get("\(path)/pages").status == .gone)
        let pages = try library.pageList(of: id).items.compactMap(\.id)
        _ = try library.movePages([pages[0]], of: id, to: nil, at: .now)
        let late = try #require(try await station.post("\(next)/pages/1/rotate").location)
        #expect(late.hasSuffix("/pages?done=renewed"))
        let last = String(late.dropLast("/pages?done=renewed".count))
        #expect(try await station.ask(.post, "\(last)/import", try paper(4)).status == .seeOther)
        _ = try await station.post("\(last)/save")
        try expect([2, 3, 4], in: id)
    }

    @Test("PG-1: a draft that has changed nothing ends with its document in the trash, one with changes does not")
    func trashedMeanwhile() async throws {
        let id = try add([1, 2], "Gamma")
        let unchanged = try await edit(id)
        _ = try library.trash([id], at: .now)
        #expect(try await station.get("\(unchanged)/pages").location == "/documents/\(id)")
        _ = try library.restore([id], at: .now)
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        _ = try library.trash([id], at: .now)
        #expect(try await station.post("\(path)/save").location == "\(path)/pages")
        let gallery = try await station.get("\(path)/pages").text
        #expect(gallery.contains("The document is in the trash.") && gallery.contains("Restore and Save</button>"))
        #expect(gallery.contains("Save as New Document</button>") && !gallery.contains("has changed since you began"))
        let accept: HTTPFields = [.accept: "application/problem+json"]
        #expect(try await station.post("\(path)/save", headers: accept).text.contains("The document is in the trash."))
        let saved = try #require(try await station.post("\(path)/save?restore=yes").location)
        #expect(saved.hasPrefix("/documents/\(id)?done=saved&undo="))
        try expect([2], in: id)
        #expect(try library.document(id).trashed == nil)
    }

    @Test("PG-4: the draft of a document that was deleted for good keeps its title")
    func purgedMeanwhile() async throws {
        let id = try add([1, 2], "Gamma")
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        _ = try library.trash([id], at: .now)
        #expect(try library.purge([id]) == 1)
        let drafts = try await station.get("/drafts").text
        #expect(drafts.contains("Changes to “Gamma”") && drafts.contains("Its 1 scan will be deleted."))
        let gallery = try await station.get("\(path)/pages").text
        #expect(
            gallery.contains("The document was deleted for good.") && gallery.contains("href=\"/documents\">Close</a>"))
        #expect(!gallery.contains("Restore and Save") && !gallery.contains("stays as it is saved"))
        let saved = try #require(try await station.post("\(path)/save?as=new").location)
        let new = try #require(saved.firstMatch(of: /documents\/(\d+)\?/).flatMap { Int64($0.output.1) })
        #expect(try library.document(new).title == "Gamma")
        try expect([2], in: new)
    }

    @Test("PG-5: who deletes all pages of a document stays with it: they come back, or it is deleted instead")
    func withoutPages() async throws {
        let id = try add([1, 2], "Rent")
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/1/delete")
        let last = try #require(try await station.post("\(path)/pages/2/delete").location)
        #expect(last == "\(path)/pages?done=deleted&page=2&place=0")
        let empty = try await station.get(last).text
        #expect(empty.contains("No pages left") && empty.contains("<span class=\"edited\">Rent</span>"))
        #expect(empty.contains("data-import") && empty.contains("“Rent” stays as it is saved."))
        #expect(!empty.contains("\(path)/save"))
        let undo = try #require(empty.firstMatch(of: /action="([^"]+\/restore[^"]*)"/)).output.1
        #expect(try await station.post(String(undo)).location == "\(path)/pages/2")
        #expect(try await station.get("\(path)/pages").text.contains("Save (1)"))
        _ = try await station.post("\(path)/pages/2/delete")
        let deleted = try #require(try await station.post("\(path)/discard?scans=0&document=delete").location)
        #expect(deleted.hasPrefix("/documents?done=trashed&undo="))
        #expect(try library.document(id).trashed != nil && library.draft(editing: id) == nil)
        try expect([1, 2], in: id)
    }

    @Test("PG-7: a document whose last page was moved is told of, and is not opened, restored or exported")
    func emptied() async throws {
        let (id, other) = (try add([1], "Gamma"), try add([2]))
        let page = try #require(try library.pageList(of: id).items[0].id)
        let choice = try await station.get("/documents/\(id)/move?page-\(page)=on").text
        #expect(choice.contains("These are all pages of “Gamma”."))
        let moved = try #require(
            try await station.post("/documents/\(id)/move", "page-\(page)=on&to=\(other)").location)
        #expect(moved.hasPrefix("/documents/\(other)?done=movedAll&count=1&undo="))
        #expect(try await station.get(moved).text.contains("The other document has none left and was removed."))
        for path in ["", ".pdf", ".tif", ".txt", "/move?page-\(page)=on"] {
            let answer = try await station.get("/documents/\(id)\(path)")
            #expect(answer.status == .notFound && answer.text.contains("href=\"/documents/\(other)\""), "\(path)")
        }
        for path in ["/documents/\(id)/restore", "/documents/\(id)/draft", "/api/documents/\(id)/restore"] {
            #expect(try await station.post(path).status == .notFound, "\(path)")
        }
        #expect(try await station.post("/api/documents/\(id)/exports").status == .notFound)
        _ = try await station.post("/documents/selection/restore?trash=yes", "documents=\(id)")
        #expect(try library.document(id).trashed != nil && library.documentCount() == 1)
    }

    @Test("DS-35: who comes to a page that was deleted is led on, and what was cropped comes back with it")
    func deletedElsewhere() async throws {
        let id = try add([1, 2, 3])
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/2/delete")
        for address in ["\(path)/pages/2", "\(path)/pages/2/adjust"] {
            #expect(try await station.get(address).location == "\(path)/pages?done=gone&page=2")
        }
        let told = try await station.get("\(path)/pages?done=gone&page=2").text
        #expect(told.contains("This page was deleted.") && told.contains("/pages/2/restore?place=1"))
        // Corners are still being moved in an outdated window.
        let drag = #"{"corners":[0,0,160,0,160,224,0,224],"corner":0,"x":10,"y":12}"#
        let moved = try await station.post("\(path)/pages/2/adjust/corner", drag)
        #expect(moved.status == .ok && moved.text.contains("[10,12,"))
        let corners = "10.0,12.0,150.0,12.0,150.0,212.0,10.0,212.0"
        let late = try #require(try await station.post("\(path)/pages/2/adjust", "corners=\(corners)").location)
        #expect(late == "\(path)/pages?done=uncropped&corners=\(corners)&page=2")
        let notice = try await station.get(late).text
        let undo = try #require(notice.firstMatch(of: /action="([^"]+\/restore[^"]*)"/)).output.1
        #expect(try await station.post(undo.replacing("&amp;", with: "&").description).location == "\(path)/pages/2")
        _ = try await station.post("\(path)/save")
        #expect(try library.pages(of: id).map(\.corners?.count) == [nil, 8, nil])
        #expect(try library.pages(of: id)[1].corners == [10, 12, 150, 12, 150, 212, 10, 212])
        // A page that never existed is not found.
        let next = try await edit(id)
        #expect(try await station.get("\(next)/pages/9/adjust").status == .notFound)
    }

    @Test("PG-9: the list leads to the trash, which says when documents were deleted, and back")
    func trashIsFound() async throws {
        let id = try add([1])
        _ = try library.trash([id], at: try #require(ISO8601DateFormatter().date(from: "2026-11-02T12:00:00Z")))
        #expect(try await station.get("/documents").text.contains("id=\"trash-link\" href=\"/documents?trash=yes\""))
        let trash = try await station.get("/documents?trash=yes").text
        #expect(trash.contains("Deleted: Nov 2, 2026 · Kept until Dec 2, 2026"))
        #expect(trash.contains("Documents</span></a><h1>Trash (1)</h1>") && !trash.contains("id=\"trash-link\""))
    }

    @Test("PG-7: selected pages become a document of their own, and come back from its notice")
    func splits() async throws {
        let id = try add([1, 2, 3], "Rent")
        let pages = try library.pageList(of: id).items.compactMap(\.id)
        let screen = try await station.get("/documents/\(id)").text
        #expect(screen.contains("name=\"page-\(pages[1])\"") && screen.contains("Move to New Document"))
        let location = try #require(
            try await station.post("/documents/\(id)/move", "page-\(pages[0])=on&page-\(pages[2])=on").location)
        #expect(location.hasPrefix("/documents/2?done=moved&count=2&undo="))
        try expect([2], in: id)
        try expect([1, 3], in: 2)
        let notice = try await station.get(location).text
        #expect(notice.contains("<h1>Rent (2)</h1>") && notice.contains("2 pages moved here"))
        let undo = try #require(notice.firstMatch(of: /action="(\/documents\/2\/undo\/[0-9-]+)"/)?.output.1)
        // A document must keep a page.
        let last = try await station.post("/documents/\(id)/move", "page-\(pages[1])=on")
        #expect(last.status == .conflict && last.text.contains("A document needs at least one page."))
        #expect(try await station.post("/documents/\(id)/move").status == .badRequest)
        #expect(try await station.post("/documents/\(id)/move", "page-\(pages[0])=on").status == .conflict)
        #expect(try await station.post(String(undo)).location == "/documents/\(id)?done=undone")
        try expect([1, 2, 3], in: id)
        #expect(try library.documentCount() == 1)
    }

    @Test("PG-7: selected pages go to another document, which is searched for")
    func moves() async throws {
        let (id, other) = (try add([1, 2], "Rent"), try add([3], "Gas bill"))
        let pages = try library.pageList(of: id).items.compactMap(\.id)
        let query = "page-\(pages[1])=on"
        let choice = try await station.get("/documents/\(id)/move?\(query)").text
        #expect(choice.contains("<h1>Move 1 page</h1>") && choice.contains("name=\"to\" value=\"\(other)\""))
        #expect(!choice.contains("name=\"to\" value=\"\(id)\"") && choice.contains("name=\"page-\(pages[1])\""))
        #expect(try await station.get("/documents/\(id)/move?\(query)&q=gas").text.contains("value=\"\(other)\""))
        #expect(try await station.get("/documents/\(id)/move?\(query)&q=zebra").text.contains("No documents found"))
        #expect(try await station.get("/documents/\(id)/move?page-99=on").location == "/documents/\(id)")
        let location = try #require(try await station.post("/documents/\(id)/move", "\(query)&to=\(other)").location)
        #expect(location.hasPrefix("/documents/\(other)?done=moved&count=1&undo="))
        try expect([1], in: id)
        try expect([3, 2], in: other)
        // The last one as well: nothing is left of the first document.
        _ = try await station.post("/documents/\(id)/move", "page-\(pages[0])=on&to=\(other)")
        try expect([3, 2, 1], in: other)
        #expect(try library.document(id).trashed != nil)
        for target in ["99", "x"] {
            let refused = try await station.post("/documents/\(other)/move", "\(query)&to=\(target)")
            #expect(refused.status == .notFound, "\(target)")
        }
        #expect(try await station.post("/documents/\(other)/move", "\(query)&to=\(other)").status == .conflict)
    }

    @Test("PG-9: the trash is emptied, or what is selected in it deleted, after a question that says it is for good")
    func purge() async throws {
        let ids = try (1...4).map { try add([$0]) }
        _ = try library.trash(Array(ids.prefix(3)), at: .now)
        #expect(try await !station.get("/documents").text.contains("Empty Trash"))
        let trash = try await station.get("/documents?trash=yes").text
        let emptying = try #require(trash.firstMatch(of: /<dialog id="empty-trash".*?<\/dialog>/.dotMatchesNewlines()))
        #expect(emptying.output.contains("3 documents will be deleted with their pages. This cannot be undone."))
        #expect(emptying.output.contains("action=\"/documents/selection/purge?trash=yes&amp;told=3\""))
        let purging = try #require(trash.firstMatch(of: /<dialog id="purge".*?<\/dialog>/.dotMatchesNewlines()))
        #expect(purging.output.contains("This cannot be undone.") && purging.output.contains("data-group"))
        #expect(try await !station.get("/documents?trash=yes&q=x").text.contains("Empty Trash"))
        #expect(try await station.get("/documents/\(ids[0])").text.contains("This cannot be undone."))

        // A document outside the trash is kept.
        let some = try await station.post("/documents/selection/purge?trash=yes", "documents=\(ids[0]),\(ids[3])")
        #expect(some.location == "/documents?done=deleted&count=1&trash=yes")
        #expect(try await station.get("/documents?done=deleted&count=1&trash=yes").text.contains("1 document deleted"))
        // Another one was added since the question.
        let late = try await station.post("/documents/selection/purge?trash=yes&told=1")
        #expect(late.location == "/documents?done=moreInTrash&trash=yes")
        #expect(try library.document(ids[1]).trashed != nil)
        let all = try await station.post("/documents/selection/purge?trash=yes&told=2")
        #expect(all.location == "/documents?done=deleted&count=2&trash=yes")
        #expect(try library.isTrashEmpty() && library.documentCount() == 1)
        #expect(try await station.post("/documents/selection/purge?told=1").location == "/documents?done=moreInTrash")
        #expect(try library.documentCount() == 1)
    }
}
