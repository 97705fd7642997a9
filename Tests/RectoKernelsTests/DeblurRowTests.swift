import RectoKernels
import TestSupport
import Testing

@Suite struct DeblurRowTests {
    @Test(arguments: [1, 7, 8, 30], [(3, 1, 1), (12, 2, 3), (6, 1, 1)])
    func matchesItsReference(count: Int, filter: (radius: Int, step: Int, reach: Int)) {
        var generator = SeededGenerator(seed: UInt64(count + 100 * filter.radius))
        func noise(_ n: Int, _ range: ClosedRange<Float>) -> [Float] {
            (0..<n).map { _ in .random(in: range, using: &generator) }
        }
        let room = count + 2 * filter.radius + 8
        let source = noise(room * (2 * filter.radius + 1), 0...255)
        let columns = noise(room, 0...Float(255 * (2 * filter.radius + 1)))
        let taps = noise(filter.radius + 1, -1...1)
        func row(_ body: (UnsafePointer<Float>, RowDeblur, UnsafeMutablePointer<Float>) -> Void) -> [Float] {
            var result = [Float](repeating: .nan, count: count + 8)
            source.withUnsafeBufferPointer { source in
                taps.withUnsafeBufferPointer { taps in
                    // SAFETY: neither is empty; the row has as many rows above and below as the filter reaches.
                    body(
                        source.baseAddress.unsafelyUnwrapped + filter.radius * room,
                        RowDeblur(
                            taps: taps.baseAddress.unsafelyUnwrapped, radius: filter.radius, step: filter.step,
                            reach: filter.reach, printOvershoot: 0.75, paperOvershoot: 0.125), &result)
                }
            }
            return Array(result[0..<count])
        }
        let expected = row { Reference.deblurRow($0, stride: room, count: count, by: $1, columns: columns, into: $2) }
        for level in InstructionSet.available {
            let found = InstructionSet.withForced(level) {
                row {
                    var scratch = [Float](repeating: .nan, count: deblurScratchRows * room)
                    deblurRow(
                        $0, stride: room, count: count, by: $1, columns: columns, scratch: &scratch, into: $2)
                }
            }
            #expect(found == expected, "\(level)")
        }
    }

    /// The edge of print of 40 on paper of 200, which the filter changes to −120 and 360: each may exceed its level by
    /// an eighth of the contrast.
    @Test func paperGetsNoRing() {
        let row = [Float](repeating: 200, count: 12) + [Float](repeating: 40, count: 12)
        let source = (0..<3).flatMap { _ in row }
        let columns = row.map { 3 * $0 }
        let taps: [Float] = [3, -1]
        var found = [Float](repeating: 0, count: 24)
        var scratch = [Float](repeating: 0, count: deblurScratchRows * 24)
        source.withUnsafeBufferPointer { source in
            taps.withUnsafeBufferPointer { taps in
                // SAFETY: neither is empty.
                deblurRow(
                    source.baseAddress.unsafelyUnwrapped + 24, stride: 24, count: 14,
                    by: RowDeblur(
                        taps: taps.baseAddress.unsafelyUnwrapped, radius: 1, step: 1, reach: 1, printOvershoot: 0.75,
                        paperOvershoot: 0.125),
                    columns: columns, scratch: &scratch, into: &found)
            }
        }
        // Element 10 is the last of paper, with more paper than print around it, and 11 is the first of print.
        let values = [0, 10, 11, 13].map { found[$0] }
        let expected: [Float] = [200, 220, 20, 40]
        #expect(values == expected)
    }
}
