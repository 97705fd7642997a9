import RectoKernels
import TestSupport
import Testing

@Suite struct CellAgreementTests {
    /// A frame with one row of cells, its light, and a mean with one more element around each row.
    private struct Cells {
        let width, height: Int
        let levels: [UInt8]
        let light: [[Float]]
        let mean: [Float]
        var stride: Int { width + 3 }

        init(cells: Int, height: Int) {
            var generator = SeededGenerator(seed: UInt64(cells * 10 + height))
            (width, self.height) = (cells * agreementCell, height)
            levels = (0..<width * height).map { _ in .random(in: 0...255, using: &generator) }
            light = [0.5...2, -40...0, 0...1].map { (range: ClosedRange<Float>) in
                (0..<cells).map { _ in .random(in: range, using: &generator) }
            }
            mean = (0..<(width + 3) * height + 1).map { _ in .random(in: 0...255, using: &generator) }
        }

        func run(_ body: (PlaneView<UInt8>, CellLight, PlaneView<Float>) -> Void) {
            levels.withUnsafeBufferPointer { levels in
                light[0].withUnsafeBufferPointer { gain in
                    light[1].withUnsafeBufferPointer { offset in
                        light[2].withUnsafeBufferPointer { weight in
                            mean.withUnsafeBufferPointer { mean in
                                // SAFETY: no array is empty, and all outlive the call.
                                body(
                                    PlaneView(
                                        levels.baseAddress.unsafelyUnwrapped, stride: width, width: width,
                                        height: height),
                                    CellLight(
                                        gain: gain.baseAddress.unsafelyUnwrapped,
                                        offset: offset.baseAddress.unsafelyUnwrapped,
                                        weight: weight.baseAddress.unsafelyUnwrapped),
                                    PlaneView(
                                        mean.baseAddress.unsafelyUnwrapped + 1, stride: stride, width: width,
                                        height: height))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 2, 5], [1, 2, 3, 8]) func sumsMatchTheirReference(cells: Int, height: Int) {
        let row = Cells(cells: cells, height: height)
        func sums(_ body: (PlaneView<UInt8>, CellLight, MutablePlaneView<Float>) -> Void) -> [Float] {
            var sums = row.mean
            sums.withUnsafeMutableBufferPointer { sums in
                // SAFETY: as large as the mean.
                let target = MutablePlaneView(
                    sums.baseAddress.unsafelyUnwrapped, stride: row.stride, width: row.width, height: height)
                row.run { source, light, _ in body(source, light, target) }
            }
            return sums
        }
        let expected = sums { Reference.addCells($0, light: $1, into: $2) }
        for level in InstructionSet.available {
            let found = InstructionSet.withForced(level) { sums { addCells($0, light: $1, into: $2) } }
            #expect(found == expected, "\(level)")
        }
    }

    @Test(arguments: [1, 2, 5], [1, 2, 3, 8]) func agreementsMatchTheirReference(cells: Int, height: Int) {
        let row = Cells(cells: cells, height: height)
        let none = CellAgreement(sum: -1, squares: -1, across: -1, down: -1, xx: -1, xy: -1, yy: -1)
        var expected = [CellAgreement](repeating: none, count: cells + 1)
        row.run { Reference.compareCells($0, light: $1, with: $2, into: &expected) }
        for level in InstructionSet.available {
            var found = [CellAgreement](repeating: none, count: cells + 1)
            InstructionSet.withForced(level) { row.run { compareCells($0, light: $1, with: $2, into: &found) } }
            #expect(found == expected, "\(level)")
        }
    }

    /// A ramp of two levels per pixel, seen shifted by half a pixel: each difference is one level.
    @Test func aShiftedRampIsAsByHand() {
        let levels = (0..<8).flatMap { _ in (0..<8).map { UInt8(2 * $0 + 1) } }
        let mean = (0..<8).flatMap { _ in (-1..<9).map { Float(2 * $0) } }
        let (one, zero): ([Float], [Float]) = ([1], [0])
        var found = [CellAgreement(sum: 0, squares: 0, across: 0, down: 0, xx: 0, xy: 0, yy: 0)]
        func compare(
            _ levels: UnsafePointer<UInt8>, _ mean: UnsafePointer<Float>, _ one: UnsafePointer<Float>,
            _ zero: UnsafePointer<Float>
        ) {
            compareCells(
                PlaneView(levels, stride: 8, width: 8, height: 8),
                light: CellLight(gain: one, offset: zero, weight: one),
                with: PlaneView(mean + 1, stride: 10, width: 8, height: 8), into: &found)
        }
        compare(levels, mean, one, zero)
        // 64 pixels, and 48 of the rows between the first and the last, where the slope is 2.
        #expect(found == [CellAgreement(sum: 64, squares: 64, across: 96, down: 0, xx: 192, xy: 0, yy: 0)])
    }
}
