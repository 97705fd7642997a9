import FoundationEssentials
import StationStore

/// The drafts of a station, each in a folder of its own.
actor Drafts {
    private let folder: String
    /// Those that somebody uses: there must be no second one of a folder.
    private var used: [DraftName: Used] = [:]
    /// Those that were asked for last, so that what is on the disk need not be read again and again.
    private var recent: [Draft] = []
    /// Of drafts whose camera view is closed, the last ones: what was taken is known to them when the person comes back.
    private var scanners: [LiveScanner] = []

    /// Addresses can be made up without end, so nothing is kept of most of them.
    private static let mostRecent = 32
    private static let maximumScanners = 4

    private struct Used {
        weak var draft: Draft?
    }

    init(folder: String) throws(StoreError) {
        self.folder = folder
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw .folder(folder, reason: "\(error)")
        }
    }

    /// A draft, which need not exist yet.
    func draft(_ name: DraftName) -> Draft {
        let draft = used[name]?.draft ?? Draft(name, folder: path(name))
        used[name] = Used(draft: draft)
        recent.removeAll { $0 === draft }
        recent.append(draft)
        if recent.count > Self.mostRecent {
            recent.removeFirst()
            used = used.filter { $1.draft != nil }
        }
        return draft
    }

    /// A scanner for a camera view that opens: the one that the draft's last view had, unless another view has it.
    func borrowScanner(_ name: DraftName) throws -> LiveScanner {
        guard let index = scanners.firstIndex(where: { $0.draft.name == name }) else {
            return try LiveScanner(draft(name))
        }
        return scanners.remove(at: index)
    }

    /// Its view is closed.
    func giveBack(_ scanner: LiveScanner) {
        // Not of a draft that has ended.
        guard used[scanner.draft.name]?.draft === scanner.draft else { return }
        scanners.append(scanner)
        if scanners.count > Self.maximumScanners { scanners.removeFirst() }
    }

    /// Drafts that have pages, in the order of their names.
    func unsaved() async -> [Draft] {
        var found: [Draft] = []
        for name in names() where await !draft(name).pages.isEmpty { found.append(draft(name)) }
        return found
    }

    /// Drafts whose files are damaged, in the order of their names.
    func unreadable() async -> [Draft] {
        var found: [Draft] = []
        for name in names() where await draft(name).isUnreadable { found.append(draft(name)) }
        return found
    }

    /// Removes the drafts of documents that were stored just before the station ended.
    func removeSaved(in library: Library) async throws {
        for name in names() where try library.isSaved(draft: name.text) {
            try await discard(name)
        }
    }

    func discard(_ name: DraftName) async throws {
        try await draft(name).discard()
        used[name] = nil
        recent.removeAll { $0.name == name }
        scanners.removeAll { $0.draft.name == name }
    }

    private func names() -> [DraftName] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.compactMap { DraftName($0) }.sorted { $0.text < $1.text }
    }

    private func path(_ name: DraftName) -> String { "\(folder)/\(name)" }
}
