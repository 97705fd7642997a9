import RectoKernels
import TestSupport
import Testing

/// Thresholds by the mean and the deviation of windows.
@Suite struct MomentThresholdTests {
    private static let thresholds = [
        MomentThreshold(meanWeight: 0.8, spreadMeanWeight: 0.2 / 128),
        MomentThreshold(meanWeight: 0.5, offset: 3.5, spreadMeanWeight: 0.01, spreadOffset: -0.3),
        MomentThreshold(meanWeight: 1, spreadOffset: -0.2, meanSquareWeight: 1),
        MomentThreshold(meanWeight: 0.85), MomentThreshold(meanWeight: 0, offset: 255),
    ]

    @Test func momentThresholdMatchesItsReference() {
        for (i, shape) in Shape.filled.enumerated() {
            let (w, h) = (shape.width, min(shape.height, 9))
            let radius = ThresholdTests.radii[i % ThresholdTests.radii.count]
            let threshold = Self.thresholds[i % Self.thresholds.count]
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                "\(shape), radius \(radius)", target: { [rows((w + 7) / 8, h, shape) as GuardedRows<UInt8>] }
            ) {
                Reference.momentThreshold(
                    source.plane(w, h), radius: radius, by: threshold, into: $0[0].target((w + 7) / 8, h))
            } kernel: { found in
                withScratch(momentScratchByteCount(width: w, radius: radius)) { scratch in
                    momentThreshold(
                        source.plane(w, h), radius: radius, by: threshold, into: found[0].target((w + 7) / 8, h),
                        scratch: scratch)
                }
            }
        }
    }

    @Test func maximumVarianceMatchesItsReference() {
        for (i, shape) in Shape.filled.enumerated() {
            let (w, h) = (shape.width, min(shape.height, 9))
            let radius = ThresholdTests.radii[i % ThresholdTests.radii.count]
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            let expected = Reference.maximumVariance(source.plane(w, h), radius: radius)
            for level in InstructionSet.available {
                var found: Float = -1
                InstructionSet.withForced(level) {
                    withScratch(momentScratchByteCount(width: w, radius: radius)) { scratch in
                        found = maximumVariance(source.plane(w, h), radius: radius, scratch: scratch)
                    }
                }
                #expect(found == expected, "\(shape), radius \(radius), \(level)")
            }
        }
    }

    /// The largest window over black and white: no sum overflows.
    @Test func largestWindowsStayInRange() {
        for level: UInt8 in [0, 255] {
            let source = GuardedRows<UInt8>(width: 300, height: 260)
            source.fill { x, _ in x < 150 ? 255 - level : level }
            var found: Float = -1
            withScratch(momentScratchByteCount(width: 300, radius: 127)) { scratch in
                found = maximumVariance(source.plane(300, 260), radius: 127, scratch: scratch)
            }
            // Half black, half white has a variance of 127.5².
            #expect(abs(found - 127.5 * 127.5) < 1)
        }
    }
}
