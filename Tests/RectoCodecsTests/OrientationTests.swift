import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite("EXIF orientation")
struct OrientationTests {
    /// 2 x 3 pixels: 1 2 / 3 4 / 5 6, and each orientation's upright picture by hand.
    @Test(
        "Hand-computed pictures",
        arguments: [
            (1, 2, [1, 2, 3, 4, 5, 6]), (2, 2, [2, 1, 4, 3, 6, 5]), (3, 2, [6, 5, 4, 3, 2, 1]),
            (4, 2, [5, 6, 3, 4, 1, 2]), (5, 3, [1, 3, 5, 2, 4, 6]), (6, 3, [5, 3, 1, 6, 4, 2]),
            (7, 3, [6, 4, 2, 5, 3, 1]), (8, 3, [2, 4, 6, 1, 3, 5]),
        ] as [(Int, Int, [UInt8])])
    func byHand(number: Int, width: Int, pixels: [UInt8]) throws {
        let stored = try GrayImage(size: PixelSize(width: 2, height: 3), packed: [1, 2, 3, 4, 5, 6])
        let upright = try #require(Orientation(rawValue: number)).applied(to: stored)
        #expect(upright.width == width)
        #expect(upright.packedBytes == pixels)
    }

    @Test("Color moves as gray does, also across tiles", arguments: Orientation.allCases)
    func colorMovesAsGrayDoes(orientation: Orientation) throws {
        var random = SeededGenerator(seed: 3)
        let gray: GrayImage = random.noise(try PixelSize(width: 45, height: 70))
        let turned = orientation.applied(to: gray)
        #expect(orientation.applied(to: RGBImage(gray)) == RGBImage(turned))
        // Two of them are each other's inverse, the others their own.
        let inverse: Orientation =
            switch orientation {
            case .turnedLeft: .turnedRight
            case .turnedRight: .turnedLeft
            default: orientation
            }
        #expect(inverse.applied(to: turned) == gray)
    }

    @Test("A JPEG file's orientation and EXIF resolution are applied", arguments: 1...8)
    func theOrientationOfAJPEGFileIsApplied(number: Int) throws {
        var random = SeededGenerator(seed: 4)
        let stored: GrayImage = random.slopes(try PixelSize(width: 40, height: 24))
        let plain = try JPEGWriter.standard.encode(.gray(stored))
        let decoded = try PictureReader().read(bytes: plain).gray
        let orientation = try #require(Orientation(rawValue: number))
        let picture = try PictureReader().read(bytes: TestFiles.inserting(TestFiles.exif(number), intoJPEG: plain))
        #expect(picture.gray == orientation.applied(to: decoded))
        #expect(
            picture.resolution
                == (number >= 5
                    ? Resolution(horizontal: 300, vertical: 150) : Resolution(horizontal: 150, vertical: 300)))
        #expect(picture.fullSize == picture.size)
    }

    @Test("A PNG file's orientation is applied, before or behind the pixels", arguments: 1...8)
    func theOrientationOfAPNGFileIsApplied(number: Int) throws {
        var random = SeededGenerator(seed: 5)
        let stored: RGBImage = random.noise(try PixelSize(width: 13, height: 7))
        let plain = try PNGWriter().encode(.rgb(stored))
        let upright = try #require(Orientation(rawValue: number)).applied(to: stored)
        for place in ["IDAT", "IEND"] {
            let file = TestFiles.inserting("eXIf", TestFiles.exif(number), before: place, intoPNG: plain)
            #expect(try PictureReader().read(bytes: file).pixels == .rgb(upright))
        }
    }

    @Test("Nonsense in an EXIF block counts as absent")
    func nonsenseCountsAsAbsent() throws {
        var random = SeededGenerator(seed: 6)
        let image: GrayImage = random.noise(try PixelSize(width: 9, height: 5))
        let plain = try JPEGWriter.standard.encode(.gray(image))
        let decoded = try PictureReader().read(bytes: plain).pixels
        for number in [0, 9, 65_535] {
            let file = TestFiles.inserting(TestFiles.exif(number), intoJPEG: plain)
            #expect(try PictureReader().read(bytes: file).pixels == decoded)
        }
        let whole = TestFiles.exif(6)
        for count in 0..<whole.count {
            let file = TestFiles.inserting(Array(whole.prefix(count)), intoJPEG: plain)
            #expect((try? PictureReader().read(bytes: file)) != nil)
        }
    }
}
