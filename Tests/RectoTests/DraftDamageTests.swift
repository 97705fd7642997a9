import Foundation
import Glibc
import Recto
import RectoCodecs
import RectoVision
import TestSupport
import Testing

/// Journals after a crash, a full disk or a bad one.
@Suite("Damaged drafts")
struct DraftDamageTests {
    private let draft: Draft
    /// The journal, and the pages after each of its records.
    private let journal: [UInt8]
    private let history: [[ScanSession.SessionPage]]

    init() throws {
        draft = try Draft()
        var history: [[ScanSession.SessionPage]] = []
        do {
            let session = try draft.open()
            var generator = SeededGenerator(seed: 5)
            history.append(session.pages)
            for _ in 0..<4 {
                try SessionStep.random(session.pages.count, using: &generator).take(on: session)
                history.append(session.pages)
            }
        }
        journal = [UInt8](try Data(contentsOf: draft.journal))
        self.history = history
    }

    /// Ends of the records, the first of which belong to a new draft.
    private var ends: [Int] { journal.indices.filter { journal[$0] == UInt8(ascii: "\n") }.map { $0 + 1 } }

    private func open(_ bytes: [UInt8]) throws -> ScanSession {
        try Data(bytes).write(to: draft.journal)
        return try draft.open()
    }

    @Test("A journal that ends anywhere gives the pages of its whole records")
    func cutAnywhere() throws {
        let idle = ends.count - (history.count - 1)
        for count in 0...journal.count {
            let session = try open(Array(journal[..<count]))
            let whole = ends.count { $0 <= count }
            let cut = count - (ends.last { $0 <= count } ?? 0)
            let expected = history[max(0, whole - idle)]
            // Pictures whose records are cut off become pages after the others.
            #expect(Array(session.pages.prefix(expected.count)) == expected)
            #expect(session.recovery.findings.contains(.cutRecord(bytes: cut)) == (cut > 0))
            let adopted = session.recovery.findings.count { if case .adopted = $0 { true } else { false } }
            #expect(session.pages.count == expected.count + adopted)
            let pages = session.pages
            if count % 16 == 0 { #expect(try reopened(session).pages == pages, "put in order once, it stays so") }
        }
    }

    /// The draft, reopened from a copy.
    private func reopened(_ session: ScanSession) throws -> ScanSession {
        let copy = draft.folder.path("copy")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: draft.path, toPath: copy)
        let again = try ScanSession(folder: copy)
        #expect(again.recovery.isClean)
        return again
    }

    @Test("Wherever a picture's taking the place of pages is cut, there are either they or it")
    func replacementCutAnywhere() throws {
        let draft = try Draft()
        var (before, after): ([ScanSession.SessionPage], [ScanSession.SessionPage]) = ([], [])
        var start = 0
        do {
            let session = try draft.open()
            let ids = try (1...3).map { try session.add(picture: Draft.picture(UInt8($0))) }
            (before, start) = (session.pages, try Data(contentsOf: draft.journal).count)
            try session.replace([ids[2], ids[0]], withPicture: Draft.picture(9))
            after = session.pages
        }
        let journal = try Data(contentsOf: draft.journal)
        // The picture is written once the first record is complete.
        let file = URL(filePath: draft.path).appending(path: "originals/000004.png")
        let picture = try Data(contentsOf: file)
        let reserved = try #require(journal[start...].firstIndex(of: UInt8(ascii: "\n"))) + 1
        for length in start...journal.count {
            for hasPicture in [false, true] where length >= reserved || !hasPicture {
                guard hasPicture || length < journal.count else { continue }
                try? FileManager.default.removeItem(at: file)
                if hasPicture { try picture.write(to: file) }
                try journal[..<length].write(to: draft.journal)
                #expect(try draft.open().pages == (length < journal.count ? before : after), "\(length) bytes")
            }
        }
    }

    @Test("A changed byte anywhere costs no more than its record", arguments: 0..<3)
    func changedAnywhere(first: Int) throws {
        for place in stride(from: first, to: journal.count, by: 3) {
            var bytes = journal
            // A bit, all of them, or a line break in the middle.
            switch place % 4 {
            case 0: bytes[place] ^= 0xFF
            case 1: bytes[place] ^= 1 << UInt8(place / 4 % 8)
            default: bytes[place] = bytes[place] == 0x0A ? 0x20 : 0x0A
            }
            let session = try open(bytes)
            let lost = session.recovery.findings.contains {
                switch $0 {
                case .damagedRecord, .cutRecord: true
                default: false
                }
            }
            #expect(lost, "byte \(place)")
            // No page is lost for good: pictures without a record are restored.
            let known = Set(history[history.count - 1].map(\.id.number))
            #expect(known.isSubset(of: Set(session.pages.map(\.id.number))), "byte \(place)")
            for page in session.pages { _ = try session.page(page.id) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: draft.path).contains("journal-damaged-1"))
    }

    @Test("Any bytes are read as a journal without harm", arguments: 0..<60)
    func anyBytes(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = journal
        switch seed % 4 {
        case 0: bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) }
        case 1: bytes.removeSubrange(0..<Int.random(in: 1..<bytes.count, using: &generator))
        case 2:
            bytes = Array(journal.split(separator: 0x0A).shuffled(using: &generator).joined(separator: [0x0A])) + [0x0A]
        default: bytes += journal
        }
        let session = try open(bytes)
        for page in session.pages { _ = try session.page(page.id) }
        try session.add(picture: Draft.picture(77))
        let shades = try session.shades()
        #expect(shades.last == 77)
        #expect(try reopened(session).shades() == shades)
    }

    @Test(
        "Records that are sound and mad are passed over",
        arguments: [
            #"{"order":[1,1,1]}"#, #"{"order":[99]}"#, #"{"order":[-9223372036854775808]}"#, #"{"originals":[0]}"#,
            #"{"page":{"id":0,"renderOptions":{},"original":{}}}"#, #"{"page":null}"#, "[]", "{}", #"{"order":"#, "7",
            #"{"page":{"id":5,"renderOptions":{"filter":"color","paper":{"automatic":{}},"rotation":0},"original":{"bytes":1,"checksum":0,"height":1,"kind":"png","number":9223372036854775807,"width":1}}}"#,
            #"{"page":{"corners":[1,2,3],"id":5,"renderOptions":{"filter":"color","paper":{"automatic":{}},"rotation":0},"original":{"bytes":1,"checksum":0,"height":1,"kind":"png","number":5,"width":1}}}"#,
            #"{"page":{"focalLength":[-1,0],"id":5,"renderOptions":{"filter":"color","paper":{"automatic":{}},"rotation":0},"original":{"bytes":1,"checksum":0,"height":1,"kind":"png","number":5,"width":1}}}"#,
            #"{"page":{"id":5,"renderOptions":{"dotsPerInch":1e300,"filter":"color","paper":{"automatic":{}},"rotation":0},"original":{"bytes":1,"checksum":0,"height":99999999,"kind":"png","number":5,"width":99999}}}"#,
        ])
    func madRecords(json: String) throws {
        let line = String(format: "%08x ", crc32(Array(json.utf8))) + json + "\n"
        let session = try open(journal + Array(line.utf8))
        #expect(session.recovery.findings.count == 1)
        #expect(session.pages.map(\.id).count <= history[history.count - 1].count)
        try session.add(picture: Draft.picture(77))
    }

    @Test("The journal that fuzzers begin with holds records that are sound, of pages whose pictures are missing")
    func journalOfTheFuzzers() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let seed = try String(contentsOf: tests.appending(path: "Fuzz/Seeds/journal/session"), encoding: .utf8)
        let lines = seed.split(separator: "\n").map { String(format: "%08x ", crc32(Array($0.utf8))) + $0 + "\n" }
        let draft = try Draft()
        try FileManager.default.createDirectory(atPath: draft.path, withIntermediateDirectories: true)
        try Data(lines.joined().utf8).write(to: draft.journal)
        let findings = try draft.open().recovery.findings
        let missing = findings.compactMap { if case .missingOriginal(let page) = $0 { page.number } else { nil } }
        #expect(missing == [3, 2] && findings.count == missing.count)
    }

    @Test("A change that cannot be written is not made")
    func fullDisk() async throws {
        let path = draft.path
        try draft.open().add(picture: Draft.picture(7))
        let pages = try draft.open().pages
        await #expect(processExitsWith: .success) { [path = path as String] in
            let session = try ScanSession(folder: path)
            let before = session.pages
            // File size limit: the journal has already reached it.
            var limit = rlimit(rlim_cur: 200, rlim_max: 200)
            signal(SIGXFSZ, SIG_IGN)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            for _ in 0..<3 {
                do {
                    try session.rotate(before[0].id, by: .half)
                    exit(1)
                } catch let error as SessionError {
                    guard case .unwritable = error else { exit(2) }
                }
            }
            guard session.pages == before else { exit(3) }
        }
        let session = try draft.open()
        #expect(session.recovery.isClean)
        #expect(session.pages == pages)
    }
}
