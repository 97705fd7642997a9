import GRDB
import StationIdentity

/// The people of a station with their credentials, consents and settings.
extension Schema {
    static func people(_ database: Database) throws {
        try persons(database)
        try waysIn(database)
        try sessions(database)
        try agreements(database)
    }

    private static func persons(_ database: Database) throws {
        try database.alter(table: "person") { table in
            // The key for comparing names; empty while a person has no name.
            table.add(column: "key", .text).notNull().defaults(to: "")
            // The initial person of a library is its owner.
            table.add(column: "role", .text).notNull().defaults(to: Role.owner.rawValue)
            table.add(column: "picture", .text)
            table.add(column: "created", .datetime)
            // The time of completing all onboarding steps, after which people can sign in.
            table.add(column: "onboarded", .datetime)
            // People are never deleted, so that their actions stay attributed to them.
            table.add(column: "retired", .datetime)
        }
        try database.create(
            index: "person_key", on: "person", columns: ["key"], options: .unique,
            condition: Column("key") != "" && Column("retired") == nil)
        try database.create(index: "person_picture", on: "person", columns: ["picture"])
        try database.create(table: "onboarding_step") { table in
            table.column("person", .integer).notNull().references("person", onDelete: .cascade)
            table.column("step", .text).notNull()
            table.column("at", .datetime).notNull()
            table.primaryKey(["person", "step"])
        }
        try database.create(table: "invitation") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("code", .blob).notNull().unique()
            table.column("role", .text).notNull()
            table.column("inviter", .integer).notNull().references("person", onDelete: .cascade)
            table.column("created", .datetime).notNull()
            table.column("expires", .datetime).notNull()
            // The invited person, who continues with it until all steps are completed.
            table.column("person", .integer).references("person", onDelete: .cascade)
        }
    }

    private static func waysIn(_ database: Database) throws {
        try database.create(table: "passcode") { table in
            table.column("person", .integer).primaryKey().references("person", onDelete: .cascade)
            table.column("hash", .text).notNull()
            table.column("changed", .datetime).notNull()
        }
        try database.create(table: "recovery_code") { table in
            table.primaryKey("hash", .blob)
            table.column("person", .integer).notNull().indexed().references("person", onDelete: .cascade)
            table.column("created", .datetime).notNull()
            // Each can be used once.
            table.column("used", .datetime)
        }
        try database.create(table: "passkey") { table in
            table.primaryKey("id", .blob)
            table.column("person", .integer).notNull().indexed().references("person", onDelete: .cascade)
            table.column("name", .text).notNull()
            // A COSE key. Nothing in the table is secret.
            table.column("key", .blob).notNull()
            table.column("handle", .blob).notNull().indexed()
            table.column("authenticator", .blob).notNull()
            table.column("transports", .text).notNull()
            table.column("backupEligible", .boolean).notNull()
            table.column("backedUp", .boolean).notNull()
            table.column("counter", .integer).notNull()
            table.column("created", .datetime).notNull()
            table.column("used", .datetime)
        }
    }

    private static func sessions(_ database: Database) throws {
        try database.create(table: "session") { table in
            table.autoIncrementedPrimaryKey("id")
            // The hash of its identifier, which only the browser has.
            table.column("hash", .blob).notNull().unique()
            table.column("person", .integer).notNull().indexed().references("person", onDelete: .cascade)
            table.column("device", .text).notNull()
            table.column("began", .datetime).notNull()
            table.column("seen", .datetime).notNull()
            table.column("confirmed", .datetime).notNull()
            table.column("confirmedBy", .text).notNull()
            table.column("locked", .boolean).notNull().defaults(to: false)
            table.column("ended", .datetime)
        }
    }

    private static func agreements(_ database: Database) throws {
        try database.create(table: "consent") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("person", .integer).notNull().indexed().references("person")
            table.column("kind", .text).notNull()
            // The version of the text that they read.
            table.column("version", .integer).notNull()
            table.column("given", .boolean).notNull()
            table.column("at", .datetime).notNull()
        }
        try database.execute(
            sql: """
                CREATE TRIGGER consent_update BEFORE UPDATE ON consent BEGIN SELECT raise(ABORT, 'consents are not changed'); END;
                CREATE TRIGGER consent_delete BEFORE DELETE ON consent BEGIN SELECT raise(ABORT, 'consents are not removed'); END;
                """)
        try database.create(table: "person_setting") { table in
            table.column("person", .integer).notNull().references("person", onDelete: .cascade)
            table.column("name", .text).notNull()
            table.column("value", .jsonText).notNull()
            table.primaryKey(["person", "name"])
        }
    }

    /// The effects of people's decisions.
    static func consents(_ database: Database) throws {
        try database.alter(table: "person") { table in
            // Whether the pages of their documents are read.
            table.add(column: "isRead", .boolean).notNull().defaults(to: true)
            // Whether locations still have to be removed from their pictures.
            table.add(column: "placesLeft", .boolean).notNull().defaults(to: false)
        }
        try database.alter(table: "capture_metric") { table in
            table.add(column: "person", .integer).notNull().defaults(to: Library.builtInPerson)
        }
        try database.create(index: "capture_metric_person", on: "capture_metric", columns: ["person"])
        // Pages whose owner has not consented are never pending, whatever would make them so.
        let isWithheld = """
            new.state = 'waiting' AND EXISTS (SELECT 1 FROM page JOIN document ON document.id = page.document
                JOIN person ON person.id = document.person WHERE page.id = new.page AND NOT person.isRead)
            """
        for (name, moment) in [("insert", "INSERT"), ("update", "UPDATE OF state, version")] {
            try database.execute(
                sql: """
                    CREATE TRIGGER page_withheld_\(name) AFTER \(moment) ON page_reading WHEN \(isWithheld) BEGIN
                        UPDATE page_reading SET state = 'withheld' WHERE page = new.page;
                    END;
                    """)
        }
    }

    /// People's individual arrangements.
    static func personal(_ database: Database) throws {
        try database.alter(table: "person") { $0.add(column: "title", .text).notNull().defaults(to: "") }
        let tables = [
            ("pin", "document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE", "document", "position, hidden"),
            ("sidebar_place", "name TEXT NOT NULL", "name", "position, hidden"),
            ("sidebar_collapsed", "name TEXT NOT NULL", "name", ""),
        ]
        for (table, column, key, others) in tables {
            let columns = others.isEmpty ? "" : ", position INTEGER NOT NULL, hidden BOOLEAN NOT NULL"
            let copied = others.isEmpty ? key : "\(key), \(others)"
            try database.execute(
                sql: """
                    CREATE TABLE new_\(table) (
                        person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, \(column)\(columns),
                        PRIMARY KEY (person, \(key)));
                    INSERT INTO new_\(table) (person, \(copied)) SELECT \(Library.builtInPerson), \(copied) FROM \(table);
                    DROP TABLE \(table);
                    ALTER TABLE new_\(table) RENAME TO \(table);
                    """)
        }
        try database.create(index: "pin_document", on: "pin", columns: ["document"])
    }
    /// Assigns tokens in URLs to the people who created them. Existing tokens go to the first owner, unless they may belong to a
    /// removed person.
    /// Programs with a token of their own. It ends with the person who made it.
    static func programs(_ database: Database) throws {
        try database.create(table: "program") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("name", .text).notNull()
            table.column("scope", .text).notNull()
            table.column("token", .text).notNull().unique()
            table.column("person", .integer).notNull().indexed().references("person", onDelete: .cascade)
            table.column("created", .datetime).notNull()
            table.column("used", .datetime)
        }
    }

    static func ownTokens(_ database: Database) throws {
        let names = ReadToken.allCases.map { "'\($0.setting)'" }.joined(separator: ", ")
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO person_setting (person, name, value)
                    SELECT \(Library.builtInPerson), name, value FROM setting WHERE name IN (\(names))
                    AND EXISTS (SELECT 1 FROM person WHERE id = \(Library.builtInPerson))
                    AND NOT EXISTS (SELECT 1 FROM person WHERE retired IS NOT NULL);
                DELETE FROM setting WHERE name IN (\(names));
                """)
    }
}
