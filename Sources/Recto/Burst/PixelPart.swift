import RectoCodecs
import RectoCore
import RectoVision

/// A rectangle of whole pixels of a picture.
struct PixelPart {
    let left: Int
    let top: Int
    let size: PixelSize

    var origin: Point2D { Point2D(x: Double(left), y: Double(top)) }

    /// What of a rectangle lies within a picture; `nil` if nothing does.
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

    /// At once or twice its size.
    func enlarged(_ scale: Int) -> Picture.Pixels {
        switch self {
        case .gray(let image): .gray(image.enlarged(scale))
        case .rgb(let image): .rgb(image.enlarged(scale))
        }
    }

    /// With another picture, of a part of what this one was enlarged from, in its place.
    func pasting(_ other: Picture.Pixels, _ part: PixelPart, scale: Int) -> Picture.Pixels {
        switch (self, other) {
        case (.gray(var image), .gray(let other)):
            image.paste(other, part, scale: scale)
            return .gray(image)
        case (.rgb(var image), .rgb(let other)):
            image.paste(other, part, scale: scale)
            return .rgb(image)
        default: return self
        }
    }
}

extension Image {
    /// Pixels inside a part's border to which enlarging it reads beyond it.
    private static var seam: Int { 2 }

    fileprivate func part(_ part: PixelPart) -> Image {
        withView { Image(copying: $0.part(left: part.left, top: part.top, size: part.size)) }
    }

    /// But for the seam, where the part ends within the picture.
    fileprivate mutating func paste(_ other: Image, _ part: PixelPart, scale: Int) {
        let bytes = Layout.bitsPerPixel / 8
        let (left, top) = (part.left > 0 ? Self.seam : 0, part.top > 0 ? Self.seam : 0)
        let isAtRight = (part.left + part.size.width) * scale >= width
        let isAtBottom = (part.top + part.size.height) * scale >= height
        let right = part.size.width - (isAtRight ? 0 : Self.seam)
        let bottom = part.size.height - (isAtBottom ? 0 : Self.seam)
        guard left < right, top < bottom else { return }
        withMutableView { target in
            other.withView { source in
                for y in top * scale..<bottom * scale {
                    let from = source.row(y) + left * scale * bytes
                    let to = target.row(y + part.top * scale) + (part.left + left) * scale * bytes
                    to.update(from: from, count: (right - left) * scale * bytes)
                }
            }
        }
    }
}
