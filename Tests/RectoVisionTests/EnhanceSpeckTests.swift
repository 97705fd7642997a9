import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct EnhanceSpeckTests {
    /// Ink by a rule, with specks removed.
    private func withoutSpecks(
        _ width: Int, _ height: Int, isFirm: (_ x: Int, _ y: Int) -> Bool = { _, _ in false },
        _ isInk: (_ x: Int, _ y: Int) -> Bool
    ) throws -> (before: BilevelImage, after: BilevelImage) {
        var before = BilevelImage(size: try PixelSize(width: width, height: height))
        before.withMutableView { view in
            for y in 0..<height { for x in 0..<width where isInk(x, y) { view.row(y)[x / 8] |= 0x80 >> UInt8(x % 8) } }
        }
        var after = before
        after.withMutableView {
            SpeckRemoval($0.base, stride: $0.stride, width: width, height: height).run(unless: isFirm)
        }
        return (before, after)
    }

    /// The definition, evaluated pixel by pixel.
    private func isSpeck(_ x: Int, _ y: Int, _ ink: BilevelImage) -> Bool {
        for j in max(y - 7, 0)...min(y + 7, ink.height - 1) {
            for i in max(x - 7, 0)...min(x + 7, ink.width - 1) where max(abs(i - x), abs(j - y)) > 1 {
                if ink.isInk(i, j) { return false }
            }
        }
        return ink.isInk(x, y)
    }

    @Test(arguments: [(1, 1), (3, 9), (64, 20), (65, 33), (130, 50), (257, 40), (200, 120)], [0.0005, 0.004, 0.02])
    func specksGoAndAllElseStays(size: (width: Int, height: Int), density: Double) throws {
        var random = SeededGenerator(seed: 31)
        var sites: Set<[Int]> = []
        for y in 0..<size.height {
            for x in 0..<size.width where random.uniform(0...1) < density {
                for j in y...y + Int.random(in: 0...3, using: &random) {
                    for i in x...x + Int.random(in: 0...3, using: &random) { sites.insert([i, j]) }
                }
            }
        }
        let (before, after) = try withoutSpecks(size.width, size.height) { sites.contains([$0, $1]) }
        for y in 0..<size.height {
            for x in 0..<size.width {
                var isGone = false
                for j in max(y - 1, 0)...min(y + 1, size.height - 1) {
                    for i in max(x - 1, 0)...min(x + 1, size.width - 1) where isSpeck(i, j, before) { isGone = true }
                }
                #expect(after.isInk(x, y) == (before.isInk(x, y) && !isGone), "\(x), \(y)")
            }
        }
    }

    @Test func dotsNearInkStay() throws {
        // A full stop of 2 × 2 pixels after a stroke, and the same dot alone, both at a word boundary.
        let (_, after) = try withoutSpecks(140, 60) { x, y in
            let isStroke = 56..<59 ~= x && 10..<25 ~= y
            let isStop = 63..<65 ~= x && 23..<25 ~= y
            let isAlone = 63..<65 ~= x && 45..<47 ~= y
            return isStroke || isStop || isAlone
        }
        #expect(after.inkCount == 3 * 15 + 4)
    }

    @Test func firmDotsStay() throws {
        // 3 × 3 dots on both sides of a word boundary; the middle one has a firm corner.
        let dots = [(20, 20), (62, 20), (100, 20)]
        let (_, after) = try withoutSpecks(140, 60, isFirm: { $0 == 64 && $1 == 22 }) { x, y in
            dots.contains { $0.0..<$0.0 + 3 ~= x && $0.1..<$0.1 + 3 ~= y }
        }
        #expect(after.inkCount == 9)
        #expect(after.isInk(62, 20) && after.isInk(64, 22))
    }

    /// Prices as set by cheap printers: the point is isolated, eight pixels from the digits.
    @Test func pointsOfPricesStay() throws {
        var page = GrayImage(size: try PixelSize(width: 400, height: 300))
        page.withMutableView { view in
            for y in 0..<300 { for x in 0..<400 { view.row(y)[x] = 215 } }
            for line in stride(from: 40, to: 260, by: 30) {
                for digit in [100, 124, 136] {
                    for y in line..<line + 14 {
                        for x in [digit, digit + 1, digit + 7, digit + 8] { view.row(y)[x] = 60 }
                    }
                }
                for y in line + 12..<line + 14 { for x in 116..<118 { view.row(y)[x] = 75 } }
            }
        }
        var enhancer = Enhancer()
        let result = page.withView { enhancer.enhance($0, as: .blackAndWhite) }
        guard case .bilevel(let ink) = result else {
            Issue.record("not black and white")
            return
        }
        for line in stride(from: 40, to: 260, by: 30) { #expect(ink.isInk(116, line + 13)) }
    }
}
