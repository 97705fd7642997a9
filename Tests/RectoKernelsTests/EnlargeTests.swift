import RectoKernels
import Testing

@Suite struct EnlargeTests {
    @Test(arguments: [1, 3]) func matchesItsReference(channels: Int) {
        for (w, h) in [(1, 1), (2, 1), (5, 3), (11, 2), (16, 4), (17, 5), (33, 2), (64, 3), (101, 7)] {
            for side in GuardedRows<UInt8>.Guard.allCases {
                let shape = Shape(width: w, height: h, padding: w % 3, guarding: side)
                let source: GuardedRows<UInt8> = rows(w * channels, h, shape)
                source.fillWithNoise(seed: w)
                expectMatchesReference(
                    "\(w) × \(h)", target: { [rows(2 * w * channels, 2 * h, shape) as GuardedRows<UInt8>] }
                ) {
                    Reference.enlarge(source.plane(w, h), channels: channels, into: $0[0].target(2 * w, 2 * h))
                } kernel: {
                    enlarge(source.plane(w, h), channels: channels, into: $0[0].target(2 * w, 2 * h))
                }
            }
        }
    }

    @Test(arguments: [1, 3]) func partsMakeTheWhole(channels: Int) {
        let source = GuardedRows<UInt8>(width: 33 * channels, height: 21)
        source.fillWithNoise(seed: 7)
        let (whole, joined) = (
            GuardedRows<UInt8>(width: 66 * channels, height: 42), GuardedRows<UInt8>(width: 66 * channels, height: 42)
        )
        enlarge(source.plane(33, 21), channels: channels, into: whole.target(66, 42))
        for part in (0..<5).reversed() {
            enlarge(
                source.plane(33, 21), channels: channels, into: joined.target(66, 42), part: WorkPart(part, of: 5))
        }
        #expect(joined.rows == whole.rows)
    }

    /// Cubic convolution reproduces quadratics away from the border.
    @Test func parabolasStayParabolas() {
        let source = GuardedRows<UInt8>(width: 40, height: 40)
        func height(_ x: Double, _ y: Double) -> Double { 20 + (x - 20) * (x - 20) / 4 + (y - 15) * (y - 15) / 8 }
        source.fill { x, y in UInt8(height(Double(x), Double(y)).rounded()) }
        let target = GuardedRows<UInt8>(width: 80, height: 80)
        enlarge(source.plane(40, 40), channels: 1, into: target.target(80, 80))
        for y in 8..<72 {
            for x in 8..<72 {
                let expected = height((Double(x) - 0.5) / 2, (Double(y) - 0.5) / 2)
                #expect(abs(Double(target[x, y]) - expected) < 1.8)
            }
        }
    }
}
