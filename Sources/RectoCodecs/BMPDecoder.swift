import RectoCore

/// Reads BMP files of Windows and OS/2: 1 to 32 bits per pixel, palettes, run lengths, bit fields, rows in either
/// order.
struct BMPDecoder {
    private var cursor: ByteCursor
    private var width = 0
    private var height = 0
    private var isTopDown = false
    private var bitCount = 0
    private var compression = Compression.none
    private var palette: [SIMD3<UInt8>] = []
    private var masks = [0, 0, 0]
    private var resolution: Resolution?
    private let size: PixelSize

    private enum Compression: Int {
        case none = 0
        case runs8 = 1
        case runs4 = 2
        case fields = 3
        case alphaFields = 6
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: PictureReader.Limits) throws(PictureError) {
        cursor = ByteCursor(bytes, .bmp)
        try cursor.skip(10)
        let start = try cursor.long()
        let headerSize = try cursor.long()
        let colorCount = try Self.readHeader(
            &self.cursor, headerSize, &width, &height, &bitCount, &compression, &resolution)
        isTopDown = height < 0
        height = abs(height)
        guard width > 0, height > 0 else { throw .corrupt(.bmp, "a size of 0") }
        size = try limits.size(width: width, height: height)
        try limits.checkMemory(size, bytesPerPixel: 8, copies: 1)
        try readColors(headerSize, colorCount, start: start)
        try cursor.move(to: start)
    }

    /// - Returns: The number of colors in the palette; 0 for the maximum.
    private static func readHeader(
        _ cursor: inout ByteCursor, _ headerSize: Int, _ width: inout Int, _ height: inout Int, _ bitCount: inout Int,
        _ compression: inout Compression, _ resolution: inout Resolution?
    ) throws(PictureError) -> Int {
        if headerSize == 12 {
            (width, height) = (try cursor.short(), try cursor.short())
            try cursor.skip(2)
            bitCount = try cursor.short()
            return 0
        }
        guard headerSize >= 16, headerSize <= 256 else { throw .unsupported(.bmp, "a header of \(headerSize) bytes") }
        (width, height) = (try cursor.signedLong(), try cursor.signedLong())
        try cursor.skip(2)
        bitCount = try cursor.short()
        guard headerSize >= 40 else { return 0 }
        let method = try cursor.long()
        guard let known = Compression(rawValue: method) else { throw .unsupported(.bmp, "compression \(method)") }
        compression = known
        try cursor.skip(4)
        let perInch = 0.0254
        resolution = Resolution(
            horizontal: Double(try cursor.signedLong()) * perInch, vertical: Double(try cursor.signedLong()) * perInch)
        let colorCount = try cursor.long()
        try cursor.skip(4)
        return colorCount
    }

    /// Reads masks and palette. The cursor is after the first 40 bytes of the header, or after a shorter header.
    private mutating func readColors(_ headerSize: Int, _ colorCount: Int, start: Int) throws(PictureError) {
        guard [1, 4, 8, 16, 24, 32].contains(bitCount) else { throw .unsupported(.bmp, "\(bitCount) bits a pixel") }
        if compression == .runs8, bitCount != 8 || isTopDown {
            throw .corrupt(.bmp, "run-length coding that its other values exclude")
        }
        if compression == .runs4, bitCount != 4 || isTopDown {
            throw .corrupt(.bmp, "run-length coding that its other values exclude")
        }
        if compression == .fields || compression == .alphaFields {
            guard bitCount == 16 || bitCount == 32 else {
                throw .corrupt(.bmp, "bit fields of \(bitCount) bits a pixel")
            }
            masks = [try cursor.long(), try cursor.long(), try cursor.long()]
        } else {
            masks = bitCount == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF0000, 0xFF00, 0xFF]
        }
        guard bitCount <= 8 else { return }
        let entrySize = headerSize == 12 ? 3 : 4
        try cursor.move(to: 14 + headerSize)
        let most = 1 << bitCount
        let stated = colorCount > 0 && colorCount < most ? colorCount : most
        // Some files have fewer colors than they state.
        let count = min(stated, max(start - cursor.place, 0) / entrySize)
        for _ in 0..<count {
            let entry = try cursor.take(entrySize)
            palette.append(SIMD3(entry[2], entry[1], entry[0]))
        }
        guard !palette.isEmpty else { throw .corrupt(.bmp, "an empty palette") }
    }

    mutating func picture(_ layout: PictureReader.Layout) throws(PictureError) -> Picture {
        var canvas = PixelCanvas(size, level: 255)
        switch compression {
        case .runs4, .runs8: try readRuns(&canvas)
        case .none, .fields, .alphaFields: try readRows(&canvas)
        }
        return StoredPicture(pixels: canvas.pixels, resolution: resolution).picture(.bmp, layout)
    }

    private func color(_ index: Int) throws(PictureError) -> SIMD3<UInt8> {
        guard index < palette.count else { throw .corrupt(.bmp, "a color outside the palette") }
        return palette[index]
    }

    private mutating func readRows(_ canvas: inout PixelCanvas) throws(PictureError) {
        let rowBytes = (width * bitCount + 31) / 32 * 4
        let channels = masks.map(Channel.init)
        for index in 0..<height {
            let y = isTopDown ? index : height - 1 - index
            // The padding of the last row may be missing.
            let needed = (width * bitCount + 7) / 8
            let row = try cursor.take(index == height - 1 ? min(rowBytes, max(needed, cursor.left)) : rowBytes)
            for x in 0..<width { canvas.set(x, y, try pixel(row, x, channels)) }
        }
    }

    private func pixel(
        _ row: UnsafeBufferPointer<UInt8>, _ x: Int, _ channels: [Channel]
    ) throws(PictureError) -> SIMD3<UInt8> {
        switch bitCount {
        case 24: return SIMD3(row[3 * x + 2], row[3 * x + 1], row[3 * x])
        case 16, 32:
            let bytes = bitCount / 8
            let value = (0..<bytes).reduce(0) { $0 | Int(row[bytes * x + $1]) << (8 * $1) }
            return SIMD3(channels[0].level(of: value), channels[1].level(of: value), channels[2].level(of: value))
        default:
            let bit = x * bitCount
            let value = Int(row[bit >> 3]) >> (8 - bitCount - bit & 7) & (1 << bitCount - 1)
            return try color(value)
        }
    }

    /// A channel of a bit field.
    private struct Channel {
        let mask, shift, maximum: Int

        init(_ mask: Int) {
            self.mask = mask
            shift = mask == 0 ? 0 : mask.trailingZeroBitCount
            maximum = mask >> shift
        }

        func level(of value: Int) -> UInt8 {
            maximum == 0 ? 0 : UInt8(truncatingIfNeeded: ((value & mask) >> shift) * 255 / maximum)
        }
    }

    private mutating func readRuns(_ canvas: inout PixelCanvas) throws(PictureError) {
        let isNibbles = compression == .runs4
        var (x, y) = (0, height - 1)
        while y >= 0 {
            let (count, value) = (Int(try cursor.byte()), Int(try cursor.byte()))
            if count > 0 {
                for index in 0..<count {
                    let index = isNibbles ? (index % 2 == 0 ? value >> 4 : value & 15) : value
                    canvas.set(x, y, try color(index))
                    x += 1
                }
                continue
            }
            switch value {
            case 0: (x, y) = (0, y - 1)
            case 1: return
            case 2: (x, y) = (x + Int(try cursor.byte()), y - Int(try cursor.byte()))
            default:
                let bytes = try cursor.take(isNibbles ? (value + 1) / 2 : value)
                for index in 0..<value {
                    let byte = Int(bytes[isNibbles ? index / 2 : index])
                    canvas.set(x, y, try color(isNibbles ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte))
                    x += 1
                }
                // Runs start at even offsets.
                if bytes.count % 2 == 1 { try cursor.skip(1) }
            }
        }
    }
}
