import RectoKernels
import TestSupport
import Testing

@Suite struct SampleGridTests {
    private static let maps = [
        GridMap(1, 0, 0, 0, 1, 0), GridMap(0.7, -0.4, 3, 0.4, 0.7, 2, 0.01, -0.008), GridMap(3, 1, -9, -1, 3, 5),
        // The horizon crosses the grid; places are NaN; places are far away.
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
                withPoints(x, y, count, map) {
                    Reference.sampleGrid(source.plane(w, h), outside: 200, at: $0, into: &expected)
                }
                for level in InstructionSet.available {
                    var found = [Float](repeating: 0, count: room)
                    InstructionSet.withForced(level) {
                        withPoints(x, y, count, map) {
                            sampleGrid(source.plane(w, h), outside: 200, at: $0, into: &found)
                        }
                    }
                    let same = zip(expected, found).prefix(count).allSatisfy { $0.bitPattern == $1.bitPattern }
                    #expect(same, "\(shape), \(map), \(level)")
                }
            }
        }
    }

    private func withPoints(_ x: [Float], _ y: [Float], _ count: Int, _ map: GridMap, _ body: (GridPoints) -> Void) {
        x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                body(GridPoints(x: x.baseAddress!, y: y.baseAddress!, count: count, map: map))
            }
        }
    }

    @Test func pixelCentersAreAtAHalf() {
        let pixels: [UInt8] = [10, 20, 30, 40]
        var result = [Float](repeating: 0, count: 8)
        let x: [Float] = [0.5, 1.5, 1, 0.5, 1, -5, 0, 0]
        let y: [Float] = [0.5, 0.5, 0.5, 1.5, 1, 0, 0.5, 0]
        withPlane(pixels, width: 2, height: 2) { picture in
            withPoints(x, y, 8, GridMap(1, 0, 0, 0, 1, 0)) {
                sampleGrid(picture, outside: 100, at: $0, into: &result)
            }
        }
        #expect(result == [10, 20, 15, 30, 25, 100, 55, 77.5])
    }
}
