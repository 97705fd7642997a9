import StationRules
import Testing

/// Hand-built pictures with a GPS directory, and damaged ones.
@Suite struct PicturePlaceTests {
    private static let words = ["Berlin", "51.5"].map { Array($0.utf8) }

    /// Returns EXIF data with an orientation, a GPS directory with coordinates, and a following directory.
    static func exif(isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + Array(repeating: 0, count: 4 - value.count)
        }
        // The first directory has three entries and ends at 50; the GPS directory has two and ends at 80.
        let header = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        let first =
            number(3, 2) + entry(0x0112, 3, 1, number(6, 2)) + entry(0x8825, 4, 1, number(50, 4))
            + entry(0xa005, 4, 1, number(0, 4)) + number(0, 4)
        let place =
            number(2, 2) + entry(1, 2, 2, Array("N".utf8) + [0]) + entry(2, 5, 3, number(80, 4)) + number(0, 4)
        let coordinates = [51, 1, 30, 1, 4242, 100].flatMap { number($0, 4) }
        return header + first + place + coordinates
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xff, marker, UInt8(length >> 8), UInt8(length & 0xff)] + content
    }

    static func jpeg(isLittle: Bool = true) -> [UInt8] {
        [0xff, 0xd8] + segment(0xe0, Array("JFIF\0".utf8))
            + segment(0xe1, Array("Exif\0\0".utf8) + exif(isLittle: isLittle))
            + segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0<x>Berlin</x>".utf8))
            + segment(0xed, Array("Photoshop 3.0\0Berlin".utf8)) + segment(0xdb, Array(repeating: 7, count: 65))
            + segment(0xda, [1, 2, 3]) + [0x11, 0xff, 0x00, 0x22, 0xff, 0xd9]
    }

    @Test(
        "a picture loses its coordinates and the names of places, and nothing else, in either order of bytes",
        arguments: [true, false])
    func removal(isLittle: Bool) throws {
        let file = Self.jpeg(isLittle: isLittle)
        #expect(PicturePlace.isIn(file))
        let without = PicturePlace.removed(from: file)
        #expect(!PicturePlace.isIn(without))
        #expect(!without.contains(Self.words[0]))
        let degrees: [UInt8] = isLittle ? [51, 0, 0, 0] : [0, 0, 0, 51]
        #expect(file.contains(degrees) && !without.contains(degrees))
        // The orientation is still the first of two entries, and everything after the segments is unchanged.
        let exif = try #require(without.firstRange(of: Array("Exif\0\0".utf8))).upperBound
        let entry: [UInt8] =
            isLittle ? [2, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0] : [0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
        #expect(Array(without[exif + 8..<exif + 20]) == entry)
        let next: [UInt8] = isLittle ? [0x05, 0xa0] : [0xa0, 0x05]
        #expect(Array(without[exif + 22..<exif + 24]) == next)
        let data = try #require(file.firstRange(of: [0xff, 0xdb])).lowerBound
        #expect(Array(without.suffix(file.count - data)) == Array(file[data...]))
    }

    @Test("PNG files lose it as well, with right checks of their chunks")
    func png() throws {
        func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(kind.utf8) + content
            return [0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + body + Self.sum(body)
        }
        let file =
            [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("eXIf", Self.exif(isLittle: false))
            + chunk("iTXt", Array("XML:com.adobe.xmp\0Berlin".utf8)) + chunk("tEXt", Array("Title\0Bill".utf8))
            + chunk("IEND", [])
        let without = PicturePlace.removed(from: file)
        #expect(!without.contains(Self.words[0]) && without.contains(Array("Title\0Bill".utf8)))
        let place = try #require(without.firstRange(of: Array("eXIf".utf8))).lowerBound
        let body = Array(without[place..<place + 4 + Self.exif(isLittle: false).count])
        #expect(Array(without[place + body.count..<place + body.count + 4]) == Self.sum(body))
        #expect(!PicturePlace.isIn(without) && without.suffix(12) == file.suffix(12))
    }

    /// Computes CRC-32 by its definition, bit by bit.
    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        var register: UInt32 = 0xffff_ffff
        for byte in bytes {
            for bit in 0..<8 {
                let isOdd = (register ^ UInt32(byte) >> UInt32(bit)) & 1 == 1
                register = register >> 1 ^ (isOdd ? 0xedb8_8320 : 0)
            }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~register >> $0) }
    }

    @Test func whatHasNoPlaceOrIsNoPictureStaysAsItIs() {
        let plain = [0xff, 0xd8] + Self.segment(0xe0, Array("JFIF\0".utf8)) + [0xff, 0xda, 0, 2, 1, 0xff, 0xd9]
        for file in [[], [0xff], [0xff, 0xd8], plain, Array("%PDF-1.7".utf8)] {
            #expect(PicturePlace.removed(from: file) == file && !PicturePlace.isIn(file))
        }
    }

    @Test("files that end anywhere, or have any byte changed, are no trouble")
    func damaged() {
        let file = Self.jpeg()
        for length in 0..<file.count {
            #expect(PicturePlace.removed(from: Array(file[..<length])).count <= length)
        }
        for index in 2..<file.count {
            for value: UInt8 in [0, 0x7f, 0x80, 0xff] {
                var changed = file
                changed[index] = value
                #expect(PicturePlace.removed(from: changed).count <= file.count)
            }
        }
    }
}
