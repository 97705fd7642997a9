import FoundationEssentials
import StationIdentity
import StationRules
import StationStore

/// The drafts of a station, each in a folder of its own.
actor Drafts: DraftSource {
    private let folder: String
    private let library: Library
    /// The drafts in use: a folder must not have two.
    private var used: [DraftName: Used] = [:]
    /// The drafts used last, so that they need not be read from the disk for each request.
    private var recent: [Draft] = []

    /// Deleted pages can be put back for this long, in seconds.
    private static let undoTime = 86_400.0

    /// The ending of a folder that is about to become a draft.
    private static let opening = ".opening"

    /// Anybody can make up addresses, so only this many drafts stay in memory.
    private static let maximumRecent = 128

    private struct Used {
        weak var draft: Draft?
    }

    init(folder: String, library: Library) throws(StoreError) {
        self.folder = folder
        self.library = library
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw .folder(folder, reason: "\(error)")
        }
    }

    /// A draft. It need not exist yet, and may have ended. A new one is from now on the person's who opens it.
    /// - Throws: ``DraftError/others`` if it is not there for whoever asks.
    func draft(_ name: DraftName) throws -> Draft {
        try admit(to: name)
        let draft =
            try used[name]?.draft
            ?? Draft(name, folder: path(name), end: end(of: name)) { [library] in try library.permitted($0) }
        used[name] = Used(draft: draft)
        recent.removeAll { $0 === draft }
        recent.append(draft)
        if recent.count > Self.maximumRecent {
            recent.removeFirst()
            used = used.filter { $1.draft != nil }
        }
        return draft
    }

    private func admit(to name: DraftName) throws {
        let reader = DocumentReader.current
        guard reader != .everything else { return }
        if let person = try library.person(ofDraft: name.text) {
            guard person == reader.person else { throw DraftError.others }
            return
        }
        if try end(of: name) == nil, !FileManager.default.fileExists(atPath: path(name)) {
            if let person = reader.person { try library.setPerson(person, ofDraft: name.text) }
            return
        }
        // Everybody's, as documents are: guests see none.
        guard Visitor.current.may(.readDocuments) else { throw DraftError.others }
        guard let document = try library.edit(in: name.text)?.document, try library.hides(document) else { return }
        throw DraftError.others
    }

    func hadPicture(_ key: String, draft name: DraftName) throws -> Bool {
        try library.hadPicture(key, draft: name.text)
    }

    private func end(of name: DraftName) throws -> DraftEnd? {
        switch try library.end(ofDraft: name.text) {
        case .saved(let document): .saved(document)
        case .discarded: .discarded
        case nil: nil
        }
    }

    /// The draft in which a document's pages are edited: the one that there is, or a new one with copies of them. A draft without
    /// changes gives way if the document has other pages since.
    /// - Throws: ``StoreError/unknownDocument(_:)``, for one in the trash too; ``StoreError/changedMeanwhile(_:)``.
    func draft(editing document: Int64) async throws -> Draft {
        guard try library.documentWithPages(document).trashed == nil else { throw StoreError.unknownDocument(document) }
        if let known = try knownDraft(editing: document) {
            guard try await isSuperseded(known), let edit = try library.edit(in: known.name.text),
                try await known.discard(from: library, known: edit.beginning)
            else { return known }
        }
        let (name, library) = (DraftName(), library)
        // It becomes a draft when it is complete: a half of one would lose the other half when it is saved.
        let opening = path(name) + Self.opening
        do {
            let pages = try library.pageList(of: document)
            let beginning = try await CPUWorkQueue.exports.run {
                try EditedDocument.copy(pages, of: library, to: opening)
            }
            // Somebody else was faster.
            if let known = try knownDraft(editing: document) {
                try? FileManager.default.removeItem(atPath: opening)
                return known
            }
            try library.beginEdit(of: document, in: name.text, seeing: pages, beginning: beginning)
            try FileManager.default.moveItem(atPath: opening, toPath: path(name))
        } catch {
            try? FileManager.default.removeItem(atPath: opening)
            throw error
        }
        return try draft(name)
    }

    /// Whether there are changes to a document's pages that are not saved.
    func hasChanges(to document: Int64) async throws -> Bool {
        guard let draft = try knownDraft(editing: document) else { return false }
        return try await !isUnchanged(draft, library.edit(in: draft.name.text))
    }

    /// Whether a draft has changed nothing, and its document is no longer as the draft found it.
    func isSuperseded(_ draft: Draft) async throws -> Bool {
        guard let state = try library.editState(of: draft.name.text), state != .current else { return false }
        return await isUnchanged(draft, try library.edit(in: draft.name.text))
    }

    /// Whether nobody would miss a draft: it edits a document, and nothing was changed. What was deleted for good is missed.
    private func isUnchanged(_ draft: Draft, _ edit: Library.Edit?) async -> Bool {
        guard let edit, edit.document != nil, let beginning = edit.beginning, await draft.end == nil else {
            return false
        }
        let (isScanning, digest) = (await draft.isScanning, await draft.digest)
        return !isScanning && digest == beginning
    }

    /// `nil` too if the station ended before the draft was complete.
    private func knownDraft(editing document: Int64) throws -> Draft? {
        guard let name = try library.draft(editing: document).flatMap({ DraftName($0) }),
            FileManager.default.fileExists(atPath: path(name))
        else { return nil }
        return try draft(name)
    }

    /// Drafts that have pages or are damaged, those that were changed last first. Those that edit a document and have changed nothing
    /// are left out.
    func unsaved() async -> [DraftSummary] {
        var found: [DraftSummary] = []
        let edits = (try? library.edits()) ?? [:]
        for name in names() {
            guard let draft = try? draft(name), var summary = await draft.summary else { continue }
            let edit = edits[name.text]
            if await isUnchanged(draft, edit) { continue }
            summary.edit = edit
            found.append(summary)
        }
        return found.sorted { ($0.changed, $0.draft.name.text) > ($1.changed, $1.draft.name.text) }
    }

    /// Removes the files of drafts that had ended when the station last did, and of those from which all pages were deleted or that
    /// have changed nothing, once nobody will want them back.
    func removeEnded(now: Date = .now) async throws {
        for name in names() {
            if try library.end(ofDraft: name.text) == nil {
                guard await isForgotten(try draft(name), now: now) else { continue }
            }
            try? FileManager.default.removeItem(atPath: path(name))
        }
        recent = []
        used = used.filter { $1.draft != nil }
        for name in entries().filter({ $0.hasSuffix(Self.opening) }) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        let left = Set(names().map(\.text))
        try library.forgetEdits(except: left)
        try library.forgetDraftPeople(except: left)
    }

    private func isForgotten(_ draft: Draft, now: Date) async -> Bool {
        guard await draft.trouble == nil, let changed = await draft.changed else { return false }
        let edit = try? library.edit(in: draft.name.text)
        let (hasPages, isUnchanged) = (await !draft.pages.isEmpty, await isUnchanged(draft, edit))
        guard !hasPages || isUnchanged else { return false }
        return now.timeIntervalSince(changed) > Self.undoTime
    }

    private func names() -> [DraftName] { entries().compactMap { DraftName($0) } }

    private func entries() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    private func path(_ name: DraftName) -> String { "\(folder)/\(name)" }
}

/// An unsaved draft, for lists.
struct DraftSummary: Sendable {
    let draft: Draft
    let changed: Date
    let pages: Int
    /// The address of the first page's thumbnail.
    let thumbnail: String?
    /// Why its pages cannot be shown.
    let trouble: DraftRefusal?
    /// Whether a camera view is open on it.
    let isScanning: Bool
    /// The document that it edits.
    var edit: Library.Edit?
}

extension Draft {
    /// `nil` if it has no pages, or has ended.
    var summary: DraftSummary? {
        let (pages, trouble) = (pages, trouble)
        guard !pages.isEmpty || trouble != nil else { return nil }
        return DraftSummary(
            draft: self, changed: changed ?? .distantPast, pages: pages.count,
            thumbnail: pages.first.map { address(of: $0, .thumbnail) }, trouble: trouble, isScanning: isScanning)
    }
}
