import FoundationEssentials
import StationStore

/// The drafts of a station, each in a folder of its own.
actor Drafts {
    private let folder: String
    private var open: [DraftName: Draft] = [:]
    /// Of drafts whose camera view is closed.
    private var scanners: [DraftName: LiveScanner] = [:]

    init(folder: String) throws(StoreError) {
        self.folder = folder
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw .folder(folder, reason: "\(error)")
        }
    }

    /// A draft, which need not exist yet.
    func draft(_ name: DraftName) -> Draft {
        if let draft = open[name] { return draft }
        let draft = Draft(name, folder: path(name))
        open[name] = draft
        return draft
    }

    /// A scanner for a camera view that opens: the one that the draft's last view had, unless another view has it.
    func borrowScanner(_ name: DraftName) throws -> LiveScanner {
        if let scanner = scanners.removeValue(forKey: name) { return scanner }
        return try LiveScanner(draft(name))
    }

    /// Its view is closed.
    func giveBack(_ scanner: LiveScanner) {
        let name = scanner.draft.name
        // Not of a draft that has ended.
        if open[name] === scanner.draft { scanners[name] = scanner }
    }

    /// Drafts that have pages, in the order of their names.
    func unsaved() async -> [Draft] {
        var found: [Draft] = []
        for name in names() where await !draft(name).pages.isEmpty { found.append(draft(name)) }
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
        (open[name], scanners[name]) = (nil, nil)
    }

    private func names() -> [DraftName] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.compactMap { DraftName($0) }.sorted { $0.text < $1.text }
    }

    private func path(_ name: DraftName) -> String { "\(folder)/\(name)" }
}
