import RectoKernels
import TestSupport
import Testing

@Suite struct FilterSymmetricTests {
    @Test(arguments: [0, 1, 7, 8, 9, 33], [1, 3, 12]) func filtersMatchTheirReference(count: Int, radius: Int) {
        var generator = SeededGenerator(seed: UInt64(count + 100 * radius))
        let step = count + 2 * radius + 3
        let source = (0..<step * (2 * radius + 1)).map { _ in Float.random(in: 0...255, using: &generator) }
        let taps = (0...radius).map { _ in Float.random(in: -1...1, using: &generator) }
        for along in [1, step] {
            source.withUnsafeBufferPointer { source in
                // SAFETY: the middle row has as many rows, and elements, around it as the filter reaches.
                let middle = source.baseAddress.unsafelyUnwrapped + radius * step + radius
                var expected = [Float](repeating: 0, count: count + 1)
                Reference.filterSymmetric(middle, step: along, count: count, taps: taps, into: &expected)
                for level in InstructionSet.available {
                    var found = [Float](repeating: 0, count: count + 1)
                    InstructionSet.withForced(level) {
                        filterSymmetric(middle, step: along, count: count, taps: taps, into: &found)
                    }
                    #expect(found == expected, "\(level)")
                }
            }
        }
    }
}
