public import FoundationEssentials
import GRDB
public import RectoVision
public import StationRules

/// Changes made offline in browsers. Each has a key: repeating it changes nothing and returns the first result.
extension Library {
    /// Changes a document's metadata to a person's entries if its version is the one that they saw.
    /// - Returns: The new version.
    /// - Throws: ``StoreError/changedMeanwhile(_:)``; ``StoreError/unknownDocument(_:)``;
    ///   ``StoreError/reusedKey(_:)``.
    public func file(
        _ document: Int64, _ entry: FilingEntry, version: Int, for request: RequestRecord,
        by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int {
        try once(request, on: document, version) { database in
            _ = try Self.file(document, entry, by: person, at: date, database)
        }
    }

    /// Changes the render options of a document's page.
    /// - Parameters:
    ///   - position: The index of the page.
    ///   - filter: `nil` to keep it.
    ///   - rotation: `nil` to keep it.
    /// - Returns: The new version.
    /// - Throws: As ``file(_:_:version:for:by:at:)``; ``StoreError/unknownPage(document:position:)``.
    public func changePage(
        _ position: Int, of document: Int64, filter: Filter?, rotation: Rotation?, version: Int,
        for request: RequestRecord, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int {
        try once(request, on: document, version) { database in
            var list = try Self.pageList(of: document, database)
            guard list.items.indices.contains(position) else {
                throw StoreError.unknownPage(document: document, position: position)
            }
            if let filter { list.items[position].page.filter = filter }
            if let rotation { list.items[position].page.rotation = rotation }
            _ = try Self.setPages(list, of: document, by: person, at: date, database)
        }
    }

    /// Moves a document to the trash.
    /// - Returns: The new version.
    /// - Throws: As ``file(_:_:version:for:by:at:)``.
    public func trash(
        _ document: Int64, version: Int, for request: RequestRecord, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int {
        try once(request, on: document, version) { database in
            _ = try Self.trash([document], by: person, at: date, database)
        }
    }

    /// Changes a document of a given version and stores the result in one transaction.
    private func once(
        _ request: RequestRecord, on document: Int64, _ version: Int,
        _ change: @Sendable (Database) throws -> Void
    ) throws(StoreError) -> Int {
        try write { database in
            if let known = try request.answer(database) {
                guard case .body(let text) = known, let version = Int(text) else {
                    throw StoreError.reusedKey(request.key)
                }
                return version
            }
            try Self.require(version, of: document, database)
            try change(database)
            let made = try Int.fetchOne(
                database, sql: "SELECT version FROM document WHERE id = ?", arguments: [document])
            guard let made else { throw StoreError.unknownDocument(document) }
            try request.insert(.body("\(made)"), database)
            return made
        }
    }
}
