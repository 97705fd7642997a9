import RectoKernels
import TestSupport
import Testing

@Suite struct GatherTileTests {
    /// A tile of a frame, the light of its cells and their neighbors, taps, and initial sums.
    private struct Tile {
        let width, height, phases: Int
        /// Columns of the frame, starting at the tile's first.
        let seen: Int
        let levels: [UInt8]
        let cells: [[Float]]
        let down, across: [Float]
        let start: [Float]
        /// Stride of a row of cells: as many as are read, starting before the tile's first.
        static let cellStride = 13

        init(width: Int, height: Int, phases: Int, beyond: Int) {
            (self.width, self.height, self.phases, seen) = (width, height, phases, width + beyond)
            var generator = SeededGenerator(seed: UInt64(width + 100 * height + 1000 * phases + 10_000 * beyond))
            func noise(_ n: Int, _ range: ClosedRange<Float>) -> [Float] {
                (0..<n).map { _ in .random(in: range, using: &generator) }
            }
            levels = noise(seen * (height + 3), 0...255).map { UInt8($0) }
            cells = [0.5...2, -40...0, 0...1].map { noise(3 * Self.cellStride, $0) }
            (down, across) = (noise(4 * phases, 0...1), noise(4 * phases, 0...1))
            start = noise(phases * phases * width * height, 0...9)
        }

        func sums(
            _ body: (PlaneView<UInt8>, GatherTaps, TileLight, UnsafeMutablePointer<Float>, TileSums) -> Void
        ) -> [[Float]] {
            var (values, weights) = (start + [0], start + [0])
            var scratch = [Float](repeating: .nan, count: gatherScratchCount)
            levels.withUnsafeBufferPointer { levels in
                cells[0].withUnsafeBufferPointer { gain in
                    cells[1].withUnsafeBufferPointer { offset in
                        cells[2].withUnsafeBufferPointer { weight in
                            down.withUnsafeBufferPointer { down in
                                across.withUnsafeBufferPointer { across in
                                    // SAFETY: no array is empty, and all outlive the call.
                                    let own = Self.cellStride + 1
                                    body(
                                        PlaneView(
                                            levels.baseAddress.unsafelyUnwrapped, stride: seen, width: seen,
                                            height: height + 3),
                                        GatherTaps(
                                            down: down.baseAddress.unsafelyUnwrapped,
                                            across: across.baseAddress.unsafelyUnwrapped, phases: phases),
                                        TileLight(
                                            gain: gain.baseAddress.unsafelyUnwrapped + own,
                                            offset: offset.baseAddress.unsafelyUnwrapped + own,
                                            weight: weight.baseAddress.unsafelyUnwrapped + own,
                                            stride: Self.cellStride),
                                        &scratch,
                                        TileSums(
                                            values: &values, weights: &weights, width: width, height: height,
                                            stride: width, apart: width * height))
                                }
                            }
                        }
                    }
                }
            }
            return [values, weights]
        }
    }

    @Test(arguments: [1, 2], [8, 24, 32]) func matchesItsReference(phases: Int, width: Int) {
        for (height, beyond) in [(8, 8), (8, 3), (1, 5), (5, 7)] {
            let tile = Tile(width: width, height: height, phases: phases, beyond: beyond)
            let expected = tile.sums { Reference.gatherTile($0, taps: $1, light: $2, into: $4) }
            for level in InstructionSet.available {
                let found = InstructionSet.withForced(level) {
                    tile.sums { gatherTile($0, taps: $1, light: $2, scratch: $3, into: $4) }
                }
                #expect(found == expected, "\(level), \(height) rows, \(beyond) columns beyond")
            }
        }
    }

    /// A ramp of ten levels per pixel, with half of each sample from the column to its right, and uniform gain, offset
    /// and weight.
    @Test func aPixelBetweenColumnsIsAsByHand() {
        let levels = (0..<11).flatMap { _ in (0..<16).map { UInt8(10 * $0) } }
        let light: [[Float]] = [2, 4, 0.5].map { [Float](repeating: $0, count: 3 * 9) }
        let (down, across): ([Float], [Float]) = ([0, 1, 0, 0], [0, 0.5, 0.5, 0])
        var (values, weights) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
        var scratch = [Float](repeating: 0, count: gatherScratchCount)
        func gather(
            _ levels: UnsafePointer<UInt8>, _ gain: UnsafePointer<Float>, _ offset: UnsafePointer<Float>,
            _ weight: UnsafePointer<Float>, _ down: UnsafePointer<Float>, _ across: UnsafePointer<Float>
        ) {
            gatherTile(
                PlaneView(levels, stride: 16, width: 16, height: 11),
                taps: GatherTaps(down: down, across: across, phases: 1),
                light: TileLight(gain: gain + 10, offset: offset + 10, weight: weight + 10, stride: 9),
                scratch: &scratch,
                into: TileSums(values: &values, weights: &weights, width: 8, height: 8, stride: 8, apart: 64))
        }
        gather(levels, light[0], light[1], light[2], down, across)
        // ((15 + 10 x) × 2 + 4) × ½.
        let row: [Float] = [17, 27, 37, 47, 57, 67, 77, 87]
        let (expected, half) = ((0..<64).map { row[$0 % 8] }, [Float](repeating: 0.5, count: 64))
        #expect(values == expected)
        #expect(weights == half)
    }

    /// Weights of 0, 1 and 0 in three cells: between their centers they change by an eighth per pixel.
    @Test func lightIsInterpolatedBetweenCells() {
        let levels = [UInt8](repeating: 1, count: 11 * 16)
        let (gain, offset) = ([Float](repeating: 1, count: 27), [Float](repeating: 0, count: 27))
        let weight = (0..<27).map { Float($0 % 9 == 1 ? 1 : 0) }
        let tap: [Float] = [1, 0, 0, 0]
        var (values, weights) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
        var scratch = [Float](repeating: 0, count: gatherScratchCount)
        func gather(
            _ levels: UnsafePointer<UInt8>, _ gain: UnsafePointer<Float>, _ offset: UnsafePointer<Float>,
            _ weight: UnsafePointer<Float>, _ tap: UnsafePointer<Float>
        ) {
            gatherTile(
                PlaneView(levels, stride: 16, width: 16, height: 11),
                taps: GatherTaps(down: tap, across: tap, phases: 1),
                light: TileLight(gain: gain + 10, offset: offset + 10, weight: weight + 10, stride: 9),
                scratch: &scratch,
                into: TileSums(values: &values, weights: &weights, width: 8, height: 8, stride: 8, apart: 64))
        }
        gather(levels, gain, offset, weight, tap)
        let row: [Float] = [0.5625, 0.6875, 0.8125, 0.9375, 0.9375, 0.8125, 0.6875, 0.5625]
        let expected = (0..<64).map { row[$0 % 8] }
        #expect(weights == expected)
        #expect(values == expected)
    }
}
