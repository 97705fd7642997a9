import Foundation
import GRDB
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Tokens in the addresses of calendars and widgets.
@Suite struct ReadTokenTests {
    private let folder: TemporaryFolder
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { folder = try TemporaryFolder() }

    /// Returns a library that was written before tokens belonged to people, with a token for each use, and the tokens.
    private func migrated(hasRemovedPerson: Bool) throws -> (Library, [ReadToken: SecretToken]) {
        let path = folder.path("library")
        let tokens = Dictionary(uniqueKeysWithValues: ReadToken.allCases.map { ($0, SecretToken()) })
        var removed: Int64?
        do {
            let library = try Library(folder: path)
            if hasRemovedPerson {
                let code = SessionIdentifier()
                try library.invite(
                    code, as: .member, by: Library.builtInPerson, expires: now + 60, maximum: 20, at: now)
                removed = try library.accept(code, at: now)
            }
            for (use, token) in tokens {
                try library.set("\(use.rawValue)-token", to: [BlobName(of: Array(token.text.utf8)).text])
            }
        }
        let tables = try DatabaseQueue(path: "\(path)/library.sqlite")
        try tables.write { [removed] database in
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'ownTokens'")
            try database.execute(sql: "UPDATE person SET retired = ? WHERE id = ?", arguments: [now, removed])
        }
        try tables.close()
        return (try Library(folder: path), tokens)
    }

    @Test("SS-26: addresses from before they belonged to people are the first owner's")
    func migration() throws {
        let (library, tokens) = try migrated(hasRemovedPerson: false)
        for (use, token) in tokens {
            #expect(try library.maker(of: token, for: use) == Library.builtInPerson)
            #expect(try library.maker(of: SecretToken(), for: use) == nil)
            #expect(try library.setting("\(use.rawValue)-token", as: [String].self) == nil)
            try library.forgetToken(for: use, of: Library.builtInPerson)
            #expect(try library.maker(of: token, for: use) == nil)
        }
    }

    @Test("SS-26: addresses that may be those of somebody who was removed end with the migration")
    func removedPerson() throws {
        let (library, tokens) = try migrated(hasRemovedPerson: true)
        for (use, token) in tokens {
            #expect(try library.maker(of: token, for: use) == nil && !library.hasToken(for: use))
            #expect(try library.setting("\(use.rawValue)-token", as: [String].self) == nil)
        }
    }
}
