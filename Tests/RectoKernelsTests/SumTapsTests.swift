import RectoKernels
import TestSupport
import Testing

@Suite struct SumTapsTests {
    /// Every width up to more than two vectors of 16, every row and every other row, with offsets to all sides.
    @Test func sumTapsMatchesItsReference() {
        var generator = SeededGenerator(seed: 41)
        let (stride, margin) = (80, 6)
        let source = (0..<stride * 40).map { _ in Float(generator.next() % 25_500) / 100 - 100 }
        let offsets = [-5 * stride - 3, -stride + 2, 0, 1, 4 * stride - 6]
        let weights: [Float] = [0.25, -1.5, 0.375, 0.1, -0.01]
        for width in 0...50 {
            for step in [1, 2] {
                let height = 9
                let expected = filtered(width, height) {
                    Reference.sumTaps($0, stride: step * stride, offsets: offsets, weights: weights, into: $1)
                }
                for level in InstructionSet.available {
                    let found = filtered(width, height) { source, target in
                        InstructionSet.withForced(level) {
                            sumTaps(source, stride: step * stride, offsets: offsets, weights: weights, into: target)
                        }
                    }
                    #expect(found == expected, "width \(width), step \(step), \(level)")
                }
            }
        }

        func filtered(
            _ width: Int, _ height: Int, _ body: (UnsafePointer<Float>, MutablePlaneView<Float>) -> Void
        ) -> [UInt32] {
            // Padding between the rows must not change.
            var result = [Float](repeating: 7, count: (width + 3) * height)
            source.withUnsafeBufferPointer { source in
                result.withUnsafeMutableBufferPointer { target in
                    body(
                        source.baseAddress! + margin * (stride + 1),
                        MutablePlaneView(target.baseAddress!, stride: width + 3, width: width, height: height))
                }
            }
            return result.map(\.bitPattern)
        }
    }

    @Test func sumTapsIsAsByHand() {
        let source: [Float] = [1, 2, 3, 4, 5, 6]
        var result: [Float] = [0, 0]
        result.withUnsafeMutableBufferPointer { target in
            source.withUnsafeBufferPointer {
                sumTaps(
                    $0.baseAddress! + 1, stride: 3, offsets: [-1, 1], weights: [10, 1],
                    into: MutablePlaneView(target.baseAddress!, stride: 1, width: 1, height: 2))
            }
        }
        #expect(result == [13, 46])
    }
}
