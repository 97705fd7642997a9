import RectoCore

/// Reads the first frame of a GIF file (CompuServe, "Graphics Interchange Format", version 89a).
///
/// Transparent pixels, and the part of the screen that the frame does not cover, become white. This is memory-safe
/// code instead of a library.
struct GIFDecoder {
    private var cursor: ByteCursor
    private let screen: PixelSize
    private var palette: [SIMD3<UInt8>] = []
    private var transparent: Int?

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: PictureReader.Limits) throws(PictureError) {
        cursor = ByteCursor(bytes, .gif)
        try cursor.skip(6)
        let (width, height) = (try cursor.short(), try cursor.short())
        let flags = try cursor.byte()
        // Skip background and aspect ratio, which no program uses.
        try cursor.skip(2)
        guard width > 0, height > 0 else { throw .corrupt(.gif, "a size of 0") }
        screen = try limits.size(width: width, height: height)
        try limits.checkMemory(screen, bytesPerPixel: 8, copies: 1)
        if flags & 0x80 != 0 { palette = try readPalette(flags) }
    }

    mutating func picture(_ layout: PictureReader.Layout) throws(PictureError) -> Picture {
        while true {
            switch try cursor.byte() {
            case 0x21: try readExtension()
            case 0x2C: return StoredPicture(pixels: try readFrame()).picture(.gif, layout)
            case 0x3B: throw .corrupt(.gif, "no frame")
            default: throw .corrupt(.gif, "an unknown block")
            }
        }
    }

    private mutating func readPalette(_ flags: UInt8) throws(PictureError) -> [SIMD3<UInt8>] {
        let bytes = try cursor.take(3 << (Int(flags & 7) + 1))
        return Swift.stride(from: 0, to: bytes.count, by: 3).map { SIMD3(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) }
    }

    private mutating func readExtension() throws(PictureError) {
        let kind = try cursor.byte()
        while case let count = Int(try cursor.byte()), count > 0 {
            let block = try cursor.take(count)
            // Graphic control extension: the last byte is the transparent color if the first byte has the flag.
            if kind == 0xF9, count == 4 { transparent = block[0] & 1 != 0 ? Int(block[3]) : nil }
        }
    }

    private mutating func readFrame() throws(PictureError) -> Picture.Pixels {
        let (left, top) = (try cursor.short(), try cursor.short())
        let (width, height) = (try cursor.short(), try cursor.short())
        let flags = try cursor.byte()
        let colors = flags & 0x80 != 0 ? try readPalette(flags) : palette
        guard !colors.isEmpty else { throw .corrupt(.gif, "an empty palette") }
        guard width > 0, height > 0, left + width <= screen.width, top + height <= screen.height else {
            throw .corrupt(.gif, "a frame outside the picture")
        }
        let codeSize = Int(try cursor.byte())
        guard 1...8 ~= codeSize else { throw .corrupt(.gif, "codes of \(codeSize) bits") }
        var indices = LZWStream(codeSize: codeSize, count: width * height)
        while !indices.isFull {
            let count = Int(try cursor.byte())
            guard count > 0 else { throw .truncated(.gif) }
            let block = try cursor.take(count)
            guard indices.append(block) else { throw .corrupt(.gif, "an impossible code") }
        }
        var canvas = PixelCanvas(screen, level: 255)
        let rows = flags & 0x40 != 0 ? Self.interlacedRows(height) : Array(0..<height)
        for (index, y) in rows.enumerated() {
            for x in 0..<width {
                let value = Int(indices.values[index * width + x])
                guard value != transparent else { continue }
                guard value < colors.count else { throw .corrupt(.gif, "a color outside the palette") }
                canvas.set(left + x, top + y, colors[value])
            }
        }
        return canvas.pixels
    }

    /// Returns rows in the order in which an interlaced frame stores them.
    private static func interlacedRows(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(Swift.stride(from: $0.0, to: height, by: $0.1)) }
    }
}

/// A stream of GIF's variable-length codes (Welch 1984), starting with the lowest bit of each byte.
private struct LZWStream {
    private(set) var values: [UInt8] = []
    private let count: Int
    private let codeSize: Int
    private var width: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// For each code from the first free one: the code that it extends, and the value that it appends.
    private var prefixes = [UInt16](repeating: 0, count: 4096)
    private var suffixes = [UInt8](repeating: 0, count: 4096)
    private var next: Int
    private var last: Int?
    private var isEnded = false
    private var run: [UInt8] = []

    init(codeSize: Int, count: Int) {
        (self.codeSize, self.count) = (codeSize, count)
        width = codeSize + 1
        next = (1 << codeSize) + 2
        values.reserveCapacity(count)
    }

    var isFull: Bool { values.count >= count }

    /// - Returns: Whether the codes are valid.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes {
            bits |= UInt32(byte) << UInt32(bitCount)
            bitCount += 8
            while bitCount >= width, !isFull {
                let code = Int(bits & ((1 << UInt32(width)) - 1))
                bits >>= UInt32(width)
                bitCount -= width
                guard take(code) else { return false }
            }
        }
        return true
    }

    private mutating func take(_ code: Int) -> Bool {
        let clear = 1 << codeSize
        if code == clear {
            (width, next, last) = (codeSize + 1, clear + 2, nil)
            return true
        }
        // An end code before all pixels are complete.
        guard code != clear + 1 else { return false }
        guard let last else {
            guard code < clear else { return false }
            values.append(UInt8(code))
            self.last = code
            return true
        }
        guard code <= next, code < next || next < 4096 else { return false }
        expand(code < next ? code : last)
        let first = run[run.count - 1]
        for value in run.reversed() where !isFull { values.append(value) }
        if code == next, !isFull { values.append(first) }
        if next < 4096 {
            (prefixes[next], suffixes[next]) = (UInt16(last), first)
            next += 1
            if next == 1 << width, width < 12 { width += 1 }
        }
        self.last = code
        return true
    }

    /// Stores the values of a code in reverse order.
    private mutating func expand(_ code: Int) {
        run.removeAll(keepingCapacity: true)
        var code = code
        // Each code extends a smaller one, so the loop terminates.
        while code >= (1 << codeSize) + 2 {
            run.append(suffixes[code])
            code = Int(prefixes[code])
        }
        run.append(UInt8(truncatingIfNeeded: code))
    }
}
