package import FoundationEssentials
import Recto
import RectoCore
import RectoVision
import StationRules
package import StationStore

extension Draft {
    /// The document that a draft was saved as, or whose pages it edited.
    package struct Saved: Hashable, Sendable {
        package let document: Int64
        /// The event for undoing the change of an edited document; `nil` for a new one.
        package var event: Int64?
    }

    /// Stores the pages as a document exactly once: a second request gets the same document. Pages of a draft that
    /// edits a document replace the document's pages.
    /// - Parameters:
    ///   - title: The title of a new document.
    ///   - asNew: Whether to create a new document in any case.
    ///   - restores: Whether to restore a document from the trash for this.
    /// - Throws: ``DraftRefusal/documentChanged(_:)`` or ``DraftRefusal/documentTrashed(_:)`` if the document has
    ///   changed since the draft was created.
    package func save(
        in library: Library, title: String, captured: Date, for request: RequestRecord? = nil, asNew: Bool = false,
        restores: Bool = false
    ) throws -> Saved {
        if case .saved(let document) = machine.end { return Saved(document: document) }
        let session = try readable()
        return try change { machine in
            try machine.beginSaving(pages: session.pages.count)
            do {
                let edited =
                    try asNew
                    ? nil : saveEdit(of: session, in: library, at: captured, for: request, restores: restores)
                let saved =
                    try edited
                    ?? Saved(
                        document: library.add(document(of: session, title: title, captured: captured), for: request))
                machine.saved(as: saved.document)
                // Whatever cannot be removed now is removed when the station starts.
                try? session.discard()
                self.session = nil
                return saved
            } catch {
                machine.notSaved()
                throw error
            }
        }
    }

    /// - Returns: `nil` if the draft does not edit a document.
    private func saveEdit(
        of session: ScanSession, in library: Library, at date: Date, for request: RequestRecord?, restores: Bool
    ) throws -> Saved? {
        guard try library.edit(in: name.text) != nil else { return nil }
        let known = EditedDocument.pages(of: session)
        do {
            let saved = try library.saveEdit(
                in: name.text,
                pages: session.pages.map { (id: known[$0.id], page: Self.content(of: $0, in: session)) },
                keys: session.keys, for: request, restores: restores, at: date)
            return saved.map { Saved(document: $0.document, event: $0.event) }
        } catch {
            switch error {
            case .changedMeanwhile(let document): throw DraftRefusal.documentChanged(document)
            case .inTrash(let document): throw DraftRefusal.documentTrashed(document)
            default: throw error
            }
        }
    }

    private func document(of session: ScanSession, title: String, captured: Date) -> NewDocument {
        NewDocument(
            title: title, captured: captured, draft: name.text, keys: session.keys,
            source: Self.isImported(session) ? .import : .scan,
            pages: session.pages.map { Self.content(of: $0, in: session) })
    }

    /// Whether all pages come from files. Pages of the station's own cameras have no keys.
    private static func isImported(_ session: ScanSession) -> Bool {
        session.keys.count >= session.pages.count && session.keys.allSatisfy { $0.hasPrefix(importPrefix) }
    }

    var isImported: Bool { (try? readable()).map(Self.isImported) ?? false }

    static func content(of page: ScanSession.SessionPage, in session: ScanSession) -> NewDocument.Page {
        var content = NewDocument.Page(
            reading: { try session.picture(of: page.id) }, size: page.originalSize, quad: page.quad,
            rotation: page.renderOptions.rotation, filter: page.renderOptions.filter,
            flattening: page.renderOptions.flattening)
        if let reference = page.reference, let fusion = page.fusion {
            content.single = NewDocument.Page.Single(
                reading: { try session.reference(of: page.id) },
                FusionRecord(
                    size: reference.size, quad: reference.quad, madeQuad: reference.fusedQuad, made: fusion))
        }
        return content
    }

    /// Deletes all pages. A saved draft stays saved.
    /// - Parameters:
    ///   - told: The number of scans that the person agreed to delete.
    ///   - known: The digest of the pages that the person agreed to delete.
    /// - Returns: `false` if the pages have changed since and nothing was deleted.
    @discardableResult
    package func discard(from library: Library, told: Int? = nil, known: String? = nil) throws -> Bool {
        _ = try? existing()
        if let told, end == nil, told != pages.count { return false }
        if let known, known != digest { return false }
        try change { machine in
            var discarded = machine
            try discarded.discard()
            try library.discard(draft: name.text, keys: session?.keys ?? [])
            machine = discarded
            if let session { try? session.discard() } else { try? FileManager.default.removeItem(atPath: folder) }
            session = nil
        }
        return true
    }

    /// The time of the last change to a page; `nil` without pages.
    var changed: Date? {
        [folder + "/journal", folder].lazy.compactMap {
            try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
        }.first
    }
}
