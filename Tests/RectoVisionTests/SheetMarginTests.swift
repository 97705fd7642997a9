import RectoCore
import RectoVision
import TestSupport
import Testing

/// Cards and certificates with a frame printed along their edges: the edge counts, not the frame.
@Suite struct SheetMarginTests {
    private static let (width, height) = (960, 720)
    private static let sheet = Quad(
        topLeft: Point2D(x: 300, y: 130), topRight: Point2D(x: 660, y: 130), bottomRight: Point2D(x: 660, y: 590),
        bottomLeft: Point2D(x: 300, y: 590))

    /// A sheet with a dark picture and a light margin of this width around it.
    /// - Parameter shine: How much brighter a part of the right margin is.
    private func picture(margin: Int, paper: Int, ground: Int, shine: Int = 0, seed: UInt64) throws -> GrayImage {
        var generator = TestSupport.SeededGenerator(seed: seed)
        var image = GrayImage(size: try PixelSize(width: Self.width, height: Self.height))
        image.withMutableView { view in
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let isSheet = 300..<660 ~= x && 130..<590 ~= y
                    let isInside = 300 + margin..<660 - margin ~= x && 130 + margin..<590 - margin ~= y
                    let isShiny = shine > 0 && x >= 660 - margin && y >= 330
                    let level = isInside ? 60 + (x + y) % 23 : isSheet ? paper + (isShiny ? shine : 0) : ground
                    view.row(y)[x] = UInt8(clamping: level + Int.random(in: -3...3, using: &generator))
                }
            }
        }
        return image
    }

    @Test("The sheet is found, not the frame on it", arguments: [16, 24, 32])
    func framedSheets(margin: Int) throws {
        var detector = try PageDetector()
        for (paper, ground) in [(235, 130), (235, 205), (200, 60)] {
            let image = try picture(margin: margin, paper: paper, ground: ground, seed: UInt64(margin))
            let found = try #require(image.withView { detector.detect(.gray($0)) })
            let overlap = found.quad.intersectionOverUnion(with: Self.sheet)
            #expect(overlap > 0.97, "margin \(margin), paper \(paper) on \(ground)")
        }
    }

    @Test("So is one whose dark, glossy margin mirrors a lamp at one side", arguments: [16, 24, 32])
    func glossyMargins(margin: Int) throws {
        var detector = try PageDetector()
        let image = try picture(margin: margin, paper: 25, ground: 190, shine: 90, seed: UInt64(margin))
        let found = try #require(image.withView { detector.detect(.gray($0)) })
        #expect(found.quad.intersectionOverUnion(with: Self.sheet) > 0.97, "margin \(margin): \(found)")
    }
}
