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

    /// Anybody can make up addresses, so only this many drafts stay in memory.
    private static let maximumRecent = 32

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

    /// One that has not been used.
    func newDraft() throws -> Draft { try draft(DraftName()) }

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

    /// Removes the files of drafts that had ended when the station last did.
    func removeEnded() throws {
        for name in names() where try library.end(ofDraft: name.text) != nil {
            try? FileManager.default.removeItem(atPath: path(name))
        }
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
    /// The address of the first page's thumbnail; `nil` if the draft is damaged.
    let thumbnail: String?
    /// Whether a camera view is open on it.
    let isScanning: Bool
}

extension Draft {
    /// `nil` if it has no pages, or has ended.
    var summary: DraftSummary? {
        let pages = pages
        switch end {
        case .saved, .discarded: return nil
        case nil where pages.isEmpty: return nil
        case nil, .damaged: break
        }
        return DraftSummary(
            draft: self, changed: changed ?? .distantPast, pages: pages.count,
            thumbnail: pages.first.map { address(of: $0, .thumbnail) }, isScanning: isScanning)
    }
}
