import RectoAnchors
import RectoCore
import Testing

@Suite struct GrayPyramidTests {
    @Test("levels halve the picture, and a place is half as far on the next")
    func levelsHalveThePicture() throws {
        var picture = GrayImage(size: try PixelSize(width: 101, height: 64))
        picture.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width { view.row(y)[x] = UInt8(2 * x) }
            }
        }
        let pyramid = GrayPyramid(levels: 4)
        picture.withView { view in
            pyramid.load(view)
            #expect(pyramid.levels.map(\.width) == [101, 50, 25, 12])
            #expect(pyramid.levels.map(\.height) == [64, 32, 16, 8])
            // A ramp is 2 (x - 1/2) at x: the same at x / 2 one level up, except for the rounding of the means.
            for (i, level) in pyramid.levels.enumerated() {
                for x in 0..<level.width {
                    let place = (Double(x) + 0.5) * Double(1 << i)
                    #expect(abs(Double(level.row(3)[x]) - (2 * place - 1)) <= 0.5 * Double(i) + 0.01)
                }
            }
        }
    }

    @Test("a picture too small for all levels has fewer, also after a larger one")
    func aSmallPictureHasFewerLevels() throws {
        let pyramid = GrayPyramid(levels: 4)
        for (side, expected) in [(200, 4), (3, 2), (1, 1), (16, 4)] {
            GrayImage(size: try PixelSize(width: side, height: side)).withView { view in
                pyramid.load(view)
                #expect(pyramid.levels.count == expected)
            }
        }
    }
}
