import CCodecShims
public import RectoCore

/// Writes JPEG in gray or color.
public struct JPEGWriter: Hashable, Sendable {
    /// The resolution at which color is stored.
    public enum Chroma: Hashable, Codable, Sendable {
        /// Half the width and height, the usual choice for photos.
        case halved
        /// The same as luminance, for colored text and lines.
        case full
    }

    /// The trade-off between file size and time.
    public enum Effort: Hashable, Codable, Sendable {
        /// Baseline JPEG with standard Huffman tables.
        case fast
        /// Progressive JPEG with optimized Huffman tables: a seventh smaller in four times the time, with the same
        /// pixels.
        case small
    }

    /// The quality, `1...100`. At 85, no loss is visible on photographed paper.
    public let quality: Int
    /// The resolution at which color is stored.
    public let chroma: Chroma
    /// The trade-off between file size and time.
    public let effort: Effort
    /// Stored in the file if given, rounded to whole dots per inch.
    public var resolution: Resolution?
    /// Stored in the file if given.
    public var timeAndPlace: TimeAndPlace?

    /// The longest side that the encoder supports, slightly less than the format allows.
    static let maximumSide = 65_500

    /// Quality 85 with halved chroma, fast.
    public static let standard = JPEGWriter(checkedQuality: 85, .fast)
    /// The setting for documents: quality 70 with halved chroma, small. An A4 page of text at 200 dpi takes less than
    /// 200 kB, with a PSNR of 43 dB.
    public static let document = JPEGWriter(checkedQuality: 70, .small)

    private init(checkedQuality quality: Int, _ effort: Effort) {
        self.quality = quality
        self.effort = effort
        chroma = .halved
        resolution = nil
    }

    /// - Throws: ``ParameterError`` if the quality is outside its range.
    public init(
        quality: Int = 85, chroma: Chroma = .halved, effort: Effort = .fast, resolution: Resolution? = nil
    ) throws(ParameterError) {
        try checkParameter("quality", quality, 1...100)
        self.quality = quality
        self.chroma = chroma
        self.effort = effort
        self.resolution = resolution
    }

    /// Returns the bytes of a JPEG file; a 1-bit picture becomes gray.
    public func encode(_ raster: Raster) throws(OutputError) -> [UInt8] {
        switch raster {
        case .bilevel(let image): try encode(GrayImage(image), CODEC_GRAY)
        case .gray(let image): try encode(image, CODEC_GRAY)
        case .rgb(let image): try encode(image, CODEC_RGB)
        }
    }

    /// Writes a JPEG file.
    public func write(_ raster: Raster, path: String) throws(OutputError) {
        let file = try AtomicFile(path: path)
        try file.write(try encode(raster))
        try file.commit()
    }

    private func encode<Layout: PixelLayout>(
        _ image: Image<Layout>, _ kind: codec_pixels
    ) throws(OutputError) -> [UInt8] {
        try Self.check(image.size)
        var options = codec_jpeg_options(
            quality: Int32(quality), halves_chroma: chroma == .halved, is_small: effort == .small, density_x: 0,
            density_y: 0)
        if let resolution {
            options.density_x = UInt16(clamping: Int(resolution.horizontal.rounded()))
            options.density_y = UInt16(clamping: Int(resolution.vertical.rounded()))
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = codec_message()
        defer { codec_free(bytes) }
        // SAFETY: the view has `height` rows of `width` pixels of this kind, `stride` bytes apart.
        let status = image.withView { view in
            codec_jpeg_encode(
                view.base, view.stride, UInt32(view.width), UInt32(view.height), kind, &options, &bytes, &count,
                &message)
        }
        guard status == CODEC_OK else { throw .encoding(message.string) }
        let file = UnsafeBufferPointer(start: bytes, count: count)
        return timeAndPlace.map { Self.file(file, with: $0) } ?? [UInt8](file)
    }

    /// Returns a file with an EXIF segment after its header, where readers look for it.
    private static func file(_ file: UnsafeBufferPointer<UInt8>, with timeAndPlace: TimeAndPlace) -> [UInt8] {
        let block = timeAndPlace.exifBlock
        guard let length = UInt16(exactly: block.count + 2) else { return [UInt8](file) }
        let segment = [0xFF, exifMarker, UInt8(length >> 8), UInt8(length & 0xFF)] + block
        return file.prefix(headerSize) + segment + file.dropFirst(headerSize)
    }

    private static let exifMarker: UInt8 = 0xE1
    /// The size of the start marker and the JFIF segment, which libjpeg writes first.
    private static let headerSize = 20

    /// - Throws: ``OutputError/encoding(_:)`` if a side is too long.
    static func check(_ size: PixelSize) throws(OutputError) {
        guard size.longSide <= maximumSide else {
            throw .encoding("\(size) pixels, above the limit of \(maximumSide) a side in JPEG")
        }
    }
}
