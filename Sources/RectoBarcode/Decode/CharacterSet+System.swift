import Glibc

extension CharacterSet {
    /// Converts bytes to UTF-8 with the system's tables; `nil` if a byte is invalid or the table is missing.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        let converter = iconv_open("UTF-8", systemName)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        // Two bytes become at most three, and so does one byte of a code page.
        var target = [CChar](repeating: 0, count: 3 * bytes.count + 4)
        let written = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target -> Int? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, room) = (source.count, target.count)
                guard iconv(converter, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                return target.count - room
            }
        }
        return written.map { target[..<$0].map { UInt8(bitPattern: $0) } }
    }

    private var systemName: String {
        switch number {
        case 0, 2: "CP437"
        case 1: "ISO8859-1"
        case 3...18: "ISO8859-\(number - 2)"
        case 20: "CP932"
        case 21: "CP1250"
        case 22: "CP1251"
        case 23: "CP1252"
        case 24: "CP1256"
        case 25: "UTF-16BE"
        case 26: "UTF-8"
        case 28: "BIG5-HKSCS"
        case 30: "CP949"
        case 29, 31, 32: "GB18030"
        case 33: "UTF-16LE"
        case 34: "UTF-32BE"
        case 35: "UTF-32LE"
        default: "US-ASCII"
        }
    }
}
