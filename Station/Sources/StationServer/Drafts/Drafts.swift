import FoundationEssentials
import StationStore

/// The drafts of a station, each in a folder of its own.
actor Drafts {
    private let folder: String
    /// The drafts in use: a folder must not have two.
    private var used: [DraftName: Used] = [:]
    /// The drafts used last, so that they need not be read from the disk for each request.
    private var recent: [Draft] = []
    /// The scanners of drafts whose camera view was closed last: they still know the captured pages when it opens again.
    private var scanners: [LiveScanner] = []

    /// Anybody can make up addresses, so only this many drafts stay in memory.
    private static let maximumRecent = 32
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

    /// A draft. It need not exist yet.
    func draft(_ name: DraftName) -> Draft {
        let draft = used[name]?.draft ?? Draft(name, folder: path(name))
        used[name] = Used(draft: draft)
        recent.removeAll { $0 === draft }
        recent.append(draft)
        if recent.count > Self.maximumRecent {
            recent.removeFirst()
            used = used.filter { $1.draft != nil }
        }
        return draft
    }

    /// The scanner for a new camera view: that of the draft's last view, unless another view uses it.
    func borrowScanner(_ name: DraftName) throws -> LiveScanner {
        guard let index = scanners.firstIndex(where: { $0.draft.name == name }) else {
            return try LiveScanner(draft(name))
        }
        return scanners.remove(at: index)
    }

    /// Returns the scanner of a closed view.
    func giveBack(_ scanner: LiveScanner) {
        // The draft may have ended.
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

    /// Removes drafts that were already saved as documents when the station last ended.
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
