import Recto
import RectoCodecs
import RectoCore

/// From pages to picture files.
enum PageRendering {
    /// The finished page: JPEG, or PNG where there are only ink and paper.
    static func file(of page: Page) throws -> PictureFile {
        let rendered = try page.render()
        let resolution = Resolution(dotsPerInch: rendered.dotsPerInch)
        if case .bilevel = rendered.image {
            return PictureFile(bytes: try PNGWriter(resolution: resolution).encode(rendered.image), format: .png)
        }
        var writer = JPEGWriter.standard
        writer.resolution = resolution
        return PictureFile(bytes: try writer.encode(rendered.image), format: .jpeg)
    }

    /// The same picture, smaller by a power of two: the smallest one whose longer side has so many pixels.
    static func reduced(_ file: PictureFile, longSide: Int) throws -> PictureFile {
        let picture = try PictureReader().read(bytes: file.bytes, longSide: longSide)
        return PictureFile(bytes: try JPEGWriter.standard.encode(picture.pixels.raster), format: .jpeg)
    }
}
