import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// A draft that exists during the test.
struct Draft {
    let folder: TemporaryFolder
    var path: String { folder.path("draft") }
    var journal: URL { URL(filePath: path).appending(path: "journal") }

    init() throws { folder = try TemporaryFolder() }

    func open() throws(SessionError) -> ScanSession { try ScanSession(folder: path) }

    /// A picture with the given shade of gray.
    static func picture(_ shade: UInt8, width: Int = 24, height: Int = 32) throws -> [UInt8] {
        let size = try PixelSize(width: width, height: height)
        return try PNGWriter().encode(.gray(GrayImage(size: size, packed: Array(repeating: shade, count: size.area))))
    }

    static func quad(_ inset: Double) -> Quad {
        Quad(
            topLeft: Point2D(x: inset, y: inset), topRight: Point2D(x: 24 - inset, y: inset),
            bottomRight: Point2D(x: 24 - inset, y: 32 - inset), bottomLeft: Point2D(x: inset, y: 32 - inset))
    }
}

extension ScanSession {
    /// The shades of the pages' pictures, in order.
    func shades() throws -> [UInt8] {
        try pages.map { page in
            guard case .gray(let image) = try self.page(page.id).original else { return 0 }
            return image.packedBytes[0]
        }
    }
}

@Suite("Sessions")
struct ScanSessionTests {
    private let draft: Draft

    init() throws { draft = try Draft() }

    @Test("Pages come back as they were left")
    func pagesComeBackAsTheyWereLeft() throws {
        var left: [ScanSession.SessionPage] = []
        do {
            let session = try draft.open()
            #expect(session.recovery.isClean && session.pages.isEmpty)
            let ids = try (1...4).map { try session.add(picture: Draft.picture(UInt8($0)), quad: Draft.quad(1)) }
            try session.adjust(ids[0], corners: Draft.quad(2.125))
            try session.adjust(ids[1], corners: nil)
            try session.setFilter(.blackAndWhite, of: ids[1])
            try session.rotate(ids[2], by: .clockwise90)
            try session.rotate(ids[2], by: .half)
            try session.retake(ids[3], withPicture: Draft.picture(44), quad: Draft.quad(3))
            try session.move(ids[3], to: 0)
            try session.delete(ids[1])
            left = session.pages
            #expect(left.map(\.id) == [ids[3], ids[0], ids[2]])
            #expect(left.map { $0.renderOptions.rotation } == [.none, .none, .clockwise270])
            #expect(left[1].quad == Draft.quad(2.125))
        }
        let session = try draft.open()
        #expect(session.recovery.isClean)
        #expect(session.pages == left)
        #expect(try session.shades() == [44, 1, 3])
        // No page gets the name of a deleted one.
        let next = try session.add(picture: Draft.picture(9))
        #expect(!left.map(\.id).contains(next) && next.number > 4)
    }

    @Test("A session is refused while another has the draft, and only then")
    func aDraftHasOneSession() throws {
        var session: ScanSession? = try draft.open()
        try session?.add(picture: Draft.picture(1))
        #expect(throws: SessionError.inUse) { try draft.open() }
        session = nil
        #expect(try draft.open().pages.count == 1)
    }

    @Test("Another process is refused too")
    func lockOfProcesses() async throws {
        let session = try draft.open()
        let path = draft.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            do {
                _ = try ScanSession(folder: path)
                exit(1)
            } catch let error as SessionError where error == .inUse {}
        }
        withExtendedLifetime(session) {}
    }

    @Test("A page that was deleted comes back as it was, also in a later session")
    func restore() throws {
        var left: [ScanSession.SessionPage] = []
        do {
            let session = try draft.open()
            let ids = try (1...3).map { try session.add(picture: Draft.picture(UInt8($0)), quad: Draft.quad(1)) }
            try session.rotate(ids[1], by: .half)
            left = session.pages
            try session.delete(ids[1])
            #expect(session.deletedPages == [left[1]])
        }
        let session = try draft.open()
        try session.restore(left[1].id, at: 1)
        #expect(session.pages == left && session.deletedPages.isEmpty)
        // Doing it twice is harmless.
        try session.restore(left[1].id, at: 0)
        #expect(session.pages == left)
        for id in left.map(\.id) { try session.delete(id) }
        try session.restore(left[2].id, at: 9)
        #expect(session.pages == [left[2]])
        #expect(throws: SessionError.unknownPlace(-1, pages: 1)) { try session.restore(left[0].id, at: -1) }
    }

    @Test("The picture before a retake comes back, also in a later session, and so does the other one again")
    func formerPicture() throws {
        var (before, after): ([ScanSession.SessionPage], [ScanSession.SessionPage]) = ([], [])
        do {
            let session = try draft.open()
            let page = try session.add(picture: Draft.picture(1), quad: Draft.quad(1))
            #expect(throws: SessionError.noFormerPicture(page)) { try session.restorePicture(of: page) }
            before = session.pages
            try session.retake(page, withPicture: Draft.picture(2), quad: Draft.quad(2))
            after = session.pages
        }
        let session = try draft.open()
        #expect(session.pages == after && session.hasFormerPicture(after[0].id))
        try session.restorePicture(of: after[0].id)
        #expect(session.pages == before)
        #expect(try session.shades() == [1])
        try session.restorePicture(of: after[0].id)
        #expect(session.pages == after)
    }

    @Test("A picture takes the place of several pages, that of the first, and they can be restored")
    func replaceByAPicture() throws {
        for (replaced, left) in [([0, 1], [9, 3, 4]), ([2, 0], [2, 9, 4]), ([3], [1, 2, 3, 9])] {
            let draft = try Draft()
            var pages: [ScanSession.SessionPage] = []
            do {
                let session = try draft.open()
                let ids = try (1...4).map { try session.add(picture: Draft.picture(UInt8($0))) }
                let page = try session.replace(replaced.map { ids[$0] }, withPicture: Draft.picture(9))
                #expect(page.number == 5)
                #expect(try session.shades() == left.map { UInt8($0) })
                #expect(session.deletedPages.map(\.id) == replaced.sorted().map { ids[$0] })
                pages = session.pages
            }
            let session = try draft.open()
            #expect(session.recovery.isClean && session.pages == pages)
            #expect(try session.add(picture: Draft.picture(7)).number == 6)
        }
        let session = try draft.open()
        let page = try session.add(picture: Draft.picture(1))
        try session.delete(page)
        #expect(throws: SessionError.unknownPage(page)) {
            try session.replace([page], withPicture: Draft.picture(2))
        }
        #expect(session.pages.isEmpty)
    }

    @Test("A page takes the place of another")
    func replace() throws {
        for (replaced, other, left) in [(0, 2, [3, 2]), (2, 0, [2, 1]), (1, 2, [1, 3]), (1, 1, [1, 2, 3])] {
            let draft = try Draft()
            let session = try draft.open()
            let ids = try (1...3).map { try session.add(picture: Draft.picture(UInt8($0))) }
            try session.replace(ids[replaced], with: ids[other])
            #expect(try session.shades() == left.map { UInt8($0) })
        }
    }

    @Test("A picture that is sent again is known by its key, in a later session and after its page was deleted")
    func keys() throws {
        var ids: [ScanSession.PageID] = []
        do {
            let session = try draft.open()
            ids.append(try session.add(picture: Draft.picture(1), key: "a"))
            let other = try draft.pageOfPixels()
            ids.append(try session.add(other, key: "b"))
            try session.retake(ids[0], with: other, key: "c")
            try session.delete(ids[1])
        }
        let session = try draft.open()
        #expect(["a", "b", "c", "d"].map { session.page(withKey: $0) } == [ids[0], ids[1], ids[0], nil])
    }

    @Test("However often a page is taken again, all of its pictures are known by their keys")
    func keysOfRetakes() throws {
        let keys = ["a", "b", "c", "d", "e"]
        var page: ScanSession.PageID?
        do {
            let session = try draft.open()
            let other = try draft.pageOfPixels()
            let added = try session.add(picture: Draft.picture(1), key: keys[0])
            for key in keys[1...3] { try session.retake(added, with: other, key: key) }
            try session.restorePicture(of: added)
            try session.retake(added, with: other, key: keys[4])
            page = added
        }
        let session = try draft.open()
        for key in keys { #expect(session.page(withKey: key) == page, "\(key)") }
        #expect(session.keys == keys)
    }

    @Test("What makes no sense is refused and changes nothing")
    func senselessChangesAreRefused() throws {
        let session = try draft.open()
        let page = try session.add(picture: Draft.picture(1))
        let gone = try session.add(picture: Draft.picture(2))
        try session.delete(gone)
        let before = session.pages
        #expect(throws: SessionError.unknownPage(gone)) { try session.rotate(gone, by: .half) }
        #expect(throws: SessionError.unknownPage(gone)) { try session.delete(gone) }
        #expect(throws: SessionError.unknownPlace(1, pages: 1)) { try session.move(page, to: 1) }
        #expect(throws: SessionError.unknownPlace(-1, pages: 1)) { try session.move(page, to: -1) }
        var bad = Draft.quad(1)
        bad.topLeft.x = .nan
        #expect(throws: SessionError.corners) { try session.adjust(page, corners: bad) }
        #expect(throws: SessionError.corners) { try session.add(picture: Draft.picture(1), quad: bad) }
        // Convex, but not a page: too small, or too far away.
        for (place, side) in [(10.0, 1.0), (1e6, 100)] {
            let corners = Quad(width: side, height: side).map { $0 + Point2D(x: place, y: place) }
            #expect(throws: SessionError.corners) { try session.adjust(page, corners: corners) }
        }
        var renderOptions = RenderOptions()
        renderOptions.dotsPerInch = .infinity
        #expect(throws: SessionError.resolution(.infinity)) { try session.setRenderOptions(renderOptions, of: page) }
        #expect(throws: SessionError.picture(.unknownFormat)) { try session.add(picture: [1, 2, 3]) }
        #expect(session.pages == before)
        #expect(try draft.copied().pages == before)
    }

    @Test("A folder with other things in it, or a file, is no draft")
    func otherFolders() throws {
        _ = FileManager.default.createFile(atPath: draft.folder.path("file"), contents: Data())
        #expect(throws: SessionError.notADraft) { try ScanSession(folder: draft.folder.path("file")) }
        #expect(throws: SessionError.notADraft) { try ScanSession(folder: draft.folder.url.path) }
        #expect(try draft.folder.names == ["file"])
    }

    @Test("A folder that cannot be created or read is an error with the system's reason")
    func forbiddenFolders() async throws {
        #expect(throws: SessionError.unwritable("No such file or directory")) {
            try ScanSession(folder: "/proc/none/draft")
        }
        let folder = draft.folder.url.path
        #expect(mkdir("\(folder)/closed", 0o000) == 0 && mkdir("\(folder)/open", 0o555) == 0)
        #expect(chmod(folder, 0o555) == 0)
        defer { chmod(folder, 0o755) }
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            // Permissions do not bind root.
            if getuid() == 0, setuid(65_534) != 0 { exit(1) }
            func error(_ path: String) -> SessionError? {
                do throws(SessionError) { _ = try ScanSession(folder: path) } catch { return error }
                return nil
            }
            guard error("\(folder)/new") == .unwritable("Permission denied") else { exit(2) }
            guard error("\(folder)/closed") == .unreadable("Permission denied") else { exit(3) }
            guard error("\(folder)/open") == .unwritable("Permission denied") else { exit(4) }
        }
    }

    @Test("A later version's draft is left alone")
    func laterVersion() throws {
        _ = try draft.open()
        let header = #"{"draft":2}"#
        let line = String(format: "%08x ", crc32(Array(header.utf8))) + header + "\n"
        try Data(line.utf8).write(to: draft.journal)
        #expect(throws: SessionError.laterVersion(2)) { try draft.open() }
        #expect(try Data(contentsOf: draft.journal) == Data(line.utf8))
    }

    @Test("Documents are saved from the pictures in the pages' order", arguments: ["out.pdf", "out.tif", "out.png"])
    func documentsHaveThePagesOrder(name: String) throws {
        let session = try draft.open()
        #expect(throws: SessionError.noPages) { try session.save(to: draft.folder.path(name)) }
        for shade in [40, 120, 200] as [UInt8] {
            var renderOptions = RenderOptions()
            renderOptions.filter = .photo
            try session.add(picture: Draft.picture(shade), renderOptions: renderOptions)
        }
        try session.move(session.pages[2].id, to: 0)
        try session.save(to: draft.folder.path(name))
        let names = try draft.folder.names.filter { $0 != "draft" }
        #expect(names == (name == "out.png" ? ["out-01.png", "out-02.png", "out-03.png"] : [name]))
        if name == "out.png" {
            let shades = try names.map { try PictureReader().read(path: draft.folder.path($0)).gray.packedBytes[300] }
            #expect(shades[0] > shades[2] && shades[2] > shades[1])
        }
        #expect(session.pages.count == 3)
    }

    @Test("A discarded draft leaves nothing behind")
    func aDiscardedDraftLeavesNothing() throws {
        let session = try draft.open()
        let page = try session.add(picture: Draft.picture(1))
        try session.discard()
        #expect(try draft.folder.names.isEmpty)
        #expect(throws: SessionError.discarded) { try session.rotate(page, by: .half) }
        #expect(throws: SessionError.discarded) { try session.add(picture: Draft.picture(1)) }
        #expect(throws: SessionError.discarded) { try session.save(to: draft.path + ".pdf") }
        #expect(session.pages.isEmpty)
    }

    @Test("A picture that was changed or removed is told")
    func damagedOriginals() throws {
        let originals = draft.path + "/originals/"
        do {
            let session = try draft.open()
            for shade in 1...3 as ClosedRange<UInt8> { try session.add(picture: Draft.picture(shade)) }
            var bytes = try Data(contentsOf: URL(filePath: originals + "000002.png"))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: originals + "000002.png"))
            let damaged = session.pages[1].id
            #expect(throws: SessionError.damagedOriginal(damaged)) { try session.page(damaged) }
            #expect(throws: SessionError.damagedOriginal(damaged)) { try session.save(to: draft.folder.path("x.pdf")) }
        }
        #expect(try draft.folder.names == ["draft"])
        try FileManager.default.removeItem(atPath: originals + "000001.png")
        let session = try draft.open()
        #expect(session.recovery.findings.count == 1)
        #expect(session.pages.map(\.id.number) == [2, 3])
    }

    @Test("Pictures that no record names become pages")
    func picturesWithoutARecordBecomePages() throws {
        do {
            let session = try draft.open()
            let page = try session.add(picture: Draft.picture(1))
            try session.delete(try session.add(picture: Draft.picture(2)))
            try session.retake(page, withPicture: Draft.picture(3))
        }
        try Data(try Draft.picture(7)).write(to: URL(filePath: draft.path + "/originals/000009.png"))
        try Data("no picture".utf8).write(to: URL(filePath: draft.path + "/originals/000010.png"))
        try Data("nor this".utf8).write(to: URL(filePath: draft.path + "/originals/notes"))
        do {
            let session = try draft.open()
            #expect(try session.shades() == [3, 7])
            #expect(
                session.recovery.findings == [
                    .adopted(session.pages[1].id), .unusableOriginal("000010.png"), .unusableOriginal("notes"),
                ])
            #expect(try session.add(picture: Draft.picture(8)).number == 11)
        }
        let again = try draft.open()
        #expect(try again.shades() == [3, 7, 8])
        #expect(again.recovery.findings == [.unusableOriginal("000010.png"), .unusableOriginal("notes")])
    }

    /// After any changes in any order the draft on disk equals the session in memory.
    @Test("Any changes come back", arguments: 0..<6)
    func anyChanges(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var expected: [ScanSession.SessionPage] = []
        for _ in 0..<4 {
            let session = try draft.open()
            #expect(session.recovery.isClean)
            #expect(session.pages == expected)
            for _ in 0..<15 { try SessionStep.random(session.pages.count, using: &generator).take(on: session) }
            expected = session.pages
        }
    }
}

extension Draft {
    fileprivate func pageOfPixels() throws -> Page {
        Page(try PictureReader().read(bytes: Self.picture(5)).pixels, quad: nil)
    }

    /// The draft on disk during a session: a copy is opened.
    fileprivate func copied() throws -> ScanSession {
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return try ScanSession(folder: copy)
    }
}
