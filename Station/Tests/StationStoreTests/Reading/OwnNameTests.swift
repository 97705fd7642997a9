import Foundation
import GRDB
import RectoCore
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Folders, tags, correspondents and types of private documents.
@Suite struct OwnNameTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let people: [Int64]

    init() throws {
        folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("library"))
        self.library = library
        let now = now
        people =
            [Library.builtInPerson]
            + (try (0..<2).map { _ in
                let code = SessionIdentifier()
                try library.invite(
                    code, as: .member, by: Library.builtInPerson, expires: now + 60, maximum: 20, at: now)
                return try #require(try library.accept(code, at: now))
            })
    }

    private func `as`<Result>(_ person: Int64, _ body: () throws -> Result) rethrows -> Result {
        try DocumentReader.$current.withValue(.person(person)) {
            try Library.$actingPerson.withValue(person) { try body() }
        }
    }

    private func add(by person: Int64, _ fields: [FilingEntry.Field: String]) throws -> Int64 {
        try self.as(person) {
            let id = try library.add(NewDocument(title: "Letter", captured: now, pages: []))
            _ = try library.attach(
                NewAttachment(name: AttachmentName("a.txt"), mediaType: "text/plain", bytes: [65]), to: id, at: now)
            _ = try library.file(id, try FilingEntry(fields), at: now)
            return id
        }
    }

    private static let secret: [FilingEntry.Field: String] = [
        .sharing: "onlyMe", .folder: "Court / Divorce", .tags: "custody", .correspondent: "Dr. Claw", .type: "Verdict",
    ]

    /// All names that somebody sees, by kinds.
    private func seen(by person: Int64) throws -> Set<String> {
        try self.as(person) {
            let names = try library.listNames()
            let sidebar = try library.sidebar().folders.map { "folder \($0.name)" }
            let kinds = [
                "folder": names.folders.map(\.text), "tag": names.tags.map(\.text), "type": names.types.map(\.text),
                "correspondent": names.correspondents.map(\.text),
            ]
            return Set(kinds.flatMap { kind, names in names.map { "\(kind) \($0)" } } + sidebar)
        }
    }

    @Test(
        "SS-29: names that private documents alone use are there for their owner alone, until something shared uses them"
    )
    func lists() throws {
        let (ada, ben) = (people[0], people[1])
        let document = try add(by: ben, Self.secret)
        let names: Set = [
            "folder Court", "folder Court / Divorce", "folder Divorce", "tag custody", "correspondent Dr. Claw",
            "type Verdict",
        ]
        #expect(try seen(by: ben) == names && seen(by: ada).isEmpty)
        try self.as(ada) {
            #expect(try library.knownName("custody", of: .tag) == nil)
            let today = try #require(Day(year: 2027, month: 1, day: 15))
            #expect(try library.homeFigures(today: today, calendar: Calendar(identifier: .gregorian)).folders.isEmpty)
        }
        // A shared document opens what it has, with the folders around it.
        let shared = try add(by: ada, [.folder: "Court", .tags: "custody"])
        #expect(try seen(by: ada) == ["folder Court", "tag custody"])
        // What has been shared and no longer is goes with it.
        _ = try self.as(ada) { try library.file(shared, try FilingEntry([.sharing: "onlyMe"]), at: now) }
        #expect(try seen(by: people[2]).isEmpty && seen(by: ben) == names)
        _ = try self.as(ben) { try library.file(document, try FilingEntry([.sharing: "everyone"]), at: now) }
        #expect(try seen(by: people[2]) == names)
    }

    @Test("SS-29: a name that somebody creates by itself is everybody's, also where a private document has it already")
    func made() throws {
        let (ada, ben) = (people[0], people[1])
        _ = try add(by: ben, Self.secret)
        let (tag, folder) = try self.as(ada) {
            (try library.name("Custody", of: .tag), try library.addFolder("court", in: nil))
        }
        #expect(try seen(by: ada) == ["tag custody", "folder Court"])
        self.as(ada) {
            #expect(throws: StoreError.nameInUse("COURT")) { try library.addFolder("COURT", in: nil) }
            #expect(throws: StoreError.usedByOthers("custody")) { try library.remove(tag, of: .tag, at: now) }
            #expect(throws: StoreError.usedByOthers("Court")) { try library.removeFolder(folder, at: now) }
        }
    }

    @Test("SS-29: nobody changes a private document of somebody else by its names")
    func changes() throws {
        let (ada, ben) = (people[0], people[1])
        let document = try add(by: ben, Self.secret)
        let filing = try library.filing(of: document)
        let (folder, tag) = (try #require(filing.folder), try #require(filing.tags.first))
        let parent = try #require(try library.folders().first { $0.name == "Court" }).id
        // Those that are not there.
        self.as(ada) {
            #expect(throws: StoreError.unknownName(tag)) { try library.remove(tag, of: .tag, at: now) }
            #expect(throws: StoreError.unknownName(tag)) { try library.rename(tag, of: .tag, to: "x", at: now) }
            #expect(throws: StoreError.unknownFolder(folder)) { try library.removeFolder(folder, at: now) }
            #expect(throws: StoreError.unknownFolder(parent)) { try library.addFolder("x", in: parent) }
        }
        // Those that a shared document has, too.
        var shared = Self.secret
        shared[.sharing] = "everyone"
        _ = try add(by: ada, shared)
        let other = try library.name("other", of: .tag)
        try self.as(ada) {
            #expect(throws: StoreError.usedByOthers("custody")) { try library.remove(tag, of: .tag, at: now) }
            #expect(throws: StoreError.usedByOthers("custody")) {
                try library.merge(tag, into: other, of: .tag, at: now)
            }
            #expect(throws: StoreError.usedByOthers("custody")) {
                try library.rename(tag, of: .tag, to: "x", at: now)
            }
            for (kind, id) in [
                (Library.NameKind.type, filing.type), (.correspondent, filing.correspondent),
            ] {
                let id = try #require(id)
                #expect(throws: StoreError.self) { try library.remove(id, of: kind, at: now) }
            }
            #expect(throws: StoreError.usedByOthers("Divorce")) { try library.removeFolder(folder, at: now) }
            #expect(throws: StoreError.usedByOthers("Court")) {
                try library.changeFolder(parent, name: "x", parent: nil, at: now)
            }
        }
        #expect(try library.filing(of: document) == filing)
        // Their owner may.
        _ = try self.as(ben) { try library.remove(tag, of: .tag, at: now) }
        #expect(try library.filing(of: document).tags.isEmpty)
    }

    @Test("SS-29: an undo of a change of a name leaves private documents of others alone")
    func undo() throws {
        let (ada, ben) = (people[0], people[1])
        let document = try add(by: ben, [.tags: "car", .folder: "Home"])
        let filing = try library.filing(of: document)
        let (tag, folder) = (try #require(filing.tags.first), try #require(filing.folder))
        let removed = try self.as(ada) { try library.remove(tag, of: .tag, at: now) }
        let gone = try self.as(ada) { try library.removeFolder(folder, at: now) }
        _ = try self.as(ben) { try library.file(document, try FilingEntry([.sharing: "onlyMe"]), at: now) }
        let before = try library.document(document)
        for event in [gone, removed] {
            _ = try self.as(ada) { try library.undo(try #require(EventRange("\(event)")), at: now) }
        }
        #expect(try library.document(document) == before && library.filing(of: document).tags.isEmpty)
    }

    @Test("SS-29: names of a library from before are there for others if something shared has them, or nothing")
    func migration() throws {
        let (ada, ben) = (people[0], people[1])
        _ = try add(by: ben, Self.secret)
        _ = try add(by: ada, [.tags: "car"])
        let tables = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try tables.write { database in
            try database.execute(
                sql: """
                    INSERT INTO folder (parent, name, key) VALUES (NULL, 'Later', 'later');
                    DROP TABLE open_name;
                    DELETE FROM grdb_migrations WHERE identifier = 'openNames';
                    """)
            for trigger in ["added", "filed", "tagged", "shared", "owned"] {
                try database.execute(sql: "DROP TRIGGER open_\(trigger)")
            }
        }
        try tables.close()
        let again = try Library(folder: folder.path("library"))
        let names = try self.as(ada) { try again.listNames() }
        #expect(names.folders.map(\.text) == ["Later"] && names.tags.map(\.text) == ["car"] && names.types.isEmpty)
    }

    @Test("SS-29: whatever is filed, shared and renamed, nobody sees or changes more than is theirs", arguments: 1...8)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = ["a", "b", "c", "d"]
        var documents: [(id: Int64, owner: Int64)] = []
        var made: Set<String> = []
        var everShared: Set<String> = []
        /// The names of a document, as the station itself sees them.
        func names(_ id: Int64) throws -> Set<String> {
            let filing = try library.filing(of: id)
            let all = try library.listNames()
            let folders = all.folders.first { $0.id == filing.folder }.map { ["folder \($0.text)"] } ?? []
            return Set(folders + all.tags.filter { filing.tags.contains($0.id) }.map { "tag \($0.text)" })
        }
        func isPrivate(_ id: Int64) throws -> Bool { try library.document(id).owner != nil }
        for _ in 0..<120 {
            let person = people.randomElement(using: &random) ?? ada
            let word = words.randomElement(using: &random) ?? ""
            var theirs: [Int64: Set<String>] = [:]
            for document in documents where document.owner != person {
                if try isPrivate(document.id) { theirs[document.id] = try names(document.id) }
            }
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let sharing = Bool.random(using: &random) ? "onlyMe" : "everyone"
                let id = try add(
                    by: person, [.sharing: sharing, .tags: word, .folder: words.randomElement(using: &random) ?? ""])
                documents.append((id, person))
            case 2:
                guard let document = documents.randomElement(using: &random) else { continue }
                let sharing = Bool.random(using: &random) ? "onlyMe" : "everyone"
                _ = try? self.as(document.owner) {
                    try library.file(document.id, try FilingEntry([.sharing: sharing]), at: now)
                }
            case 3:
                _ = try self.as(person) { try library.name(word, of: .tag) }
                made.insert("tag \(word)")
            default:
                let tags = try library.names(of: .tag)
                let folders = try library.folders()
                self.as(person) {
                    if let tag = tags.randomElement(using: &random) {
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: _ = try? library.remove(tag.id, of: .tag, at: now)
                        case 1: _ = try? library.rename(tag.id, of: .tag, to: word, at: now)
                        default:
                            if let other = tags.randomElement(using: &random) {
                                _ = try? library.merge(tag.id, into: other.id, of: .tag, at: now)
                            }
                        }
                    }
                    if let folder = folders.randomElement(using: &random) {
                        if (try? library.changeFolder(folder.id, name: word, parent: nil, at: now)) ?? nil != nil {
                            everShared.insert("folder \(word)")
                        }
                    }
                }
                // Names that were made go on under other names.
                made = Set(try library.names(of: .tag).map { "tag \($0.name)" })
            }
            for (id, before) in theirs { #expect(try names(id) == before, "document \(id)") }
            var shared: Set<String> = []
            for document in documents where try !isPrivate(document.id) { shared.formUnion(try names(document.id)) }
            everShared.formUnion(shared)
            for reader in people {
                let own = try documents.filter { $0.owner == reader }.reduce(into: Set<String>()) {
                    $0.formUnion(try names($1.id))
                }
                let seen = try seen(by: reader)
                #expect(seen.isSuperset(of: shared.union(own)))
                #expect(seen.filter { $0.hasPrefix("folder") }.isSubset(of: everShared.union(own).union(shared)))
            }
        }
        #expect(!made.isEmpty)
    }

    private var ada: Int64 { people[0] }
}
