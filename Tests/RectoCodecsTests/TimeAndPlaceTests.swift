import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite("Time and place") struct TimeAndPlaceTests {
    private func plain() throws -> (image: GrayImage, file: [UInt8]) {
        var random = SeededGenerator(seed: 9)
        let image: GrayImage = random.slopes(try PixelSize(width: 40, height: 24))
        return (image, try JPEGWriter.standard.encode(.gray(image)))
    }

    private func contains(_ file: [UInt8], _ part: [UInt8]) -> Bool {
        file.indices.contains { file[$0...].starts(with: part) }
    }

    @Test(
        "They survive reading and writing, in either byte order", arguments: [true, false],
        [(true, true), (true, false), (false, true)])
    func roundTrip(isLittleEndian: Bool, has: (time: Bool, place: Bool)) throws {
        let (image, file) = try plain()
        let photo = DatedPhoto(isLittleEndian: isLittleEndian)
            .inserted(intoJPEG: file, hasTime: has.time, hasPlace: has.place)
        let known = try #require(try PictureReader().read(bytes: photo).timeAndPlace)
        #expect(known.captureTime == (has.time ? DatedPhoto.time : nil))
        #expect(known.hasPlace == has.place)
        var writer = JPEGWriter.document
        (writer.timeAndPlace, writer.resolution) = (known, Resolution(dotsPerInch: 200))
        let written = try writer.encode(.gray(image))
        let read = try PictureReader().read(bytes: written)
        #expect(read.timeAndPlace == known)
        #expect(read.resolution == Resolution(dotsPerInch: 200))
        #expect(contains(written, Array((DatedPhoto.time + "\0").utf8)) == has.time)
        // Only time and place are written, not the camera.
        #expect(contains(photo, Array("Camera X".utf8)) && !contains(written, Array("Camera X".utf8)))
        // The pixels are those of a file without them.
        (writer.timeAndPlace) = nil
        #expect(try PictureReader().read(bytes: writer.encode(.gray(image))).pixels == read.pixels)
    }

    @Test("Pictures without them have none, and writers none by default")
    func absence() throws {
        let (image, file) = try plain()
        #expect(try PictureReader().read(bytes: file).timeAndPlace == nil)
        let oriented = TestFiles.inserting(TestFiles.exif(6), intoJPEG: file)
        #expect(try PictureReader().read(bytes: oriented).timeAndPlace == nil)
        #expect(!contains(try JPEGWriter.document.encode(.gray(image)), Array("Exif".utf8)))
    }

    @Test("PNG files have them too")
    func png() throws {
        let (image, file) = try plain()
        let photo = DatedPhoto().inserted(intoJPEG: file)
        // The segment's marker, its length and the prefix come before what PNG stores.
        let block = Array(photo[12..<(4 + Int(photo[4]) << 8 + Int(photo[5]))])
        let picture = TestFiles.inserting("eXIf", block, before: "IDAT", intoPNG: try PNGWriter().encode(.gray(image)))
        #expect(try PictureReader().read(bytes: picture).timeAndPlace?.captureTime == DatedPhoto.time)
    }
}
