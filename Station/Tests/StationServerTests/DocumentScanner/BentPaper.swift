import RectoCodecs
import RectoCore

/// Paper with lines of letters that fill the picture.
enum BentPaper {
    static let size = (width: 700, height: 900)

    /// - Parameter sag: The sag of the lines in pixels, like a hanging cloth; zero for a flat page.
    static func file(sag: Double) throws -> [UInt8] {
        var image = GrayImage(size: try PixelSize(width: size.width, height: size.height))
        image.withMutableView { view in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let across = (Double(x) - 350) / 350
                    let line = Double(y) - sag * (1 - across * across) - 80
                    let isText = 60..<640 ~= x && line >= 0 && line < 700
                    let isInk = isText && Int(line) % 34 < 12 && x % 9 < 5 && (x / 9 * 7 + Int(line) / 34 * 5) % 6 != 0
                    view.row(y)[x] = isInk ? 40 : 215
                }
            }
        }
        return try PNGWriter().encode(.gray(image))
    }
}
