public import RectoCodecs
public import RectoCore
public import RectoVision

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
    private var state = DraftState()
    /// `nil` once the draft has been discarded.
    private var files: DraftFolder?
    private var journal: DraftJournal
    /// The highest number of all pages and pictures, used or not.
    private var lastNumber: Int

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

    // MARK: Changes

    /// Appends a page.
    @discardableResult
    public func add(_ scanned: ScannedPage) throws(SessionError) -> PageID {
        try add(scanned.page, jpegBytes: scanned.jpegBytes)
    }

    /// Appends a page with its picture, corners and render options.
    /// - Parameter jpegBytes: The file that the page's picture was decoded from, to be kept unchanged; `nil` to store
    ///   the pixels losslessly.
    /// - Parameter key: The caller's name for the picture; see ``page(withKey:)``.
    @discardableResult
    public func add(_ page: Page, jpegBytes: [UInt8]? = nil, key: String? = nil) throws(SessionError) -> PageID {
        try add(try picture(of: page, jpegBytes), key)
    }

    /// Appends a page from a PNG or JPEG picture.
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - key: The caller's name for the picture; see ``page(withKey:)``.
    @discardableResult
    public func add(
        picture bytes: [UInt8], quad: Quad? = nil, renderOptions: RenderOptions = RenderOptions(), key: String? = nil
    ) throws(SessionError) -> PageID {
        try add(try picture(bytes, quad, renderOptions), key)
    }

    /// A fused picture and the original one, from another draft or a library.
    public struct FusedPicture: Sendable {
        /// JPEG files.
        public var bytes: [UInt8]
        public var reference: [UInt8]
        /// The page's corners.
        public var quad: Quad?
        /// The corners in the reference at the time of fusion, and the same corners in the fused picture; see
        /// ``Reference``.
        public var referenceQuad: Quad?
        public var fusedQuad: Quad?
        public var fusion: PageFusion

        public init(
            bytes: [UInt8], quad: Quad?, reference: [UInt8], referenceQuad: Quad?, fusedQuad: Quad?, fusion: PageFusion
        ) {
            (self.bytes, self.quad, self.reference) = (bytes, quad, reference)
            (self.referenceQuad, self.fusedQuad, self.fusion) = (referenceQuad, fusedQuad, fusion)
        }
    }

    /// Appends a page with a fused picture and its original one.
    /// - Parameter key: The caller's name for the picture; see ``page(withKey:)``.
    @discardableResult
    public func add(
        fused picture: FusedPicture, renderOptions: RenderOptions = RenderOptions(), key: String? = nil
    ) throws(SessionError) -> PageID {
        let fused = try self.picture(picture.bytes, picture.quad, renderOptions)
        let single = try self.picture(picture.reference, picture.referenceQuad, renderOptions)
        // Recorded before the pictures are stored, so that neither is adopted as a page if the program ends before
        // the record below.
        try record(.originals([lastNumber + 1, lastNumber + 2]))
        let original = try keep(single)
        var page = try newPage(fused, key: key)
        page.reference = DraftReference(
            original: original, corners: picture.referenceQuad?.numbers, focalLength: nil,
            fusedCorners: picture.fusedQuad?.numbers)
        page.fusion = picture.fusion
        try record(.page(page), with: page.original)
        return PageID(number: page.id)
    }

    /// Returns the page that was added or retaken with a picture of this name, even if it has been deleted since. A
    /// caller that resends a picture after an unknown outcome thus adds it only once.
    public func page(withKey key: String) -> PageID? {
        let page = state.pages.values.first { $0.had(key) } ?? state.former.values.first { $0.had(key) }
        return page.map { PageID(number: $0.id) }
    }

    /// The names of all pictures that pages have had, including deleted ones.
    public var keys: [String] { state.pages.keys.sorted().flatMap { state.keys(of: $0) ?? [] } }

    /// Replaces a page's picture and corners; its render options remain.
    public func retake(_ page: PageID, with scanned: ScannedPage) throws(SessionError) {
        try retake(page, with: scanned.page, jpegBytes: scanned.jpegBytes)
    }

    /// Replaces a page's picture and corners with those of any page; see ``add(_:jpegBytes:)``.
    public func retake(
        _ page: PageID, with other: Page, jpegBytes: [UInt8]? = nil, key: String? = nil
    ) throws(SessionError) {
        try retake(page, try picture(of: other, jpegBytes), key)
    }

    /// Replaces a page's picture with a PNG or JPEG picture.
    public func retake(_ page: PageID, withPicture bytes: [UInt8], quad: Quad? = nil) throws(SessionError) {
        try retake(page, try picture(bytes, quad, RenderOptions()), nil)
    }

    /// Returns whether a page has been retaken, so that ``restorePicture(of:)`` can go back.
    public func hasFormerPicture(_ page: PageID) -> Bool { state.former[page.number] != nil }

    /// Restores the picture and render options that a page had before its retake; a second call undoes this.
    public func restorePicture(of page: PageID) throws(SessionError) {
        _ = try known(page)
        guard let former = state.former[page.number], try openFiles().holds(former.original) else {
            throw .noFormerPicture(page)
        }
        var restored = former
        restored.earlierKeys = state.keys(of: former.id)
        try record(.page(restored))
    }

    /// Replaces a page's original picture with a fused one. The original stays in the draft, and so do the render
    /// options; corners that were moved since are converted.
    /// - Parameters:
    ///   - picture: The number of the picture that the page was added with; see ``SessionPage/picture``.
    ///   - jpegBytes: The result of ``FusedPage/jpegBytes()``, if already available.
    /// - Returns: Whether the picture was replaced; it is not if the page has been deleted or retaken since. A fused
    ///   picture may be replaced by another one.
    @discardableResult
    public func fuse(
        _ id: PageID, picture: Int, with fused: FusedPage, jpegBytes: [UInt8]? = nil
    ) throws(SessionError) -> Bool {
        _ = try openFiles()
        guard state.order.contains(id.number), let known = state.pages[id.number],
            case var page = known.single ?? known, page.original.number == picture,
            page.original.size == fused.captured.originalSize, let fusion = fused.page.fusion
        else { return false }
        // Without corners the whole picture is the page.
        if known.corners == nil { page.corners = nil }
        let corners = page.quad.flatMap { $0 == fused.captured.quad ? fused.page.quad : fused.fused($0) }
        guard page.quad == nil || corners != nil else { return false }
        let bytes: [UInt8]
        if let jpegBytes {
            bytes = jpegBytes
        } else {
            do { bytes = try fused.jpegBytes() } catch { throw SessionError(error) }
        }
        page.reference = DraftReference(
            original: page.original, corners: page.corners, focalLength: page.focalLength,
            fusedCorners: corners?.numbers)
        (page.quad, page.focal, page.fusion) = (corners, fused.page.focalLength, fusion)
        // Recorded before the picture is stored, so that it is not adopted as a page if the program ends before the
        // record below.
        try record(.originals([lastNumber + 1]))
        page.original = try keep(
            NewPicture(
                bytes: bytes, kind: .jpg, size: fused.page.originalSize, quad: corners,
                renderOptions: page.renderOptions))
        try record(.page(page), with: page.original)
        return true
    }

    /// Goes back to a page's original picture and its corners, if the current one was fused.
    public func takeReference(of page: PageID) throws(SessionError) {
        if let single = try known(page).single { try record(.page(single)) }
    }

    /// Restores the fused picture after ``takeReference(of:)``. Corners that were moved since are converted.
    /// - Returns: Whether there is a fused picture; not if the page has been retaken since.
    @discardableResult
    public func takeFused(of id: PageID) throws(SessionError) -> Bool {
        let page = try known(id)
        guard let aside = state.setAside[page.original.number], try openFiles().holds(aside.original),
            let fused = page.fused(as: aside)
        else { return false }
        try record(.page(fused))
        return true
    }

    /// Converts corners chosen in one picture of a page, the original or the fused one, to the page's current
    /// picture.
    /// - Parameter picture: The number of the picture that they were chosen in.
    /// - Returns: The same corners if that picture is unknown.
    public func corners(_ quad: Quad, of id: PageID, in picture: Int) throws(SessionError) -> Quad {
        let page = try known(id)
        if page.original.number == picture { return quad }
        if let reference = page.reference, reference.original.number == picture { return reference.fused(quad) ?? quad }
        if let aside = state.setAside[page.original.number], aside.original.number == picture {
            return aside.reference?.single(quad) ?? quad
        }
        return quad
    }

    /// Sets a page's corners; `nil` to use the whole picture.
    /// - Throws: ``SessionError/corners``, also if no page can be cropped at these corners.
    public func adjust(_ page: PageID, corners quad: Quad?) throws(SessionError) {
        try Self.check(quad)
        if let quad, let size = try known(page).original.size, (try? PageRectifier().plan(for: quad, in: size)) == nil {
            throw .corners
        }
        try change(page) { $0.quad = quad }
    }

    public func setFilter(_ filter: Filter, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.filter = filter }
    }

    public func setFlattening(_ flattening: Flattening, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.flattening = flattening }
    }

    /// Sets whether fingers at the margins of the page are replaced with paper if it is flattened.
    public func setFillsFingers(_ fillsFingers: Bool, of page: PageID) throws(SessionError) {
        try change(page) { $0.renderOptions.fillsFingers = fillsFingers }
    }

    /// Rotates a page further.
    public func rotate(_ page: PageID, by rotation: Rotation) throws(SessionError) {
        try change(page) { $0.renderOptions.rotation = $0.renderOptions.rotation + rotation }
    }

    /// Sets all render options of a page.
    public func setRenderOptions(_ renderOptions: RenderOptions, of page: PageID) throws(SessionError) {
        try Self.check(renderOptions)
        try change(page) { $0.renderOptions = renderOptions }
    }

    /// Deletes a page. Its picture stays in the draft until the draft is discarded, so the page can be restored.
    public func delete(_ page: PageID) throws(SessionError) {
        let place = try place(of: page)
        var order = state.order
        order.remove(at: place)
        try record(.order(order))
    }

    /// Restores a deleted page unchanged.
    /// - Parameter place: The index, counted from 0; the end if there are fewer pages.
    public func restore(_ page: PageID, at place: Int) throws(SessionError) {
        guard let deleted = state.pages[page.number], try openFiles().holds(deleted.original) else {
            throw .unknownPage(page)
        }
        guard !state.order.contains(page.number) else { return }
        guard place >= 0 else { throw .unknownPlace(place, pages: state.order.count) }
        var order = state.order
        order.insert(page.number, at: min(place, order.count))
        try record(.order(order))
    }

    /// Replaces one page with another and deletes it, as one atomic change.
    public func replace(_ page: PageID, with other: PageID) throws(SessionError) {
        let (place, former) = (try place(of: page), try self.place(of: other))
        guard place != former else { return }
        var order = state.order
        order[place] = other.number
        order.remove(at: former)
        try record(.order(order))
    }

    /// Replaces several pages with one picture and deletes them, as one atomic change.
    /// - Parameters:
    ///   - pages: At least one; the picture takes the place of the first.
    ///   - bytes: The bytes of a PNG or JPEG file.
    @discardableResult
    public func replace(
        _ pages: [PageID], withPicture bytes: [UInt8], quad: Quad? = nil, renderOptions: RenderOptions = RenderOptions()
    ) throws(SessionError) -> PageID {
        precondition(!pages.isEmpty, "a picture takes the place of a page")
        for page in pages { _ = try known(page) }
        let picture = try picture(bytes, quad, renderOptions)
        // Recorded before the picture is stored, so that it is not adopted as a page if the program ends before the
        // record below.
        try record(.originals([lastNumber + 1]))
        let page = try newPage(picture, key: nil)
        let replaced = Set(pages.map(\.number))
        let order = state.order.compactMap { $0 == pages[0].number ? page.id : replaced.contains($0) ? nil : $0 }
        try record(.replacement(page, order: order), with: page.original)
        return PageID(number: page.id)
    }

    /// Moves a page to another index, counted from 0 among all pages.
    public func move(_ page: PageID, to place: Int) throws(SessionError) {
        var order = state.order
        let number = order.remove(at: try self.place(of: page))
        guard 0...order.count ~= place else { throw .unknownPlace(place, pages: state.order.count) }
        order.insert(number, at: place)
        try record(.order(order))
    }

    // MARK: Pages

    /// Returns the file of a page's current picture, PNG or JPEG, original or fused.
    public func picture(of id: PageID) throws(SessionError) -> [UInt8] { try bytes(of: try known(id).original, id) }

    /// Returns the file of a page's original picture, even if the current one was fused.
    public func reference(of id: PageID) throws(SessionError) -> [UInt8] {
        let page = try known(id)
        return try bytes(of: (page.single ?? page).original, id)
    }

    private func bytes(of original: DraftOriginal, _ id: PageID) throws(SessionError) -> [UInt8] {
        guard let bytes = try? openFiles().readOriginal(original.name), bytes.count == original.bytes,
            crc32(bytes) == original.checksum
        else { throw .damagedOriginal(id) }
        return bytes
    }

    /// Returns a page with its picture, for rendering.
    public func page(_ id: PageID) throws(SessionError) -> Page {
        let page = try known(id)
        guard let picture = try? PictureReader().read(bytes: try self.picture(of: id)),
            picture.size == page.original.size
        else { throw .damagedOriginal(id) }
        var rendered = Page(
            picture.pixels, quad: page.quad, renderOptions: page.renderOptions,
            focalLength: page.focal ?? picture.focalLength)
        rendered.fusion = page.fusion
        return rendered
    }

    /// Writes all pages to a document or to numbered files; see ``DocumentWriter``. The draft remains.
    ///
    /// - Parameters:
    ///   - path: The extension selects the format; PDF if it is unknown.
    ///   - jpeg: How gray and color pages are compressed in PDF, TIFF and JPEG.
    ///   - metadata: The metadata for PDF and TIFF.
    ///   - isArchival: Whether to write PDF/A-2.
    ///   - texts: The pages' texts, for searching, selecting and copying in a PDF; for a picture of any size.
    ///   - isCancelled: Called after each page with the share of pages that are written; if it returns true, no
    ///     document is left. Numbered files that are complete remain.
    /// - Returns: Whether the document is complete.
    @discardableResult
    public func save(
        to path: String, jpeg: JPEGWriter = .document, metadata: DocumentMetadata = DocumentMetadata(),
        isArchival: Bool = false, texts: [PageID: PageText] = [:], isCancelled: (Double) -> Bool = { _ in false }
    ) throws(SessionError) -> Bool {
        _ = try openFiles()
        guard !state.order.isEmpty else { throw .noPages }
        var renderer = PageRenderer()
        let document = try saving { () throws(DocumentWriter.Failure) in
            try DocumentWriter(
                path: path, format: DocumentWriter.Format(path: path) ?? .pdf, expectedPages: state.order.count,
                jpeg: jpeg, metadata: metadata, isArchival: isArchival)
        }
        for (index, number) in state.order.enumerated() {
            let page = PageID(number: number)
            let rendered = try render(page, &renderer)
            _ = try saving { () throws(DocumentWriter.Failure) in try document.add(rendered, text: texts[page]) }
            if isCancelled(Double(index + 1) / Double(state.order.count)) { return false }
        }
        try saving { () throws(DocumentWriter.Failure) in try document.finish() }
        return true
    }

    /// Removes the draft from disk; the session cannot be used afterwards.
    public func discard() throws(SessionError) {
        try record(.order([]))
        try openFiles().remove()
        files = nil
    }

    private func render(_ id: PageID, _ renderer: inout PageRenderer) throws(SessionError) -> RenderedPage {
        let page = try page(id)
        do { return try renderer.render(page) } catch { throw .page(id, error) }
    }

    private func saving<Result>(
        _ body: () throws(DocumentWriter.Failure) -> Result
    ) throws(SessionError) -> Result {
        do { return try body() } catch { throw .document(error) }
    }

    // MARK: Pictures

    /// A picture to be added to a page, and its properties.
    private struct NewPicture {
        var bytes: [UInt8]
        var kind: DraftOriginal.Kind
        var size: PixelSize
        var quad: Quad?
        var renderOptions: RenderOptions
        var focalLength: FocalLength?
    }

    /// Returns a frame's JPEG file if it has one, otherwise its pixels losslessly encoded.
    private func picture(of page: Page, _ jpegBytes: [UInt8]?) throws(SessionError) -> NewPicture {
        try Self.check(page.quad)
        try Self.check(page.renderOptions)
        var picture = NewPicture(
            bytes: jpegBytes ?? [], kind: .jpg, size: page.originalSize, quad: page.quad,
            renderOptions: page.renderOptions,
            focalLength: page.focalLength)
        if jpegBytes == nil {
            picture.kind = .png
            do { picture.bytes = try PNGWriter().encode(page.original.raster) } catch { throw SessionError(error) }
        }
        return picture
    }

    private func picture(_ bytes: [UInt8], _ quad: Quad?, _ renderOptions: RenderOptions) throws(SessionError)
        -> NewPicture
    {
        try Self.check(quad)
        try Self.check(renderOptions)
        let picture: Picture
        do { picture = try PictureReader().read(bytes: bytes) } catch { throw .picture(error) }
        guard let kind = DraftOriginal.Kind(picture.format) else {
            // Drafts store formats that browsers can display.
            let encoded: [UInt8]
            do { encoded = try PNGWriter().encode(picture.pixels.raster) } catch { throw SessionError(error) }
            return NewPicture(
                bytes: encoded, kind: .png, size: picture.size, quad: quad, renderOptions: renderOptions,
                focalLength: picture.focalLength)
        }
        return NewPicture(
            bytes: bytes, kind: kind, size: picture.size, quad: quad, renderOptions: renderOptions)
    }

    private static func check(_ quad: Quad?) throws(SessionError) {
        if let quad, !(quad.isFinite && quad.isConvexClockwise) { throw .corners }
    }

    private static func check(_ renderOptions: RenderOptions) throws(SessionError) {
        if let dotsPerInch = renderOptions.dotsPerInch, !renderOptions.isSound { throw .resolution(dotsPerInch) }
    }

    // MARK: Records

    private func add(_ picture: NewPicture, _ key: String?) throws(SessionError) -> PageID {
        let page = try newPage(picture, key: key)
        try record(.page(page), with: page.original)
        return PageID(number: page.id)
    }

    /// Returns a page whose picture is on disk but which no record lists yet.
    private func newPage(_ picture: NewPicture, key: String?) throws(SessionError) -> DraftPage {
        let original = try keep(picture)
        var page = DraftPage(id: original.number, original: original, renderOptions: picture.renderOptions)
        (page.quad, page.focal, page.key) = (picture.quad, picture.focalLength, key)
        return page
    }

    private func retake(_ id: PageID, _ picture: NewPicture, _ key: String?) throws(SessionError) {
        var page = try known(id)
        page.original = try keep(picture)
        (page.quad, page.focal) = (picture.quad, picture.focalLength)
        (page.fusion, page.reference) = (nil, nil)
        (page.key, page.earlierKeys) = (key, state.keys(of: id.number))
        try record(.page(page), with: page.original)
    }

    private func change(_ id: PageID, _ change: (inout DraftPage) -> Void) throws(SessionError) {
        var page = try known(id)
        change(&page)
        try record(.page(page))
    }

    /// Stores the picture on disk under a new number.
    private func keep(_ picture: NewPicture) throws(SessionError) -> DraftOriginal {
        let files = try openFiles()
        lastNumber += 1
        let original = DraftOriginal(
            number: lastNumber, kind: picture.kind, bytes: picture.bytes.count, checksum: crc32(picture.bytes),
            width: picture.size.width, height: picture.size.height)
        try files.add(picture.bytes, as: original)
        return original
    }

    private func record(_ record: DraftRecord, with original: DraftOriginal) throws(SessionError) {
        do { try self.record(record) } catch {
            files?.remove(original)
            throw error
        }
    }

    private func record(_ record: DraftRecord) throws(SessionError) {
        _ = try openFiles()
        try journal.append(record)
        _ = state.apply(record)
    }

    private func openFiles() throws(SessionError) -> DraftFolder {
        guard let files else { throw .discarded }
        return files
    }

    private func known(_ id: PageID) throws(SessionError) -> DraftPage {
        guard files != nil else { throw .discarded }
        guard state.order.contains(id.number), let page = state.pages[id.number] else { throw .unknownPage(id) }
        return page
    }

    private func place(of id: PageID) throws(SessionError) -> Int {
        guard let place = state.order.firstIndex(of: id.number) else { throw .unknownPage(id) }
        return place
    }

    // MARK: Opening

    /// Reconciles the journal and the pictures: pages without a picture are removed, and pictures without a page
    /// become one.
    private static func reconcile(
        _ state: inout DraftState, with files: DraftFolder, _ recovery: inout DraftRecovery
    ) throws(SessionError) {
        for page in state.orderedPages where !files.holds(page.original) {
            if let single = page.single, files.holds(single.original) {
                _ = state.apply(.page(single))
                continue
            }
            state.drop(page.id)
            recovery.findings.append(.missingOriginal(PageID(number: page.id)))
        }
        for name in try files.originalNames() {
            guard let parts = DraftOriginal.parts(ofName: name) else {
                recovery.findings.append(.unusableOriginal(name))
                continue
            }
            if state.originals.contains(parts.number) { continue }
            guard
                let page = adopted(
                    name, parts, as: state.pages[parts.number] == nil ? parts.number : state.nextNumber, files),
                state.apply(.page(page))
            else {
                recovery.findings.append(.unusableOriginal(name))
                continue
            }
            recovery.findings.append(.adopted(PageID(number: page.id)))
        }
    }

    /// Returns a page of a whole picture.
    private static func adopted(
        _ name: String, _ parts: (number: Int, kind: DraftOriginal.Kind), as id: Int, _ files: DraftFolder
    ) -> DraftPage? {
        guard let bytes = try? files.readOriginal(name), let picture = try? PictureReader().read(bytes: bytes),
            DraftOriginal.Kind(picture.format) == parts.kind
        else { return nil }
        let original = DraftOriginal(
            number: parts.number, kind: parts.kind, bytes: bytes.count, checksum: crc32(bytes),
            width: picture.size.width, height: picture.size.height)
        return original.name == name ? DraftPage(id: id, original: original, renderOptions: RenderOptions()) : nil
    }
}

extension DraftOriginal.Kind {
    /// - Returns: `nil` for a format whose files are not kept unchanged.
    fileprivate init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: self = .jpg
        case .png: self = .png
        default: return nil
        }
    }
}
