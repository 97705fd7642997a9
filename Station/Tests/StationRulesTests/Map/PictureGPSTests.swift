import StationRules
import TestSupport
import Testing

/// Locations of pictures, read from hand-built EXIF data.
@Suite struct PictureGPSTests {
    private typealias Angle = (degrees: [Int], side: String)

    private func jpeg(_ latitude: Angle?, _ longitude: Angle?, isLittle: Bool = true) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + Array(repeating: 0, count: 4 - value.count)
        }
        let angles = [(1, latitude), (3, longitude)].compactMap { tag, angle in angle.map { (tag, $0) } }
        let values = 32 + 24 * angles.count
        var place = number(2 * angles.count, 2)
        for (index, (tag, angle)) in angles.enumerated() {
            place += entry(tag, 2, 2, Array(angle.side.utf8) + [0])
            place += entry(tag + 1, 5, 3, number(values + 24 * index, 4))
        }
        let exif =
            Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
            + entry(0x8825, 4, 1, number(26, 4)) + number(0, 4) + place + number(0, 4)
            + angles.flatMap { $0.1.degrees.flatMap { number($0, 4) } }
        let content = Array("Exif\0\0".utf8) + exif
        return [0xff, 0xd8, 0xff, 0xe1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xff)] + content
            + [0xff, 0xda, 0, 2]
    }

    @Test("MP-25: coordinates are read in either order of bytes, on every side of the world", arguments: [true, false])
    func sides(isLittle: Bool) {
        for (north, east) in [("N", "E"), ("S", "W"), ("N", "W"), ("S", "E")] {
            let file = jpeg(
                ([51, 1, 30, 1, 3600, 100], north), ([13, 1, 24, 1, 0, 1], east), isLittle: isLittle)
            let place = PicturePlace.place(in: file)
            #expect(abs((place?.latitude ?? 0) - 51.51 * (north == "N" ? 1 : -1)) < 1e-9)
            #expect(abs((place?.longitude ?? 0) - 13.4 * (east == "E" ? 1 : -1)) < 1e-9)
            #expect(PicturePlace.place(in: PicturePlace.removed(from: file)) == nil)
        }
    }

    @Test("MP-25: what is missing, damaged or cannot be is no place")
    func noPlace() {
        let latitude: Angle = ([51, 1, 30, 1, 0, 1], "N")
        #expect(PicturePlace.place(in: jpeg(latitude, nil)) == nil)
        #expect(PicturePlace.place(in: jpeg(latitude, ([500, 1, 0, 1, 0, 1], "E"))) == nil)
        #expect(PicturePlace.place(in: jpeg(latitude, ([13, 0, 0, 1, 0, 1], "E"))) == nil)
        #expect(PicturePlace.place(in: jpeg(([0, 1, 0, 1, 0, 1], "N"), ([0, 1, 0, 1, 0, 1], "E"))) == nil)
        // Some cameras write 0/0 if they do not know the seconds.
        #expect(PicturePlace.place(in: jpeg(latitude, ([13, 1, 0, 1, 0, 0], "E")))?.longitude == 13)
        for file: [UInt8] in [
            [], [0xff, 0xd8], Array("GIF89a".utf8), [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
        ] {
            #expect(PicturePlace.place(in: file) == nil)
        }
    }

    @Test func anyDamageIsReadOrPassedOver() {
        var generator = SeededGenerator(seed: 10)
        let file = jpeg(([51, 1, 30, 1, 0, 1], "N"), ([13, 1, 24, 1, 0, 1], "E"))
        for length in 0..<file.count { _ = PicturePlace.place(in: Array(file[..<length])) }
        for _ in 0..<5000 {
            var changed = file
            for _ in 0..<3 {
                changed[Int.random(in: 2..<changed.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if let place = PicturePlace.place(in: changed) { #expect(MapBounds.world.contains(place)) }
        }
    }
}
