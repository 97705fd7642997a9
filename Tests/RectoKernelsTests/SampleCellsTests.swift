import RectoKernels
import Testing

@Suite struct SampleCellsTests {
    private static let maps = [
        GridMap(30, 0, 2, 0, 20, 1), GridMap(20, -9, 6, 9, 20, 2, 0.3, -0.2), GridMap(60, 20, -30, -9, 70, -20),
        // The horizon crosses the cells; places are NaN; places are far away.
        GridMap(1, 0, 0, 0, 1, 0, -2, 0), GridMap(.nan, 0, 0, 0, .infinity, 1), GridMap(1e30, 0, 0, 0, -1e30, 0, 1, 1),
    ]

    /// Gray, a channel of RGB and the luma of pairs, in pictures whose rows end at unreadable memory.
    @Test(arguments: [(1, 1), (2, 5), (17, 31), (40, 9)], [CellSamples.one, .threeByThree])
    func matchesItsReference(size: (Int, Int), samples: CellSamples) {
        let (width, height) = size
        for step in 1...3 {
            for side in GuardedRows<UInt8>.Guard.allCases {
                let source = GuardedRows<UInt8>(
                    width: width * step, height: height, stride: width * step + 3, guarding: side)
                source.fillWithNoise(seed: width)
                let channel = PlaneView<UInt8>(source.base, stride: source.stride, width: width, height: height)
                for map in Self.maps {
                    for count in [0, 1, 7, 8, 9, 33] {
                        let row = CellRow(map: map, y: 0.4, start: 0.02, pitch: 0.03, spacing: 0.01)
                        let expected = Reference.sampleCells(
                            channel, step: step, row: row, samples: samples, count: count)
                        for level in InstructionSet.available {
                            var found = [Float](repeating: .nan, count: count + 7)
                            InstructionSet.withForced(level) {
                                sampleCells(
                                    channel, step: step, row: row, samples: samples, count: count, into: &found)
                            }
                            #expect(found.prefix(count).elementsEqual(expected), "\(level), \(map), step \(step)")
                        }
                    }
                }
            }
        }
    }

    /// Nine pixels of a plane in which each value is ten times the column plus the row.
    @Test func cellsAreSumsOfThePixelsAroundTheirCenters() {
        let source = GuardedRows<UInt8>(width: 12, height: 5)
        source.fill { x, y in UInt8(10 * x + y) }
        let channel = PlaneView<UInt8>(source.base, stride: source.stride, width: 12, height: 5)
        var found = [Float](repeating: 0, count: 8)
        // Cell i lies at x = 3 i + 1.5.
        let row = CellRow(map: GridMap(1, 0, 0, 0, 1, 0), y: 2.5, start: 0, pitch: 3, spacing: 1)
        sampleCells(channel, step: 1, row: row, samples: .threeByThree, count: 4, into: &found)
        #expect(found.prefix(4).elementsEqual([108, 378, 648, 918]))
        sampleCells(channel, step: 1, row: row, samples: .one, count: 4, into: &found)
        #expect(found.prefix(4).elementsEqual([12, 42, 72, 102]))
    }
}
