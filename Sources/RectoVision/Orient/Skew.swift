public import RectoCore
import RectoKernels

/// How far the lines of print on a page that fills its picture are from level.
public struct Skew: Hashable, Sendable {
    /// The angle by which lines fall to the right, in degrees, -45...45.
    public let degrees: Double
    /// The size of the picture.
    public let picture: PixelSize
    /// The smallest box around everything but paper on the level page, in pixels from its center.
    let content: Box

    /// A rectangle with sides along the level page.
    struct Box: Hashable, Sendable {
        var left = Double.infinity
        var top = Double.infinity
        var right = -Double.infinity
        var bottom = -Double.infinity

        mutating func add(x: Double, y: Double) {
            (left, right) = (min(left, x), max(right, x))
            (top, bottom) = (min(top, y), max(bottom, y))
        }
    }

    /// Lines that are nearer to level stay as they are, in degrees: turning them would only blur them.
    private static let smallest = 0.15
    /// White space between the content and a side of the page that has grown, in pixels.
    private static let margin = 8.0
    /// The longest side of a picture that pages are sampled from, in pixels, and the largest area.
    private static let maximumSide = 32_767.0
    private static let maximumArea = 178_956_970.0

    /// Whether turning the page would make its lines more level.
    public var isWorthTurning: Bool {
        let frame = frame
        let (width, height) = (frame.right - frame.left, frame.bottom - frame.top)
        let source = Double(max(picture.width, picture.height))
        return abs(degrees) >= Self.smallest && max(width, height, source) <= Self.maximumSide
            && width * height <= Self.maximumArea
    }

    /// The page turned level. It keeps the picture's size unless content would be cropped; what the picture does not show
    /// becomes paper.
    /// - Precondition: The picture has the size of ``picture``, and ``isWorthTurning``.
    public func leveled(_ page: GrayView) -> GrayImage {
        leveled(page) { (source, map, target: MutablePlaneView<UInt8>) in warpGray(source, map: map, into: target) }
    }

    /// The page turned level. It keeps the picture's size unless content would be cropped; what the picture does not show
    /// becomes paper.
    /// - Precondition: The picture has the size of ``picture``, and ``isWorthTurning``.
    public func leveled(_ page: RGBView) -> RGBImage {
        leveled(page) { (source, map, target: MutablePlaneView<UInt8>) in warpRGB(source, map: map, into: target) }
    }

    private func leveled<Layout>(
        _ page: ImageView<Layout>,
        _ warp: (PlaneView<UInt8>, WarpCoefficients, MutablePlaneView<UInt8>) -> Void
    ) -> Image<Layout> {
        precondition(page.size == picture, "another picture")
        let frame = frame
        guard
            let size = try? PixelSize(
                width: Int((frame.right - frame.left).rounded()), height: Int((frame.bottom - frame.top).rounded()))
        else { preconditionFailure("a side of the page is at least as long as the picture's") }
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let x = Double(picture.width) / 2 + cosine * frame.left - sine * frame.top
        let y = Double(picture.height) / 2 + sine * frame.left + cosine * frame.top
        var image = Image<Layout>(size: size)
        image.withMutableView { target in
            // SAFETY: views of the picture and the page, passed with their sizes.
            warp(page.plane, (cosine, -sine, x, sine, cosine, y, 0, 0, 1), target.plane)
            PaperFill(size, beyond(size, Point2D(x: x, y: y), cosine, sine)).fill(target)
        }
        return image
    }

    /// For each pixel of the page 255 if it lies beyond the picture, else 0.
    private func beyond(_ page: PixelSize, _ origin: Point2D, _ cosine: Double, _ sine: Double) -> [UInt8] {
        var shares = [UInt8](repeating: 0, count: page.area)
        let (width, height) = (Double(picture.width), Double(picture.height))
        for v in 0..<page.height {
            let down = Double(v) + 0.5
            for u in 0..<page.width {
                let right = Double(u) + 0.5
                let x = origin.x + cosine * right - sine * down
                let y = origin.y + sine * right + cosine * down
                if x < 0 || y < 0 || x > width || y > height { shares[v * page.width + u] = 255 }
            }
        }
        return shares
    }

    /// The page's sides, in pixels from its center.
    private var frame: Box {
        let (width, height) = (Double(picture.width) / 2, Double(picture.height) / 2)
        return Box(
            left: min(-width, (content.left - Self.margin).rounded(.down)),
            top: min(-height, (content.top - Self.margin).rounded(.down)),
            right: max(width, (content.right + Self.margin).rounded(.up)),
            bottom: max(height, (content.bottom + Self.margin).rounded(.up)))
    }
}
