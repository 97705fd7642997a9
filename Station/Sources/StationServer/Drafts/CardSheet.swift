import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The two sides of a card, one above the other on an upright A4 page at true size.
struct CardSheet {
    /// The scans of both sides of a card in size ID-1, as used by bank cards.
    let sides: [Page]

    private static let dotsPerInch = 300.0
    private static let white: UInt8 = 255

    init(_ sides: [Page]) { self.sides = sides }

    /// Returns the sheet as a JPEG file.
    func jpegBytes() throws -> [UInt8] {
        let paper = Paper(.a4)
        var sheet = RGBImage(
            size: try PixelSize(
                width: Int((paper.widthInches * Self.dotsPerInch).rounded()),
                height: Int((paper.heightInches * Self.dotsPerInch).rounded())))
        sheet.withMutableView { view in
            // SAFETY: a row holds `rowBytes` bytes.
            for y in 0..<view.height { view.row(y).update(repeating: Self.white, count: view.rowBytes) }
        }
        var renderer = PageRenderer()
        for (place, side) in sides.enumerated() {
            var side = side
            (side.paper, side.dotsPerInch, side.flattening) = (.fixed(.id1), Self.dotsPerInch, .off)
            // Sides may also be gray or black-and-white, depending on the filter.
            let picture = try renderer.render(side).image.rgb
            Self.lay(picture, on: &sheet, middle: sheet.size.height * (place + 1) / (sides.count + 1))
        }
        let resolution = Resolution(horizontal: Self.dotsPerInch, vertical: Self.dotsPerInch)
        return try JPEGWriter(quality: 90, resolution: resolution).encode(.rgb(sheet))
    }

    /// - Parameter middle: The row of the sheet for the middle of the picture.
    private static func lay(_ picture: RGBImage, on sheet: inout RGBImage, middle: Int) {
        let (left, top) = ((sheet.size.width - picture.size.width) / 2, middle - picture.size.height / 2)
        let isWithin = left >= 0 && top >= 0 && top + picture.size.height <= sheet.size.height
        precondition(isWithin, "a side lies within the sheet")
        picture.withView { from in
            sheet.withMutableView { to in
                for y in 0..<from.height {
                    // SAFETY: the side lies within the sheet: row `top + y` exists, and from pixel `left` on it has
                    // room for a row of the side, because the paper has equal margins.
                    (to.row(top + y) + 3 * left).update(from: from.row(y), count: from.rowBytes)
                }
            }
        }
    }
}
