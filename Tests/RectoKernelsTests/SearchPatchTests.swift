import RectoKernels
import TestSupport
import Testing

@Suite struct SearchPatchTests {
    @Test("scores and the best place are the reference's at every level, for every number of places")
    func matchesItsReference() {
        var random = SeededGenerator(seed: 11)
        for shape in Self.shapes {
            let patch = Self.patch(&random, shape.kind)
            let window = Self.window(&random, shape)
            let unused = [Float](repeating: -1, count: PatchSearch.scoreCount)
            var expected = unused
            let place = Reference.searchPatch(
                patch, in: window.plane(shape.columns + PatchSearch.side - 1, shape.rows + PatchSearch.side - 1),
                flat: 28_561, scores: &expected)
            for level in InstructionSet.available {
                var found = unused
                let best = InstructionSet.withForced(level) { Self.search(patch, window, shape, scores: &found) }
                #expect(best == place, "\(shape), \(level)")
                let same = (0..<shape.rows * PatchSearch.scoreStride).allSatisfy {
                    $0 % PatchSearch.scoreStride >= shape.columns || expected[$0].bitPattern == found[$0].bitPattern
                }
                #expect(same, "\(shape), \(level)")
            }
        }
    }

    @Test("a patch is found where it was cut out, whatever the light, with its own deviation as score")
    func aPatchIsFoundWhereItWasCutOut() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<40 {
            let shape = Shape(columns: 25, rows: 25, kind: .noise)
            let window = Self.window(&random, shape)
            let (column, row) = (Int.random(in: 0..<25, using: &random), Int.random(in: 0..<25, using: &random))
            var patch = [UInt8](repeating: 0, count: PatchSearch.patchByteCount)
            for y in 0..<PatchSearch.side {
                for x in 0..<PatchSearch.side {
                    patch[y * PatchSearch.patchStride + x] = 40 + window[column + x, row + y] / 2
                }
            }
            var scores = [Float](repeating: 0, count: PatchSearch.scoreCount)
            let best = Self.search(patch, window, shape, scores: &scores)
            #expect(best == (column, row))
            let pixels = (0..<169).map { Double(patch[$0 / 13 * PatchSearch.patchStride + $0 % 13]) }
            let sum = pixels.reduce(0, +)
            let deviation = (169 * pixels.reduce(0) { $0 + $1 * $1 } - sum * sum).squareRoot()
            let correlation = Double(scores[row * PatchSearch.scoreStride + column]) / deviation
            #expect(correlation > 0.999 && correlation < 1.0001)
        }
    }

    @Test("where nothing is to be seen the score is 0, and the first place is the best")
    func flatPlacesScoreNothing() {
        var random = SeededGenerator(seed: 13)
        let window = GuardedRows<UInt8>(width: 64, height: 37)
        window.fill { _, _ in 200 }
        var scores = [Float](repeating: 1, count: PatchSearch.scoreCount)
        let patch = Self.patch(&random, .noise)
        let best = Self.search(patch, window, Shape(columns: 25, rows: 25, kind: .noise), scores: &scores)
        #expect(best == (0, 0))
        #expect((0..<25).allSatisfy { scores[$0 * PatchSearch.scoreStride + 24] == 0 })
    }

    // MARK: - Made windows

    private enum Kind: CaseIterable {
        case noise, extremes, steps
    }

    private struct Shape: CustomStringConvertible {
        var columns: Int
        var rows: Int
        var kind: Kind

        var description: String { "\(columns) × \(rows), \(kind)" }
    }

    private static let shapes = (1...25).flatMap { columns in
        Kind.allCases.map { Shape(columns: columns, rows: [1, 2, 7, 17, 25][columns % 5], kind: $0) }
    }

    private static func value(_ random: inout SeededGenerator, _ kind: Kind) -> UInt8 {
        let bits = UInt8(truncatingIfNeeded: random.next())
        return switch kind {
        case .noise: bits
        case .extremes: bits & 1 == 0 ? 0 : 255
        case .steps: bits < 200 ? 90 : 91
        }
    }

    private static func patch(_ random: inout SeededGenerator, _ kind: Kind) -> [UInt8] {
        // Bytes after the 13th column must not count.
        (0..<PatchSearch.patchByteCount).map { _ in value(&random, kind) }
    }

    /// The last row ends, including the readable padding, at an unreadable page.
    private static func window(_ random: inout SeededGenerator, _ shape: Shape) -> GuardedRows<UInt8> {
        let rows = GuardedRows<UInt8>(
            width: PatchSearch.readableBytes, height: shape.rows + PatchSearch.side - 1, stride: 60)
        var generator = random
        rows.fill { _, _ in value(&generator, shape.kind) }
        random = generator
        return rows
    }

    private static func search(
        _ patch: [UInt8], _ window: GuardedRows<UInt8>, _ shape: Shape, scores: inout [Float]
    ) -> (column: Int, row: Int) {
        var scratch = [Int32](repeating: 77, count: PatchSearch.scratchCount)
        return searchPatch(
            patch, in: window.plane(shape.columns + PatchSearch.side - 1, shape.rows + PatchSearch.side - 1),
            flat: 28_561, scores: &scores, scratch: &scratch)
    }
}
