import RectoCore
import RectoVision
import Testing

@Suite struct FusionReasonsTests {
    /// Longest side of an A4 page at 150 dots per inch, in pixels.
    private static let enough = 1753.94

    private func page(longest: Double) -> Quad { Quad(width: longest / 2, height: longest) }

    @Test("A page that is shown at 150 dpi without glare and noise has no reason")
    func none() {
        let reasons = FusionReasons(of: page(longest: Self.enough + 1), glareShare: 0.0009, noise: 2.9)
        #expect(reasons.isEmpty && reasons.list.isEmpty && reasons.first == nil)
        // Unknown values are not reasons.
        #expect(FusionReasons(of: page(longest: Self.enough + 1)).isEmpty)
    }

    @Test("Each reason alone")
    func each() {
        #expect(FusionReasons(of: page(longest: Self.enough - 1)).list == [.sampling])
        #expect(FusionReasons(of: page(longest: Self.enough + 1), glareShare: 0.001).list == [.glare])
        #expect(FusionReasons(of: page(longest: Self.enough + 1), noise: 3).list == [.noise])
    }

    @Test("The longest side counts, whichever it is")
    func longestSide() {
        let lying = Quad(width: Self.enough + 1, height: 900)
        #expect(FusionReasons(of: lying).isEmpty)
        var slanted = page(longest: Self.enough - 1)
        slanted.bottomRight.y += 3
        #expect(FusionReasons(of: slanted).isEmpty)
    }

    @Test("All that hold are told, coarse sampling first")
    func several() {
        let all = FusionReasons(of: page(longest: 900), glareShare: 0.1, noise: 12)
        #expect(all == [.sampling, .glare, .noise] && all.first == .sampling)
        #expect(all.list == FusionReason.allCases)
        let two = FusionReasons(of: page(longest: Self.enough + 1), glareShare: 0.1, noise: 12)
        #expect(two.list == [.glare, .noise] && two.first == .glare)
    }
}
