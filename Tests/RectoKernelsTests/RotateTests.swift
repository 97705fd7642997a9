import RectoKernels
import Testing

@Suite struct RotateTests {
    typealias Rotation = (PlaneView<UInt8>, Int, MutablePlaneView<UInt8>) -> Void

    private func expectMatchesReference(_ channels: Int, turns: Bool, _ kernel: Rotation, _ reference: Rotation) {
        for shape in Shape.narrow {
            let (w, h) = (shape.width, shape.height)
            let (targetW, targetH) = turns ? (h, w) : (w, h)
            let source: GuardedRows<UInt8> = rows(w * channels, h, shape)
            source.fillWithNoise(seed: w)
            RectoKernelsTests.expectMatchesReference(
                shape.description, target: { [rows(targetW * channels, targetH, shape) as GuardedRows<UInt8>] }
            ) {
                reference(source.plane(w, h), channels, $0[0].target(targetW, targetH))
            } kernel: {
                kernel(source.plane(w, h), channels, $0[0].target(targetW, targetH))
            }
        }
    }

    @Test(arguments: [1, 3]) func rotate90MatchesItsReference(channels: Int) {
        expectMatchesReference(channels, turns: true, rotate90, Reference.rotate90)
    }

    @Test(arguments: [1, 3]) func rotate180MatchesItsReference(channels: Int) {
        expectMatchesReference(channels, turns: false, rotate180, Reference.rotate180)
    }

    @Test(arguments: [1, 3]) func rotate270MatchesItsReference(channels: Int) {
        expectMatchesReference(channels, turns: true, rotate270, Reference.rotate270)
    }

    @Test func theLeftColumnGoesUp() {
        let source = GuardedRows<UInt8>(width: 3, height: 2)
        source.fill { x, y in UInt8(10 * y + x) }
        let target = GuardedRows<UInt8>(width: 2, height: 3)
        rotate90(source.plane(3, 2), channels: 1, into: target.target(2, 3))
        #expect(target.rows == [[10, 0], [11, 1], [12, 2]])
        rotate270(source.plane(3, 2), channels: 1, into: target.target(2, 3))
        #expect(target.rows == [[2, 12], [1, 11], [0, 10]])
    }

    @Test(arguments: [1, 3]) func fourQuarterTurnsAreNone(channels: Int) {
        let (w, h) = (77, 45)
        let source = GuardedRows<UInt8>(width: w * channels, height: h)
        source.fillWithNoise(seed: 9)
        var picture = source
        for i in 0..<4 {
            let (width, height) = i % 2 == 0 ? (w, h) : (h, w)
            let next = GuardedRows<UInt8>(width: height * channels, height: width)
            rotate90(picture.plane(width, height), channels: channels, into: next.target(height, width))
            picture = next
        }
        #expect(picture.rows == source.rows)
    }
}
