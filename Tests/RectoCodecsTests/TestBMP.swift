import RectoCore

/// BMP files with known pixels, at 300 dots per inch.
enum TestBMP {
    private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    private static func long(_ value: Int) -> [UInt8] { short(value & 0xFFFF) + short(value >> 16 & 0xFFFF) }

    static func header(width: Int, height: Int, bits: Int = 24, method: Int = 0, colors: Int = 0) -> [UInt8] {
        let start = 54 + 4 * colors
        return Array("BM".utf8) + long(0) + long(0) + long(start) + long(40) + long(width) + long(height) + short(1)
            + short(bits) + long(method) + long(0) + long(11_811) + long(11_811) + long(colors) + long(0)
    }

    private static func padded(_ row: [UInt8]) -> [UInt8] {
        row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
    }

    static func color(_ image: RGBImage, bits: Int, isTopDown: Bool) -> [UInt8] {
        let bytes = image.packedBytes
        var rows = (0..<image.height).map { y in
            padded(
                (0..<image.width).flatMap { x in
                    let place = 3 * (y * image.width + x)
                    return [bytes[place + 2], bytes[place + 1], bytes[place]] + (bits == 32 ? [0] : [])
                })
        }
        if !isTopDown { rows.reverse() }
        return header(width: image.width, height: isTopDown ? -image.height : image.height, bits: bits)
            + rows.flatMap { $0 }
    }

    private static func grays(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { index in
            let level = UInt8(index * 255 / (count - 1))
            return [level, level, level, 0]
        }
    }

    /// The highest bits of gray.
    static func palette(_ image: GrayImage, bits: Int) -> [UInt8] {
        let bytes = image.packedBytes
        let rows = (0..<image.height).reversed().map { y -> [UInt8] in
            let values = (0..<image.width).map { Int(bytes[y * image.width + $0]) >> (8 - bits) }
            let perByte = 8 / bits
            return padded(
                stride(from: 0, to: values.count, by: perByte).map { first in
                    (first..<min(first + perByte, values.count)).reduce(UInt8(0)) {
                        $0 | UInt8(values[$1] << (8 - bits - ($1 - first) * bits))
                    }
                })
        }
        return header(width: image.width, height: image.height, bits: bits, colors: 1 << bits) + grays(1 << bits)
            + rows.flatMap { $0 }
    }

    /// 8-bit run lengths: runs, and literal values in every other row.
    static func runs(_ image: GrayImage) -> [UInt8] {
        let bytes = image.packedBytes
        var data: [UInt8] = []
        for y in (0..<image.height).reversed() {
            let row = Array(bytes[y * image.width..<(y + 1) * image.width])
            if y % 2 == 0, 3...255 ~= row.count {
                data += [0, UInt8(row.count)] + row + (row.count % 2 == 1 ? [0] : [])
            } else {
                for value in row { data += [1, value] }
            }
            data += [0, 0]
        }
        return header(width: image.width, height: image.height, bits: 8, method: 1, colors: 256) + grays(256) + data + [
            0, 1,
        ]
    }
}

/// A GIF file with one frame.
struct TestGIF {
    let size: PixelSize
    let bits: Int
    let palette: [[UInt8]]
    let values: [Int]
    var isInterlaced = false
    var transparent: Int?

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

    static func header(width: Int, height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + short(width) + short(height) + [0, 0, 0]
    }

    var bytes: [UInt8] {
        var file = Array("GIF89a".utf8) + Self.short(size.width) + Self.short(size.height)
        file += [0x80 | UInt8(bits - 1), 0, 0] + palette.flatMap { $0 }
        // A comment, which is skipped.
        file += [0x21, 0xFE, 2, 104, 105, 0]
        if let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, UInt8(transparent), 0] }
        file += [0x2C, 0, 0, 0, 0] + Self.short(size.width) + Self.short(size.height) + [isInterlaced ? 0x40 : 0]
        let rows = isInterlaced ? interlacedRows : Array(0..<size.height)
        let data = Self.compressed(
            rows.flatMap { values[$0 * size.width..<($0 + 1) * size.width] }, bits: bits)
        file.append(UInt8(bits))
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            file += [UInt8(block.count)] + block
        }
        return file + [0, 0x3B]
    }

    private var interlacedRows: [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: size.height, by: $0.1)) }
    }

    private static func compressed(_ values: [Int], bits: Int) -> [UInt8] {
        let (clear, end) = (1 << bits, 1 << bits + 1)
        var (bytes, buffer, filled): ([UInt8], Int, Int) = ([], 0, 0)
        var width = bits + 1
        func put(_ code: Int) {
            buffer |= code << filled
            filled += width
            while filled >= 8 {
                bytes.append(UInt8(buffer & 255))
                (buffer, filled) = (buffer >> 8, filled - 8)
            }
        }
        var table: [[Int]: Int] = [:]
        var next = end + 1
        put(clear)
        var prefix: [Int] = []
        func code(_ run: [Int]) -> Int { run.count == 1 ? run[0] : table[run] ?? 0 }
        for value in values {
            let longer = prefix + [value]
            if longer.count == 1 || table[longer] != nil {
                prefix = longer
                continue
            }
            put(code(prefix))
            if next < 4096 {
                table[longer] = next
                next += 1
                if next > 1 << width, width < 12 { width += 1 }
            } else {
                put(clear)
                (table, next, width) = ([:], end + 1, bits + 1)
            }
            prefix = [value]
        }
        put(code(prefix))
        put(end)
        if filled > 0 { bytes.append(UInt8(buffer & 255)) }
        return bytes
    }
}
