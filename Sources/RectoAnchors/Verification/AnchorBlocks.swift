package import RectoCore
internal import RectoVision

/// A small picture of an anchor and its blocks that are not flat.
package struct AnchorBlocks {
    struct Block {
        /// The first pixel of the block.
        let x, y: Int
        let sum: Int
        /// 1 divided by the root of n Σp² - (Σp)².
        let share: Float
    }

    /// Side of a block, in pixels.
    static let side = 8
    /// Distance between successive blocks, in pixels.
    static let step = 4
    static let pixelCount = side * side
    /// Approximate number of pixels of the picture: an A4 page has 66 × 47.
    private static let area = 3072.0
    /// Minimum standard deviation of a block, in levels.
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

    /// Number of blocks along each axis.
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
