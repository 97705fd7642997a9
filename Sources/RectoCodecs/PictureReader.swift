import RectoCore

/// Reads upright pictures in gray or color with eight bits per channel.
///
/// The first bytes determine the format, not the name: see ``PictureFormat``. Supports all color types, depths and
/// interlacing of PNG; baseline and progressive JPEG in gray, color and CMYK; all compressions of TIFF. WebP, HEIF,
/// AVIF and JPEG XL need libraries that are loaded at run time, and PDF needs the programs of poppler-utils. For
/// files with several pages, the first one is read: see ``PictureDocument`` for all.
/// EXIF orientation is applied; alpha is blended over white; 16-bit channels lose their low byte, as in other
/// decoders. Colors with an ICC profile are converted to sRGB if LittleCMS is installed.
/// Damaged and truncated files cause errors, and so does everything above ``Limits``, checked before pixels are
/// allocated.
public struct PictureReader: Sendable {
    /// The requested pixels.
    public enum Layout: Hashable, Sendable {
        /// Gray or color, as in the file.
        case asStored
        /// Luminance. For JPEG this is its Y channel, which is cheaper to decode than color.
        case gray
        case rgb
    }

    /// The reduction of JPEG pictures by the inverse DCT, which is faster than decoding them in full.
    ///
    /// Sides are rounded up. Other formats are read at full size.
    public enum Scale: Int, Hashable, Sendable, CaseIterable {
        case full = 1
        case half = 2
        case quarter = 4
        case eighth = 8
    }

    /// The limits on a file; a limit below 1 refuses everything.
    public struct Limits: Hashable, Sendable {
        /// The longest side in pixels. Default 65 535, the maximum of JPEG.
        public var side = PixelSize.maximumSide
        /// The pixels of the stored picture. Default 178 956 970, above which Pillow refuses, too.
        public var pixels = 178_956_970
        /// The memory for pixels and coefficients at a time, in bytes. Default 1 GiB.
        public var memoryBytes = 1 << 30
        /// The size of the file in bytes. Default 1 GiB.
        public var fileBytes = 1 << 30
        /// The scans of a progressive JPEG picture, each of which takes a pass over all pixels. Default 100; usual
        /// files have about ten.
        public var scans = 100

        /// The pages of a file. Default 10,000.
        public var pages = 10_000
        /// The time for a page of a PDF file in seconds, at least 0.001. Default 120.
        public var seconds = 120.0

        /// The default limits.
        public init() {}
    }

    /// The requested pixels. Default as stored.
    public var layout: Layout
    /// The reduction of JPEG pictures. Default full size.
    public var scale: Scale
    /// The limits on a file.
    public var limits: Limits
    /// The supported formats; files of others count as unknown. Default all.
    public var formats = Set(PictureFormat.allCases)
    /// The password of encrypted PDF files, either the user's or the owner's.
    public var password: String?
    /// The resolution for pages of PDF files that are not a single scanned picture, `50...1200` dots per inch.
    /// Default 300.
    public var pdfDotsPerInch = 300.0

    /// Creates a reader, which stores nothing between files.
    public init(layout: Layout = .asStored, scale: Scale = .full, limits: Limits = Limits()) {
        self.layout = layout
        self.scale = scale
        self.limits = limits
    }

    /// Reads a file or a pipe.
    public func read(path: String) throws(PictureError) -> Picture {
        try read(bytes: readPictureFile(path, limit: limits.fileBytes))
    }

    /// Reads a file in memory.
    public func read(bytes: [UInt8]) throws(PictureError) -> Picture {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in try read(buffer: buffer) }
    }

    /// Reads a file in caller-owned memory.
    public func read(buffer: UnsafeBufferPointer<UInt8>) throws(PictureError) -> Picture {
        try read(buffer: buffer, as: try format(of: buffer))
    }

    func format(of buffer: UnsafeBufferPointer<UInt8>) throws(PictureError) -> PictureFormat {
        guard !buffer.isEmpty else { throw .empty }
        guard let format = PictureFormat(signatureOf: buffer), formats.contains(format) else { throw .unknownFormat }
        return format
    }

    private func read(
        buffer: UnsafeBufferPointer<UInt8>, as format: PictureFormat
    ) throws(PictureError) -> Picture {
        switch format {
        case .png: return try PNGDecoder(buffer).picture(layout, limits)
        case .jpeg: return try JPEGDecoder(buffer).picture(layout, scale, limits)
        case .tiff: return try TIFFDecoder(buffer, limits).picture(0, layout, limits)
        case .webp, .heif, .avif, .jpegXL: return try ForeignDecoder(buffer, format, limits).picture(layout, limits)
        case .gif:
            var decoder = try GIFDecoder(buffer, limits)
            return try decoder.picture(layout)
        case .bmp:
            var decoder = try BMPDecoder(buffer, limits)
            return try decoder.picture(layout)
        case .pnm:
            var decoder = try PNMDecoder(buffer, limits)
            return try decoder.picture(layout)
        case .pdf: return try PDFPages(buffer, self).picture(0, self)
        }
    }
}

extension PictureReader.Limits {
    /// Checks the size stated by a header.
    func size(width: Int, height: Int) throws(PictureError) -> PixelSize {
        guard max(width, height) <= side else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(side) pixels a side")
        }
        // Sides are below 2³², so the product cannot overflow.
        guard width * height <= pixels else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(pixels) pixels")
        }
        guard let size = try? PixelSize(width: width, height: height) else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(PixelSize.maximumArea) pixels")
        }
        return size
    }

    /// Checks that a number of copies of the pixels fits into memory in addition to `others` bytes.
    func checkMemory(_ size: PixelSize, bytesPerPixel: Int, copies: Int, others: Int = 0) throws(PictureError) {
        // At most 2³⁰ pixels of 4 bytes, twice, and coefficients of the same order.
        guard size.area * bytesPerPixel * copies + others <= memoryBytes else {
            throw .notEnoughMemory(width: size.width, height: size.height)
        }
    }
}
