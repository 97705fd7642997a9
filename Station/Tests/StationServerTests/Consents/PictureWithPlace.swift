import StationRules

/// A photo of a page with its location in EXIF data.
enum PictureWithPlace {
    /// - Parameters:
    ///   - orientation: The EXIF orientation.
    ///   - longitude: The eastern longitude in degrees; `nil` to omit it.
    static func bytes(orientation: Int = 1, longitude: Int? = nil) throws -> [UInt8] {
        let file = try Photos.bytes("letter-wood")
        let exif = Array("Exif\0\0".utf8) + data(orientation, longitude)
        let segment = [0xff, 0xe1, UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 0xff)] + exif
        return Array(file[..<2]) + segment + Array(file[2...])
    }

    /// Returns a directory with an orientation and a location at a latitude of 51° 30′.
    private static func data(_ orientation: Int, _ longitude: Int?) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let first =
            number(2, 2) + entry(0x0112, 3, 1, orientation) + entry(0x8825, 4, 1, 38) + number(0, 4)
        let count = longitude == nil ? 2 : 4
        // The offset of the values after the entries.
        let values = 44 + 12 * count
        var place = number(count, 2) + entry(1, 2, 2, 0x4e) + entry(2, 5, 3, values)
        if longitude != nil { place += entry(3, 2, 2, 0x45) + entry(4, 5, 3, values + 24) }
        let angles = [51, 1, 30, 1, 0, 1] + (longitude.map { [$0, 1, 0, 1, 0, 1] } ?? [])
        return Array("II".utf8) + number(42, 2) + number(8, 4) + first + place + number(0, 4)
            + angles.flatMap { number($0, 4) }
    }
}
