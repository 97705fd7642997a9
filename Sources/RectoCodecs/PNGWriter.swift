import CDeflate
public import RectoCore

/// Writes PNG: 1-bit, 8-bit gray and 8-bit RGB.
public struct PNGWriter: Sendable {
    /// Stored in the file if given.
    public var resolution: Resolution?

    /// Creates a writer that stores this resolution, if any.
    public init(resolution: Resolution? = nil) {
        self.resolution = resolution
    }

    /// Returns the bytes of a PNG file.
    public func encode(_ raster: Raster) throws(OutputError) -> [UInt8] {
        switch raster {
        case .bilevel(let image): try encode(image, depth: 1, colorType: 0)
        case .gray(let image): try encode(image, depth: 8, colorType: 0)
        case .rgb(let image): try encode(image, depth: 8, colorType: 2)
        }
    }

    /// Writes a PNG file.
    public func write(_ raster: Raster, path: String) throws(OutputError) {
        let file = try AtomicFile(path: path)
        try file.write(try encode(raster))
        try file.commit()
    }

    private func encode<Layout: PixelLayout>(
        _ image: Image<Layout>, depth: UInt8, colorType: UInt8
    ) throws(OutputError) -> [UInt8] {
        var stream = PNGStream()
        stream.header(image.size, depth: depth, colorType: colorType)
        if let resolution { stream.physicalSize(resolution) }
        let filtered = image.withView { filteredRows($0) }
        try stream.pixels(filtered)
        stream.end()
        return stream.bytes
    }

    /// Returns the rows with their filter bytes, for compression.
    private func filteredRows<Layout: PixelLayout>(_ view: ImageView<Layout>) -> [UInt8] {
        let rowBytes = view.rowBytes
        let total = (rowBytes + 1) * view.height
        return [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            for y in 0..<view.height {
                // SAFETY: the buffer holds `height` rows of a filter byte and `rowBytes` bytes.
                let target = start + y * (rowBytes + 1)
                if Layout.bitsPerPixel == 1 {
                    target[0] = PNGFilter.none.rawValue
                    // Ink is 1 here, but black in PNG is 0.
                    for x in 0..<rowBytes { target[x + 1] = ~view.row(y)[x] }
                } else {
                    let above = y > 0 ? view.row(y - 1) : nil
                    PNGFilter.filter(
                        view.row(y), above: above, count: rowBytes, bytesPerPixel: Layout.bitsPerPixel / 8, to: target)
                }
            }
            count = total
        }
    }
}

/// The row filters in use (PNG specification, third edition, §9.2).
///
/// Paeth and Average gain little on pages and photos, and cost more time than the compression itself.
enum PNGFilter: UInt8 {
    case none = 0
    case sub = 1
    case up = 2

    /// Writes the filter byte and the row, using the filter with the smaller sum of absolute differences.
    static func filter(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>?, count: Int, bytesPerPixel: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let filtered = target + 1
        guard let above, upIsSmaller(row, above, count: count, bytesPerPixel: bytesPerPixel) else {
            target[0] = sub.rawValue
            // SAFETY: all rows hold `count` bytes, and a row holds at least one pixel.
            for x in 0..<bytesPerPixel { filtered[x] = row[x] }
            for x in bytesPerPixel..<count { filtered[x] = row[x] &- row[x - bytesPerPixel] }
            return
        }
        target[0] = up.rawValue
        for x in 0..<count { filtered[x] = row[x] &- above[x] }
    }

    private static func upIsSmaller(
        _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, count: Int, bytesPerPixel: Int
    ) -> Bool {
        var sumOfSub: UInt32 = 0
        var sumOfUp: UInt32 = 0
        // SAFETY: both rows hold `count` bytes. A row has at most 65 535 * 3 bytes, so the sums fit.
        for x in bytesPerPixel..<count {
            sumOfSub &+= distanceFromZero(row[x] &- row[x - bytesPerPixel])
            sumOfUp &+= distanceFromZero(row[x] &- above[x])
        }
        return sumOfUp <= sumOfSub
    }

    /// Returns the magnitude of a difference modulo 256.
    private static func distanceFromZero(_ difference: UInt8) -> UInt32 {
        UInt32(min(difference, 0 &- difference))
    }
}

/// The chunks of a PNG file in sequence (PNG specification, third edition, §5).
struct PNGStream {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    mutating func header(_ size: PixelSize, depth: UInt8, colorType: UInt8) {
        chunk("IHDR", bigEndian(size.width) + bigEndian(size.height) + [depth, colorType, 0, 0, 0])
    }

    mutating func physicalSize(_ resolution: Resolution) {
        let metre = 1 / 0.0254
        let x = Int((resolution.horizontal * metre).rounded())
        let y = Int((resolution.vertical * metre).rounded())
        chunk("pHYs", bigEndian(x) + bigEndian(y) + [1])
    }

    /// Compresses filtered rows.
    ///
    /// Uses level 1 of libdeflate: half the time of zlib's fastest level at about its size; higher levels gain 2 to 5
    /// %.
    mutating func pixels(_ rows: [UInt8]) throws(OutputError) {
        guard let compressor = libdeflate_alloc_compressor(1) else { throw .encoding("out of memory") }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, rows.count)
        let data = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, rows, rows.count, buffer.baseAddress, bound)
        }
        var left = data[...]
        while !left.isEmpty {
            // A chunk's length has 31 bits.
            chunk("IDAT", left.prefix(1 << 30))
            left = left.dropFirst(1 << 30)
        }
    }

    mutating func end() { chunk("IEND", []) }

    private mutating func chunk(_ type: String, _ data: [UInt8]) { chunk(type, data[...]) }

    private mutating func chunk(_ type: String, _ data: ArraySlice<UInt8>) {
        bytes += bigEndian(data.count)
        let start = bytes.count
        bytes += type.utf8
        bytes += data
        let checksum = bytes.withUnsafeBytes { buffer in
            crc32(UnsafeRawBufferPointer(rebasing: buffer[start...]))
        }
        bytes += bigEndian(Int(checksum))
    }

    private func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
