import RectoCore
import Testing

@Suite struct FrameViewTests {
    @Test func yuyvChecksStrideAndLength() throws {
        // Three pixels are two pairs: 8 bytes.
        let size = try PixelSize(width: 3, height: 2)
        let bytes = [UInt8](repeating: 0, count: 64)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            for stride in [7, 0, -8, Int.max, Int.min] {
                #expect(throws: ParameterError.self) {
                    try YUYVView(base: base, byteCount: 64, size: size, stride: stride)
                }
            }
            #expect(throws: ParameterError.self) { try YUYVView(base: base, byteCount: 15, size: size, stride: 8) }
            let uyvy = try YUYVView(base: base, byteCount: 16, size: size, stride: 8, order: .chromaFirst)
            #expect(uyvy.offsets == (1, 0, 2))
            #expect(FrameView.yuyv(try YUYVView(base: base, byteCount: 16, size: size, stride: 8)).size == size)
        }
    }

    @Test func nv12ChecksBothPlanes() throws {
        // Chroma of 2 × 2 pairs: rows of 4 bytes.
        let size = try PixelSize(width: 3, height: 3)
        let bytes = [UInt8](repeating: 0, count: 64)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            func view(_ lumaBytes: Int, _ lumaStride: Int, _ chromaBytes: Int, _ chromaStride: Int) throws -> NV12View {
                try NV12View(
                    luma: base, lumaByteCount: lumaBytes, lumaStride: lumaStride, chroma: base,
                    chromaByteCount: chromaBytes, chromaStride: chromaStride, size: size)
            }
            #expect(FrameView.nv12(try view(9, 3, 8, 4)).size == size)
            for (lumaBytes, lumaStride, chromaBytes, chromaStride) in [
                (8, 3, 8, 4), (9, 2, 8, 4), (9, 3, 7, 4), (9, 3, 8, 3), (9, 3, -1, 4), (9, .max, 8, 4), (9, 3, 8, .max),
                (9, -3, 8, 4), (9, 3, 8, -4), (9, 3, 8, .min),
            ] {
                #expect(throws: ParameterError.self) { try view(lumaBytes, lumaStride, chromaBytes, chromaStride) }
            }
        }
    }

    @Test func nv12InOnePieceHasItsPairsBehindTheRows() throws {
        let size = try PixelSize(width: 4, height: 3)
        let bytes = [UInt8](repeating: 0, count: 64)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            let view = try NV12View(base: base, byteCount: 4 * 6 + 4, size: size, stride: 6)
            #expect(view.chroma == base + 18)
            for (count, stride) in [(4 * 6 + 3, 6), (64, 3), (64, .max), (64, -6), (0, 6), (-5, 6)] {
                #expect(throws: ParameterError.self) {
                    try NV12View(base: base, byteCount: count, size: size, stride: stride)
                }
            }
        }
    }
}
