import RectoCore
import RectoVision
import TestSupport
import Testing

/// Pictures that show nothing, or nothing that could be a page: an answer or none, but never a trap, NaN or a
/// non-convex quad.
@Suite struct DetectDegenerateTests {
    /// Detects pages in a gray picture and in the same picture in color.
    private func check(
        _ image: GrayImage, limit: Int = 6, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let rgb = try RGBImage(size: image.size, packed: image.packedBytes.flatMap { [$0, $0, $0] })
        var detector = try PageDetector()
        let found = image.withView { detector.detectAll(.gray($0), limit: limit) }
        try check(found, in: image.size, limit: limit, sourceLocation)
        let foundInColor = rgb.withView { detector.detectAll(.rgb($0), limit: limit) }
        try check(foundInColor, in: image.size, limit: limit, sourceLocation)
        #expect(image.withView { detector.detect($0) } == found.first, sourceLocation: sourceLocation)
    }

    private func check(
        _ found: [PageDetection], in size: PixelSize, limit: Int, _ sourceLocation: SourceLocation
    ) throws {
        #expect(found.count <= limit, sourceLocation: sourceLocation)
        for page in found {
            #expect(page.quad.isFinite && page.quad.isConvexClockwise, sourceLocation: sourceLocation)
            #expect(0...1 ~= page.confidence, sourceLocation: sourceLocation)
            #expect(
                page.quad.corners.allSatisfy { abs($0.x) < 2 * size.diagonal && abs($0.y) < 2 * size.diagonal },
                sourceLocation: sourceLocation)
        }
    }

    private func image(
        _ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8
    ) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height { for x in 0..<width { view.row(y)[x] = value(x, y) } }
        }
        return image
    }

    private static let sides = [1, 2, 15, 16, 17, 63, 321, 1000]

    @Test(arguments: sides)
    func resultsAreValidForEveryProportionOfPlainAndNoise(side: Int) throws {
        var generator = SeededGenerator(seed: UInt64(side))
        for other in [1, 40] {
            for (width, height) in [(side, other), (other, side)] {
                for value: UInt8 in [0, 255] { try check(image(width, height) { _, _ in value }) }
                try check(image(width, height) { _, _ in UInt8.random(in: 0...255, using: &generator) })
                try check(image(width, height) { _, _ in Bool.random(using: &generator) ? 255 : 0 })
            }
        }
    }

    /// Gratings of every width, horizontal, vertical and diagonal: from single pixels to half the picture.
    @Test(arguments: [1, 2, 3, 5, 8, 13, 40, 120])
    func resultsAreValidForGratingsAndCheckerboards(period: Int) throws {
        func bit(_ n: Int) -> UInt8 { n / period % 2 == 0 ? 0 : 255 }
        try check(image(240, 180) { x, _ in bit(x) })
        try check(image(240, 180) { _, y in bit(y) })
        try check(image(240, 180) { x, y in bit(x + y) })
        try check(image(240, 180) { x, y in bit(3 * x + y) })
        try check(image(240, 180) { x, y in bit(x) ^ bit(y) })
        try check(image(240, 180) { x, y in bit(x + y) ^ bit(x - y + 1000 * period) })
    }

    @Test func resultsAreValidForRampsRingsAndSingleDots() throws {
        try check(image(256, 200) { x, _ in UInt8(x) })
        try check(image(256, 200) { x, y in UInt8((x + y) & 255) })
        func ring(_ x: Int, _ y: Int) -> Int { ((x - 128) * (x - 128) + (y - 100) * (y - 100)) / 40 }
        try check(image(256, 200) { x, y in UInt8(truncatingIfNeeded: ring(x, y)) })
        try check(image(256, 200) { x, y in x == 128 && y == 100 ? 255 : 0 })
        try check(image(256, 200) { x, y in x == 0 || y == 0 || x == 255 || y == 199 ? 255 : 0 })
        try check(image(256, 200) { x, y in x == y ? 255 : 0 })
    }

    /// Overlapping rectangles of all sizes and grays.
    @Test(arguments: 0..<12)
    func randomRectanglesGiveAnAnswerOrNone(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(900 + seed))
        var picture = try image(200, 150) { _, _ in 90 }
        picture.withMutableView { view in
            for _ in 0..<(1 << (seed / 2)) {
                let left = Int.random(in: 0..<200, using: &generator)
                let top = Int.random(in: 0..<150, using: &generator)
                let right = Int.random(in: left..<200, using: &generator)
                let bottom = Int.random(in: top..<150, using: &generator)
                let value = UInt8.random(in: 0...255, using: &generator)
                for y in top...bottom { for x in left...right { view.row(y)[x] = value } }
            }
        }
        try check(picture, limit: 20)
    }

    /// Colors at the limits of their range, which luma alone does not separate.
    @Test func saturatedColorsGiveAnAnswerOrNone() throws {
        let colors: [[UInt8]] = [
            [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [255, 0, 255], [0, 255, 255],
        ]
        var detector = try PageDetector()
        let size = try PixelSize(width: 160, height: 120)
        for (index, color) in colors.enumerated() {
            let other = colors[(index + 1) % colors.count]
            let plain = try RGBImage(size: size, packed: (0..<size.area).flatMap { _ in color })
            let halves = try RGBImage(size: size, packed: (0..<size.area).flatMap { $0 % 160 < 80 ? color : other })
            let dots = try RGBImage(size: size, packed: (0..<size.area).flatMap { $0 % 3 == 0 ? color : other })
            for picture in [plain, halves, dots] {
                let found = picture.withView { detector.detectAll(.rgb($0), limit: 4) }
                try check(found, in: size, limit: 4, #_sourceLocation)
            }
            #expect(plain.withView { detector.detect($0) }?.level == nil)
        }
    }

    /// Padding of any width and content is ignored.
    @Test(arguments: [0, 1, 63, 1000])
    func paddingIsNotRead(padding: Int) throws {
        let size = try PixelSize(width: 123, height: 77)
        var generator = SeededGenerator(seed: 77)
        let noise = try image(123, 77) { _, _ in UInt8.random(in: 0...255, using: &generator) }
        let stride = size.width + padding
        var bytes = (0..<stride * size.height).map { _ in UInt8.random(in: 0...255, using: &generator) }
        noise.withView { view in
            for y in 0..<size.height { for x in 0..<size.width { bytes[y * stride + x] = view.row(y)[x] } }
        }
        var detector = try PageDetector()
        let strided = try bytes.withUnsafeBufferPointer { buffer in
            let view = try GrayView(
                base: try #require(buffer.baseAddress), byteCount: buffer.count, size: size, stride: stride)
            return detector.detectAll(.gray(view), limit: 4)
        }
        #expect(strided == noise.withView { detector.detectAll(.gray($0), limit: 4) })
        try check(strided, in: size, limit: 4, #_sourceLocation)
    }

    @Test(arguments: [64, 1024])
    func resultsAreValidForEveryWorkingSideOnATinyPicture(side: Int) throws {
        var parameters = PageDetector.Parameters()
        parameters.workingSide = side
        var detector = try PageDetector(parameters)
        let picture = try image(40, 30) { x, y in 5..<35 ~= x && 5..<25 ~= y ? 200 : 20 }
        let found = picture.withView { detector.detectAll(.gray($0), limit: 3) }
        try check(found, in: picture.size, limit: 3, #_sourceLocation)
    }

    /// The largest tested square, 268 million pixels; in release, since a debug build takes minutes to fill it.
    #if !DEBUG
        @Test func aPageIsFoundIn16384PixelsSquare() throws {
            let picture = try image(16_384, 16_384) { x, y in
                3000..<13_000 ~= x && 2000..<14_000 ~= y ? 210 : 60
            }
            var detector = try PageDetector()
            let found = picture.withView { detector.detectAll(.gray($0), limit: 3) }
            try check(found, in: picture.size, limit: 3, #_sourceLocation)
            let page = Quad(width: 10_000, height: 12_000).map { $0 + Point2D(x: 3000, y: 2000) }
            #expect(try #require(found.first).quad.intersectionOverUnion(with: page) > 0.99)
        }
    #endif
}
