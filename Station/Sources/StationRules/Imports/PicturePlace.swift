/// Reads and removes the location stored in a picture file. The visible content stays identical to the bit.
///
/// Sources: CIPA DC-008 (Exif 2.32) for the directories, ISO/IEC 10918-1 for the segments of JPEG, the PNG
/// specification (third edition) for its chunks.
package enum PicturePlace {
    /// Returns the file without its location; the same file if it has none.
    package static func removed(from file: [UInt8]) -> [UInt8] {
        if file.starts(with: [0xff, 0xd8]) { return jpeg(file) }
        if file.starts(with: pngSignature) { return png(file) }
        return container(file)
    }

    package static func isIn(_ file: [UInt8]) -> Bool { removed(from: file) != file }

    /// Returns the location; `nil` if it is missing or invalid.
    package static func place(in file: [UInt8]) -> GeoPoint? {
        if file.starts(with: [0xff, 0xd8]) { return place(inJPEG: file) }
        if file.starts(with: pngSignature) { return place(inPNG: file) }
        return nil
    }

    // MARK: JPEG

    private static let exifHeader: [UInt8] = Array("Exif".utf8) + [0, 0]
    /// The headers of segments that may contain a place name: XMP, its extension, and IPTC.
    private static let named = [
        "http://ns.adobe.com/xap/1.0/", "http://ns.adobe.com/xmp/extension/", "Photoshop 3.0",
    ].map { Array($0.utf8) }

    private static func jpeg(_ file: [UInt8]) -> [UInt8] {
        var result = Array(file[..<2])
        var place = 2
        // Stop at the image data, which nothing relevant follows.
        while place + 4 <= file.count, file[place] == 0xff {
            let marker = file[place + 1]
            if marker == 0xff {
                result.append(0xff)
                place += 1
                continue
            }
            guard marker != 0xda, marker != 0xd9 else { break }
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= file.count else { break }
            let content = Array(file[place + 4..<end])
            if marker == 0xe1, content.starts(with: exifHeader) {
                result +=
                    file[place..<place + 4] + exifHeader + TIFF(Array(content.dropFirst(exifHeader.count))).blanked
            } else if !(0xe1...0xef).contains(marker) || !named.contains(where: { content.starts(with: $0) }) {
                result += file[place..<end]
            }
            place = end
        }
        return result + file[place...]
    }

    // MARK: TIFF, HEIF and WebP

    /// Blanks the locations in EXIF data, wherever a file contains them. Nothing else in the file moves.
    private static func container(_ file: [UInt8]) -> [UInt8] {
        if TIFF.starts(file) { return TIFF(file).blanked }
        let isHEIF = file.dropFirst(4).starts(with: "ftyp".utf8)
        let isWebP = file.starts(with: "RIFF".utf8) && file.dropFirst(8).starts(with: "WEBP".utf8)
        guard isHEIF || isWebP else { return file }
        var result = file
        for header in isWebP ? [exifHeader, Array("EXIF".utf8)] : [exifHeader] {
            var rest = file.indices
            while let found = file[rest].firstRange(of: header) {
                // The length of a chunk of WebP stands between its name and its data.
                let start = found.upperBound + (header.count == 4 ? 4 : 0)
                rest = found.upperBound..<file.endIndex
                guard start < file.endIndex, TIFF.starts(file[start...]) else { continue }
                result.replaceSubrange(start..., with: TIFF(Array(result[start...])).blanked)
            }
        }
        return result
    }

    private static func place(inJPEG file: [UInt8]) -> GeoPoint? {
        var place = 2
        while place + 4 <= file.count, file[place] == 0xff {
            let marker = file[place + 1]
            if marker == 0xff {
                place += 1
                continue
            }
            guard marker != 0xda, marker != 0xd9 else { break }
            let end = place + 2 + (Int(file[place + 2]) << 8 | Int(file[place + 3]))
            guard end > place + 3, end <= file.count else { break }
            let content = file[place + 4..<end]
            if marker == 0xe1, content.starts(with: exifHeader) {
                return TIFF(Array(content.dropFirst(exifHeader.count))).place
            }
            place = end
        }
        return nil
    }

    private static func place(inPNG file: [UInt8]) -> GeoPoint? {
        var place = pngSignature.count
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= file.count else { break }
            if file[place + 4..<place + 8].elementsEqual("eXIf".utf8) {
                return TIFF(Array(file[place + 8..<place + 8 + length])).place
            }
            place += 12 + length
        }
        return nil
    }

    // MARK: PNG

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    private static let xmpKeyword = Array("XML:com.adobe.xmp".utf8)
    private static let textChunks = ["iTXt", "tEXt", "zTXt"].map { Array($0.utf8) }

    private static func png(_ file: [UInt8]) -> [UInt8] {
        var result = pngSignature
        var place = pngSignature.count
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 12 + length
            guard end <= file.count else { break }
            let kind = Array(file[place + 4..<place + 8])
            let content = file[place + 8..<place + 8 + length]
            if kind == Array("eXIf".utf8) {
                let blanked = kind + TIFF(Array(content)).blanked
                let sum = crc(blanked)
                result += file[place..<place + 4] + blanked
                result += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
            } else if !textChunks.contains(kind) || !content.starts(with: xmpKeyword) {
                result += file[place..<end]
            }
            place = end
        }
        return result + file[place...]
    }

    /// Returns the checksum of a chunk: CRC-32.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xedb8_8320 }
            }
        }
        return ~sum
    }
}

/// The structure of EXIF data: directories of twelve-byte entries.
private struct TIFF {
    private var bytes: [UInt8]
    private let isLittle: Bool

    private static let gps = 0x8825
    /// The sizes of values in bytes, by type.
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8]

    /// Whether bytes begin with the header of this structure.
    static func starts(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittle = bytes.starts(with: Array("II".utf8))
    }

    /// The data with zeros in place of the GPS directory, its values and the entry that refers to it.
    var blanked: [UInt8] {
        var copy = self
        guard bytes.starts(with: Array("II".utf8)) || bytes.starts(with: Array("MM".utf8)) else { return bytes }
        copy.blankPlace(inDirectoryAt: copy.value(at: 4, 4))
        return copy.bytes
    }

    /// The location in the GPS directory.
    var place: GeoPoint? {
        guard bytes.starts(with: Array("II".utf8)) || bytes.starts(with: Array("MM".utf8)) else { return nil }
        let link = entries(at: value(at: 4, 4)).first { value(at: $0, 2) == Self.gps }
        guard let link else { return nil }
        let directory = entries(at: value(at: link + 8, 4))
        func angle(_ number: Int, _ reference: Int, negative: String) -> Double? {
            guard let entry = directory.first(where: { value(at: $0, 2) == number }), value(at: entry + 2, 2) == 5,
                value(at: entry + 4, 4) == 3, let side = directory.first(where: { value(at: $0, 2) == reference })
            else { return nil }
            let start = value(at: entry + 8, 4)
            var degrees = 0.0
            for (index, unit) in [1.0, 60, 3600].enumerated() {
                let (over, under) = (value(at: start + 8 * index, 4), value(at: start + 8 * index + 4, 4))
                // Some cameras write 0/0 if they do not know the seconds.
                guard under > 0 || over == 0, start + 8 * index + 8 <= bytes.count else { return nil }
                if under > 0 { degrees += Double(over) / Double(under) / unit }
            }
            return bytes[side + 8] == UInt8(ascii: negative.unicodeScalars.first ?? "-") ? -degrees : degrees
        }
        guard let latitude = angle(2, 1, negative: "S"), let longitude = angle(4, 3, negative: "W") else { return nil }
        // Some cameras write zeros if they do not know the location.
        guard latitude != 0 || longitude != 0 else { return nil }
        return GeoPoint(longitude: longitude, latitude: latitude)
    }

    private func value(at place: Int, _ count: Int) -> Int {
        guard place >= 0, place + count <= bytes.count else { return 0 }
        let part = bytes[place..<place + count]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the offsets of a directory's entries, without those beyond the end.
    private func entries(at directory: Int) -> [Int] {
        guard directory > 0, directory + 2 <= bytes.count else { return [] }
        return (0..<value(at: directory, 2)).map { directory + 2 + 12 * $0 }.filter { $0 + 12 <= bytes.count }
    }

    private mutating func blankPlace(inDirectoryAt directory: Int) {
        for entry in entries(at: directory) where value(at: entry, 2) == Self.gps {
            let place = value(at: entry + 8, 4)
            for inner in entries(at: place) {
                let size = (Self.sizes[value(at: inner + 2, 2)] ?? 0) * value(at: inner + 4, 4)
                if size > 4 { blank(value(at: inner + 8, 4), size) }
            }
            blank(place, 2 + 12 * entries(at: place).count)
            remove(entry, from: directory)
            return
        }
    }

    /// Removes an entry by moving up those after it. Data after the directory do not move, because other entries
    /// refer to their offsets.
    private mutating func remove(_ entry: Int, from directory: Int) {
        let count = value(at: directory, 2)
        let end = directory + 2 + 12 * count
        // Includes the offset of the next directory, which follows the entries. In damaged data, the directory itself
        // may have been blanked.
        guard entry + 12 <= end, end + 4 <= bytes.count else { return blank(entry, 12) }
        let rest = Array(bytes[entry + 12..<end + 4])
        bytes.replaceSubrange(entry..<entry + rest.count, with: rest)
        blank(end + 4 - 12, 12)
        let fewer = [UInt8(truncatingIfNeeded: (count - 1) >> 8), UInt8(truncatingIfNeeded: count - 1)]
        bytes.replaceSubrange(directory..<directory + 2, with: isLittle ? fewer.reversed() : fewer)
    }

    private mutating func blank(_ place: Int, _ count: Int) {
        guard place >= 0, count > 0, place < bytes.count else { return }
        for index in place..<min(place + count, bytes.count) { bytes[index] = 0 }
    }
}
