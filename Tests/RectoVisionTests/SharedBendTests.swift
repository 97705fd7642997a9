import Glibc
import RectoCore
import RectoVision
import Testing

@Suite struct SharedBendTests {
    private static let letter = 10.0

    /// The bend of thirty lines of sixty letters with given heights along them.
    private func bend(tilt: Double = 0, _ height: (_ line: Int, _ place: Double) -> Double) -> SharedBend {
        let lines = (0..<30).map { line in
            stride(from: -300.0, through: 300, by: 30).map { place in
                let (x, y) = (place, 25 * Double(line) + height(line, place))
                return Point2D(x: x * cos(tilt) - y * sin(tilt), y: x * sin(tilt) + y * cos(tilt))
            }
        }
        return SharedBend(lines, letter: Self.letter)
    }

    @Test func straightLinesShareNone() {
        for tilt in [0, 0.3, -0.7] {
            // Seen obliquely, they are no longer parallel.
            #expect(bend(tilt: tilt) { Double($0) * $1 / 3000 }.size < 1e-9)
        }
    }

    /// Slopes range from 0 to 29 of 3000, over lines of 600: the deviation of a line's heights is its rise divided by
    /// √12.
    @Test func linesOfATiltedPageConverge() {
        let slopes = (0..<30).map { Double($0) / 3000 }
        let spread = (slopes.reduce(0) { $0 + ($1 - 14.5 / 3000) * ($1 - 14.5 / 3000) } / 30).squareRoot()
        for tilt in [0, 0.3, -0.7] {
            let found = bend(tilt: tilt) { Double($0) * $1 / 3000 }
            #expect(abs(found.convergence - spread * 600 / 12.squareRoot() / Self.letter) < 0.02)
            #expect(found.shareOfConvergence > 0.99)
            #expect(bend(tilt: tilt) { _, _ in 0 }.convergence < 1e-9)
        }
    }

    /// The wave's mean square is a half, of which the fitted straight line removes almost nothing.
    @Test func bentPageBendsItsLinesAlike() {
        for tilt in [0, 0.3, -0.7] {
            let found = bend(tilt: tilt) { _, place in 5 * cos(place * .pi / 150) }
            #expect(abs(found.size - 5 * 0.5.squareRoot() / Self.letter) < 0.05)
            #expect(found.share > 0.95)
        }
    }

    @Test func handwritingBendsEachLineItsOwnWay() {
        let found = bend { line, place in 5 * cos(place * .pi / 150 + 2.4 * Double(line)) }
        #expect(found.share < 0.1)
        #expect(found.size < 0.1)
    }

    @Test func linesWithoutNeighboursTellNothing() {
        #expect(SharedBend([], letter: 10).size == 0)
        let line = (0...9).map { Point2D(x: 20 * Double($0), y: Double($0 * $0)) }
        #expect(SharedBend([line], letter: 10).size == 0)
        #expect(SharedBend([line, line.map { $0 + Point2D(x: 0, y: 500) }], letter: 10).size == 0)
        #expect(SharedBend([[line[0], line[0]]], letter: 10).size == 0)
    }
}
