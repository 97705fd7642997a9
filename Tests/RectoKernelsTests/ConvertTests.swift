import RectoKernels
import Testing

@Suite struct ConvertTests {
    @Test func lumaFromYUYVMatchesItsReference() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(2 * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(w, h, shape) as GuardedRows<UInt8>] }) {
                Reference.lumaFromYUYV(source.plane(w, h), into: $0[0].target(w, h))
            } kernel: {
                lumaFromYUYV(source.plane(w, h), into: $0[0].target(w, h))
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
                    source.plane(w, h),
                    into: YCbCrPlanes(
                        luma: $0[0].target(w, h), blue: $0[1].target((w + 1) / 2, h), red: $0[2].target((w + 1) / 2, h))
                )
            } kernel: {
                planesFromYUYV(
                    source.plane(w, h),
                    into: YCbCrPlanes(
                        luma: $0[0].target(w, h), blue: $0[1].target((w + 1) / 2, h), red: $0[2].target((w + 1) / 2, h))
                )
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
                Reference.planesFromNV12(source.plane(w, h), blue: $0[0].target(w, h), red: $0[1].target(w, h))
            } kernel: {
                planesFromNV12(source.plane(w, h), blue: $0[0].target(w, h), red: $0[1].target(w, h))
            }
        }
    }

    private static func planes(_ targets: [GuardedRows<UInt8>], _ width: Int, _ height: Int) -> YCbCrPlanes {
        YCbCrPlanes(
            luma: targets[0].target(width, height), blue: targets[1].target(width, height),
            red: targets[2].target(width, height))
    }

    @Test(arguments: [3, 4]) func lumaAndPlanesMatchTheirReferences(channels: Int) {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(channels * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(w, h, shape) as GuardedRows<UInt8>] }) {
                let luma = channels == 3 ? Reference.lumaFromRGB : Reference.lumaFromRGBA
                luma(source.plane(w, h), $0[0].target(w, h))
            } kernel: {
                let luma = channels == 3 ? lumaFromRGB : lumaFromRGBA
                luma(source.plane(w, h), $0[0].target(w, h))
            }
            let target: () -> [GuardedRows<UInt8>] = { (0..<3).map { _ in rows(w, h, shape) } }
            expectMatchesReference(shape.description, target: target) {
                let planes = channels == 3 ? Reference.planesFromRGB : Reference.planesFromRGBA
                planes(source.plane(w, h), Self.planes($0, w, h))
            } kernel: {
                let planes = channels == 3 ? planesFromRGB : planesFromRGBA
                planes(source.plane(w, h), Self.planes($0, w, h))
            }
        }
    }

    @Test func rgbFromRGBAMatchesItsReference() {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(4 * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(shape.description, target: { [rows(3 * w, h, shape) as GuardedRows<UInt8>] }) {
                Reference.rgbFromRGBA(source.plane(w, h), into: $0[0].target(w, h))
            } kernel: {
                rgbFromRGBA(source.plane(w, h), into: $0[0].target(w, h))
            }
        }
    }

    @Test func primariesHaveKnownLumaAndChroma() {
        let source = GuardedRows<UInt8>(width: 15, height: 1)
        let pixels: [UInt8] = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        source.fill { x, _ in pixels[x] }
        let planes = (0..<3).map { _ in GuardedRows<UInt8>(width: 5, height: 1) }
        planesFromRGB(
            source.plane(5, 1),
            into: YCbCrPlanes(luma: planes[0].target(5, 1), blue: planes[1].target(5, 1), red: planes[2].target(5, 1)))
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
            source.plane(3, 1),
            into: YCbCrPlanes(luma: luma.target(3, 1), blue: blue.target(2, 1), red: red.target(2, 1)))
        #expect(luma.rows == [[10, 12, 14]])
        #expect(blue.rows == [[11, 15]])
        #expect(red.rows == [[13, 17]])
    }
}
