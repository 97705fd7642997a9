import RectoCore

/// Reads the Netpbm formats: PBM, PGM and PPM, plain or raw, and PAM.
struct PNMDecoder {
    private var cursor: ByteCursor
    private let size: PixelSize
    private let maximum: Int
    private let channels: Int
    private let encoding: Encoding

    private enum Encoding { case plainBits, bits, plain, raw }

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: PictureReader.Limits) throws(PictureError) {
        var cursor = ByteCursor(bytes, .pnm)
        try cursor.skip(1)
        let kind = try cursor.byte() - UInt8(ascii: "0")
        let width: Int
        let height: Int
        if kind == 7 {
            (width, height, channels, maximum) = try Self.readPAMHeader(&cursor)
            encoding = .raw
        } else {
            (width, height) = (try cursor.number(), try cursor.number())
            let isBits = kind == 1 || kind == 4
            maximum = isBits ? 1 : try cursor.number()
            channels = kind == 3 || kind == 6 ? 3 : 1
            encoding = kind == 1 ? .plainBits : kind == 4 ? .bits : kind < 4 ? .plain : .raw
            // A single whitespace character precedes the pixels.
            if kind >= 4 { try cursor.skip(1) }
        }
        guard width > 0, height > 0 else { throw .corrupt(.pnm, "a size of 0") }
        guard 1...65535 ~= maximum else { throw .corrupt(.pnm, "a maximum value of \(maximum)") }
        size = try limits.size(width: width, height: height)
        try limits.checkMemory(size, bytesPerPixel: 4, copies: 2)
        self.cursor = cursor
    }

    private static func readPAMHeader(
        _ cursor: inout ByteCursor
    ) throws(PictureError) -> (width: Int, height: Int, channels: Int, maximum: Int) {
        var values: [String: Int] = [:]
        while true {
            let line = try cursor.line()
            let words = line.split(separator: " ")
            if words.first == "ENDHDR" { break }
            if words.count == 2, let value = Int(words[1]) { values[String(words[0])] = value }
        }
        guard let width = values["WIDTH"], let height = values["HEIGHT"], let depth = values["DEPTH"],
            let maximum = values["MAXVAL"]
        else { throw .corrupt(.pnm, "an incomplete header") }
        guard 1...4 ~= depth else { throw .unsupported(.pnm, "\(depth) channels") }
        return (width, height, depth, maximum)
    }

    mutating func picture(_ layout: PictureReader.Layout) throws(PictureError) -> Picture {
        StoredPicture(pixels: channels >= 3 ? .rgb(try readColor()) : .gray(try readGray())).picture(.pnm, layout)
    }

    private mutating func readGray() throws(PictureError) -> GrayImage {
        var levels: [UInt8] = []
        levels.reserveCapacity(size.area)
        for _ in 0..<size.height {
            let row = try readRow()
            // A second channel is alpha, on white.
            for x in 0..<size.width {
                levels.append(channels == 2 ? Self.onWhite(row[2 * x], row[2 * x + 1]) : row[x])
            }
        }
        return try image(levels)
    }

    private mutating func readColor() throws(PictureError) -> RGBImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * size.area)
        for _ in 0..<size.height {
            let row = try readRow()
            guard channels == 4 else {
                bytes += row
                continue
            }
            for x in 0..<size.width {
                for channel in 0..<3 { bytes.append(Self.onWhite(row[4 * x + channel], row[4 * x + 3])) }
            }
        }
        return try image(bytes)
    }

    private func image<Layout: PixelLayout>(_ bytes: [UInt8]) throws(PictureError) -> Image<Layout> {
        do { return try Image(size: size, packed: bytes) } catch { throw .corrupt(.pnm, "\(error)") }
    }

    private static func onWhite(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        let (share, level) = (Int(alpha), Int(value))
        let sum: Int = level * share + 255 * (255 - share)
        return UInt8((sum + 127) / 255)
    }

    /// Returns the values of a row, 0...255.
    private mutating func readRow() throws(PictureError) -> [UInt8] {
        let count = size.width * channels
        switch encoding {
        case .bits:
            let bytes = try cursor.take((count + 7) / 8)
            return (0..<count).map { bytes[$0 >> 3] << UInt8($0 & 7) & 0x80 != 0 ? 0 : 255 }
        case .plainBits:
            var row: [UInt8] = []
            for _ in 0..<count { row.append(try cursor.digit() == 1 ? 0 : 255) }
            return row
        case .plain:
            var row: [UInt8] = []
            for _ in 0..<count { row.append(try level(cursor.number())) }
            return row
        case .raw where maximum < 256:
            let bytes = try cursor.take(count)
            if maximum == 255 { return Array(bytes) }
            var row: [UInt8] = []
            for byte in bytes { row.append(try level(Int(byte))) }
            return row
        case .raw:
            let bytes = try cursor.take(2 * count)
            var row: [UInt8] = []
            for x in 0..<count { row.append(try level(Int(bytes[2 * x]) << 8 | Int(bytes[2 * x + 1]))) }
            return row
        }
    }

    private func level(_ value: Int) throws(PictureError) -> UInt8 {
        guard value <= maximum else { throw .corrupt(.pnm, "a value above the maximum") }
        return UInt8((value * 255 + maximum / 2) / maximum)
    }
}

extension ByteCursor {
    /// Skips whitespace and comments, which extend to the end of the line.
    private mutating func skipSpace() throws(PictureError) -> UInt8 {
        while true {
            let byte = try byte()
            if byte == UInt8(ascii: "#") {
                while try self.byte() != 0x0A {}
            } else if !PictureFormat.isSpace(byte) {
                return byte
            }
        }
    }

    /// Reads a decimal number. The following character is not consumed.
    fileprivate mutating func number() throws(PictureError) -> Int {
        var byte = try skipSpace()
        var value = 0
        while true {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { throw .corrupt(.pnm, "a missing number") }
            value = 10 * value + Int(byte - UInt8(ascii: "0"))
            guard value < 1 << 31 else { throw .corrupt(.pnm, "a number that is too large") }
            guard let next = peek, !PictureFormat.isSpace(next), next != UInt8(ascii: "#") else { return value }
            byte = try self.byte()
        }
    }

    /// Reads 0 or 1, optionally preceded by whitespace.
    fileprivate mutating func digit() throws(PictureError) -> Int {
        let byte = try skipSpace()
        guard UInt8(ascii: "0")...UInt8(ascii: "1") ~= byte else { throw .corrupt(.pnm, "a missing bit") }
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Reads a header line of at most 200 bytes, without its line end.
    fileprivate mutating func line() throws(PictureError) -> String {
        var bytes: [UInt8] = []
        while case let byte = try self.byte(), byte != 0x0A {
            bytes.append(byte)
            guard bytes.count <= 200 else { throw .corrupt(.pnm, "a line that is too long") }
        }
        return bytes.first == UInt8(ascii: "#") ? "" : String(decoding: bytes, as: UTF8.self)
    }
}
