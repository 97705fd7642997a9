import RectoAnchors
import RectoCore
import Testing

@Suite("Anchor")
struct AnchorTests {
    @Test("the printed height follows from the width and the picture's shape")
    func physicalHeight() throws {
        let poster = Anchor(name: "poster", size: try PixelSize(width: 400, height: 600), physicalWidth: 0.2)
        #expect(abs(poster.physicalHeight! - 0.3) < 1e-12)
        #expect(Anchor(name: "poster", size: poster.size).physicalHeight == nil)
    }
}
