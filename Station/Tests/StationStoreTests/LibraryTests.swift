import Foundation
import GRDB
import RectoCore
import RectoVision
import StationRules
import StationStore
import Testing
import TestSupport

@Suite struct LibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func library() throws -> Library { try Library(folder: folder.path("library")) }

    private func document(
        _ title: String = "Letter", pages: [[UInt8]] = [[1, 2, 3]], at seconds: Double = 1_800_000_000,
        draft: String? = nil
    ) throws -> NewDocument {
        let size = try PixelSize(width: 40, height: 30)
        let quad = Quad(width: 30, height: 20)
        return NewDocument(
            title: title, captured: Date(timeIntervalSince1970: seconds), draft: draft,
            pages: pages.map {
                NewDocument.Page(
                    picture: $0, size: size, quad: quad, rotation: .half, filter: .photo, flattening: .automatic)
            })
    }

    @Test func waitsForWhoHoldsItForAMoment() throws {
        try FileManager.default.createDirectory(atPath: folder.path("library"), withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path("library/library.sqlite"), configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "CREATE TABLE other (x); BEGIN EXCLUSIVE") }
        // A separate thread, because a task would depend on other tests.
        let release = Thread {
            Thread.sleep(forTimeInterval: 0.3)
            try? other.inDatabase { try $0.execute(sql: "COMMIT") }
        }
        release.start()
        #expect(try library().add(document()) == 1)
    }

    @Test func closesItsFilesToOtherUsers() throws {
        _ = try library().add(document())
        let library = folder.path("library")
        func mode(_ path: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        #expect(try mode(library) == 0o700)
        #expect(try mode(library + "/originals") == 0o700)
        #expect(try mode(library + "/library.sqlite") == 0o600)
        // The permissions of a library from an earlier version; its group may need access for backups.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library + "/originals")
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: library + "/library.sqlite")
        _ = try self.library()
        #expect(try mode(library + "/originals") == 0o750)
        #expect(try mode(library + "/library.sqlite") == 0o660)
    }

    @Test func keepsDocumentsAndTheirPages() throws {
        let id = try library().add(document(pages: [[1, 2, 3], [4]]))
        let again = try library()
        let record = try again.document(id)
        #expect(record.title == "Letter")
        #expect(record.pages == 2)
        #expect(record.captured == Date(timeIntervalSince1970: 1_800_000_000))
        let pages = try again.pages(of: id)
        #expect(pages.map(\.filter) == [.photo, .photo])
        #expect(pages.map(\.rotation) == [.half, .half])
        #expect(pages.map(\.flattening) == [.automatic, .automatic])
        #expect(pages[0].quad == Quad(width: 30, height: 20))
        #expect(try again.original(pages[0].original) == [1, 2, 3])
        #expect(try again.page(1, of: id) == pages[1])
    }

    @Test("A page of an export that is older than flattening is not made flat, and looks the same as before")
    func olderPages() throws {
        let name = String(repeating: "ab", count: 32)
        let text = "{\"original\":\"\(name)\",\"width\":4,\"height\":3,\"rotation\":90,\"filter\":\"photo\"}"
        var page = try JSONDecoder().decode(PageRecord.self, from: Data(text.utf8))
        #expect(page.flattening == .off && page.lookText == "90 photo")
        page.flattening = .automatic
        #expect(page.lookText == "90 photo automatic")
    }

    @Test("DS-19: a draft becomes one document, however often it is saved")
    func draftsAreSavedOnce() throws {
        let library = try library()
        let id = try library.add(document(draft: "abc"))
        #expect(try library.add(document(draft: "abc")) == id)
        #expect(try library.documentCount() == 1)
        #expect(try library.end(ofDraft: "abc") == .saved(id))
        #expect(try library.end(ofDraft: "abd") == nil)
        // Even after the document was deleted.
        try library.delete(id)
        #expect(try library.end(ofDraft: "abc") == .saved(id))
        #expect(try library.add(document(draft: "abc")) == id)
        #expect(try library.documentCount() == 0)
    }

    @Test("DS-36: a draft that was discarded never becomes a document, and is remembered for a time")
    func draftsAreDiscardedOnce() throws {
        let library = try library()
        let date = Date(timeIntervalSince1970: 1000)
        #expect(try library.discard(draft: "abc", keys: ["k1", "k2"], at: date) == .discarded)
        #expect(try library.hadPicture("k2", draft: "abc") && !library.hadPicture("k", draft: "abc"))
        #expect(throws: StoreError.discardedDraft("abc")) { try library.add(document(draft: "abc")) }
        let id = try library.add(document(draft: "abd"))
        #expect(try library.discard(draft: "abd") == .saved(id))
        try library.forgetDrafts(endedBefore: date + 1)
        #expect(try library.end(ofDraft: "abc") == nil && library.end(ofDraft: "abd") == .saved(id))
    }

    @Test("TD-15: settings are kept, each by its name; one of another form counts as none")
    func keepsSettings() throws {
        #expect(try library().setting("clock", as: [String: Int].self) == nil)
        try library().set("clock", to: ["hours": 12])
        try library().set("clock", to: ["hours": 24])
        try library().set("other", to: ["a"])
        #expect(try library().setting("clock", as: [String: Int].self) == ["hours": 24])
        #expect(try library().setting("clock", as: [String].self) == nil)
    }

    @Test func tellsWhenDocumentsWereCaptured() throws {
        let library = try library()
        for time in [10.0, 30, 20] { _ = try library.add(document(at: time)) }
        let times = try library.captureTimes(since: Date(timeIntervalSince1970: 20))
        #expect(Set(times.map(\.timeIntervalSince1970)) == [20, 30])
    }

    @Test func listsNewestFirstInParts() throws {
        let library = try library()
        // Two at the same time: the later one comes first, and none is lost between parts.
        for (index, time) in [10.0, 30, 20, 20, 40].enumerated() { _ = try library.add(document("\(index)", at: time)) }
        var titles: [String] = []
        var position: ListPosition?
        repeat {
            let part = try library.documents(
                ListQuery(), after: position, limit: 2, calendar: Calendar(identifier: .gregorian))
            titles += part.documents.map(\.title)
            position = part.next
        } while position != nil
        #expect(titles == ["4", "1", "3", "2", "0"])
    }

    @Test func firstPagesOfManyDocumentsAreReadAtOnce() throws {
        let library = try library()
        let first = try library.add(document(pages: [[1], [2]]))
        let second = try library.add(document(pages: [[3]]))
        let empty = try library.add(document(pages: []))
        let pages = try library.firstPages(of: [second, first, empty, 99])
        #expect(pages == [first: try library.page(0, of: first), second: try library.page(0, of: second)])
        #expect(try library.firstPages(of: []).isEmpty)
    }

    @Test func aDocumentIsRenamed() throws {
        let library = try library()
        let id = try library.add(document())
        _ = try library.file(id, try FilingEntry([.title: "Contract"]), at: .now)
        #expect(try library.document(id).title == "Contract")
        #expect(throws: StoreError.unknownDocument(99)) {
            try library.file(99, try FilingEntry([.title: "x"]), at: .now)
        }
    }

    @Test func deletesPicturesThatNoOtherDocumentHas() throws {
        let library = try library()
        let first = try library.add(document(pages: [[1], [2]]))
        let second = try library.add(document(pages: [[2]]))
        let pages = try library.pages(of: first)
        try library.delete(first)
        #expect(throws: StoreError.unknownDocument(first)) { try library.document(first) }
        #expect(throws: StoreError.damagedBlob(pages[0].original.text)) { try library.original(pages[0].original) }
        #expect(try library.original(library.pages(of: second)[0].original) == [2])
        #expect(throws: StoreError.unknownDocument(first)) { try library.delete(first) }
    }

    @Test func refusesDamagedPictures() throws {
        let library = try library()
        let id = try library.add(document())
        let name = try library.pages(of: id)[0].original
        let path = folder.path("library") + "/originals/\(name.text.prefix(2))/\(name.text.dropFirst(2))"
        try Data([1, 2, 4]).write(to: URL(filePath: path))
        #expect(throws: StoreError.damagedBlob(name.text)) { try library.original(name) }
    }

    @Test func removesWhatAnEndBetweenPictureAndDocumentLeft() throws {
        let library = try library()
        let id = try library.add(document())
        let left = BlobName(of: [9])
        let path = folder.path("library") + "/originals/\(left.text.prefix(2))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([9]).write(to: URL(filePath: path + "/\(left.text.dropFirst(2))"))
        try Data([9]).write(to: URL(filePath: path + "/.recto-1a2b.part"))
        #expect(try library.original(left) == [9])
        try library.removeLeftovers()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        #expect(throws: StoreError.damagedBlob(left.text)) { try library.original(left) }
        #expect(try library.original(library.pages(of: id)[0].original) == [1, 2, 3])
    }

    @Test func refusesFilesThatAreNoLibrary() throws {
        let path = folder.path("other")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: path + "/library.sqlite"))
        #expect(throws: StoreError.self) { try Library(folder: path) }
        try Data().write(to: URL(filePath: folder.path("file")))
        #expect(throws: StoreError.self) { try Library(folder: folder.path("file")) }
    }

    @Test("Captures of a library from before have today's outcome, and failures stay what they were")
    func outcomesFromBefore() throws {
        let earlier = try library()
        for outcome in ["taken", "NoPageInView", "captured"] {
            try earlier.add(CaptureMetric(at: Date(), source: "desk", milliseconds: 5, outcome: outcome))
        }
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try database.write {
            try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'captureOutcomes'")
        }
        try database.close()
        #expect(try library().captureMetrics(limit: 9).map(\.outcome) == ["captured", "NoPageInView", "captured"])
    }

    @Test func namesOfFilesAreTheirSums() {
        #expect(BlobName(of: []).text == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(BlobName(String(repeating: "0", count: 63)) == nil)
        #expect(BlobName(String(repeating: "G", count: 64)) == nil)
    }
}
