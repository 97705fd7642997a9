import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The camera's optics in a file's EXIF block.
@Suite struct FocalLengthTests {
    private func focalLength(
        _ exif: [UInt8], width: Int = 400, height: Int = 300, scale: PictureReader.Scale = .full
    ) throws -> FocalLength? {
        let image = GrayImage(size: try PixelSize(width: width, height: height))
        let file = TestFiles.inserting(exif, intoJPEG: try JPEGWriter.standard.encode(.gray(image)))
        return try PictureReader(scale: scale).read(bytes: file).focalLength
    }

    @Test("By the lens of 35 mm film with the same diagonal of view")
    func theFilmEquivalentGivesTheFocalLength() throws {
        let found = try #require(try focalLength(TestFiles.exif(focalLength35: 26)))
        #expect(abs(found.pixels - 26 / 43.267 * 500) < 0.01)
        #expect(0.01...0.03 ~= found.relativeUncertainty)
        let fine = try #require(try focalLength(TestFiles.exif(focalLength35: 200)))
        #expect(fine.relativeUncertainty < found.relativeUncertainty)
    }

    @Test("By the pixels of the sensor, which are surer")
    func theSensorsPixelsAreSurer() throws {
        // 5 mm at 1000 pixels per centimeter are 500 pixels of 800, 250 of 400.
        let exif = TestFiles.exif(focalLength35: 50, focalLength: 5, perCentimetre: 1000, width: 800, height: 600)
        let found = try #require(try focalLength(exif))
        #expect(abs(found.pixels - 250) < 0.01)
        #expect(found.relativeUncertainty <= 0.01)
    }

    @Test("In pixels of the picture as it was read", arguments: [PictureReader.Scale.half, .quarter])
    func theFocalLengthScalesWithThePicture(scale: PictureReader.Scale) throws {
        let exif = TestFiles.exif(focalLength35: 26)
        let full = try #require(try focalLength(exif))
        let small = try #require(try focalLength(exif, scale: scale))
        #expect(abs(small.pixels * Double(scale.rawValue) / full.pixels - 1) < 1e-9)
    }

    @Test("Turned pixels are no crop, others are")
    func aTurnIsNoCrop() throws {
        let exif = TestFiles.exif(focalLength35: 26, width: 800, height: 600)
        #expect(try focalLength(exif, width: 300, height: 400) != nil)
        #expect(try focalLength(exif, width: 400, height: 280) == nil)
    }

    @Test("Nonsense counts as unknown")
    func nonsenseCountsAsUnknown() throws {
        #expect(try focalLength(TestFiles.exif()) == nil)
        #expect(try focalLength(TestFiles.exif(focalLength35: 0)) == nil)
        #expect(try focalLength(TestFiles.exif(focalLength35: 65_535)) == nil)
        #expect(try focalLength(TestFiles.exif(focalLength: 0, perCentimetre: 0, width: 800, height: 600)) == nil)
        #expect(try focalLength(TestFiles.exif(focalLength: -1, perCentimetre: -1, width: 1, height: 1)) == nil)
    }

    @Test("Damaged blocks give a usable length or none")
    func damagedBlocksGiveAUsableLengthOrNone() throws {
        var random = SeededGenerator(seed: 12)
        let whole = TestFiles.exif(focalLength35: 26, focalLength: 5, perCentimetre: 1000, width: 800, height: 600)
        for round in 0..<600 {
            var block = whole
            for _ in 0...round % 4 {
                block[Int.random(in: 0..<block.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 3 == 0 { block.removeLast(Int.random(in: 0..<block.count, using: &random)) }
            if let found = try focalLength(block, width: 40, height: 30) {
                #expect(found.pixels.isFinite && found.pixels > 0 && 0...1 ~= found.relativeUncertainty)
            }
        }
    }
}
