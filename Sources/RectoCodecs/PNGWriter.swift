import CDeflate
import RectoCore

/// Writes PNG: 1-bit, 8-bit gray and 8-bit RGB.
public struct PNGWriter: Sendable {
    /// Stored in the file if given.
    public var resolution: Resolution?

    public init(resolution: Resolution? = nil) {
        self.resolution = resolution
    }

    /// The bytes of a PNG file.
    public func encode(_ raster: Raster) throws(OutputError) -> [UInt8] {
        switch raster {
        case .bilevel(let image): try encode(image, depth: 1, colorType: 0)
        case .gray(let image): try encode(image, depth: 8, colorType: 0)
        case .rgb(let image): try encode(image, depth: 8, colorType: 2)
        }
    }

    /// Writes a PNG file in one step.
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
        try stream.pixels(filtered, level: 1)
        stream.end()
        return stream.bytes
    }

    /// The rows with their filter bytes, as they are compressed.
    private func filteredRows<Layout: PixelLayout>(_ view: ImageView<Layout>) -> [UInt8] {
        let rowBytes = view.rowBytes
        let total = (rowBytes + 1) * view.height
        return [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            for y in 0..<view.height {
                let to = start + y * (rowBytes + 1)
                let from = view.row(y)
                if Layout.bitsPerPixel == 1 {
                    to[0] = 0
                    // Ink is 1 here and black, 0, there.
                    for x in 0..<rowBytes { to[x + 1] = ~from[x] }
                } else if y == 0 {
                    to[0] = 0
                    for x in 0..<rowBytes { to[x + 1] = from[x] }
                } else {
                    to[0] = 2
                    let above = view.row(y - 1)
                    for x in 0..<rowBytes { to[x + 1] = from[x] &- above[x] }
                }
            }
            count = total
        }
    }
}

/// The chunks of a PNG file, one after another (PNG specification, third edition, §5).
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
    mutating func pixels(_ rows: [UInt8], level: Int32) throws(OutputError) {
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .encoding("out of memory") }
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
            let covered = buffer[start...]
            return libdeflate_crc32(0, UnsafeRawBufferPointer(rebasing: covered).baseAddress, covered.count)
        }
        bytes += bigEndian(Int(checksum))
    }

    private func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
