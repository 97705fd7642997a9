import Foundation
import GRDB
import LibraryCrash
import RectoCore
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Exporting a library to files, and importing the same library from them.
@Suite struct ExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func library(_ name: String) throws -> Library { try Library(folder: folder.path(name)) }

    /// Returns all files of a folder by path.
    private func files(_ name: String) throws -> [String: Data] {
        let path = folder.path(name)
        return try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { files, file in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(path)/\(file)", isDirectory: &isFolder)
            if !isFolder.boolValue { files[file] = FileManager.default.contents(atPath: "\(path)/\(file)") }
        }
    }

    @Test("SS-27: nobody else on the machine can read an export")
    func modes() throws {
        try sample().export(to: folder.path("first"))
        let (path, manager) = (folder.path("first"), FileManager.default)
        for file in [""] + (try manager.subpathsOfDirectory(atPath: path)) {
            let attributes = try manager.attributesOfItem(atPath: "\(path)/\(file)")
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == (isFolder ? 0o700 : 0o600), "\(file)")
        }
    }

    private func sample(_ name: String = "library", seed: UInt64 = 1, changes: Int = 60) throws -> Library {
        let library = try library(name)
        var random = RandomLibrary(library, seed: seed)
        try random.fill(changes: changes)
        return library
    }

    @Test(
        "An export imports to the same library, whatever is in it: exported again, it has the same bytes",
        arguments: 1...12)
    func roundTrip(seed: UInt64) throws {
        let source = try sample(seed: seed, changes: 120)
        let page = NewDocument.Page(picture: [9], size: try PixelSize(width: 4, height: 3), quad: nil)
        let noted = try source.add(NewDocument(title: "Noted", captured: .now, pages: [page]))
        _ = try source.addNote(try NoteText("second line"), to: noted, at: .now)
        try source.export(to: folder.path("first"))
        let target = try library("target")
        let count = try target.restore(try ExportReader(folder: folder.path("first")))
        try target.export(to: folder.path("second"))
        let (first, second) = (try files("first"), try files("second"))
        #expect(count > 0 && first.count > 3)
        #expect(first == second)
        // Derived data are restored, too: the index, counts, and columns maintained by triggers.
        let calendar = Calendar(identifier: .gregorian)
        var query = ListQuery()
        for text in ["rent", "zahn", "second"] {
            query.search(text)
            let found = try [source, target].map { try $0.documents(query, limit: 100, calendar: calendar).documents }
            #expect(found[0] == found[1] && (text != "second" || !found[0].isEmpty))
        }
        #expect(
            try source.documents(ListQuery(), limit: 500, calendar: calendar).documents
                == target.documents(ListQuery(), limit: 500, calendar: calendar).documents)
        #expect(try source.unreadPageCount() == target.unreadPageCount())
        #expect(try source.listNames() == target.listNames())
    }

    @Test(
        "After an import changes are undone as before, and no identifier of something that is gone is given away again")
    func goesOn() throws {
        let source = try sample()
        let size = try PixelSize(width: 4, height: 3)
        func add(_ library: Library, _ title: String) throws -> Int64 {
            try library.add(
                NewDocument(
                    title: title, captured: .now, pages: [NewDocument.Page(picture: [9], size: size, quad: nil)]))
        }
        let kept = try add(source, "Kept")
        let event = try #require(
            try source.file(kept, try FilingEntry([.title: "Filed", .tags: "new one"]), at: .now))
        let gone = try add(source, "Gone")
        try source.delete(gone)
        try source.export(to: folder.path("export"))
        let target = try library("target")
        try target.restore(try ExportReader(folder: folder.path("export")))
        #expect(try target.undo(event, at: .now).isEmpty)
        #expect(try target.document(kept).title == "Kept")
        #expect(try add(target, "Next") == gone + 1)
    }

    @Test("An export tells who did what, and nobody can sign in by it: after an import the first person is the owner")
    func people() throws {
        let (source, now) = (try sample(changes: 5), Date(timeIntervalSince1970: 1_800_000_000))
        let (first, cost) = (Library.builtInPerson, try #require(PasscodeHash.Cost(logN: 4, r: 8, p: 1)))
        try source.agree(to: .terms, first, at: now)
        try source.setName(try PersonName("Ada"), of: first, at: now)
        try source.choosePasscode(PasscodeHash(of: Passcode("Ada 4711"), cost: cost), of: first, at: now)
        for step in [Onboarding.Step.place, .texts, .figures] { try source.agree(to: step, first, at: now) }
        try source.setRecoveryCodes([RecoveryCode().hash], of: first, at: now)
        try source.finishOnboarding(first, at: now)
        let code = SessionIdentifier()
        try source.invite(code, as: .owner, by: first, expires: now + 60, maximum: 20, at: now)
        let other = try #require(try source.accept(code, at: now))
        try source.add(Session(code.hash, of: first, by: .basic, at: now), device: "Ada’s phone")
        try source.export(to: folder.path("export"))
        let head = try #require(try files("export")["library.json"])
        let object = try #require(try JSONSerialization.jsonObject(with: head) as? [String: Any])
        let persons = try #require(object["persons"] as? [[String: Any]])
        #expect(persons.allSatisfy { Set($0.keys) == ["id", "name"] })
        #expect(persons.contains { $0["name"] as? String == "Ada" })
        let all = try files("export").values.map { String(decoding: $0, as: UTF8.self) }
        #expect(all.allSatisfy { !$0.contains("scrypt") && !$0.contains("Ada’s phone") })
        let target = try library("target")
        try target.restore(try ExportReader(folder: folder.path("export")))
        #expect(try target.people().isEmpty && target.passcode(of: first) == nil && target.sessions().isEmpty)
        #expect(try target.person(first)?.name == "Ada" && target.person(first)?.role == .owner)
        #expect(try target.person(other)?.role == .guest)
        // Setting up people there requires all steps, with the same name.
        try target.agree(to: .terms, first, at: now)
        try target.setName(try PersonName("Ada"), of: first, at: now)
        // From now on an import would remove their credentials.
        let begun = try library("begun")
        try begun.agree(to: .terms, first, at: now)
        #expect(throws: ExportError.notEmpty(begun.folder)) {
            try begun.restore(try ExportReader(folder: folder.path("export")))
        }
    }

    @Test("Without its texts an export is smaller, and its pages wait to be read")
    func withoutTexts() throws {
        let source = try sample()
        try source.export(to: folder.path("export"), hasTexts: false)
        let target = try library("target")
        try target.restore(try ExportReader(folder: folder.path("export")))
        let text = try files("export").filter { $0.key.hasPrefix("documents") }.values.map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(!text.isEmpty && text.allSatisfy { !$0.contains("\"layout\"") })
        #expect(try target.unreadPageCount() > source.unreadPageCount())
    }

    @Test("A folder that holds something is not exported to, and what a killed export left is in nobody's way")
    func folders() throws {
        let source = try sample(changes: 5)
        try FileManager.default.createDirectory(
            atPath: folder.path("taken/inside"), withIntermediateDirectories: true)
        #expect(throws: ExportError.occupied(folder.path("taken"))) { try source.export(to: folder.path("taken")) }
        try FileManager.default.createDirectory(
            atPath: folder.path(".export.part/originals/zz"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path("export"), withIntermediateDirectories: true)
        try source.export(to: folder.path("export") + "/")
        #expect(try folder.names == ["export", "library", "taken"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("export/originals/zz")))
        // A non-empty library cannot be imported to.
        #expect(throws: ExportError.notEmpty(source.folder)) {
            try source.restore(try ExportReader(folder: folder.path("export")))
        }
    }

    @Test("A library with a damaged picture is not exported: its document is named, and no folder appears")
    func damagedSource() throws {
        let source = try sample(changes: 0)
        let document = try source.document(2)
        let picture = try source.pages(of: 2)[0].original
        try Data([1]).write(to: URL(filePath: source.originalPath(picture)))
        let error = #expect(throws: StoreError.self) { try source.export(to: folder.path("export")) }
        let text = "\(try #require(error))"
        #expect(text.contains(picture.text) && text.contains("document "), "\(text), \(document.title)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("export")))
    }

    // MARK: Damaged and hostile exports

    /// A change to an export, and the expected error.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let says: String
        /// Changes the export in the given folder.
        let make: @Sendable (String) throws -> Void
    }

    private static func edit(_ path: String, _ change: (inout [String: Any]) throws -> Void) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        try change(&object)
        try JSONSerialization.data(withJSONObject: object).write(to: URL(filePath: path))
    }

    /// Changes the first matching document, and the hash of its part in the head, like an attacker who knows the
    /// format.
    /// - Parameter isMeant: Whether to change a document.
    private static func editDocument(
        _ folder: String, where isMeant: ([String: Any]) -> Bool = { _ in true },
        _ change: (inout [String: Any]) throws -> Void
    ) throws {
        let path = "\(folder)/documents-1.json"
        let data = try Data(contentsOf: URL(filePath: path))
        var documents = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let index = documents.firstIndex(where: isMeant)
        try change(&documents[try #require(index)])
        let changed = try JSONSerialization.data(withJSONObject: documents)
        try changed.write(to: URL(filePath: path))
        try edit("\(folder)/library.json") { head in
            head["documents"] = [["sha256": BlobName(of: [UInt8](changed)).text, "count": documents.count]]
        }
    }

    private static func editPage(_ folder: String, _ change: (inout [String: Any]) throws -> Void) throws {
        let hasPages = { (document: [String: Any]) in (document["pages"] as? [Any])?.isEmpty == false }
        try editDocument(folder, where: hasPages) { document in
            var pages = try #require(document["pages"] as? [[String: Any]])
            try change(&pages[0])
            document["pages"] = pages
        }
    }

    private static func rule(_ id: Int) -> [String: Any] {
        let actions: [String: Any] = ["tags": ["a"], "replaces": false]
        return [
            "id": id, "person": 1, "isOn": true,
            "rule": ["name": "A", "conditions": ["words": "x"], "actions": actions],
        ]
    }

    /// Adds a rule that is changed.
    private static func editRule(_ folder: String, _ change: (inout [String: Any]) throws -> Void) throws {
        try edit("\(folder)/library.json") { head in
            var rule = rule(1)
            try change(&rule)
            head["rules"] = [rule]
            var last = try #require(head["lastIdentifiers"] as? [String: Any])
            last["filing_rule"] = 1
            head["lastIdentifiers"] = last
        }
    }

    private static func picture(_ folder: String) throws -> String {
        let names = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/originals")
        return "\(folder)/originals/" + (try #require(names.sorted().first { $0.count > 60 }))
    }

    private static let damages = [
        Damage(testDescription: "no head", says: "library.json") {
            try FileManager.default.removeItem(atPath: "\($0)/library.json")
        },
        Damage(testDescription: "a head that was cut off", says: "library.json: it is not the JSON") {
            let path = URL(filePath: "\($0)/library.json")
            try Data(contentsOf: path).dropLast(9).write(to: path)
        },
        Damage(testDescription: "another format", says: "not an exported library") { folder in
            try edit("\(folder)/library.json") { $0["format"] = "photos" }
        },
        Damage(testDescription: "a later version", says: "format version 2") { folder in
            try edit("\(folder)/library.json") { $0["version"] = 2 }
        },
        Damage(testDescription: "a missing part", says: "documents-1.json: it is missing") {
            try FileManager.default.removeItem(atPath: "\($0)/documents-1.json")
        },
        Damage(testDescription: "a changed part", says: "documents-1.json: its content") {
            let path = URL(filePath: "\($0)/documents-1.json")
            try (try Data(contentsOf: path) + Data(" ".utf8)).write(to: path)
        },
        Damage(testDescription: "a missing picture", says: "it is missing; scene ") {
            try FileManager.default.removeItem(atPath: "\($0)/originals")
        },
        Damage(testDescription: "a changed picture", says: "its content is not what was exported") {
            try Data([7]).write(to: URL(filePath: try picture($0)))
        },
        Damage(testDescription: "a pipe in the place of a picture", says: "it is missing") {
            let path = try picture($0)
            try FileManager.default.removeItem(atPath: path)
            #expect(mkfifo(path, 0o600) == 0)
        },
        Damage(testDescription: "a way out of the folder", says: "original") { folder in
            try editPage(folder) { page in
                var look = try #require(page["look"] as? [String: Any])
                look["original"] = "../../../../etc/passwd"
                page["look"] = look
            }
        },
        Damage(testDescription: "a page without size", says: "0 × ") { folder in
            try editPage(folder) { page in
                var look = try #require(page["look"] as? [String: Any])
                look["width"] = 0
                page["look"] = look
            }
        },
        Damage(testDescription: "three corners", says: "6 coordinates") { folder in
            try editPage(folder) { page in
                var look = try #require(page["look"] as? [String: Any])
                look["corners"] = [0, 0, 1, 0, 1, 1]
                page["look"] = look
            }
        },
        Damage(testDescription: "a text that is none", says: "the text is") { folder in
            try editPage(folder) {
                $0["text"] = [
                    "words": "x", "layout": "AQID", "languages": "eng", "at": "2026-11-23T10:00:00.000Z",
                ]
            }
        },
        Damage(testDescription: "a folder in itself", says: "contains itself") { folder in
            try edit("\(folder)/library.json") {
                $0["folders"] = [["id": 1, "parent": 2, "name": "a"], ["id": 2, "parent": 1, "name": "b"]]
            }
        },
        Damage(testDescription: "a folder in none", says: "names folder 99") { folder in
            try edit("\(folder)/library.json") { $0["folders"] = [["id": 1, "parent": 99, "name": "a"]] }
        },
        Damage(testDescription: "two folders of a name", says: "has the same name as a sibling") { folder in
            try edit("\(folder)/library.json") {
                $0["folders"] = [["id": 1, "name": "Bills"], ["id": 2, "name": "bills"]]
            }
        },
        Damage(testDescription: "a document in no folder that there is", says: "names folder 4711") { folder in
            try editDocument(folder) { document in
                var filing = try #require(document["filing"] as? [String: Any])
                filing["folder"] = 4711
                document["filing"] = filing
            }
        },
        Damage(testDescription: "a tag that there is not", says: "names tag 4711") { folder in
            try editDocument(folder) { $0["tags"] = [4711] }
        },
        Damage(testDescription: "a day that there is not", says: "2026-02-30") { folder in
            try editDocument(folder) { document in
                var filing = try #require(document["filing"] as? [String: Any])
                filing["due"] = "2026-02-30"
                document["filing"] = filing
            }
        },
        Damage(testDescription: "a time that there is not", says: "captured") { folder in
            try editDocument(folder) { document in
                var filing = try #require(document["filing"] as? [String: Any])
                filing["captured"] = "2026-11-23T25:00:00.000Z"
                document["filing"] = filing
            }
        },
        Damage(testDescription: "an identifier that leaves no others", says: "is out of range") { folder in
            try editDocument(folder) { $0["id"] = Int64.max }
        },
        Damage(testDescription: "identifiers that were given away", says: "lastIdentifiers.document") { folder in
            try edit("\(folder)/library.json") { $0["lastIdentifiers"] = ["document": 1] }
        },
        Damage(testDescription: "an attachment with a way in its name", says: "../x") { folder in
            try editDocument(folder) { document in
                document["attachments"] = [
                    [
                        "id": 900, "name": "../x", "mediaType": "text/plain", "size": 1, "person": 1,
                        "at": "2026-11-23T10:00:00.000Z", "file": String(repeating: "0", count: 64),
                    ]
                ]
            }
        },
        Damage(testDescription: "a rule of nobody", says: "names person 4711") {
            try editRule($0) { $0["person"] = 4711 }
        },
        Damage(testDescription: "the number of a rule that was given away", says: "lastIdentifiers.filing_rule") {
            folder in
            try editRule(folder) { $0["id"] = 900 }
        },
        Damage(testDescription: "a rule that keeps documents forever", says: "rule 1 keeps documents for") { folder in
            try editRule(folder) { rule in
                rule["rule"] = [
                    "name": "A", "conditions": ["words": "x"],
                    "actions": ["tags": [], "replaces": false, "keepFor": "\(Int.max) years"],
                ]
            }
        },
        Damage(testDescription: "too many rules", says: "201 rules") { folder in
            try edit("\(folder)/library.json") { head in
                head["rules"] = (1...201).map { rule($0) }
                var last = try #require(head["lastIdentifiers"] as? [String: Any])
                last["filing_rule"] = 201
                head["lastIdentifiers"] = last
            }
        },
        Damage(testDescription: "nobody", says: "person 1") { folder in
            try edit("\(folder)/library.json") { $0["persons"] = [] }
        },
    ]

    @Test(
        "An export that is damaged, or made to do damage, is refused with what is wrong; the library stays as it is",
        arguments: damages)
    func refused(damage: Damage) throws {
        let source = try sample(changes: 20)
        var random = RandomLibrary(source, seed: 2)
        try random.make(.addScene)
        try source.export(to: folder.path("export"))
        try damage.make(folder.path("export"))
        let target = try library("target")
        try target.set("kept", to: 1)
        let before = try target.storedFiles().files
        let error = #expect(throws: ExportError.self) {
            try target.restore(try ExportReader(folder: folder.path("export")))
        }
        let text = "\(try #require(error))"
        #expect(text.contains(damage.says), "\(text)")
        #expect(try target.documentCount() == 0 && target.storedFiles().files == before)
        #expect(try target.setting("kept", as: Int.self) == 1)
    }

    @Test("What the check cannot know, as after it, fails whole: a file that vanishes leaves no trace of the others")
    func vanishes() throws {
        let source = try sample(changes: 20)
        try source.export(to: folder.path("export"))
        let export = try ExportReader(folder: folder.path("export"))
        let calendar = Calendar(identifier: .gregorian)
        let last = try #require(
            try source.documents(ListQuery(), limit: 500, calendar: calendar).documents.last { $0.pages > 0 })
        let name = try source.page(0, of: last.id).original.text
        try FileManager.default.removeItem(
            atPath: folder.path("export/originals/\(name.prefix(2))/\(name.dropFirst(2))"))
        let target = try library("target")
        #expect(throws: StoreError.damagedBlob(name)) { try target.restore(export) }
        let stored = try FileManager.default.subpathsOfDirectory(atPath: target.folder + "/originals")
        #expect(stored.allSatisfy { $0.count == 2 }, "only empty folders")
        #expect(try target.documentCount() == 0)
    }
}
