import RectoCore
import TestSupport
import Testing

/// Parts of rasters, compared pixel by pixel.
@Suite struct RasterPartTests {
    private static func image<Layout>(_ size: PixelSize, _ random: inout SeededGenerator) throws -> Image<Layout> {
        let count = Layout.rowBytes(width: size.width) * size.height
        return try Image(size: size, packed: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private static func pixel(_ raster: Raster, _ x: Int, _ y: Int) -> [UInt8] {
        switch raster {
        case .gray(let image): image.withView { [$0.row(y)[x]] }
        case .rgb(let image): image.withView { view in (0..<3).map { view.row(y)[3 * x + $0] } }
        case .bilevel(let image): image.withView { [$0.row(y)[x / 8] >> UInt8(7 - x % 8) & 1] }
        }
    }

    @Test func partsHaveThePicturesPixels() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            let size = try PixelSize(
                width: Int.random(in: 1...150, using: &random), height: Int.random(in: 1...9, using: &random))
            let (left, top) = (
                Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random)
            )
            let (width, height) = (Int.random(in: 1...160, using: &random), Int.random(in: 1...10, using: &random))
            for raster: Raster in [
                .gray(try Self.image(size, &random)), .rgb(try Self.image(size, &random)),
                .bilevel(try Self.image(size, &random)),
            ] {
                let part = try #require(raster.part(left: left, top: top, width: width, height: height))
                #expect(part.size.width == min(width, size.width - left))
                #expect(part.size.height == min(height, size.height - top))
                for y in 0..<part.size.height {
                    for x in 0..<part.size.width {
                        guard Self.pixel(part, x, y) == Self.pixel(raster, left + x, top + y) else {
                            Issue.record("\(raster.size), \(left), \(top), \(part.size): pixel \(x), \(y)")
                            return
                        }
                    }
                }
                guard case .bilevel(let bits) = part else {
                    #expect(part.rowBytes == part.size.width * Self.pixel(part, 0, 0).count)
                    continue
                }
                // The rest of the last byte is paper, so that equal parts are equal.
                let unused = UInt8((1 << (bits.rowBytes * 8 - bits.width)) - 1)
                #expect(
                    bits.withView { view in
                        (0..<view.height).allSatisfy { view.row($0)[bits.rowBytes - 1] & unused == 0 }
                    })
            }
        }
    }

    @Test func whatLiesOutsideIsNoPart() throws {
        let raster = Raster.gray(GrayImage(size: try PixelSize(width: 4, height: 3)))
        for (left, top, width, height) in [
            (4, 0, 1, 1), (0, 3, 1, 1), (-1, 0, 2, 2), (0, -1, 2, 2), (0, 0, 0, 1), (0, 0, 1, -1), (Int.max, 0, 1, 1),
            (0, Int.min, 1, 1),
        ] {
            #expect(raster.part(left: left, top: top, width: width, height: height) == nil)
        }
        #expect(raster.part(left: 0, top: 0, width: .max, height: .max) == raster)
    }
}
