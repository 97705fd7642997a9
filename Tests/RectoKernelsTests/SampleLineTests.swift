import RectoKernels
import Testing

@Suite struct SampleLineTests {
    private static let lines = [
        SampleLine(x: 3.2, y: 2.7, stepX: 0.4, stepY: 0.3, sideX: -1.2, sideY: 1.6),
        SampleLine(x: -50, y: 8, stepX: 1, stepY: 0, sideX: 0, sideY: 2),
        SampleLine(x: 9.5, y: 90, stepX: 0.01, stepY: -1.7, sideX: 2, sideY: 0),
        SampleLine(x: 1e6, y: -1e6, stepX: -3e4, stepY: 3e4, sideX: 1.4, sideY: 1.4),
    ]

    /// A layout of channels.
    struct Layout: Sendable {
        var step: Int
        var shift = 0
        var first = 0
        var count = 1
        var spacing = 1
    }

    private static let layouts = [
        Layout(step: 1), Layout(step: 3, count: 3), Layout(step: 3, first: 2), Layout(step: 2),
        Layout(step: 2, shift: 1, count: 2), Layout(step: 4, shift: 1, first: 1, count: 2, spacing: 2),
    ]

    /// Gray, RGB, one channel of it, every other byte, and chroma that covers 2 × 2 pixels, in pictures whose rows end
    /// at unreadable memory.
    @Test(arguments: [(1, 1), (2, 5), (17, 31), (40, 9)], [false, true])
    func matchesItsReference(size: (Int, Int), interpolates: Bool) {
        let (width, height) = size
        for layout in Self.layouts where layout.shift == 0 || !interpolates {
            let (columns, rows) = layout.shift == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
            for side in GuardedRows<UInt8>.Guard.allCases {
                let source = GuardedRows<UInt8>(
                    width: columns * layout.step, height: rows, stride: columns * layout.step + 5, guarding: side)
                source.fillWithNoise(seed: width)
                let channels = FrameChannels(
                    base: source.base + layout.first, stride: source.stride, step: layout.step, xShift: layout.shift,
                    yShift: layout.shift, count: layout.count, spacing: layout.spacing)
                for line in Self.lines {
                    for count in [0, 1, 7, 8, 9, 51] {
                        let expected = (0..<layout.count).map { channel in
                            Reference.sampleLine(
                                channels, channel: channel, width: width, height: height, line: line, count: count,
                                interpolates: interpolates)
                        }
                        for level in InstructionSet.available {
                            let stride = count + 7
                            var found = [Float](repeating: .nan, count: layout.count * stride)
                            InstructionSet.withForced(level) {
                                withTarget(&found, stride: stride, width: count, height: layout.count) {
                                    sampleLine(
                                        channels, width: width, height: height, line: line, interpolates: interpolates,
                                        into: $0)
                                }
                            }
                            for channel in 0..<layout.count {
                                let row = found[channel * stride..<channel * stride + count]
                                #expect(row.elementsEqual(expected[channel]), "\(level), channel \(channel)")
                            }
                        }
                    }
                }
            }
        }
    }

    /// A ramp of 10 per pixel across: three times the value between pixel centers.
    @Test func interpolatesBetweenCenters() {
        let source = GuardedRows<UInt8>(width: 20, height: 3)
        source.fill { x, _ in UInt8(10 * x) }
        var found = [Float](repeating: 0, count: 8)
        withTarget(&found, stride: 8, width: 4, height: 1) {
            sampleLine(
                FrameChannels(base: source.base, stride: source.stride, step: 1), width: 20, height: 3,
                line: SampleLine(x: 2.5, y: 1.5, stepX: 0.25, stepY: 0, sideX: 0, sideY: 1), interpolates: true,
                into: $0)
        }
        #expect(found.prefix(4).elementsEqual([60, 67.5, 75, 82.5]))
    }

    /// No position, however far or undefined, is read outside the frame.
    @Test func positionsThatAreNoNumbersAreClamped() {
        let source = GuardedRows<UInt8>(width: 4, height: 4)
        source.fill { _, _ in 9 }
        for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            for interpolates in [false, true] {
                for level in InstructionSet.available {
                    var found = [Float](repeating: 0, count: 8)
                    InstructionSet.withForced(level) {
                        withTarget(&found, stride: 8, width: 8, height: 1) {
                            sampleLine(
                                FrameChannels(base: source.base, stride: source.stride, step: 1), width: 4, height: 4,
                                line: SampleLine(x: value, y: value, stepX: 1, stepY: 1, sideX: 0, sideY: 0),
                                interpolates: interpolates, into: $0)
                        }
                    }
                    #expect(found.allSatisfy { $0 == 27 })
                }
            }
        }
    }
}
