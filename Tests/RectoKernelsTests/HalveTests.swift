import RectoKernels
import Testing

@Suite struct HalveTests {
    @Test(arguments: [1, 3]) func matchesItsReference(channels: Int) {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(channels * w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                shape.description, target: { [rows(w / 2 * channels, h / 2, shape) as GuardedRows<UInt8>] }
            ) {
                Reference.halve(source.plane(w, h), channels: channels, into: $0[0].target(w / 2, h / 2))
            } kernel: {
                halve(source.plane(w, h), channels: channels, into: $0[0].target(w / 2, h / 2))
            }
        }
    }

    @Test func meansAreRounded() {
        let source = GuardedRows<UInt8>(width: 5, height: 3)
        let pixels: [[UInt8]] = [[0, 1, 255, 255, 9], [0, 1, 254, 255, 9], [7, 7, 7, 7, 7]]
        source.fill { x, y in pixels[y][x] }
        let target = GuardedRows<UInt8>(width: 2, height: 1)
        halve(source.plane(5, 3), channels: 1, into: target.target(2, 1))
        #expect(target.rows == [[1, 255]])
    }
}
