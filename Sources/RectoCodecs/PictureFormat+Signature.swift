extension PictureFormat {
    /// The number of bytes at the start of a file that are examined.
    static let signatureCount = 1024

    /// Detects the format by the first bytes of a file, whatever its name.
    package init?(signatureOf bytes: UnsafeBufferPointer<UInt8>) {
        func has(_ signature: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: signature) }
        func has(_ text: String, at place: Int = 0) -> Bool { has(Array(text.utf8), at: place) }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has([0xFF, 0xD8]) {
            self = .jpeg
        } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
            self = .tiff
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
            self = .jpegXL
        } else if has("ftyp", at: 4), let format = Self.format(ofBrands: bytes) {
            self = format
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("BM"), bytes.count < 18 || (12...124).contains(bytes[14]) {
            self = .bmp
        } else if bytes.count >= 3, bytes[0] == UInt8(ascii: "P"), (UInt8(ascii: "1")...UInt8(ascii: "7")) ~= bytes[1],
            Self.isSpace(bytes[2]) || bytes[2] == UInt8(ascii: "#")
        {
            self = .pnm
        } else if Self.announcesPDF(bytes) {
            self = .pdf
        } else {
            return nil
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D) ~= byte }

    /// Returns the format of a HEIF container, which AVIF shares, by the major brand, then by the first known
    /// compatible brand.
    private static func format(ofBrands bytes: UnsafeBufferPointer<UInt8>) -> PictureFormat? {
        let end = min(bytes.count, bytes[..<4].reduce(0) { $0 << 8 | Int($1) })
        guard end >= 12 else { return nil }
        let brands = [8] + Swift.stride(from: 16, through: end - 4, by: 4)
        for place in brands {
            switch String(decoding: bytes[place..<place + 4], as: UTF8.self) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heif
            default: continue
            }
        }
        return ["mif1", "msf1"].contains(String(decoding: bytes[8..<12], as: UTF8.self)) ? .heif : nil
    }

    /// Whether it is a PDF: readers accept a header within the first 1,024 bytes (ISO 32000-1, annex H.3, note 13).
    private static func announcesPDF(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let header = Array("%PDF-".utf8)
        guard bytes.count >= header.count else { return false }
        return (0...min(bytes.count, signatureCount) - header.count).contains { place in
            bytes[place] == header[0] && bytes[place..<place + header.count].elementsEqual(header)
        }
    }
}
