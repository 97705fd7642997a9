import RectoCore

/// Reads pictures, upright, as gray or color of eight bits a channel.
///
/// The first bytes decide on the format, not the name: see ``PictureFormat``. All color types, depths and interlacing of PNG are
/// read; baseline and progressive JPEG in gray, color and CMYK; all compressions of TIFF. WebP, HEIF, AVIF and JPEG XL need
/// libraries that are opened at run time, PDF needs the programs of poppler-utils. Of files with several pages the first is read:
/// see ``PictureDocument`` for all.
/// EXIF orientation is applied; alpha is put on white; channels of 16 bits lose their low byte, as in other decoders. Colors of an
/// ICC profile are converted to sRGB if LittleCMS is installed.
/// Damaged and truncated files are errors, and so is everything above ``Limits``, checked before pixels are allocated.
public struct PictureReader: Sendable {
    /// The pixels that are wanted.
    public enum Layout: Hashable, Sendable {
        /// Gray or color, as the file has it.
        case asStored
        /// Luminance; of a JPEG picture its own Y, which costs less than color.
        case gray
        case rgb
    }

    /// By how much a JPEG picture is reduced, in its inverse DCT: faster than reading it in full.
    ///
    /// Sides are rounded up. Other formats come at full size.
    public enum Scale: Int, Hashable, Sendable, CaseIterable {
        case full = 1
        case half = 2
        case quarter = 4
        case eighth = 8
    }

    /// What a file may ask for; a limit below 1 refuses everything.
    public struct Limits: Hashable, Sendable {
        /// Longest side in pixels. Default 65 535, the most that JPEG can state.
        public var side = PixelSize.maximumSide
        /// Pixels of the stored picture. Default 178 956 970, beyond which Pillow too refuses.
        public var pixels = 178_956_970
        /// Bytes of pixels and coefficients at a time. Default 1 GiB.
        public var memoryBytes = 1 << 30
        /// Bytes of the file. Default 1 GiB.
        public var fileBytes = 1 << 30
        /// Scans of a progressive JPEG picture, each of which costs a pass over all pixels. Default 100; usual files
        /// have about ten.
        public var scans = 100

        /// Pages of a file. Default 10,000.
        public var pages = 10_000
        /// Seconds that a page of a PDF file may take, at least 0.001. Default 120.
        public var seconds = 120.0

        /// The default limits.
        public init() {}
    }

    /// The pixels that are wanted. Default as stored.
    public var layout: Layout
    /// By how much JPEG pictures are reduced. Default not at all.
    public var scale: Scale
    /// What a file may ask for.
    public var limits: Limits
    /// The formats that are read; files of others count as unknown. Default all.
    public var formats = Set(PictureFormat.allCases)
    /// Opens PDF files that are encrypted, as their user or their owner.
    public var password: String?
    /// Dots per inch for pages of PDF files that are not one scanned picture, `50...1200`. Default 300.
    public var pdfDotsPerInch = 300.0

    /// A reader; it keeps nothing between files.
    public init(layout: Layout = .asStored, scale: Scale = .full, limits: Limits = Limits()) {
        self.layout = layout
        self.scale = scale
        self.limits = limits
    }

    /// Reads a file or a pipe.
    public func read(path: String) throws(PictureError) -> Picture {
        try read(bytes: readPictureFile(path, limit: limits.fileBytes))
    }

    /// Reads a file that lies in memory.
    public func read(bytes: [UInt8]) throws(PictureError) -> Picture {
        try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in try read(buffer: buffer) }
    }

    /// Reads a file that lies in memory of another owner.
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
    /// Checks what a header states.
    func size(width: Int, height: Int) throws(PictureError) -> PixelSize {
        guard max(width, height) <= side else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(side) pixels a side")
        }
        // Sides below 2³², so the product cannot overflow.
        guard width * height <= pixels else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(pixels) pixels")
        }
        guard let size = try? PixelSize(width: width, height: height) else {
            throw .pictureTooLarge(width: width, height: height, limit: "\(PixelSize.maximumArea) pixels")
        }
        return size
    }

    /// Checks that pixels of so many bytes each, in so many copies, fit beside `others` bytes.
    func checkMemory(_ size: PixelSize, bytesPerPixel: Int, copies: Int, others: Int = 0) throws(PictureError) {
        // At most 2³⁰ pixels of 4 bytes, twice, and coefficients of the same order.
        guard size.area * bytesPerPixel * copies + others <= memoryBytes else {
            throw .notEnoughMemory(width: size.width, height: size.height)
        }
    }
}
