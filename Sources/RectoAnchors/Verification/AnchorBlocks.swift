package import RectoCore
internal import RectoVision

/// A small picture of an anchor, and the blocks of it that are not flat.
package struct AnchorBlocks {
    struct Block {
        /// The pixel that it begins at.
        let x, y: Int
        let sum: Int
        /// 1 over the root of n Σp² - (Σp)².
        let share: Float
    }

    /// Side of the blocks, in pixels.
    static let side = 8
    /// Distance from one to the next.
    static let step = 4
    static let pixelCount = side * side
    /// Pixels that the picture has, about: an A4 page 66 × 47.
    private static let area = 3072.0
    /// Deviation, in levels, that a block has at least.
    private static let minimumDeviation = 6

    let pixels: [UInt8]
    let size: PixelSize
    private(set) var blocks: [Block] = []

    package init(of picture: GrayView) {
        let image = GrayImage(copying: picture)
        let shrinking = max(1, (Double(picture.size.area) / Self.area).squareRoot())
        let small = picture.size.shrunk(by: shrinking).flatMap { image.shrunk(to: $0) } ?? image
        (pixels, size) = (small.packedBytes, small.size)
        for row in 0..<rows {
            for column in 0..<columns { add(x: column * Self.step, y: row * Self.step) }
        }
    }

    /// Blocks beside and below each other.
    var columns: Int { max(0, size.width - Self.side + Self.step) / Self.step }
    var rows: Int { max(0, size.height - Self.side + Self.step) / Self.step }

    private mutating func add(x: Int, y: Int) {
        var (sum, square) = (0, 0)
        for row in y..<y + Self.side {
            for level in pixels[row * size.width + x..<row * size.width + x + Self.side] {
                sum += Int(level)
                square += Int(level) * Int(level)
            }
        }
        let variance = Self.pixelCount * square - sum * sum
        let minimum = Self.pixelCount * Self.minimumDeviation
        guard variance >= minimum * minimum else { return }
        blocks.append(Block(x: x, y: y, sum: sum, share: 1 / Float(variance).squareRoot()))
    }
}
