import RectoCore

/// A way to look for finder patterns.
struct SearchPass {
    var rule: BinarizationRule
    var scale = PicturePyramid.Scale.whole
    /// Whether light patterns on dark ground are looked for as well.
    var seeksInverted = false
    /// Whether every second row is searched, as in tall pictures.
    var isSparse = false
    /// The part that is looked at, in pixels of the whole picture; nothing for all of it.
    var part: Part?

    struct Part {
        var (left, top): (Int, Int)
        var size: PixelSize

        /// One of nine parts of a picture, two fifths of each side, which overlap; the first is in the middle.
        init?(_ number: Int, of size: PixelSize) {
            let (width, height) = (max(1, size.width * 2 / 5), max(1, size.height * 2 / 5))
            guard let part = try? PixelSize(width: width, height: height) else { return nil }
            let place = (5 * number + 4) % 9
            (left, top) = ((size.width - width) * (place % 3) / 2, (size.height - height) * (place / 3) / 2)
            self.size = part
        }
    }
}
