internal import CZBar

extension CharacterSet {
    /// Bytes as UTF-8, by the system's tables; `nil` if a byte does not fit, or there is no such table.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        let converter = iconv_open("UTF-8", systemName)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        // Two bytes at most become three, and one of a code page too.
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
        switch self {
        case .codePage437: "CP437"
        case .latin(let part): "ISO8859-\(part)"
        case .shiftJIS: "SJIS"
        case .utf8: "UTF-8"
        }
    }
}
