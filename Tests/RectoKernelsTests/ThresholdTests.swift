import RectoKernels
import TestSupport
import Testing

/// Box means, thresholds and gains.
@Suite struct ThresholdTests {
    static let radii = [0, 1, 2, 7, 15, 127]

    @Test func boxMeanMatchesItsReference() {
        for (i, shape) in Shape.filled.enumerated() {
            let (w, h) = (shape.width, min(shape.height, 9))
            let radius = Self.radii[i % Self.radii.count]
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                "\(shape), radius \(radius)", target: { [rows(w, h, shape) as GuardedRows<UInt8>] }
            ) {
                Reference.boxMean(source.plane(w, h), radius: radius, into: $0[0].target(w, h))
            } kernel: { found in
                withScratch(boxMeanScratchByteCount(width: w, radius: radius)) { scratch in
                    boxMean(source.plane(w, h), radius: radius, into: found[0].target(w, h), scratch: scratch)
                }
            }
        }
    }

    @Test func localThresholdMatchesItsReference() {
        for (i, shape) in Shape.filled.enumerated() {
            let (w, h) = (shape.width, min(shape.height, 9))
            let radius = Self.radii[i % Self.radii.count]
            let offset = [0, 10, -10, 255, -255][i % 5]
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            expectMatchesReference(
                "\(shape), radius \(radius)", target: { [rows((w + 7) / 8, h, shape) as GuardedRows<UInt8>] }
            ) {
                Reference.localThreshold(
                    source.plane(w, h), radius: radius, offset: offset, into: $0[0].target((w + 7) / 8, h))
            } kernel: { found in
                withScratch(boxMeanScratchByteCount(width: w, radius: radius)) { scratch in
                    localThreshold(
                        source.plane(w, h), radius: radius, offset: offset, into: found[0].target((w + 7) / 8, h),
                        scratch: scratch)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7, 26, 61])
    func surfacesInPartsAreTheWhole(height: Int) {
        let width = 70
        let source = GuardedRows<UInt8>(width: width, height: height)
        source.fill { x, y in UInt8(truncatingIfNeeded: (y * width + x) &* 97 &+ y &* 31) }
        let cells = GuardedRows<UInt8>(width: (width + 3) / 4, height: (height + 3) / 4)
        cells.fill { x, y in UInt8(truncatingIfNeeded: 90 &+ (y * cells.width + x) &* 53 % 80) }
        let gains = GuardedRows<UInt16>(width: cells.width, height: cells.height)
        gains.fill { x, y in UInt16(cells[x, y]) }
        func run(_ parts: Int) -> [[[UInt8]]] {
            let bits = GuardedRows<UInt8>(width: (width + 7) / 8, height: height)
            let pixels = GuardedRows<UInt8>(width: width, height: height)
            withScratch(surfaceScratchByteCount(width: width, channels: 1)) { scratch in
                for index in 0..<parts {
                    let part = WorkPart(index, of: parts)
                    thresholdAgainstSurface(
                        source.plane(width, height), surface: cells.plane(cells.width, cells.height),
                        into: bits.target(bits.width, height), scratch: scratch, part: part)
                    flattenWithSurface(
                        source.plane(width, height), channels: 1, gains: gains.plane(cells.width, cells.height),
                        into: pixels.target(width, height), scratch: scratch, part: part)
                }
            }
            return [bits.rows, pixels.rows]
        }
        let whole = run(1)
        for parts in [2, 3, 5] { #expect(run(parts) == whole, "\(parts) parts") }
    }

    @Test func thresholdAgainstSurfaceMatchesItsReference() {
        for shape in Shape.filled {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            let surface: GuardedRows<UInt8> = rows((w + 3) / 4, (h + 3) / 4, shape)
            surface.fillWithNoise(seed: w + 1)
            expectMatchesReference(shape.description, target: { [rows((w + 7) / 8, h, shape) as GuardedRows<UInt8>] }) {
                Reference.thresholdAgainstSurface(
                    source.plane(w, h), surface: surface.plane((w + 3) / 4, (h + 3) / 4),
                    into: $0[0].target((w + 7) / 8, h))
            } kernel: { found in
                withScratch(surfaceScratchByteCount(width: w, channels: 1)) { scratch in
                    thresholdAgainstSurface(
                        source.plane(w, h), surface: surface.plane((w + 3) / 4, (h + 3) / 4),
                        into: found[0].target((w + 7) / 8, h), scratch: scratch)
                }
            }
        }
    }

    @Test(arguments: [1, 3]) func flattenWithSurfaceMatchesItsReference(channels: Int) {
        for shape in Shape.filled {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w * channels, h, shape)
            source.fillWithNoise(seed: w)
            let gains: GuardedRows<UInt16> = rows((w + 3) / 4 * channels, (h + 3) / 4, shape)
            var random = SeededGenerator(seed: UInt64(w))
            gains.fill { _, _ in UInt16.random(in: 0...maximumGain, using: &random) }
            expectMatchesReference(shape.description, target: { [rows(w * channels, h, shape) as GuardedRows<UInt8>] })
            {
                Reference.flattenWithSurface(
                    source.plane(w, h), channels: channels, gains: gains.plane((w + 3) / 4, (h + 3) / 4),
                    into: $0[0].target(w, h))
            } kernel: { found in
                withScratch(surfaceScratchByteCount(width: w, channels: channels)) { scratch in
                    flattenWithSurface(
                        source.plane(w, h), channels: channels, gains: gains.plane((w + 3) / 4, (h + 3) / 4),
                        into: found[0].target(w, h), scratch: scratch)
                }
            }
        }
    }

    @Test(arguments: [(4, 3), (3, 4)])
    func surfacesMustCoverThePicture(columns: Int, rows: Int) async {
        // A picture of 13 × 13 pixels has 4 × 4 cells.
        await #expect(processExitsWith: .failure) { [columns = columns as Int, rows = rows as Int] in
            let (source, bits) = (GuardedRows<UInt8>(width: 13, height: 13), GuardedRows<UInt8>(width: 2, height: 13))
            let surface = GuardedRows<UInt8>(width: 4, height: 4)
            withScratch(surfaceScratchByteCount(width: 13, channels: 1)) { scratch in
                thresholdAgainstSurface(
                    source.plane(13, 13), surface: surface.plane(columns, rows), into: bits.target(2, 13),
                    scratch: scratch)
            }
        }
        await #expect(processExitsWith: .failure) { [columns = columns as Int, rows = rows as Int] in
            let source = GuardedRows<UInt8>(width: 13, height: 13)
            let target = GuardedRows<UInt8>(width: 13, height: 13)
            let gains = GuardedRows<UInt16>(width: 4, height: 4)
            withScratch(surfaceScratchByteCount(width: 13, channels: 1)) { scratch in
                flattenWithSurface(
                    source.plane(13, 13), channels: 1, gains: gains.plane(columns, rows), into: target.target(13, 13),
                    scratch: scratch)
            }
        }
    }

    @Test func aSurfaceMayBeLargerThanThePicture() {
        let source = GuardedRows<UInt8>(width: 5, height: 1)
        source.fill { x, _ in UInt8(x) }
        let surface = GuardedRows<UInt8>(width: 9, height: 7)
        surface.fill { _, _ in 2 }
        let bits = GuardedRows<UInt8>(width: 1, height: 1)
        withScratch(surfaceScratchByteCount(width: 5, channels: 1)) { scratch in
            thresholdAgainstSurface(
                source.plane(5, 1), surface: surface.plane(9, 7), into: bits.target(1, 1), scratch: scratch)
        }
        #expect(bits.rows == [[0b1100_0000]])
    }

    @Test func bitsStartAtTheTop() {
        let source = GuardedRows<UInt8>(width: 10, height: 1)
        source.fill { x, _ in [0, 9].contains(x) ? 99 : 100 }
        let surface = GuardedRows<UInt8>(width: 3, height: 1)
        surface.fill { _, _ in 100 }
        let bits = GuardedRows<UInt8>(width: 2, height: 1)
        withScratch(surfaceScratchByteCount(width: 10, channels: 1)) { scratch in
            thresholdAgainstSurface(
                source.plane(10, 1), surface: surface.plane(3, 1), into: bits.target(2, 1), scratch: scratch)
        }
        #expect(bits.rows == [[0b1000_0000, 0b0100_0000]])
    }

    @Test func surfacesAreInterpolatedBetweenCentersOfCells() {
        // Cells of 0 and 128: the threshold crosses 64 between the two cells, at column 4.
        let surface = GuardedRows<UInt8>(width: 2, height: 1)
        surface.fill { x, _ in UInt8(128 * x) }
        let source = GuardedRows<UInt8>(width: 8, height: 1)
        let bits = GuardedRows<UInt8>(width: 1, height: 1)
        for (value, expected) in [(0, 0b0011_1111), (16, 0b0001_1111), (63, 0b0000_1111), (127, 0b0000_0011)] {
            source.fill { _, _ in UInt8(value) }
            withScratch(surfaceScratchByteCount(width: 8, channels: 1)) { scratch in
                thresholdAgainstSurface(
                    source.plane(8, 1), surface: surface.plane(2, 1), into: bits.target(1, 1), scratch: scratch)
            }
            #expect(bits[0, 0] == UInt8(expected), "value \(value)")
        }
    }

    @Test func unitGainChangesNothingAndDoubleGainDoubles() {
        let source = GuardedRows<UInt8>(width: 50, height: 9)
        source.fillWithNoise(seed: 3)
        let gains = GuardedRows<UInt16>(width: 13, height: 3)
        let target = GuardedRows<UInt8>(width: 50, height: 9)
        for factor in [1, 2] {
            gains.fill { _, _ in unitGain * UInt16(factor) }
            withScratch(surfaceScratchByteCount(width: 50, channels: 1)) { scratch in
                flattenWithSurface(
                    source.plane(50, 9), channels: 1, gains: gains.plane(13, 3), into: target.target(50, 9),
                    scratch: scratch)
            }
            #expect(target.rows == source.rows.map { $0.map { UInt8(min(255, factor * Int($0))) } })
        }
    }

    @Test func boxMeansOfTinyPicturesAreTheirsByHand() {
        let source = GuardedRows<UInt8>(width: 3, height: 2)
        let pixels: [[UInt8]] = [[0, 90, 30], [9, 18, 27]]
        source.fill { x, y in pixels[y][x] }
        let target = GuardedRows<UInt8>(width: 3, height: 2)
        withScratch(boxMeanScratchByteCount(width: 3, radius: 1)) { scratch in
            boxMean(source.plane(3, 2), radius: 1, into: target.target(3, 2), scratch: scratch)
        }
        // At the top left: twice the top row's (0, 0, 90) and once the bottom row's (9, 9, 18).
        #expect(target[0, 0] == UInt8((2 * 90 + 36) / 9))
        // At the bottom right: once (90, 30, 30) and twice (18, 27, 27).
        #expect(target[2, 1] == 33)
    }
}
