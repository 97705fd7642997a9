import RectoCore
import RectoPictures
import Testing

/// Lines drawn on a page.
@Suite struct PageInscriptionTests {
    private static let size = (width: 400, height: 300)

    /// The darkness of each pixel after a line of text was drawn on white, row by row.
    private func drawn(_ text: String, at x: Double, angle: Double = 0) throws -> [Int] {
        var page = RGBImage(size: try PixelSize(width: Self.size.width, height: Self.size.height))
        page.withMutableView { view in
            for y in 0..<view.height { for byte in 0..<3 * view.width { view.row(y)[byte] = 255 } }
        }
        var inscription = PageInscription()
        inscription.lines = [.init(text, at: Point2D(x: x, y: 150), size: 20, angle: angle)]
        let bytes = try inscription.drawn(on: page).packedBytes
        return stride(from: 0, to: bytes.count, by: 3).map { 255 - Int(bytes[$0]) }
    }

    private func columns(_ range: Range<Int>, of ink: [Int]) -> Int {
        ink.enumerated().reduce(0) { range.contains($1.offset % Self.size.width) ? $0 + $1.element : $0 }
    }

    @Test("A line that begins too far right is drawn whole, further left", arguments: [0.0, -0.18])
    func shifted(angle: Double) throws {
        let whole = try drawn("Only for this page", at: 20, angle: angle).reduce(0, +)
        let ink = try drawn("Only for this page", at: 380, angle: angle)
        #expect(whole > 0 && abs(ink.reduce(0, +) - whole) < whole / 20)
        #expect(columns(Self.size.width - 2..<Self.size.width, of: ink) == 0)
    }

    @Test func aLineThatIsLongerThanThePictureIsDrawnSmaller() throws {
        let text = String(repeating: "Only for this page. ", count: 5) + "|"
        let ink = try drawn(text, at: 20)
        // Its end is visible, and nothing is at the edge.
        #expect(columns(Self.size.width - 20..<Self.size.width - 2, of: ink) > 0)
        #expect(columns(Self.size.width - 2..<Self.size.width, of: ink) == 0)
    }
}
