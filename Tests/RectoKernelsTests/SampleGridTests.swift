import RectoKernels
import TestSupport
import Testing

@Suite struct SampleGridTests {
    private static let maps = [
        GridMap(1, 0, 0, 0, 1, 0), GridMap(0.7, -0.4, 3, 0.4, 0.7, 2, 0.01, -0.008), GridMap(3, 1, -9, -1, 3, 5),
        // The horizon crosses the grid; places are not numbers; places are far away.
        GridMap(1, 0, 0, 0, 1, 0, -0.1, 0), GridMap(.nan, 0, 0, 0, .infinity, 1),
        GridMap(1e30, 0, 0, 0, -1e30, 0, 1, 1),
    ]

    @Test func matchesItsReference() {
        var random = SeededGenerator(seed: 5)
        for shape in Shape.filled where shape.height > 0 {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            let count = w % 40 + 1
            let room = (count + 7) / 8 * 8
            let x = (0..<room).map { _ in Float.random(in: -3...Float(w) + 3, using: &random) }
            let y = (0..<room).map { _ in Float.random(in: -3...Float(h) + 3, using: &random) }
            for map in Self.maps {
                var expected = [Float](repeating: 0, count: room)
                Reference.sampleGrid(
                    source.base, stride: source.stride, width: w, height: h, outside: 200, map: map, x: x, y: y,
                    count: count, into: &expected)
                for level in InstructionSet.available {
                    var found = [Float](repeating: 0, count: room)
                    InstructionSet.withForced(level) {
                        sampleGrid(
                            source.base, stride: source.stride, width: w, height: h, outside: 200, map: map, x: x, y: y,
                            count: count, into: &found)
                    }
                    let same = zip(expected, found).prefix(count).allSatisfy { $0.bitPattern == $1.bitPattern }
                    #expect(same, "\(shape), \(map), \(level)")
                }
            }
        }
    }

    @Test func pixelCentresAreAtAHalf() {
        let pixels: [UInt8] = [10, 20, 30, 40]
        var result = [Float](repeating: 0, count: 8)
        let x: [Float] = [0.5, 1.5, 1, 0.5, 1, -5, 0, 0]
        let y: [Float] = [0.5, 0.5, 0.5, 1.5, 1, 0, 0.5, 0]
        sampleGrid(
            pixels, stride: 2, width: 2, height: 2, outside: 100, map: GridMap(1, 0, 0, 0, 1, 0), x: x, y: y, count: 8,
            into: &result)
        #expect(result == [10, 20, 15, 30, 25, 100, 55, 77.5])
    }
}
