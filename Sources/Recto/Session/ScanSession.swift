public import RectoCore

/// Pages that are being scanned, kept in a draft folder until they are saved as a document.
///
/// ```swift
/// let session = try ScanSession(folder: "draft")
/// let page = try session.add(scanned)                    // of a Scanner
/// try session.rotate(page, by: .clockwise90)
/// try session.save(to: "contract.pdf")
/// try session.discard()
/// ```
///
/// Changes are durable: when a method returns, the change is on disk and survives crashes of the program and the
/// machine. Original pictures never change; render options are recorded in an append-only journal. Damage left by a
/// crash or a faulty disk is repaired when the draft is opened, and reported in ``recovery``.
///
/// Only one session across all processes can have a draft open, and it is used by one thread at a time. Pixels are in
/// memory only while a page is rendered.
public final class ScanSession {
    /// Identifies a page in its draft; never reused.
    public struct PageID: Hashable, Codable, Sendable, CustomStringConvertible {
        public let number: Int
        public var description: String { "\(number)" }
    }

    /// A page of the session.
    public struct SessionPage: Hashable, Identifiable, Sendable {
        public let id: PageID
        /// The number of its picture in the draft; it changes with a retake.
        public let picture: Int
        /// The size of the current picture as stored.
        public let originalSize: PixelSize
        /// The corners in the picture, clockwise from the page's top-left; `nil` if the picture is the page.
        public let quad: Quad?
        public let renderOptions: RenderOptions
        /// How its picture was fused from several frames; `nil` for the original picture.
        public let fusion: PageFusion?
        /// The original picture, if the current one was fused.
        public let reference: Reference?
        /// How the fused picture was made that ``ScanSession/takeFused(of:)`` restores; `nil` if there is none.
        public let setAside: PageFusion?

        /// The number of its original picture; it changes with a retake.
        public var cameAs: Int { reference?.picture ?? picture }
        /// Whether its picture is the original one or was fused from several frames.
        public var source: PageScanner.Source { fusion == nil ? .single : .fused }
    }

    /// The original picture of a page, next to a fused one.
    public struct Reference: Hashable, Sendable {
        public let picture: Int
        public let size: PixelSize
        /// The page's corners in this picture at the time of fusion, and the same corners in the fused picture; `nil`
        /// if the picture was the page.
        public let quad: Quad?
        public let fusedQuad: Quad?
    }

    /// The draft folder.
    public let folder: String
    /// Problems found when the draft was opened.
    public private(set) var recovery = DraftRecovery()
    var state = DraftState()
    /// `nil` once the draft has been discarded.
    private var files: DraftFolder?
    private var journal: DraftJournal
    /// The highest number of all pages and pictures, used or not.
    var lastNumber: Int

    /// The number of superseded records at which the journal is rewritten.
    private static let maximumIdleRecords = 1000

    /// Opens a draft, or starts one in a folder that is empty or missing.
    public init(folder: String) throws(SessionError) {
        self.folder = folder
        let files = try DraftFolder(path: folder)
        let bytes = try files.readJournal()
        let (entries, damage) = DraftJournal.read(bytes ?? [])
        var (state, recovery) = (DraftState(), DraftRecovery())
        for entry in entries {
            if case .draft(let version) = entry.record, version > DraftRecord.version { throw .laterVersion(version) }
            if !state.apply(entry.record) { recovery.findings.append(.senselessRecord(offset: entry.offset)) }
        }
        recovery.findings += damage
        try Self.reconcile(&state, with: files, &recovery)
        let isBloated = entries.count > state.pages.count + Self.maximumIdleRecords
        if let bytes, recovery.isClean, !isBloated, !entries.isEmpty {
            journal = try DraftJournal(path: files.journal, length: bytes.count)
        } else {
            if let bytes, recovery.hasLostRecords { try files.keepDamagedJournal(bytes) }
            journal = try DraftJournal(replacing: files.journal, with: state.records)
        }
        lastNumber = try files.originalNames().compactMap { DraftOriginal.parts(ofName: $0)?.number }
            .reduce(state.nextNumber - 1, max)
        (self.state, self.recovery, self.files) = (state, recovery, files)
    }

    /// The pages in order.
    public var pages: [SessionPage] { state.orderedPages.compactMap(page) }

    /// Deleted pages that can be restored, in the order in which they were added.
    public var deletedPages: [SessionPage] {
        let deleted = Set(state.pages.keys).subtracting(state.order)
        return deleted.sorted().compactMap { state.pages[$0] }.filter { files?.holds($0.original) == true }
            .compactMap(page)
    }

    private func page(_ page: DraftPage) -> SessionPage? {
        let reference = page.reference.flatMap { reference in
            reference.original.size.map {
                Reference(
                    picture: reference.original.number, size: $0, quad: reference.corners.flatMap { Quad(numbers: $0) },
                    fusedQuad: reference.fusedCorners.flatMap { Quad(numbers: $0) })
            }
        }
        return page.original.size.map {
            SessionPage(
                id: PageID(number: page.id), picture: page.original.number, originalSize: $0, quad: page.quad,
                renderOptions: page.renderOptions, fusion: page.fusion, reference: reference,
                setAside: state.setAside[page.original.number]?.fusion)
        }
    }

    /// Returns the page that was added or retaken with a picture of this name, even if it has been deleted since. A
    /// caller that resends a picture after an unknown outcome thus adds it only once.
    public func page(withKey key: String) -> PageID? {
        let page = state.pages.values.first { $0.had(key) } ?? state.former.values.first { $0.had(key) }
        return page.map { PageID(number: $0.id) }
    }

    /// The names of all pictures that pages have had, including deleted ones.
    public var keys: [String] { state.pages.keys.sorted().flatMap { state.keys(of: $0) ?? [] } }

    /// Removes the draft from disk; the session cannot be used afterwards.
    public func discard() throws(SessionError) {
        try record(.order([]))
        try openFiles().remove()
        files = nil
    }

    // MARK: Records

    func record(_ record: DraftRecord, with original: DraftOriginal) throws(SessionError) {
        do { try self.record(record) } catch {
            files?.remove(original)
            throw error
        }
    }

    func record(_ record: DraftRecord) throws(SessionError) {
        _ = try openFiles()
        try journal.append(record)
        _ = state.apply(record)
    }

    func openFiles() throws(SessionError) -> DraftFolder {
        guard let files else { throw .discarded }
        return files
    }

    func known(_ id: PageID) throws(SessionError) -> DraftPage {
        guard files != nil else { throw .discarded }
        guard state.order.contains(id.number), let page = state.pages[id.number] else { throw .unknownPage(id) }
        return page
    }

    func place(of id: PageID) throws(SessionError) -> Int {
        guard let place = state.order.firstIndex(of: id.number) else { throw .unknownPage(id) }
        return place
    }
}
