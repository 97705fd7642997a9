import Testing
import RectoCore

@Suite struct QuadTests {
    @Test func areaOfUnitSquare() { #expect(Quad(width: 1, height: 1).signedArea == 1) }
}
