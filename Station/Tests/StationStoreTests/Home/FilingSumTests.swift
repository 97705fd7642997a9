import GRDB
import LibraryCrash
import StationRules
import StationStore
import TestSupport
import Testing

/// The sums maintained by triggers, compared with counting the documents.
@Suite struct FilingSumTests {
    private let folder: TemporaryFolder
    private let library: Library
    /// The database as another process opens it.
    private let database: DatabaseQueue

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
    }

    private func kept() throws -> Set<Row> {
        try database.read { Set(try Row.fetchAll($0, sql: "SELECT * FROM filing_sum")) }
    }

    private func counted() throws -> Set<Row> {
        let rows = try database.read {
            try Row.fetchAll(
                $0,
                sql: """
                    SELECT coalesce(type, 0) AS type, coalesce(folder, 0) AS folder, person, coalesce(owner, 0) AS owner,
                        count(*) AS documents, sum(pages) AS pages
                    FROM document WHERE trashed IS NULL GROUP BY 1, 2, 3, 4
                    """)
        }
        return Set(rows)
    }

    @Test("OV-2: after each change, of whatever kind, the sums are those of a fresh count", arguments: 1...6)
    func everyChange(seed: UInt64) throws {
        var random = RandomLibrary(library, seed: seed)
        for change in [.add, .add, .add] + (1...3).flatMap({ _ in LibraryChange.allCases }) {
            try random.make(change)
            #expect(try kept() == counted(), "\(change)")
        }
    }

    @Test("OV-2: what another process changes is counted too: names that go, owners, documents that are removed")
    func otherProcesses() throws {
        var random = RandomLibrary(library, seed: 7)
        try random.fill(changes: 40)
        for change in [
            "UPDATE document SET owner = 1 WHERE id % 2 = 0", "UPDATE document SET person = 2 WHERE id % 3 = 0",
            "DELETE FROM type", "UPDATE document SET trashed = NULL", "DELETE FROM document WHERE id % 2 = 1",
            "DELETE FROM document",
        ] {
            try database.write { try $0.execute(sql: change) }
            #expect(try kept() == counted(), "\(change)")
            let count = try database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM document WHERE trashed IS NULL")
            }
            #expect(try library.documentCount() == count)
        }
        #expect(try kept().isEmpty)
    }

    @Test("The documents of a library of an earlier version are counted as it is opened")
    func earlierVersions() throws {
        var random = RandomLibrary(library, seed: 8)
        try random.fill(changes: 40)
        for _ in 0..<3 { try random.make(.add) }
        try database.write {
            try $0.execute(
                sql: """
                    DROP TABLE filing_sum; DROP TRIGGER document_counted; DROP TRIGGER document_uncounted;
                    DROP TRIGGER document_recounted; CREATE INDEX document_filing ON document (type);
                    DELETE FROM grdb_migrations WHERE identifier = 'sums';
                    """)
        }
        #expect(try Library(folder: folder.path("library")).documentCount() > 0)
        #expect(try kept() == counted())
    }
}
