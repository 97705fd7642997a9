import RectoVision
import TestSupport
import Testing

@Suite struct SignatureAverageTests {
    private static let count = PageSignature.side * PageSignature.side
    /// The largest value of a cell, in its units.
    private static let largest = 8 * 2040

    private static func signature(_ value: (Int) -> Int) -> PageSignature {
        let cells = SignatureCells()
        for index in 0..<count { cells.base[index] = Int16(value(index)) }
        return PageSignature(cells)
    }

    private static func cells(_ signature: PageSignature?) -> [Int] {
        signature.map { signature in (0..<count).map { Int(signature.cells.base[$0]) } } ?? []
    }

    /// The largest error of the cells.
    private static func error(_ mean: SignatureAverage, _ due: (Int) -> Double) -> Double {
        let cells = cells(mean.signature)
        return cells.count == count ? cells.indices.map { abs(Double(cells[$0]) - due($0)) }.max() ?? 0 : .infinity
    }

    /// Random cells between the extremes, those included.
    private static func noise(seed: UInt64) -> [[Int]] {
        var random = SeededGenerator(seed: seed)
        return (0..<6).map { _ in
            (0..<count).map { index in
                index % 7 == 0 ? [-largest, largest][index % 2] : .random(in: -largest...largest, using: &random)
            }
        }
    }

    @Test func upToFourSignaturesCountTheSame() {
        var mean = SignatureAverage()
        #expect(mean.signature == nil && !mean.isSettled)
        let signatures = Self.noise(seed: 1)
        for count in 1...4 {
            mean.add(Self.signature { signatures[count - 1][$0] }, at: Double(count))
            // Each step rounds.
            let error = Self.error(mean) { index in
                Double(signatures[..<count].reduce(0) { $0 + $1[index] }) / Double(count)
            }
            #expect(error <= (count == 1 ? 0 : 2), "\(count)")
            #expect(mean.isSettled == (count == 4))
        }
        #expect(mean.since == 1)
    }

    @Test func fromTheFifthOnEachCountsAQuarter() {
        var mean = SignatureAverage()
        let signatures = Self.noise(seed: 2)
        for signature in signatures[..<4] { mean.add(Self.signature { signature[$0] }, at: 0) }
        for signature in signatures[4...] {
            let before = Self.cells(mean.signature)
            mean.add(Self.signature { signature[$0] }, at: 1)
            let error = Self.error(mean) { index in 0.75 * Double(before[index]) + 0.25 * Double(signature[index]) }
            #expect(error <= 0.5)
            #expect(mean.isSettled && mean.since == 0)
        }
    }

    /// Of four signatures half of the noise remains.
    @Test func noiseFallsOut() {
        var random = SeededGenerator(seed: 3)
        var mean = SignatureAverage()
        for _ in 0..<4 { mean.add(Self.signature { _ in 400 + .random(in: -100...100, using: &random) }, at: 0) }
        let squares = Self.cells(mean.signature).reduce(0.0) { $0 + Double(($1 - 400) * ($1 - 400)) }
        let deviation = (squares / Double(Self.count)).squareRoot()
        // For uniform numbers from -100 to 100 it is 58.
        #expect(abs(deviation - 29) < 1)
    }

    @Test func aSignatureThatWasHandedOutStays() throws {
        var mean = SignatureAverage()
        let first = Self.signature { $0 % 50 }
        mean.add(first, at: 0)
        let early = try #require(mean.signature)
        for _ in 0..<3 { mean.add(Self.signature { _ in 1000 }, at: 0) }
        #expect(Self.cells(early) == (0..<Self.count).map { $0 % 50 })
        #expect(Self.cells(first) == (0..<Self.count).map { $0 % 50 })
    }

    @Test func clearedItBeginsAnew() {
        var mean = SignatureAverage()
        for _ in 0..<5 { mean.add(Self.signature { _ in 1000 }, at: 1) }
        mean.clear()
        #expect(mean.signature == nil && !mean.isSettled)
        mean.add(Self.signature { _ in -8 }, at: 2)
        #expect(Self.cells(mean.signature) == [Int](repeating: -8, count: Self.count))
        #expect(mean.since == 2 && !mean.isSettled)
    }
}
