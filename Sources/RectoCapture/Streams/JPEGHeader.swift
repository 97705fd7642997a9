package import RectoCore

/// The segments before a JPEG picture's first scan, parsed without a decoder.
package struct JPEGHeader: Hashable {
    /// The stored size.
    package let size: PixelSize
    /// Whether an EXIF block specifies a rotation.
    package let hasExif: Bool

    /// `nil` if the bytes are not a JPEG picture up to its first frame header.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var hasExif = false
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // A fill byte, or a marker without a segment.
            if marker == 0xFF || marker == 0x01 || 0xD0...0xD7 ~= marker {
                position += marker == 0xFF ? 1 : 2
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, marker != 0xD9, marker != 0xDA else { return nil }
            if marker == 0xE1 { hasExif = true }
            if Self.isFrameHeader(marker) {
                guard length >= 8, position + 9 <= bytes.count else { return nil }
                let height = Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
                let width = Int(bytes[position + 7]) << 8 | Int(bytes[position + 8])
                guard let size = try? PixelSize(width: width, height: height) else { return nil }
                self.size = size
                self.hasExif = hasExif
                return
            }
            position += 2 + length
        }
        return nil
    }

    /// Whether a marker is SOF0…SOF15, excluding the tables among them.
    private static func isFrameHeader(_ marker: UInt8) -> Bool {
        0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}
