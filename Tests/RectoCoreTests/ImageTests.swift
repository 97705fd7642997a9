import RectoCore
import Testing

@Suite struct ImageTests {
    @Test(arguments: [
        (0, 5), (5, 0), (-1, 5), (65_536, 1), (1, 65_536), (40_000, 40_000), (Int.max, Int.max), (.min, 2),
    ])
    func sizesOutsideTheLimitsAreRefused(width: Int, height: Int) {
        #expect(throws: ParameterError.self) { try PixelSize(width: width, height: height) }
    }

    @Test func sizesAtTheLimitsAreTaken() throws {
        #expect(try PixelSize(width: 65_535, height: 16_384).area == 65_535 * 16_384)
        #expect(try PixelSize(width: 1, height: 1).diagonal == 2.0.squareRoot())
    }

    @Test func viewsCheckStrideAndLength() throws {
        let size = try PixelSize(width: 5, height: 3)
        let bytes = [UInt8](repeating: 0, count: 100)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            #expect(throws: ParameterError.self) { try GrayView(base: base, byteCount: 100, size: size, stride: 4) }
            #expect(throws: ParameterError.self) { try GrayView(base: base, byteCount: 100, size: size, stride: -5) }
            #expect(throws: ParameterError.self) { try GrayView(base: base, byteCount: 100, size: size, stride: .max) }
            #expect(throws: ParameterError.self) { try RGBView(base: base, byteCount: 44, size: size, stride: 15) }
            // The last row needs no padding.
            let tight = try GrayView(base: base, byteCount: 2 * 40 + 5, size: size, stride: 40)
            #expect(tight.row(2) == base + 80)
            #expect(throws: ParameterError.self) {
                try GrayView(base: base, byteCount: 2 * 40 + 4, size: size, stride: 40)
            }
        }
    }

    @Test func rowsTakeTheBytesOfTheirLayout() throws {
        #expect(Gray8.rowBytes(width: 9) == 9)
        #expect(RGB8.rowBytes(width: 9) == 27)
        #expect(RGBA8.rowBytes(width: 9) == 36)
        #expect(Bilevel1.rowBytes(width: 8) == 1)
        #expect(Bilevel1.rowBytes(width: 9) == 2)
    }

    @Test func packedPixelsComeBack() throws {
        let size = try PixelSize(width: 3, height: 2)
        let bytes = [UInt8](1...18)
        let image = try RGBImage(size: size, packed: bytes)
        #expect(image.packedBytes == bytes)
        #expect(image.stride % 64 == 0)
        #expect(image.withView { $0.row(1)[0] } == 10)
        #expect(throws: ParameterError.self) { try RGBImage(size: size, packed: Array(bytes.dropLast())) }
    }

    @Test func copiesAreIndependent() throws {
        let size = try PixelSize(width: 4, height: 4)
        let first = GrayImage(size: size)
        var second = first
        second.withMutableView { $0.row(1)[2] = 7 }
        #expect(first.withView { $0.row(1)[2] } == 0)
        #expect(second.withView { $0.row(1)[2] } == 7)
        #expect(first != second)
    }

    @Test func copyingAStridedViewTakesItsPixelsOnly() throws {
        let bytes = [UInt8](0..<40)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            let view = try GrayView(base: base, byteCount: 40, size: PixelSize(width: 3, height: 4), stride: 10)
            #expect(GrayImage(copying: view).packedBytes == [0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32])
        }
    }

    @Test func equalityIgnoresPadding() throws {
        let size = try PixelSize(width: 3, height: 2)
        var padded = GrayImage(size: size)
        padded.withMutableView { $0.row(0)[3] = 99 }
        #expect(padded == GrayImage(size: size))
    }
}
