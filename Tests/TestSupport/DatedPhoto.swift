/// A JPEG file that states when and where it was taken, and the camera.
public struct DatedPhoto {
    public static let time = "2024:02:29 23:58:07"
    /// 48° 8′ 14″ N, as EXIF stores it: numerators and denominators.
    public static let latitude: [UInt32] = [48, 1, 8, 1, 14, 1]

    private let isLittleEndian: Bool

    public init(isLittleEndian: Bool = false) { self.isLittleEndian = isLittleEndian }

    /// Returns the file with an EXIF segment before its other ones.
    public func inserted(intoJPEG file: [UInt8], hasTime: Bool = true, hasPlace: Bool = true) -> [UInt8] {
        let block = block(hasTime: hasTime, hasPlace: hasPlace)
        let length = UInt16(block.count + 2)
        let head: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        return Array(file.prefix(2)) + head + block + Array(file.dropFirst(2))
    }

    /// A value of a directory: tag, type, count and bytes.
    private typealias Entry = (tag: UInt16, type: UInt16, count: UInt32, value: [UInt8])

    private func block(hasTime: Bool, hasPlace: Bool) -> [UInt8] {
        let camera = Array("Camera X\0".utf8)
        var main: [Entry] = [(0x010F, 2, UInt32(camera.count), camera)]
        let time: [Entry] = [
            (0x9003, 2, 20, Array((Self.time + "\0").utf8)), (0x9011, 2, 7, Array("+01:00\0".utf8)),
        ]
        let place: [Entry] = [(1, 2, 2, [0x4E, 0]), (2, 5, 3, Self.latitude.flatMap(bytes))]
        // The places of the directories follow from the number of entries in the first.
        let pointers = (hasTime ? 1 : 0) + (hasPlace ? 1 : 0)
        let mainSize = UInt32(8 + 2 + 12 * (1 + pointers) + 4 + camera.count + 1)
        let timeSize: UInt32 = 2 + 12 * 2 + 4 + 20 + 8
        let placeStart = hasTime ? mainSize + timeSize : mainSize
        if hasTime { main.append((0x8769, 4, 1, bytes(mainSize))) }
        if hasPlace { main.append((0x8825, 4, 1, bytes(placeStart))) }
        var block = Array("Exif\0\0".utf8)
        block += Array((isLittleEndian ? "II" : "MM").utf8)
        block += bytes(UInt16(42))
        block += bytes(UInt32(8))
        block += directory(main, at: 8)
        if hasTime { block += directory(time, at: mainSize) }
        if hasPlace { block += directory(place, at: placeStart) }
        return block
    }

    private func directory(_ entries: [Entry], at start: UInt32) -> [UInt8] {
        var (head, values) = (bytes(UInt16(entries.count)), [UInt8]())
        for entry in entries {
            head += bytes(entry.tag) + bytes(entry.type) + bytes(entry.count)
            if entry.value.count <= 4 {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                head += bytes(start + UInt32(2 + 12 * entries.count + 4 + values.count))
                values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
            }
        }
        return head + bytes(UInt32(0)) + values
    }

    private func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
}
