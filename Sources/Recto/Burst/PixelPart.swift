import RectoCodecs
import RectoCore
import RectoVision

/// A rectangle of whole pixels in a picture.
struct PixelPart {
    let left: Int
    let top: Int
    let size: PixelSize

    var origin: Point2D { Point2D(x: Double(left), y: Double(top)) }

    /// Clips a rectangle to a picture; `nil` if nothing remains.
    init?(left: Double, top: Double, right: Double, bottom: Double, in size: PixelSize) {
        func whole(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit)).rounded(.down)) }
        (self.left, self.top) = (whole(left, size.width), whole(top, size.height))
        guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite,
            let size = try? PixelSize(
                width: whole(right, size.width) - self.left, height: whole(bottom, size.height) - self.top)
        else { return nil }
        self.size = size
    }
}

extension Picture.Pixels {
    /// - Precondition: The part lies within the picture.
    func part(_ part: PixelPart) -> Picture.Pixels {
        switch self {
        case .gray(let image): .gray(image.part(part))
        case .rgb(let image): .rgb(image.part(part))
        }
    }
}

extension Image {
    fileprivate func part(_ part: PixelPart) -> Image {
        withView { Image(copying: $0.part(left: part.left, top: part.top, size: part.size)) }
    }
}
