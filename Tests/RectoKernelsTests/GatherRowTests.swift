import RectoKernels
import TestSupport
import Testing

@Suite struct GatherRowTests {
    @Test(arguments: [1, 2], [0, 8, 32, 40]) func matchesItsReference(phases: Int, count: Int) {
        var generator = SeededGenerator(seed: UInt64(phases + 10 * count))
        func noise(_ n: Int, _ range: ClosedRange<Float>) -> [Float] {
            (0..<n).map { _ in .random(in: range, using: &generator) }
        }
        let stride = count + 8
        let source = noise(4 * stride, 0...255)
        let taps = GatherTaps(down: noise(4, 0...1), across: (0..<phases).map { _ in noise(4, 0...1) })
        let (gain, offset, weight) = (noise(count, 0.5...2), noise(count, -40...0), noise(count, 0...1))
        let start = noise(phases * count, 0...9)
        func run(
            _ body: (PlaneView<Float>, GatherLight, GatherSums) -> Void
        ) -> [[Float]] {
            var (values, weights) = (start + [0], start + [0])
            gain.withUnsafeBufferPointer { gain in
                offset.withUnsafeBufferPointer { offset in
                    weight.withUnsafeBufferPointer { weight in
                        source.withUnsafeBufferPointer { source in
                            // SAFETY: the arrays outlive the call; those that are empty are not read.
                            let light = GatherLight(
                                gain: gain.baseAddress ?? source.baseAddress.unsafelyUnwrapped,
                                offset: offset.baseAddress ?? source.baseAddress.unsafelyUnwrapped,
                                weight: weight.baseAddress ?? source.baseAddress.unsafelyUnwrapped)
                            let rows = PlaneView(
                                source.baseAddress.unsafelyUnwrapped, stride: stride, width: count, height: 4)
                            values.withUnsafeMutableBufferPointer { values in
                                weights.withUnsafeMutableBufferPointer { weights in
                                    let sums = GatherSums(
                                        values: values.baseAddress.unsafelyUnwrapped,
                                        weights: weights.baseAddress.unsafelyUnwrapped, apart: count)
                                    body(rows, light, sums)
                                }
                            }
                        }
                    }
                }
            }
            return [values, weights]
        }
        let expected = run { source, light, sums in
            Reference.gatherRow(source, taps: taps, light: light, into: sums)
        }
        for level in InstructionSet.available {
            let found = InstructionSet.withForced(level) {
                run { source, light, sums in
                    var column = [Float](repeating: 0, count: count + 8)
                    gatherRow(source, taps: taps, light: light, column: &column, into: sums)
                }
            }
            #expect(found == expected, "\(level)")
        }
    }

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

    /// One pixel, half of its weight from the column to its right.
    @Test func aPixelBetweenColumnsIsAsByHand() {
        let source =
            [Float](repeating: 0, count: 16) + (0..<16).map { Float($0) * 10 } + [Float](repeating: 0, count: 32)
        let one = [Float](repeating: 1, count: 8)
        let (offset, half) = ([Float](repeating: 4, count: 8), [Float](repeating: 0.5, count: 8))
        var column = [Float](repeating: 0, count: 16)
        var (values, weights) = ([Float](repeating: 0, count: 8), [Float](repeating: 0, count: 8))
        func gather(
            _ source: UnsafePointer<Float>, _ light: GatherLight, _ values: UnsafeMutablePointer<Float>,
            _ weights: UnsafeMutablePointer<Float>
        ) {
            gatherRow(
                PlaneView(source, stride: 16, width: 8, height: 4),
                taps: GatherTaps(down: [0, 1, 0, 0], across: [[0, 0.5, 0.5, 0]]), light: light, column: &column,
                into: GatherSums(values: values, weights: weights, apart: 8))
        }
        one.withUnsafeBufferPointer { one in
            offset.withUnsafeBufferPointer { offset in
                half.withUnsafeBufferPointer { half in
                    // SAFETY: eight elements each.
                    let light = GatherLight(
                        gain: one.baseAddress.unsafelyUnwrapped, offset: offset.baseAddress.unsafelyUnwrapped,
                        weight: half.baseAddress.unsafelyUnwrapped)
                    gather(source, light, &values, &weights)
                }
            }
        }
        // (15 + 4) × ½, then 10 × ½ more a pixel.
        #expect(values == (0..<8).map { 9.5 + 5 * Float($0) })
        #expect(weights == half)
    }
}
