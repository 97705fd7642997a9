public import RectoCore

/// Writes a PDF file with one picture per page, page by page: memory only grows by the position of each page in the
/// file.
///
/// A page's size follows from the size and resolution of its picture. Gray and color pages contain JPEG data, 1-bit
/// pages CCITT Group 4 data (ISO 32000-1, §7.4.6 and §7.4.8). The text of a page is an invisible layer for searching,
/// highlighting and copying. The same pages and metadata give the same bytes.
/// The file appears under its name when ``finish()`` succeeds.
public final class PDFWriter {
    /// The compression of gray and color pages.
    public let jpeg: JPEGWriter
    /// The metadata in the file.
    public let metadata: DocumentMetadata
    /// The number of threads that share the rows of a 1-bit page. It does not affect the bytes.
    public let workers: Int
    /// Whether the file is PDF/A-2 for archiving: level B, or level U if a page has text.
    public let isArchival: Bool
    private let file: AtomicFile
    private var textLayer = PDFTextLayer()
    /// The fonts of the text layer with their objects, in the order in which pages needed them.
    private var fonts: [(reach: PDFTextLayer.Reach, object: Int)] = []
    /// The object that names them for pages, once a page has text.
    private var fontNames: Int?
    /// The checksum of all streams so far, which distinguishes this document from others.
    private var contentChecksum: UInt32 = 0
    private var objects: PDFObjectTable
    private var pageObjects: [Int] = []

    /// The number of pages written so far.
    public var pageCount: Int { pageObjects.count }

    private enum Object {
        static let catalog = 1
        static let pages = 2
        static let information = 3
    }

    /// Opens a temporary file in the folder of `path`.
    ///
    /// - Parameter path: `nil` for a file in memory, which ``finishInMemory()`` completes.
    /// - Precondition: `workers` is at least 1.
    public init(
        path: String?, jpeg: JPEGWriter = .standard, metadata: DocumentMetadata = DocumentMetadata(),
        isArchival: Bool = false, workers: Int = 1
    ) throws(OutputError) {
        precondition(workers >= 1, "no threads")
        self.jpeg = jpeg
        self.workers = workers
        self.isArchival = isArchival
        var metadata = metadata
        if isArchival { metadata.title = metadata.title.map(PDFArchive.title) }
        self.metadata = metadata
        file = if let path { try AtomicFile(path: path) } else { try AtomicFile() }
        objects = PDFObjectTable(reserved: Object.information)
        // Four bytes above 127 in a comment mark the file as binary.
        try file.write(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// Appends a page.
    /// - Parameter text: The text of the page, in pixels of any picture of the upright page.
    public func add(_ raster: Raster, resolution: Resolution, text: PageText? = nil) throws(OutputError) {
        precondition(file.isOpen, "the document has been finished")
        switch raster {
        case .bilevel(let image):
            let filter =
                "/DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode "
                + "/DecodeParms << /K -1 /Columns \(image.width) /Rows \(image.height) >>"
            try addPage(image.size, .upright, resolution, filter, image.group4(workers: workers), text)
        case .gray(let image):
            try addPage(image.size, .upright, resolution, Self.jpegFilter(components: 1), jpeg.encode(raster), text)
        case .rgb(let image):
            try addPage(image.size, .upright, resolution, Self.jpegFilter(components: 3), jpeg.encode(raster), text)
        }
    }

    /// Appends a page with the unchanged bytes of a JPEG file, upright by its EXIF orientation.
    ///
    /// - Parameters:
    ///   - resolution: The resolution along the axes of the upright picture.
    ///   - text: The text of the page, in pixels of any picture of the upright page.
    /// - Throws: ``OutputError/encoding(_:)`` if it is not a gray or color JPEG file. Only its header is read.
    public func add(jpegFile bytes: [UInt8], resolution: Resolution, text: PageText? = nil) throws(OutputError) {
        precondition(file.isOpen, "the document has been finished")
        let stored: PixelSize
        let orientation: Orientation
        let componentCount: Int
        do throws(PictureError) {
            (stored, orientation, componentCount) = try Self.header(ofJPEG: bytes)
        } catch {
            throw .encoding("the picture \(error)")
        }
        guard componentCount == 1 || componentCount == 3 else {
            throw .encoding("the picture has \(componentCount) color components")
        }
        try addPage(stored, orientation, resolution, Self.jpegFilter(components: componentCount), bytes, text)
    }

    /// Completes and names the file. Nothing may be added afterwards.
    public func finish() throws(OutputError) {
        try complete()
        try file.commit()
    }

    /// Completes a file in memory.
    /// - Returns: Its bytes.
    public func finishInMemory() throws(OutputError) -> [UInt8] {
        try complete()
        return try file.takeBytes()
    }

    private func complete() throws(OutputError) {
        guard !pageObjects.isEmpty else { throw .noPages }
        let kids = pageObjects.map { "\($0) 0 R" }.joined(separator: " ")
        try write(Object.pages, "<< /Type /Pages /Count \(pageObjects.count) /Kids [\(kids)] >>")
        try writeFonts()
        try writeCatalog()
        try write(Object.information, information)
        try writeCrossReferences()
    }

    private static func header(ofJPEG bytes: [UInt8]) throws(PictureError) -> (PixelSize, Orientation, Int) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            guard PictureFormat(signatureOf: buffer) == .jpeg else { throw .unknownFormat }
            let decoder = try JPEGDecoder(buffer)
            return (try decoder.storedSize(PictureReader.Limits()), decoder.orientation, decoder.componentCount)
        }
    }

    private static func jpegFilter(components: Int) -> String {
        "\(components == 1 ? "/DeviceGray" : "/DeviceRGB") /BitsPerComponent 8 /Filter /DCTDecode"
    }

    private func addPage(
        _ stored: PixelSize, _ orientation: Orientation, _ resolution: Resolution, _ filter: String, _ data: [UInt8],
        _ text: PageText?
    ) throws(OutputError) {
        let upright = orientation.size(ofStored: stored)
        let unit = Points.userUnit(of: upright, at: resolution)
        let width = Points(pixels: upright.width, dotsPerInch: resolution.horizontal * Double(unit))
        let height = Points(pixels: upright.height, dotsPerInch: resolution.vertical * Double(unit))
        let page = objects.new()
        let (contents, image) = (objects.new(), objects.new())
        let words = text.map { layText($0, width, height) } ?? ""
        let fonts = words.isEmpty ? "" : " /Font \(fontResources()) 0 R"
        try write(
            page,
            "<< /Type /Page /Parent \(Object.pages) 0 R\(unit == 1 ? "" : " /UserUnit \(unit)") "
                + "/MediaBox [0 0 \(pageSide(width)) \(pageSide(height))] "
                + "/Resources << /XObject << /Im0 \(image) 0 R >>\(fonts) >> /Contents \(contents) 0 R >>")
        let drawing = "q \(Self.placement(orientation, width, height)) cm /Im0 Do Q\n"
        if words.isEmpty {
            try write(contents, "<< /Length \(drawing.utf8.count) >>", stream: Array(drawing.utf8))
        } else {
            try writeDeflated(contents, Array((drawing + words).utf8))
        }
        try write(
            image,
            "<< /Type /XObject /Subtype /Image /Width \(stored.width) /Height \(stored.height) "
                + "/ColorSpace \(filter) /Length \(data.count) >>", stream: data)
        pageObjects.append(page)
    }

    /// In an archive, pictures smaller than the minimum page size are surrounded by paper.
    private func pageSide(_ side: Points) -> Points { isArchival ? max(side, .minimumSide) : side }

    // MARK: Text

    private func layText(_ text: PageText, _ width: Points, _ height: Points) -> String {
        textLayer.content(of: text, width: width.value, height: height.value, name: fontName)
    }

    /// Returns the object that names all fonts for all pages with text; ``finish()`` writes it.
    private func fontResources() -> Int {
        let object = fontNames ?? objects.new()
        fontNames = object
        return object
    }

    private func fontName(_ reach: PDFTextLayer.Reach) -> String { "F\(fontIndex(reach))" }

    /// Returns the index of a font. A new font gets an object, which ``finish()`` writes.
    private func fontIndex(_ reach: PDFTextLayer.Reach) -> Int {
        if let known = fonts.firstIndex(where: { $0.reach == reach }) { return known }
        fonts.append((reach, objects.new()))
        return fonts.count - 1
    }

    private func writeFonts() throws(OutputError) {
        guard let fontNames else { return }
        let (program, glyphs, characters) = (objects.new(), objects.new(), objects.new())
        try writeDeflated(program, GlyphlessFont.program, "/Length1 \(GlyphlessFont.program.count) ")
        try writeDeflated(glyphs, textLayer.glyphMap)
        try writeDeflated(characters, Array(textLayer.toUnicode.utf8))
        let names = fonts.map { "/\(fontName($0.reach)) \($0.object) 0 R" }.joined(separator: " ")
        var dictionaries = [(object: fontNames, text: "<< \(names) >>")]
        for font in fonts {
            let (descendant, descriptor) = (objects.new(), objects.new())
            dictionaries += [
                (font.object, Self.compositeFont(descendant: descendant, toUnicode: characters)),
                (descendant, Self.descendantFont(descriptor: descriptor, glyphMap: glyphs)),
                (descriptor, Self.fontDescriptor(font.reach, program: program)),
            ]
        }
        try writePacked(dictionaries)
    }

    private static func compositeFont(descendant: Int, toUnicode: Int) -> String {
        "<< /Type /Font /Subtype /Type0 /BaseFont /RectoGlyphless /Encoding /Identity-H "
            + "/DescendantFonts [\(descendant) 0 R] /ToUnicode \(toUnicode) 0 R >>"
    }

    private static func descendantFont(descriptor: Int, glyphMap: Int) -> String {
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /RectoGlyphless "
            + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            + "/FontDescriptor \(descriptor) 0 R /DW \(GlyphlessFont.advance) /CIDToGIDMap \(glyphMap) 0 R >>"
    }

    private static func fontDescriptor(_ reach: PDFTextLayer.Reach, program: Int) -> String {
        let (ascent, descent) = (reach.ascent, -reach.descent)
        return "<< /Type /FontDescriptor /FontName /RectoGlyphless /Flags 4 /ItalicAngle 0 /StemV 80 "
            + "/Ascent \(ascent) /Descent \(descent) /CapHeight \(ascent) "
            + "/FontBBox [0 \(descent) \(GlyphlessFont.advance) \(ascent)] /FontFile2 \(program) 0 R >>"
    }

    // MARK: The catalog

    private func writeCatalog() throws(OutputError) {
        var entries = "/Type /Catalog /Pages \(Object.pages) 0 R"
        if isArchival {
            let (xmp, profile) = (objects.new(), objects.new())
            // Never compressed, because programs without PDF support read it.
            let text = Array(PDFArchive.metadata(metadata, hasText: !fonts.isEmpty).utf8)
            try write(xmp, "<< /Type /Metadata /Subtype /XML /Length \(text.count) >>", stream: text)
            try writeDeflated(profile, PDFArchive.colorProfile, "/N 3 ")
            entries +=
                " /Metadata \(xmp) 0 R /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 "
                + "/OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile \(profile) 0 R >>]"
        }
        try write(Object.catalog, "<< \(entries) >>")
    }

    /// Returns the matrix that maps the stored picture, the unit square with its top at y = 1, to the upright page.
    ///
    /// The picture keeps a tiny distance from the page's edges: otherwise, a renderer that covers each touched pixel,
    /// as Poppler does, would enlarge it by one.
    private static func placement(_ orientation: Orientation, _ width: Points, _ height: Points) -> String {
        let near = Points.hair
        let (right, top) = (width - near, height - near)
        let (w, h) = (right - near, top - near)
        return switch orientation {
        case .upright: "\(w) 0 0 \(h) \(near) \(near)"
        case .mirrored: "-\(w) 0 0 \(h) \(right) \(near)"
        case .upsideDown: "-\(w) 0 0 -\(h) \(right) \(top)"
        case .mirroredUpsideDown: "\(w) 0 0 -\(h) \(near) \(top)"
        case .transposed: "0 -\(h) -\(w) 0 \(right) \(top)"
        case .turnedLeft: "0 -\(h) \(w) 0 \(near) \(top)"
        case .antiTransposed: "0 \(h) \(w) 0 \(near) \(near)"
        case .turnedRight: "0 \(h) -\(w) 0 \(right) \(near)"
        }
    }

    private var information: String {
        var entries = "/Producer (Recto)"
        if let title = metadata.title { entries += " /Title \(Self.textString(title))" }
        if let date = metadata.creationTime("D:%Y%m%d%H%M%SZ") {
            entries += " /CreationDate (\(date)) /ModDate (\(date))"
        }
        return "<< \(entries) >>"
    }

    /// Encodes a PDF text string: literal in ASCII, otherwise UTF-16 in hexadecimal digits after its byte order mark.
    package static func textString(_ text: String) -> String {
        if text.utf8.allSatisfy({ 32...126 ~= $0 }) {
            let escaped = text.map { "\\()".contains($0) ? "\\\($0)" : "\($0)" }
            return "(\(escaped.joined()))"
        }
        let digits = text.utf16.map { unit in
            let hexadecimal = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        }
        return "<FEFF\(digits.joined())>"
    }

    private func writeDeflated(_ object: Int, _ bytes: [UInt8], _ entries: String = "") throws(OutputError) {
        let data = try deflated(bytes)
        try write(object, "<< \(entries)/Filter /FlateDecode /Length \(data.count) >>", stream: data)
    }

    private func write(_ object: Int, _ dictionary: String, stream: [UInt8]? = nil) throws(OutputError) {
        objects.set(object, at: file.count)
        guard let stream else {
            try file.write(Array("\(object) 0 obj\n\(dictionary)\nendobj\n".utf8))
            return
        }
        try file.write(Array("\(object) 0 obj\n\(dictionary)\nstream\n".utf8))
        try file.write(stream)
        if isArchival { contentChecksum = crc32(longs(Int(contentChecksum), Int(crc32(stream)))) }
        try file.write(Array("\nendstream\nendobj\n".utf8))
    }

    /// Writes dictionaries into one compressed stream (ISO 32000-1, §7.5.7), because those of fonts only differ in a
    /// few digits.
    private func writePacked(_ dictionaries: [(object: Int, text: String)]) throws(OutputError) {
        let container = objects.new()
        var (places, body) = ("", "")
        for (index, dictionary) in dictionaries.enumerated() {
            objects.set(dictionary.object, inStream: container, index: index)
            places += "\(dictionary.object) \(body.utf8.count) "
            body += dictionary.text + "\n"
        }
        try writeDeflated(
            container, Array((places + body).utf8),
            "/Type /ObjStm /N \(dictionaries.count) /First \(places.utf8.count) ")
    }

    private func writeCrossReferences() throws(OutputError) {
        let start = file.count
        guard start <= PDFObjectTable.maximumOffset else { throw .unwritable("the file would exceed 1 TB") }
        let table = objects.new()
        objects.set(table, at: start)
        let entries =
            "/Type /XRef /Size \(objects.count + 1) /W [\(PDFObjectTable.widths)] /Root \(Object.catalog) 0 R "
            + "/Info \(Object.information) 0 R \(identifier(fileLength: start))"
        try writeDeflated(table, objects.bytes, entries)
        try file.write(Array("startxref\n\(start)\n%%EOF\n".utf8))
    }
}

extension PDFWriter {
    /// Returns the file identifier required by PDF/A, which is the same for the same pages and metadata.
    private func identifier(fileLength: Int) -> String {
        guard isArchival else { return "" }
        let about = Array(information.utf8)
        let bytes = longs(Int(contentChecksum), Int(crc32(about)), objects.count, fileLength)
        let digits = bytes.map { String(Int($0) + 256, radix: 16, uppercase: true).dropFirst() }.joined()
        return "/ID [<\(digits)> <\(digits)>] "
    }
}

/// A length in points (1/72 inch), written with up to four decimals.
private struct Points: Comparable, CustomStringConvertible {
    private let tenThousandths: Int

    /// The shortest side of a page (ISO 32000-1, annex C.2, and ISO 19005-2, 6.1.13).
    static let minimumSide = Points(tenThousandths: 30_000)
    /// The longest side of a page in its units, by the same rules.
    private static let maximumSide = 14_400.0

    /// Returns the number of points per unit for a page's sides to stay within the limits.
    static func userUnit(of size: PixelSize, at resolution: Resolution) -> Int {
        let long = max(Double(size.width) / resolution.horizontal, Double(size.height) / resolution.vertical) * 72
        return max(1, Int((long / maximumSide).rounded(.up)))
    }

    /// A length far below a pixel and far above a renderer's rounding errors.
    static let hair = Points(tenThousandths: 5)

    private init(tenThousandths: Int) { self.tenThousandths = max(1, tenThousandths) }

    /// Creates the length of a row of pixels, rounded down: a viewer that rounds up to whole pixels at the same
    /// resolution then shows exactly these.
    init(pixels: Int, dotsPerInch: Double) {
        let length = Double(pixels) * 72 / dotsPerInch
        if length == length.rounded(), length * (dotsPerInch / 72) <= Double(pixels) {
            self.init(tenThousandths: Int(length) * 10_000)
        } else {
            // One step lower if four decimals are exact: a renderer reads them with an error in the last bits.
            self.init(tenThousandths: Int((length * 10_000 - 0.5).rounded(.down)))
        }
    }

    var value: Double { Double(tenThousandths) / 10_000 }

    static func < (a: Points, b: Points) -> Bool { a.tenThousandths < b.tenThousandths }

    static func - (a: Points, b: Points) -> Points { Points(tenThousandths: a.tenThousandths - b.tenThousandths) }

    var description: String {
        let (whole, part) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
        guard part > 0 else { return "\(whole)" }
        let digits = String(part)
        let padded = String(repeating: "0", count: 4 - digits.count) + digits
        let end = padded.lastIndex { $0 != "0" } ?? padded.startIndex
        return "\(whole).\(padded[...end])"
    }
}
