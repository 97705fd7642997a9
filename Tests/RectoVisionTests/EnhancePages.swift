import RectoCore
import TestSupport

/// Synthetic pages for enhancement.
enum TestPage {
    /// A gray picture with a value for every pixel, 0…255.
    static func gray(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> Double) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width { view.row(y)[x] = UInt8(min(max(value(x, y).rounded(), 0), 255)) }
            }
        }
        return image
    }

    /// A picture in color.
    static func rgb(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> [Double]) throws -> RGBImage {
        var image = RGBImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    for (c, v) in value(x, y).enumerated() {
                        view.row(y)[3 * x + c] = UInt8(min(max(v.rounded(), 0), 255))
                    }
                }
            }
        }
        return image
    }

    /// Whether a pixel is ink of lines of letter-like strokes, three pixels wide.
    static func isText(_ x: Int, _ y: Int) -> Bool {
        let (column, row) = (x % 18, y % 40)
        guard 8..<30 ~= row, column < 13, x > 20, y > 20 else { return false }
        let letter = (x / 18 &* 7 &+ y / 40 &* 13) % 4
        switch letter {
        case 0: return column < 3 || row > 26
        case 1: return column < 3 || 10..<13 ~= column || 17..<20 ~= row
        case 2: return row < 11 || 5..<8 ~= column
        default: return false
        }
    }
}

extension BilevelImage {
    func isInk(_ x: Int, _ y: Int) -> Bool { withView { $0.row(y)[x / 8] & (0x80 >> UInt8(x % 8)) != 0 } }
    var inkCount: Int { packedBytes.reduce(0) { $0 + $1.nonzeroBitCount } }
}
