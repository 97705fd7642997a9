import FoundationEssentials
import StationIdentity
import StationRules
import StationStore

/// The drafts of a station, each in its own folder.
actor Drafts: DraftSource {
    private let folder: String
    private let library: Library
    /// The drafts in use: a folder must not have two owners.
    private var used: [DraftName: Used] = [:]
    /// The most recently used drafts, cached to avoid reading them from disk for each request.
    private var recent: [Draft] = []

    /// The time for which deleted pages can be restored, in seconds.
    private static let undoTime = 86_400.0

    /// The suffix of a folder that is about to become a draft.
    private static let opening = ".opening"

    /// The maximum number of drafts in memory, because anybody can make up URLs.
    private static let maximumRecent = 128

    private struct Used {
        weak var draft: Draft?
    }

    /// Returns the title after the first file of a draft that was only imported; `nil` for other drafts.
    func titleOfFile(in draft: Draft) async throws -> String? {
        guard await draft.isImported else { return nil }
        return try library.nameOfFile(inDraft: draft.name.text).flatMap { DocumentTitle(fileName: $0)?.text }
    }

    init(folder: String, library: Library) throws(StoreError) {
        self.folder = folder
        self.library = library
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw .folder(folder, reason: StoreError.reason(error))
        }
    }

    /// Returns a draft, which need not exist yet and may have ended. A new one belongs to the person who opens it.
    /// - Throws: ``DraftError/others`` if the visitor may not access it.
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
        // Drafts are shared like documents, which guests cannot see.
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

    /// Returns the draft for editing a document's pages: the existing one, or a new one with copies of them. An
    /// unchanged draft is replaced if the document's pages have changed since.
    /// - Throws: ``StoreError/unknownDocument(_:)``, also for one in the trash; ``StoreError/changedMeanwhile(_:)``.
    func draft(editing document: Int64) async throws -> Draft {
        guard try library.documentWithPages(document).trashed == nil else { throw StoreError.unknownDocument(document) }
        if let known = try knownDraft(editing: document) {
            guard try await isSuperseded(known), let edit = try library.edit(in: known.name.text),
                try await known.discard(from: library, known: edit.beginning)
            else { return known }
        }
        let (name, library) = (DraftName(), library)
        // It becomes a draft once it is complete: saving an incomplete one would lose pages.
        let opening = path(name) + Self.opening
        do {
            let pages = try library.pageList(of: document)
            let beginning = try await CPUWorkQueue.exports.run {
                try EditedDocument.copy(pages, of: library, to: opening)
            }
            // Another request was faster.
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

    /// Whether there are unsaved changes to a document's pages.
    func hasChanges(to document: Int64) async throws -> Bool {
        guard let draft = try knownDraft(editing: document) else { return false }
        return try await !isUnchanged(draft, library.edit(in: draft.name.text))
    }

    /// Whether a draft is unchanged, and its document has changed since the draft was created.
    func isSuperseded(_ draft: Draft) async throws -> Bool {
        guard let state = try library.editState(of: draft.name.text), state != .current else { return false }
        return await isUnchanged(draft, try library.edit(in: draft.name.text))
    }

    /// Whether a draft can be removed without loss: it edits a document, and nothing was changed or permanently
    /// deleted.
    private func isUnchanged(_ draft: Draft, _ edit: Library.Edit?) async -> Bool {
        guard let edit, edit.document != nil, let beginning = edit.beginning, await draft.end == nil else {
            return false
        }
        let (isScanning, digest) = (await draft.isScanning, await draft.digest)
        return !isScanning && digest == beginning
    }

    /// Also returns `nil` if the station stopped before the draft was complete.
    private func knownDraft(editing document: Int64) throws -> Draft? {
        guard let name = try library.draft(editing: document).flatMap({ DraftName($0) }),
            FileManager.default.fileExists(atPath: path(name))
        else { return nil }
        return try draft(name)
    }

    /// Returns drafts that have pages or are damaged, most recently changed first. Unchanged drafts of documents are
    /// omitted.
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

    /// Removes the files of drafts that had ended when the station last stopped, and of empty or unchanged drafts
    /// after the time for restoring pages.
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
        try library.forgetDrafts(except: left)
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
    /// The URL of the first page's thumbnail.
    let thumbnail: String?
    /// The reason why its pages cannot be shown.
    let trouble: DraftRefusal?
    /// Whether a camera view of it is open.
    let isScanning: Bool
    /// The document that it edits.
    var edit: Library.Edit?
}

extension Draft {
    /// `nil` if it has no pages or has ended, also if the disk was too full to begin it.
    var summary: DraftSummary? {
        let (pages, trouble) = (pages, trouble)
        guard !pages.isEmpty || trouble == .ended(.damaged) || (trouble != nil && hasJournal) else { return nil }
        return DraftSummary(
            draft: self, changed: changed ?? .distantPast, pages: pages.count,
            thumbnail: pages.first.map { address(of: $0, .thumbnail) }, trouble: trouble, isScanning: isScanning)
    }
}
