import FoundationEssentials
package import Recto
package import RectoCore
package import RectoVision
package import StationRules
package import StationStore

/// The owner of a session's pages until they are saved. Every screen, tab and program asks it, and is told of changes.
///
/// It reads and writes files on a queue of its own.
package actor Draft {
    nonisolated package let name: DraftName
    /// Tells that something has changed.
    nonisolated package let changes = Signal()
    nonisolated private let executor: QueueExecutor
    /// What is kept of a picture's file, for whoever adds it.
    private let permitted: @Sendable ([UInt8]) throws -> [UInt8]
    let folder: String
    var machine: DraftMachine
    /// Counts changes.
    private var version = 0
    /// Opened with the first page.
    var session: ScanSession?
    private var signatures = PageSignatures()
    /// A page that came in the place of another one, and of which the person has not said yet what becomes of it. A camera view that
    /// opens again asks again.
    private(set) var undecided: (page: Int, replaced: Int)?
    /// What the person chose in the camera view, for the next one.
    package var choices = CaptureChoices()

    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: Created with the first page.
    ///   - end: How it ended, if it has.
    ///   - permitted: What is kept of a picture's file: all of it, or not the place.
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

    /// How it ended; `nil` while pages can be added.
    package var end: DraftEnd? {
        _ = try? existing()
        return machine.end
    }

    /// Why its pages cannot be shown, though it was neither saved nor discarded.
    package var trouble: DraftRefusal? {
        do {
            _ = try existing()
            return machine.end == .damaged ? .ended(.damaged) : nil
        } catch { return error as? DraftRefusal ?? .unavailable("\(error)") }
    }

    /// Fails if it has ended, or cannot be opened.
    package func check() throws {
        _ = try existing()
        if let end = machine.end { throw DraftRefusal.ended(end) }
    }

    /// Whether a camera view is open on it.
    var isScanning: Bool { machine.scanning != nil }

    /// What a camera view needs to know.
    package struct Snapshot: Sendable {
        package let version: Int
        package let pages: [ScanSession.SessionPage]
        package let end: DraftEnd?
        /// The view that scans.
        package let scanning: DraftMachine.ViewID?
    }

    package var snapshot: Snapshot {
        let pages = pages
        return Snapshot(version: version, pages: pages, end: machine.end, scanning: machine.scanning?.view)
    }

    /// - Returns: `nil` if nothing has changed since a version.
    package func snapshot(since version: Int) -> Snapshot? { version == self.version ? nil : snapshot }

    /// Changes the state and tells of it.
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

    /// A camera view opens and scans from now on.
    package func openView() throws -> DraftMachine.ViewID {
        _ = try existing()
        return try change { try $0.open() }
    }

    /// A camera view that had to wait goes on.
    package func resume(_ view: DraftMachine.ViewID) throws { try change { try $0.resume(view) } }

    package func closeView(_ view: DraftMachine.ViewID) {
        try? change { $0.close(view) }
    }

    /// The next page of a view is to replace another one; `nil` to add pages again.
    package func retake(_ page: Int?, in view: DraftMachine.ViewID) throws {
        try change { try $0.retake(page, in: view) }
    }

    func decide() { undecided = nil }

    package func setChoices(_ choices: CaptureChoices) { self.choices = choices }

    // MARK: Pages

    package var pages: [ScanSession.SessionPage] { machine.end == nil ? (try? existing())?.pages ?? [] : [] }

    package func page(_ number: Int) -> ScanSession.SessionPage? { pages.first { $0.id.number == number } }

    /// Pages that were deleted and can be put back.
    package var deletedPages: [ScanSession.SessionPage] {
        machine.end == nil ? (try? existing())?.deletedPages ?? [] : []
    }

    /// The address of the form that puts a page back that was deleted: behind those that came before it.
    /// - Parameter corners: That the page gets, as the form of its adjustment has them.
    /// - Returns: `nil` if it cannot be put back.
    func restoration(of number: Int, corners: String? = nil) -> String? {
        guard deletedPages.contains(where: { $0.id.number == number }) else { return nil }
        let place = pages.count { $0.id.number < number }
        return "/scan/\(name)/pages/\(number)/restore?place=\(place)" + (corners.map { "&corners=\($0)" } ?? "")
    }

    /// A page whose corners are moved. If it was deleted meanwhile, it can still come back with them.
    func adjustedPage(_ number: Int) throws(DraftError) -> ScanSession.SessionPage {
        guard let page = page(number) ?? deletedPages.first(where: { $0.id.number == number }) else {
            throw .unknownPage(number, of: name)
        }
        return page
    }

    /// A page that is expected to be there.
    func existingPage(_ number: Int) throws(DraftError) -> ScanSession.SessionPage {
        guard let page = page(number) else { throw .unknownPage(number, of: name) }
        return page
    }

    /// A page that was stored.
    package struct Kept: Sendable {
        package let page: Int
        /// Whether it is not the page that was to be replaced, so it was added at the end instead.
        package var isOther = false
    }

    /// Adds a page at the end, or replaces another one and takes over its render options. Another page than that one is
    /// added instead, so that none is lost.
    /// - Parameters:
    ///   - key: The caller's name of the picture. A second picture of that name is not added.
    ///   - signature: How the camera sees the page.
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

    /// Adds the pages of an open book, which have one picture. Of those that were added before, by the same key, none comes twice.
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
                // The camera sees the whole spread, under the number of its first page.
                noteSignature(place == 0 ? signature : nil, of: added)
                return added.number
            }
        }
    }

    /// The other page of an open book beside a page, and both as a spread; `nil` if they meet in no fold.
    package func spread(of number: Int) -> (left: Int, right: Int, spread: BookSpread)? {
        Self.spread(of: number, in: pages)
    }

    /// The pages of a book stand side by side in a draft, in either order, and share the side of the fold.
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

    /// Makes two pages of one, which meet in a fold. It becomes the one that is read first, and the other one follows it.
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

    /// Makes one page of two that meet in a fold: the page gets the corners of both, and the other one is left out.
    /// - Returns: The other page and its place, to fold them again.
    package func unfold(_ number: Int) throws -> (facing: Int, place: Int) {
        guard let (left, right, spread) = self.spread(of: number) else { throw DraftError.noSpread }
        let facing = left == number ? right : left
        try edit { try $0.adjust(try known(number), corners: spread.outline) }
        return (facing, try delete(facing))
    }

    /// Puts the other page of a fold back. Both meet in it again.
    package func refold(_ number: Int, with facing: Int, at place: Int) throws {
        guard let half = deletedPages.first(where: { $0.id.number == facing })?.quad,
            let other = BookSpread.half(of: try existingPage(number).outline, beside: half)
        else { throw DraftError.noSpread }
        try restore(facing, at: place)
        try adjust(number, to: other)
    }

    /// What the keys of imported files begin with, so that the document tells where it came from.
    static let importPrefix = "file."

    /// Adds an imported file.
    /// - Parameter key: The caller's name of the file. A second file of that name is not added.
    package func keep(
        picture: [UInt8], quad: Quad?, renderOptions: RenderOptions, key: String? = nil
    ) throws -> ScanSession.PageID {
        try keep(
            capture: picture, quad: quad, renderOptions: renderOptions,
            key: Self.importPrefix + (key ?? UUID().uuidString))
    }

    /// Adds a page that a browser captured without the station.
    /// - Parameter key: The browser's name of the picture. A second picture of that name is not added.
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

    /// Where corners belong in a page's picture of now that were chosen in another one of it.
    /// - Parameter picture: Number of that picture.
    package func corners(_ quad: Quad, of number: Int, in picture: Int) throws -> Quad {
        try readable().corners(quad, of: try known(number), in: picture)
    }

    // MARK: Sharper pages

    /// Puts the picture that was made of several in the place of the one that a page was captured with. Corners, turn, filter and
    /// flattening stay as they are now.
    /// - Parameter picture: Number of the picture that the page was captured with.
    /// - Returns: Whether it was done: not if the page was deleted, taken again, made two of or joined with another one meanwhile.
    package func sharpen(_ number: Int, _ picture: Int, with fused: FusedPage, _ file: [UInt8]) throws -> Bool {
        // Both pages of a book share one picture, and the side of the fold in it.
        guard let page = page(number), page.picture == picture, page.setAside == nil, spread(of: number) == nil else {
            return false
        }
        return try edit { session in
            let isDone = try session.fuse(page.id, picture: picture, with: fused, jpegBytes: file)
            if isDone { signatures.carry(page, to: self.page(number)) }
            return isDone
        }
    }

    /// Shows a page as it was captured, or as it was made of several pictures.
    package func show(_ source: PictureSource, of number: Int) throws {
        try edit { session in
            let page = try known(number)
            switch source {
            case .single: try session.takeReference(of: page)
            case .fused: try session.takeFused(of: page)
            }
        }
    }

    // MARK: Signatures

    /// How the camera sees each page, by the pages' numbers.
    package func signatures() async -> [Int: [PageSignature]] {
        for page in pages { _ = await signatures(of: page.id.number) }
        return Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, signatures.signatures(of: $0)) })
    }

    /// Whether a camera that sees this sees a page of the draft.
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

    /// The address of a page's picture. It changes with the picture.
    nonisolated func address(of page: ScanSession.SessionPage, _ picture: PagePicture) -> String {
        "/scan/\(name)/pages/\(page.id)/\(picture.rawValue)?v=\(Self.key(of: page))"
    }

    /// Identifies the state of all pages, to tell whether something was changed.
    var digest: String { Self.digest(of: pages) }

    nonisolated static func digest(of pages: [ScanSession.SessionPage]) -> String {
        BlobName(of: Array(pages.map { key(of: $0) }.joined(separator: " ").utf8)).text
    }

    /// Identifies the state of a page.
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

    /// The session, if it has a page and has not ended.
    func existing() throws -> ScanSession? {
        if session == nil, machine.end == nil, FileManager.default.fileExists(atPath: folder) {
            do { session = try ScanSession(folder: folder) } catch { throw refusal(of: error) }
        }
        return session
    }

    /// A draft is damaged if its files are not those of a draft. What the system refuses now may work later.
    private func refusal(of error: SessionError) -> DraftRefusal {
        guard error == .notADraft || !hasJournal else { return .unavailable("\(error)") }
        machine.damaged()
        return .ended(.damaged)
    }

    private var hasJournal: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/journal")
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// The session to read from.
    func readable() throws -> ScanSession {
        if let end = machine.end { throw DraftRefusal.ended(end) }
        guard let session = try existing() else { throw DraftRefusal.noPages }
        return session
    }

    /// Changes the session, and tells of it.
    /// - Parameter creates: Whether there may be none yet.
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
    /// Its corners; those of its picture if that is the page.
    var outline: Quad { quad ?? Quad(originalSize) }
}
