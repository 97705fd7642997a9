import RectoKernels
import Testing

@Suite struct ConvertTests {
    @Test func lumaFromYUYVMatchesItsReference() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(2 * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(w, h, shape) as GuardedRows<UInt8>] }) {
                Reference.lumaFromYUYV(
                    source.base, stride: source.stride, width: w, height: h, into: $0[0].base,
                    targetStride: $0[0].stride)
            } kernel: {
                lumaFromYUYV(
                    source.base, stride: source.stride, width: w, height: h, into: $0[0].base,
                    targetStride: $0[0].stride)
            }
        }
    }

    @Test func planesFromYUYVMatchTheirReferences() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let half = (w + 1) / 2
            let source: GuardedRows<UInt8> = rows(4 * half, h, shape)
            source.fillWithNoise(seed: w)
            let target: () -> [GuardedRows<UInt8>] = {
                [rows(w, h, shape), rows(half, h, shape), rows(half, h, shape)]
            }
            expectMatchesReference(shape.description, target: target) {
                Reference.planesFromYUYV(
                    source.base, stride: source.stride, width: w, height: h, luma: $0[0].base, lumaStride: $0[0].stride,
                    blue: $0[1].base, red: $0[2].base, chromaStride: $0[1].stride)
            } kernel: {
                planesFromYUYV(
                    source.base, stride: source.stride, width: w, height: h, luma: $0[0].base, lumaStride: $0[0].stride,
                    blue: $0[1].base, red: $0[2].base, chromaStride: $0[1].stride)
            }
        }
    }

    @Test func planesFromNV12MatchTheirReferences() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(2 * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                shape.description, target: { [rows(w, h, shape), rows(w, h, shape)] as [GuardedRows<UInt8>] }
            ) {
                Reference.planesFromNV12(
                    source.base, stride: source.stride, chromaWidth: w, chromaHeight: h, blue: $0[0].base,
                    red: $0[1].base, targetStride: $0[0].stride)
            } kernel: {
                planesFromNV12(
                    source.base, stride: source.stride, chromaWidth: w, chromaHeight: h, blue: $0[0].base,
                    red: $0[1].base, targetStride: $0[0].stride)
            }
        }
    }

    @Test(arguments: [3, 4]) func lumaAndPlanesMatchTheirReferences(channels: Int) {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(channels * w, h, shape)
            source.fillWithNoise(seed: w)
            let stride = source.stride
            expectMatchesReference(shape.description, target: { [rows(w, h, shape) as GuardedRows<UInt8>] }) {
                let luma = channels == 3 ? Reference.lumaFromRGB : Reference.lumaFromRGBA
                luma(source.base, stride, w, h, $0[0].base, $0[0].stride)
            } kernel: {
                let luma = channels == 3 ? lumaFromRGB : lumaFromRGBA
                luma(source.base, stride, w, h, $0[0].base, $0[0].stride)
            }
            let target: () -> [GuardedRows<UInt8>] = { (0..<3).map { _ in rows(w, h, shape) } }
            expectMatchesReference(shape.description, target: target) {
                let planes = channels == 3 ? Reference.planesFromRGB : Reference.planesFromRGBA
                planes(source.base, stride, w, h, $0[0].base, $0[1].base, $0[2].base, $0[0].stride)
            } kernel: {
                let planes = channels == 3 ? planesFromRGB : planesFromRGBA
                planes(source.base, stride, w, h, $0[0].base, $0[1].base, $0[2].base, $0[0].stride)
            }
        }
    }

    @Test func rgbFromRGBAMatchesItsReference() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(4 * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(3 * w, h, shape) as GuardedRows<UInt8>] }) {
                Reference.rgbFromRGBA(
                    source.base, stride: source.stride, width: w, height: h, into: $0[0].base,
                    targetStride: $0[0].stride)
            } kernel: {
                rgbFromRGBA(
                    source.base, stride: source.stride, width: w, height: h, into: $0[0].base,
                    targetStride: $0[0].stride)
            }
        }
    }

    @Test func primariesHaveKnownLumaAndChroma() {
        let source = GuardedRows<UInt8>(width: 15, height: 1)
        let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        source.fill { x, _ in pixels[x] }
        let planes = (0..<3).map { _ in GuardedRows<UInt8>(width: 5, height: 1) }
        planesFromRGB(
            source.base, stride: 15, width: 5, height: 1, luma: planes[0].base, blue: planes[1].base,
            red: planes[2].base, targetStride: 5)
        #expect(planes[0].rows == [[0, 255, 77, 149, 29]])
        #expect(planes[1].rows == [[128, 128, 85, 43, 255]])
        #expect(planes[2].rows == [[128, 128, 255, 21, 107]])
    }

    @Test func packedPixelsComeApart() {
        let source = GuardedRows<UInt8>(width: 8, height: 1)
        source.fill { x, _ in UInt8(10 + x) }
        let luma = GuardedRows<UInt8>(width: 3, height: 1)
        let blue = GuardedRows<UInt8>(width: 2, height: 1)
        let red = GuardedRows<UInt8>(width: 2, height: 1)
        planesFromYUYV(
            source.base, stride: 8, width: 3, height: 1, luma: luma.base, lumaStride: 3, blue: blue.base,
            red: red.base, chromaStride: 2)
        #expect(luma.rows == [[10, 12, 14]])
        #expect(blue.rows == [[11, 15]])
        #expect(red.rows == [[13, 17]])
    }
}
