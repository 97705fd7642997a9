package import RectoCodecs
package import RectoCore
import RectoPictures

/// A picture and the place of its page.
package struct QuadItem {
    package enum Source {
        case file(String)
        case image(RGBImage)
    }

    package var name: String
    package var source: Source
    /// `nil` if it shows no page.
    package var truth: Quad?

    package init(name: String, source: Source, truth: Quad?) {
        (self.name, self.source, self.truth) = (name, source, truth)
    }

    package func picture() throws -> Picture.Pixels {
        switch source {
        case .file(let path): try PictureReader().read(path: path).pixels
        case .image(let image): .rgb(image)
        }
    }
}

/// Items that are scored together.
package struct QuadSet {
    package var name: String
    package var items: [QuadItem]

    package init(name: String, items: [QuadItem]) { (self.name, self.items) = (name, items) }
}
