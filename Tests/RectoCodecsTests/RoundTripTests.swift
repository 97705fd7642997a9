import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite("Round trips")
struct RoundTripTests {
    @Test("PNG gives back every pixel and the resolution")
    func pngGivesBackEveryPixel() throws {
        var random = SeededGenerator(seed: 1)
        let resolution = try #require(Resolution(dotsPerInch: 200))
        let writer = PNGWriter(resolution: resolution)
        for _ in 0..<200 {
            let size = try random.size(upTo: 70)
            let gray: GrayImage = random.noise(size)
            let rgb: RGBImage = random.noise(size)
            let bilevel: BilevelImage = random.noise(size)
            let grayBack = try PictureReader().read(bytes: writer.encode(.gray(gray)))
            #expect(grayBack.pixels == .gray(gray))
            #expect(abs((grayBack.resolution?.horizontal ?? 0) - 200) < 0.02)
            #expect(try PictureReader().read(bytes: writer.encode(.rgb(rgb))).pixels == .rgb(rgb))
            let unpacked = try PictureReader().read(bytes: writer.encode(.bilevel(bilevel))).gray
            #expect(
                unpacked.packedBytes
                    == (0..<size.area).map { bilevel.isInk($0 % size.width, $0 / size.width) ? 0 : 255 })
        }
    }

    @Test("JPEG gives back smooth pictures nearly, and the resolution")
    func jpegGivesBackSmoothPictures() throws {
        var random = SeededGenerator(seed: 2)
        let resolution = try #require(Resolution(dotsPerInch: 300))
        for round in 0..<100 {
            let size = try random.size(upTo: 70)
            let writer = try JPEGWriter(quality: 95, chroma: round % 2 == 0 ? .full : .halved, resolution: resolution)
            let gray: GrayImage = random.slopes(size)
            let rgb: RGBImage = random.slopes(size)
            let grayBack = try PictureReader().read(bytes: writer.encode(.gray(gray)))
            #expect(largestDifference(grayBack.gray.packedBytes, gray.packedBytes) <= 6)
            #expect(grayBack.resolution == resolution)
            let rgbBack = try PictureReader().read(bytes: writer.encode(.rgb(rgb)))
            #expect(largestDifference(rgbBack.rgb.packedBytes, rgb.packedBytes) <= 16)
            #expect(rgbBack.size == size)
        }
    }
}

extension BilevelImage {
    func isInk(_ x: Int, _ y: Int) -> Bool {
        withView { $0.row(y)[x >> 3] >> UInt8(7 - (x & 7)) & 1 == 1 }
    }
}

func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard a.count == b.count else { return .max }
    return zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
}
