import RectoCodecs
import RectoCore
import TestSupport

/// An open book on a dark desk: words on two pages that darken towards the fold; or on one page across the full
/// width.
enum OpenBook {
    static let fold = 630.0
    private static let margin = 120

    /// - Parameter bend: The curvature of the upper and lower edges of each page, in pixels.
    static func picture(seed: UInt64 = 77, hasFold: Bool = true, bend: Double = 0) throws -> GrayImage {
        let size = try PixelSize(width: 1200, height: 800)
        var image = GrayImage(
            size: try PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin))
        image.withMutableView { view in
            for y in 0..<view.height { view.row(y).update(repeating: 45, count: view.width) }
            for y in 0..<size.height {
                let isText = 80..<720 ~= y && y % 30 < 12
                var isInk = false
                for x in 0..<size.width {
                    if x % 9 == 0 { isInk = isText && number(x / 9, y / 30, seed) % 100 < 60 }
                    let aside = hasFold ? abs(Double(x) - fold) : .infinity
                    let isMargin = x < 90 || x > size.width - 90 || aside < 70
                    let level = (isInk && !isMargin ? 60 : 210) - min(90 / (1 + aside / 25), 60)
                    view.row(y + margin - lift(x, size.width, bend))[x + margin] = UInt8(level)
                }
            }
        }
        var pixels = image.packedBytes
        var noise = CameraNoise(seed: seed)
        // Previews are half the size, and have noise too.
        for cell in [1, 2] { noise.add(to: &pixels, width: image.size.width, cell: cell) }
        return try GrayImage(size: image.size, packed: pixels)
    }

    /// Returns the height of a page, which rises from the fold and falls towards its outer edge.
    private static func lift(_ x: Int, _ width: Int, _ bend: Double) -> Int {
        let (x, width) = (Double(x), Double(width))
        let share = x < fold ? (fold - x) / fold : (x - fold) / (width - fold)
        return Int((bend * 4 * share * (1 - share)).rounded())
    }

    private static func number(_ column: Int, _ row: Int, _ seed: UInt64) -> UInt64 {
        var number = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(column * 1_000 + row)
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number >> 33
    }

    static func file(seed: UInt64 = 77, hasFold: Bool = true, bend: Double = 0) throws -> [UInt8] {
        try JPEGWriter.standard.encode(.gray(try picture(seed: seed, hasFold: hasFold, bend: bend)))
    }

    /// The position of the fold from the left of the picture.
    static var x: Double { fold + Double(margin) }
}
