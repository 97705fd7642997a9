import FoundationEssentials
package import Recto
package import RectoCore
package import RectoVision
package import StationRules
package import StationStore

/// The owner of a session's pages until they are saved. All screens, tabs and programs use it, and are notified of
/// changes.
///
/// It accesses files on its own queue.
package actor Draft {
    nonisolated package let name: DraftName
    /// Signals changes.
    nonisolated package let changes = Signal()
    nonisolated private let executor: QueueExecutor
    /// Returns the part of a picture's file that may be stored for the current person.
    private let permitted: @Sendable ([UInt8]) throws -> [UInt8]
    let folder: String
    var machine: DraftMachine
    /// A counter of changes.
    private var version = 0
    /// The session, opened with the first page.
    var session: ScanSession?
    private var signatures = PageSignatures()
    /// A page that arrived as a replacement but differs from the replaced one, until the person decides about it. A
    /// camera view that opens again repeats the question.
    private(set) var undecided: (page: Int, replaced: Int)?
    /// The person's choices in the camera view, for the next view.
    package var choices = CaptureChoices()

    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: The folder, created with the first page.
    ///   - end: How the draft ended, if it has.
    ///   - permitted: Returns the part of a picture's file to store: all of it, or all but the location.
    package init(
        _ name: DraftName, folder: String, end: DraftEnd? = nil,
        permitted: @escaping @Sendable ([UInt8]) throws -> [UInt8] = { $0 }
    ) {
        self.name = name
        self.permitted = permitted
        self.folder = folder
        machine = DraftMachine(end)
        executor = QueueExecutor(label: "draft \(name)")
    }

    // MARK: State

    /// How the draft ended; `nil` while pages can be added.
    package var end: DraftEnd? {
        _ = try? existing()
        return machine.end
    }

    /// The reason why its pages cannot be shown although it was neither saved nor discarded.
    package var trouble: DraftRefusal? {
        do {
            _ = try existing()
            return machine.end == .damaged ? .ended(.damaged) : nil
        } catch { return error as? DraftRefusal ?? .unavailable("\(error)") }
    }

    /// Throws if it has ended or cannot be opened.
    package func check() throws {
        _ = try existing()
        if let end = machine.end { throw DraftRefusal.ended(end) }
    }

    /// Whether a camera view of it is open.
    var isScanning: Bool { machine.scanning != nil }

    /// The state that a camera view needs.
    package struct Snapshot: Sendable {
        package let version: Int
        package let pages: [ScanSession.SessionPage]
        package let end: DraftEnd?
        /// The scanning view.
        package let scanning: DraftMachine.ViewID?
    }

    package var snapshot: Snapshot {
        let pages = pages
        return Snapshot(version: version, pages: pages, end: machine.end, scanning: machine.scanning?.view)
    }

    /// - Returns: `nil` if nothing has changed since the given version.
    package func snapshot(since version: Int) -> Snapshot? { version == self.version ? nil : snapshot }

    /// Changes the state and notifies listeners.
    func change<Result>(_ body: (inout DraftMachine) throws -> Result) throws -> Result {
        let result = try body(&machine)
        tellChange()
        return result
    }

    private func tellChange() {
        version += 1
        changes.notify()
    }

    // MARK: Views

    /// Opens a camera view, which becomes the scanning one.
    package func openView() throws -> DraftMachine.ViewID {
        _ = try existing()
        return try change { try $0.open() }
    }

    /// Resumes a paused camera view.
    package func resume(_ view: DraftMachine.ViewID) throws { try change { try $0.resume(view) } }

    package func closeView(_ view: DraftMachine.ViewID) {
        try? change { $0.close(view) }
    }

    /// Makes the next page of a view replace another one; `nil` to add pages again.
    package func retake(_ page: Int?, in view: DraftMachine.ViewID) throws {
        try change { try $0.retake(page, in: view) }
    }

    func decide() { undecided = nil }

    package func setChoices(_ choices: CaptureChoices) { self.choices = choices }

    // MARK: Pages

    package var pages: [ScanSession.SessionPage] { machine.end == nil ? (try? existing())?.pages ?? [] : [] }

    package func page(_ number: Int) -> ScanSession.SessionPage? { pages.first { $0.id.number == number } }

    /// Deleted pages that can be restored.
    package var deletedPages: [ScanSession.SessionPage] {
        machine.end == nil ? (try? existing())?.deletedPages ?? [] : []
    }

    /// Returns the URL of the form that restores a deleted page after those that preceded it.
    /// - Parameter corners: The corners that the page gets, in the format of the adjustment form.
    /// - Returns: `nil` if it cannot be restored.
    func restoration(of number: Int, corners: String? = nil) -> String? {
        guard deletedPages.contains(where: { $0.id.number == number }) else { return nil }
        let place = pages.count { $0.id.number < number }
        return "/scan/\(name)/pages/\(number)/restore?place=\(place)" + (corners.map { "&corners=\($0)" } ?? "")
    }

    /// Returns a page whose corners are being moved. If it was deleted in the meantime, it can still be restored with
    /// them.
    func adjustedPage(_ number: Int) throws(DraftError) -> ScanSession.SessionPage {
        guard let page = page(number) ?? deletedPages.first(where: { $0.id.number == number }) else {
            throw .unknownPage(number, of: name)
        }
        return page
    }

    /// Returns a page that must exist.
    func existingPage(_ number: Int) throws(DraftError) -> ScanSession.SessionPage {
        guard let page = page(number) else { throw .unknownPage(number, of: name) }
        return page
    }

    /// The result of storing a page.
    package struct Kept: Sendable {
        package let page: Int
        /// Whether it differs from the page to be replaced, and was therefore added at the end.
        package var isOther = false
    }

    /// Adds a page at the end, or replaces another one and adopts its render options. A page that differs from the
    /// replaced one is added instead, so that none is lost.
    /// - Parameters:
    ///   - key: The caller's name of the picture. A second picture with that name is not added.
    ///   - signature: The page's signature as seen by the camera.
    package func keep(
        _ page: Page, jpegBytes: [UInt8]?, key: String? = nil, replacing number: Int? = nil,
        signature: PageSignature? = nil
    ) async throws -> Kept {
        var isSame = false
        if let number, let signature { isSame = await shows(number, signature) }
        let jpegBytes = try jpegBytes.map(permitted)
        return try edit(creates: true) { session in
            if let key, let known = session.page(withKey: key) {
                return Kept(page: known.number, isOther: number != nil && known.number != number)
            }
            let replaced = session.pages.first { $0.id.number == number }
            guard let replaced, isSame else {
                let added = try session.add(page, jpegBytes: jpegBytes, key: key)
                noteSignature(signature, of: added)
                undecided = replaced.map { (added.number, $0.id.number) }
                return Kept(page: added.number, isOther: replaced != nil)
            }
            try session.retake(replaced.id, with: page, jpegBytes: jpegBytes, key: key)
            noteSignature(signature, of: replaced.id)
            return Kept(page: replaced.id.number)
        }
    }

    /// Adds the pages of an open book, which share one picture. Pages already added with the same key are not added
    /// again.
    /// - Returns: Their numbers.
    package func keep(
        spread pages: [Page], jpegBytes: [UInt8]?, key: String, signature: PageSignature? = nil
    ) throws -> [Int] {
        let jpegBytes = try jpegBytes.map(permitted)
        return try edit(creates: true) { session in
            try pages.enumerated().map { place, page in
                let key = place == 0 ? key : "\(key).\(place + 1)"
                if let known = session.page(withKey: key) { return known.number }
                let added = try session.add(page, jpegBytes: jpegBytes, key: key)
                // The camera sees the whole spread, recorded under the number of its first page.
                noteSignature(place == 0 ? signature : nil, of: added)
                return added.number
            }
        }
    }

    /// Returns the page at the other side of the fold, and both as a spread; `nil` without a fold.
    package func spread(of number: Int) -> (left: Int, right: Int, spread: BookSpread)? {
        Self.spread(of: number, in: pages)
    }

    /// Returns the spread of a page. The pages of a book are adjacent in a draft, in either order, and share the side
    /// at the fold.
    nonisolated static func spread(
        of number: Int, in pages: [ScanSession.SessionPage]
    ) -> (left: Int, right: Int, spread: BookSpread)? {
        guard let index = pages.firstIndex(where: { $0.id.number == number }) else { return nil }
        let page = pages[index]
        for other in [index - 1, index + 1] where pages.indices.contains(other) {
            let facing = pages[other]
            guard let quad = page.quad, let facingQuad = facing.quad, page.originalSize == facing.originalSize else {
                continue
            }
            if let spread = BookSpread(left: quad, right: facingQuad) { return (number, facing.id.number, spread) }
            if let spread = BookSpread(left: facingQuad, right: quad) { return (facing.id.number, number, spread) }
        }
        return nil
    }

    /// Moves the fold between two pages of a book.
    package func fold(_ number: Int, top: Double, bottom: Double) throws {
        guard let (left, right, spread) = self.spread(of: number) else { throw DraftError.noSpread }
        guard let folded = spread.folded(top: top, bottom: bottom) else { throw SessionError.corners }
        try edit { session in
            try session.adjust(try known(left), corners: folded.left)
            try session.adjust(try known(right), corners: folded.right)
        }
    }

    /// Splits a page at a fold. It becomes the page that is read first, and the other one follows it.
    package func split(_ number: Int, top: Double, bottom: Double, order: BookOrder) throws {
        let page = try existingPage(number)
        guard let spread = BookSpread(outline: page.outline)?.folded(top: top, bottom: bottom) else {
            throw SessionError.corners
        }
        let (first, second) = order == .leftFirst ? (spread.left, spread.right) : (spread.right, spread.left)
        try edit { session in
            let place = session.pages.firstIndex { $0.id == page.id } ?? 0
            let isImported = session.keys.allSatisfy { $0.hasPrefix(Self.importPrefix) }
            let added = try session.add(
                picture: try session.picture(of: page.id), quad: second, renderOptions: page.renderOptions,
                key: isImported ? Self.importPrefix + UUID().uuidString : nil)
            try session.move(added, to: place + 1)
            try session.adjust(page.id, corners: first)
        }
    }

    /// Joins two pages at their fold: the page gets the corners of both, and the other one is deleted.
    /// - Returns: The other page and its position, to undo it.
    package func unfold(_ number: Int) throws -> (facing: Int, place: Int) {
        guard let (left, right, spread) = self.spread(of: number) else { throw DraftError.noSpread }
        let facing = left == number ? right : left
        try edit { try $0.adjust(try known(number), corners: spread.outline) }
        return (facing, try delete(facing))
    }

    /// Restores the other page at a fold.
    package func refold(_ number: Int, with facing: Int, at place: Int) throws {
        guard let half = deletedPages.first(where: { $0.id.number == facing })?.quad,
            let other = BookSpread.half(of: try existingPage(number).outline, beside: half)
        else { throw DraftError.noSpread }
        try restore(facing, at: place)
        try adjust(number, to: other)
    }

    /// The prefix of imported files' keys, from which the document derives its source.
    static let importPrefix = "file."

    /// Adds an imported file.
    /// - Parameter key: The caller's name of the file. A second file with that name is not added.
    package func keep(
        picture: [UInt8], quad: Quad?, renderOptions: RenderOptions, key: String? = nil
    ) throws -> ScanSession.PageID {
        try keep(
            capture: picture, quad: quad, renderOptions: renderOptions,
            key: Self.importPrefix + (key ?? UUID().uuidString))
    }

    /// Adds a page that a browser captured offline.
    /// - Parameter key: The browser's name of the picture. A second picture with that name is not added.
    func keep(
        capture picture: [UInt8], quad: Quad?, renderOptions: RenderOptions, key: String
    ) throws -> ScanSession.PageID {
        let picture = try permitted(picture)
        return try edit(creates: true) { session in
            if let known = session.page(withKey: key) { return known }
            return try session.add(picture: picture, quad: quad, renderOptions: renderOptions, key: key)
        }
    }

    package func adjust(_ number: Int, to quad: Quad) throws {
        try edit { try $0.adjust(try known(number), corners: quad) }
    }

    /// Converts corners chosen in another picture of a page to its current picture.
    /// - Parameter picture: The number of the other picture.
    package func corners(_ quad: Quad, of number: Int, in picture: Int) throws -> Quad {
        try readable().corners(quad, of: try known(number), in: picture)
    }

    // MARK: Sharper pages

    /// Replaces the captured picture of a page with the one merged from several. Corners, rotation, filter and
    /// flattening are kept.
    /// - Parameter picture: The number of the captured picture.
    /// - Returns: Whether it was replaced: not if the page has since been deleted, retaken, split or joined.
    package func sharpen(_ number: Int, _ picture: Int, with fused: FusedPage, _ file: [UInt8]) throws -> Bool {
        // Both pages of a book share one picture, and the side at the fold.
        guard let page = page(number), page.picture == picture, page.setAside == nil, spread(of: number) == nil else {
            return false
        }
        return try edit { session in
            let isDone = try session.fuse(page.id, picture: picture, with: fused, jpegBytes: file)
            if isDone { signatures.carry(page, to: self.page(number)) }
            return isDone
        }
    }

    /// Shows the captured or the merged picture of a page.
    package func show(_ source: StationRules.PictureSource, of number: Int) throws {
        try edit { session in
            let page = try known(number)
            switch source {
            case .single: try session.takeReference(of: page)
            case .fused: try session.takeFused(of: page)
            }
        }
    }

    // MARK: Signatures

    /// Returns the signatures of each page by page number.
    package func signatures() async -> [Int: [PageSignature]] {
        for page in pages { _ = await signatures(of: page.id.number) }
        return Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, signatures.signatures(of: $0)) })
    }

    /// Whether a camera that sees this signature shows the page.
    func shows(_ number: Int, _ signature: PageSignature) async -> Bool {
        await signatures(of: number).contains { $0.isSamePage(as: signature) }
    }

    private func signatures(of number: Int) async -> [PageSignature] {
        guard let page = page(number) else { return [] }
        if !signatures.isComplete(for: page), let file = try? readable().picture(of: page.id) {
            let found = try? await CPUWorkQueue.shared.run { try PageSignatures.signatures(of: page, in: file) }
            signatures.add(found ?? [], of: page, isComplete: true)
        }
        return signatures.signatures(of: page)
    }

    private func noteSignature(_ signature: PageSignature?, of page: ScanSession.PageID) {
        guard let signature, let page = self.page(page.number) else { return }
        signatures.add([signature], of: page, isComplete: true)
    }

    // MARK: Addresses

    /// Returns the URL of a page's picture. It changes with the picture.
    nonisolated func address(of page: ScanSession.SessionPage, _ picture: PagePicture) -> String {
        "/scan/\(name)/pages/\(page.id)/\(picture.rawValue)?v=\(Self.key(of: page))"
    }

    /// A digest of the state of all pages, which changes with any of them.
    var digest: String { Self.digest(of: pages) }

    nonisolated static func digest(of pages: [ScanSession.SessionPage]) -> String {
        BlobName(of: Array(pages.map { key(of: $0) }.joined(separator: " ").utf8)).text
    }

    /// Returns a text that identifies the state of a page.
    nonisolated static func key(of page: ScanSession.SessionPage) -> String {
        let quad = page.quad.map { $0.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ") } ?? "-"
        let options = page.renderOptions
        let flattening = options.flattening == .off ? "" : " \(options.flattening.rawValue)"
        let text =
            "\(page.id) \(page.picture) \(quad) \(options.rotation.rawValue) \(options.filter.rawValue)\(flattening)"
        return String(BlobName(of: Array(text.utf8)).text.prefix(16))
    }

    // MARK: The session

    func known(_ number: Int) throws(DraftError) -> ScanSession.PageID { try existingPage(number).id }

    /// Returns the session if it has a page and has not ended.
    func existing() throws -> ScanSession? {
        if session == nil, machine.end == nil, FileManager.default.fileExists(atPath: folder) {
            do { session = try ScanSession(folder: folder) } catch { throw refusal(of: error) }
        }
        return session
    }

    /// Returns the refusal for an error. A draft is damaged if its files are invalid; errors of the system, such as a full
    /// disk, may be temporary.
    private func refusal(of error: SessionError) -> DraftRefusal {
        if case .unwritable = error { return .unavailable("\(error)") }
        guard error == .notADraft || !hasJournal else { return .unavailable("\(error)") }
        machine.damaged()
        return .ended(.damaged)
    }

    var hasJournal: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/journal")
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Returns the session for reading.
    func readable() throws -> ScanSession {
        if let end = machine.end { throw DraftRefusal.ended(end) }
        guard let session = try existing() else { throw DraftRefusal.noPages }
        return session
    }

    /// Changes the session and notifies listeners.
    /// - Parameter creates: Whether to create the session if needed.
    func edit<Result>(creates: Bool = false, _ body: (ScanSession) throws -> Result) throws -> Result {
        let known = try existing()
        try machine.checkChange()
        guard known != nil || creates else { throw DraftError.noScans }
        let session = try known ?? ScanSession(folder: folder)
        self.session = session
        let result = try body(session)
        tellChange()
        return result
    }
}

extension ScanSession.SessionPage {
    /// The corners, or those of the picture if the page fills it.
    var outline: Quad { quad ?? Quad(originalSize) }
}
