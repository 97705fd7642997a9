import FoundationEssentials
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

    /// A draft. It need not exist yet, and may have ended.
    func draft(_ name: DraftName) throws -> Draft {
        let draft = try used[name]?.draft ?? Draft(name, folder: path(name), end: end(of: name))
        used[name] = Used(draft: draft)
        recent.removeAll { $0 === draft }
        recent.append(draft)
        if recent.count > Self.maximumRecent {
            recent.removeFirst()
            used = used.filter { $1.draft != nil }
        }
        return draft
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

    /// Drafts that have pages or are damaged, those that were changed last first.
    func unsaved() async -> [DraftSummary] {
        var found: [DraftSummary] = []
        for name in names() {
            guard let draft = try? draft(name), let summary = await draft.summary else { continue }
            found.append(summary)
        }
        return found.sorted { ($0.changed, $0.draft.name.text) > ($1.changed, $1.draft.name.text) }
    }

    /// Removes the files of drafts that had ended when the station last did, and of those from which all pages were deleted, once
    /// nobody will want them back.
    func removeEnded(now: Date = .now) async throws {
        for name in names() {
            if try library.end(ofDraft: name.text) == nil {
                guard await isForgotten(try draft(name), now: now) else { continue }
            }
            try? FileManager.default.removeItem(atPath: path(name))
        }
        recent = []
        used = used.filter { $1.draft != nil }
    }

    private func isForgotten(_ draft: Draft, now: Date) async -> Bool {
        guard await draft.pages.isEmpty, await draft.trouble == nil, let changed = await draft.changed else {
            return false
        }
        return now.timeIntervalSince(changed) > Self.undoTime
    }

    private func names() -> [DraftName] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.compactMap { DraftName($0) }
    }

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
