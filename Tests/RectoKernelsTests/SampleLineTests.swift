import RectoKernels
import Testing

@Suite struct SampleLineTests {
    private static let lines = [
        SampleLine(x: 3.2, y: 2.7, stepX: 0.4, stepY: 0.3, sideX: -1.2, sideY: 1.6),
        SampleLine(x: -50, y: 8, stepX: 1, stepY: 0, sideX: 0, sideY: 2),
        SampleLine(x: 9.5, y: 90, stepX: 0.01, stepY: -1.7, sideX: 2, sideY: 0),
        SampleLine(x: 1e6, y: -1e6, stepX: -3e4, stepY: 3e4, sideX: 1.4, sideY: 1.4),
    ]

    /// Gray, one channel of RGB, and a channel that covers 2 × 2 pixels, of pictures whose rows end at unreadable memory.
    @Test(arguments: [(1, 1), (2, 5), (17, 31), (40, 9)], [false, true])
    func isItsTwin(size: (Int, Int), interpolates: Bool) {
        let (width, height) = size
        for (step, shift) in [(1, 0), (3, 0), (2, 1)] {
            let (columns, rows) = shift == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
            for side in GuardedRows<UInt8>.Guard.allCases {
                let source = GuardedRows<UInt8>(
                    width: columns * step, height: rows, stride: columns * step + 5, guarding: side)
                source.fillWithNoise(seed: width)
                let channel = FrameChannel(
                    base: source.base + (step - 1), stride: source.stride, step: step, xShift: shift, yShift: shift)
                for line in Self.lines {
                    for count in [0, 1, 7, 8, 9, 51] {
                        let expected = Reference.sampleLine(
                            channel, width: width, height: height, line: line, count: count,
                            interpolates: interpolates)
                        for level in KernelLevel.available {
                            var found = [Float](repeating: .nan, count: count + 8)
                            KernelLevel.withForced(level) {
                                sampleLine(
                                    channel, width: width, height: height, line: line, count: count,
                                    interpolates: interpolates, into: &found)
                            }
                            #expect(Array(found.prefix(count)) == expected, "\(level)")
                        }
                    }
                }
            }
        }
    }

    /// A ramp of 10 a pixel across: three times the value between the centres of pixels.
    @Test func interpolatesBetweenCentres() {
        let source = GuardedRows<UInt8>(width: 20, height: 3)
        source.fill { x, _ in UInt8(10 * x) }
        var found = [Float](repeating: 0, count: 8)
        sampleLine(
            FrameChannel(base: source.base, stride: source.stride, step: 1), width: 20, height: 3,
            line: SampleLine(x: 2.5, y: 1.5, stepX: 0.25, stepY: 0, sideX: 0, sideY: 1), count: 4, interpolates: true,
            into: &found)
        #expect(found.prefix(4).elementsEqual([60, 67.5, 75, 82.5]))
    }

    /// No position, however far or undefined, is read outside the frame.
    @Test func positionsThatAreNoNumbersAreClamped() {
        let source = GuardedRows<UInt8>(width: 4, height: 4)
        source.fill { _, _ in 9 }
        for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            for interpolates in [false, true] {
                for level in KernelLevel.available {
                    var found = [Float](repeating: 0, count: 8)
                    KernelLevel.withForced(level) {
                        sampleLine(
                            FrameChannel(base: source.base, stride: source.stride, step: 1), width: 4, height: 4,
                            line: SampleLine(x: value, y: value, stepX: 1, stepY: 1, sideX: 0, sideY: 0), count: 8,
                            interpolates: interpolates, into: &found)
                    }
                    #expect(found.allSatisfy { $0 == 27 })
                }
            }
        }
    }
}
