/// When and where a picture was taken, as the EXIF block of its file states it.
public struct TimeAndPlace: Hashable, Sendable {
    /// An entry of an EXIF directory: its value in the byte order of the block.
    struct Entry: Hashable, Sendable {
        var tag: UInt16
        /// The type of the values, as EXIF numbers them.
        var type: UInt16
        var count: UInt32
        var value: [UInt8]
    }

    var isLittleEndian = false
    /// Entries of the main directory, of the EXIF directory and of the GPS directory, in the order of their tags.
    var main: [Entry] = []
    var time: [Entry] = []
    var place: [Entry] = []

    /// The tags of the main directory that are kept: the time of the last change.
    static let mainTags: Set<UInt16> = [0x0132]
    /// The tags of the EXIF directory that are kept: times, their zones and fractions of a second.
    static let timeTags: Set<UInt16> = [0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292]
    /// The tags of the GPS directory.
    static let placeTags: ClosedRange<UInt16> = 0...0x1F
    /// The longest value that is kept, in bytes. All entries together stay below the size of a JPEG segment.
    static let longestValue = 1024

    var isEmpty: Bool { main.isEmpty && time.isEmpty && place.isEmpty }

    /// The time in the camera's time zone, such as `2026:11:30 14:05:09`.
    public var captureTime: String? {
        guard let entry = time.first(where: { $0.tag == 0x9003 }) ?? main.first else { return nil }
        return String(decoding: entry.value.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Whether the place is known.
    public var hasPlace: Bool { place.contains { $0.tag == 0x0002 } }

    // MARK: Writing

    private static let entrySize = 12
    private static let headerSize: UInt32 = 8
    private static let (exifPointer, gpsPointer): (UInt16, UInt16) = (0x8769, 0x8825)
    private static let longType: UInt16 = 4

    /// The EXIF block, from its "Exif" prefix on.
    var exifBlock: [UInt8] {
        let pointers = (time.isEmpty ? 0 : 1) + (place.isEmpty ? 0 : 1)
        let mainSize = Self.size(of: main) + UInt32(pointers * Self.entrySize)
        let timeStart = Self.headerSize + mainSize
        let placeStart = timeStart + (time.isEmpty ? 0 : Self.size(of: time))
        var first = main
        if !time.isEmpty { first.append(pointer(Self.exifPointer, to: timeStart)) }
        if !place.isEmpty { first.append(pointer(Self.gpsPointer, to: placeStart)) }
        var block = Array("Exif\0\0".utf8) + Array((isLittleEndian ? "II" : "MM").utf8)
        block += bytes(UInt16(42)) + bytes(Self.headerSize)
        block += directory(first, at: Self.headerSize)
        if !time.isEmpty { block += directory(time, at: timeStart) }
        if !place.isEmpty { block += directory(place, at: placeStart) }
        return block
    }

    private func pointer(_ tag: UInt16, to place: UInt32) -> Entry {
        Entry(tag: tag, type: Self.longType, count: 1, value: bytes(place))
    }

    /// Values of up to four bytes are in the entry, others follow the directory at even places.
    private static func sizeBeside(_ entry: Entry) -> Int {
        entry.value.count <= 4 ? 0 : entry.value.count + entry.value.count % 2
    }

    /// The size of a directory with its values.
    private static func size(of entries: [Entry]) -> UInt32 {
        UInt32(2 + entries.count * entrySize + 4 + entries.reduce(0) { $0 + sizeBeside($1) })
    }

    private func directory(_ entries: [Entry], at start: UInt32) -> [UInt8] {
        var (head, values) = (bytes(UInt16(entries.count)), [UInt8]())
        let valuesStart = start + UInt32(2 + entries.count * Self.entrySize + 4)
        for entry in entries {
            head += bytes(entry.tag) + bytes(entry.type) + bytes(entry.count)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += bytes(valuesStart + UInt32(values.count))
                values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
            }
        }
        return head + bytes(UInt32(0)) + values
    }

    private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
}
