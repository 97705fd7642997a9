import RectoKernels
import TestSupport
import Testing

@Suite struct BandPassTests {
    private func band(
        _ levels: [UInt8], _ width: Int, _ height: Int,
        _ body: (PlaneView<UInt8>, UnsafeMutablePointer<Float>, MutablePlaneView<Float>) -> Void
    ) -> [Float] {
        var result = [Float](repeating: .nan, count: (width + 1) * height)
        var scratch = [Float](repeating: .nan, count: bandPassScratchRows * width)
        levels.withUnsafeBufferPointer { levels in
            result.withUnsafeMutableBufferPointer { result in
                // SAFETY: neither is empty; rows of the target have one more element.
                body(
                    PlaneView(levels.baseAddress.unsafelyUnwrapped, stride: width, width: width, height: height),
                    &scratch,
                    MutablePlaneView(
                        result.baseAddress.unsafelyUnwrapped, stride: width + 1, width: width, height: height))
            }
        }
        return (0..<width * height).map { result[$0 / width * (width + 1) + $0 % width] }
    }

    @Test(arguments: [1, 23, 24, 25, 31, 32, 47], [1, 23, 24, 40]) func matchesItsReference(width: Int, height: Int) {
        var generator = SeededGenerator(seed: UInt64(width + 100 * height))
        let levels = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let expected = band(levels, width, height) { Reference.bandPass($0, into: $2) }
        for level in InstructionSet.available {
            let found = InstructionSet.withForced(level) {
                band(levels, width, height) { bandPass($0, scratch: $1, into: $2) }
            }
            #expect(found == expected, "\(level)")
        }
    }

    /// A pixel of 225 levels on black, of which 32² / 4096 remains, minus one level.
    @Test func aPixelIsAsByHand() {
        var levels = [UInt8](repeating: 0, count: 33 * 33)
        levels[16 * 33 + 16] = 225
        let found = band(levels, 33, 33) { bandPass($0, scratch: $1, into: $2) }
        let places = [(16, 16), (9, 16), (23, 9), (8, 16), (16, 24)]
        let values = places.map { found[33 * $0.1 + $0.0] }
        let expected: [Float] = [55.25, -1, -1, 0, 0]
        #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-5 })
    }
}
