import RectoCodecs
import RectoCore
import Testing

/// A generator whose numbers follow from the seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// An image of noise; unused bits at the end of a row stay 0.
    mutating func noise<Layout: PixelLayout>(_ size: PixelSize) -> Image<Layout> {
        var image = Image<Layout>(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.rowBytes { row[x] = UInt8.random(in: 0...255, using: &self) }
                let unused = view.rowBytes * 8 - view.width * Layout.bitsPerPixel
                row[view.rowBytes - 1] &= 0xFF << UInt8(unused)
            }
        }
        return image
    }

    /// An image with smooth slopes, which a lossy coder keeps nearly.
    mutating func slopes<Layout: PixelLayout>(_ size: PixelSize) -> Image<Layout> {
        var image = Image<Layout>(size: size)
        let channels = Layout.bitsPerPixel / 8
        let steps = (0..<channels).map { _ in (Int.random(in: 0...2, using: &self), Int.random(in: 0...2, using: &self)) }
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width * channels {
                    let (across, down) = steps[x % channels]
                    row[x] = UInt8(clamping: 20 + x / channels * across + y * down)
                }
            }
        }
        return image
    }

    mutating func size(upTo limit: Int) throws -> PixelSize {
        try PixelSize(width: .random(in: 1...limit, using: &self), height: .random(in: 1...limit, using: &self))
    }
}

@Suite("Round trips")
struct RoundTripTests {
    @Test("PNG gives back every pixel and the resolution")
    func png() throws {
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
            #expect(unpacked.packedBytes == (0..<size.area).map { bilevel.isInk($0 % size.width, $0 / size.width) ? 0 : 255 })
        }
    }

    @Test("JPEG gives back smooth pictures nearly, and the resolution")
    func jpeg() throws {
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
