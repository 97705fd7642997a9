import RectoCore

/// An uncompressed TIFF file with one or more pages, in either byte order, with any layout of samples.
struct TestTIFF {
    struct Page {
        var width: Int
        var height: Int
        /// 8 or 16 for all samples, or 1.
        var bits = 8
        var samples = 1
        /// 0 white is 0, 1 black is 0, 2 RGB, 3 palette, 5 CMYK.
        var photometric = 1
        var orientation = 1
        /// Dots per unit: 2 is the inch, 3 the centimeter.
        var resolution: (x: Int, y: Int)?
        var unit = 2
        var profile: [UInt8] = []
        /// Three times 256 values of 16 bits.
        var palette: [Int] = []
        var isPlanar = false
        var hasAlpha = false
        var kind = 0
        var rowsPerStrip: Int?
        /// The samples in storage order: rows of pixels, or one plane after another.
        var values: [Int]
    }

    var isBigEndian = false
    var pages: [Page]

    var bytes: [UInt8] {
        var file = (isBigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(8, 4)
        for (index, page) in pages.enumerated() {
            let start = file.count
            let (directory, data) = directory(page, at: start)
            let next = index + 1 < pages.count ? start + directory.count + 4 + data.count : 0
            file += directory + number(next, 4) + data
        }
        return file
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    private func directory(_ page: Page, at start: Int) -> (directory: [UInt8], data: [UInt8]) {
        let planes = page.isPlanar ? page.samples : 1
        let rows = page.rowsPerStrip ?? page.height
        let pixels = packed(page)
        let rowBytes = pixels.count / (page.height * planes)
        var strips: [(offset: Int, count: Int)] = []
        for plane in 0..<planes {
            for row in stride(from: 0, to: page.height, by: rows) {
                let count = min(rows, page.height - row) * rowBytes
                strips.append(((plane * page.height + row) * rowBytes, count))
            }
        }
        var entries: [(tag: Int, type: Int, values: [Int], raw: [UInt8])] = [
            (254, 4, [page.kind], []), (256, 4, [page.width], []), (257, 4, [page.height], []),
            (258, 3, [Int](repeating: page.bits, count: page.samples), []), (259, 3, [1], []),
            (262, 3, [page.photometric], []), (273, 4, strips.map(\.offset), []), (274, 3, [page.orientation], []),
            (277, 3, [page.samples], []), (278, 4, [rows], []), (279, 4, strips.map(\.count), []),
            (284, 3, [page.isPlanar ? 2 : 1], []),
        ]
        if let resolution = page.resolution {
            entries += [(282, 5, [resolution.x, 1], []), (283, 5, [resolution.y, 1], []), (296, 3, [page.unit], [])]
        }
        if !page.palette.isEmpty { entries.append((320, 3, page.palette, [])) }
        if page.hasAlpha { entries.append((338, 3, [2], [])) }
        if !page.profile.isEmpty { entries.append((34675, 7, [], page.profile)) }
        entries.sort { $0.tag < $1.tag }
        let dataStart = start + 2 + 12 * entries.count + 4
        var directory = number(entries.count, 2)
        var data = pixels
        for entry in entries {
            let size = [3: 2, 4: 4, 5: 4, 7: 1][entry.type] ?? 1
            let values = entry.tag == 273 ? entry.values.map { $0 + dataStart } : entry.values
            let bytes = entry.raw.isEmpty ? values.flatMap { number($0, size) } : entry.raw
            let count = entry.raw.isEmpty ? values.count / (entry.type == 5 ? 2 : 1) : bytes.count
            directory += number(entry.tag, 2) + number(entry.type, 2) + number(count, 4)
            if bytes.count <= 4 {
                directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                if data.count % 2 == 1 { data.append(0) }
                directory += number(dataStart + data.count, 4)
                data += bytes
            }
        }
        return (directory, data)
    }

    private func packed(_ page: Page) -> [UInt8] {
        guard page.bits == 1 else { return page.values.flatMap { number($0, page.bits / 8) } }
        return stride(from: 0, to: page.values.count, by: page.width).flatMap { start in
            stride(from: start, to: start + page.width, by: 8).map { first in
                (first..<min(first + 8, start + page.width)).reduce(UInt8(0)) {
                    $0 | UInt8(page.values[$1] << (7 - ($1 - first)))
                }
            }
        }
    }
}
