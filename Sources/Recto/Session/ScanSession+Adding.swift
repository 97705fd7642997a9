import RectoCodecs
public import RectoCore

/// Adding, retaking and fusing pages.
extension ScanSession {
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

    static func check(_ quad: Quad?) throws(SessionError) {
        if let quad, !(quad.isFinite && quad.isConvexClockwise) { throw .corners }
    }

    static func check(_ renderOptions: RenderOptions) throws(SessionError) {
        if let dotsPerInch = renderOptions.dotsPerInch, !renderOptions.isSound { throw .resolution(dotsPerInch) }
    }

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
}

extension DraftOriginal.Kind {
    /// - Returns: `nil` for a format whose files are not kept unchanged.
    init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: self = .jpg
        case .png: self = .png
        default: return nil
        }
    }
}
