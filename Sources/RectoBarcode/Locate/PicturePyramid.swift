import RectoCore
import RectoKernels

/// One pass of the finder search.
struct SearchPass {
    var rule: BinarizationRule
    var scale = PicturePyramid.Scale.whole
    /// Whether to search for light patterns on a dark background too.
    var seeksInverted = false
    /// Whether to search only every second row, as in tall pictures.
    var isSparse = false
    /// The part to search, in pixels of the whole picture; `nil` for the whole picture.
    var part: Part?

    struct Part {
        var (left, top): (Int, Int)
        var size: PixelSize

        /// One of nine overlapping parts of a picture, two fifths of each side; the first is in the middle.
        init?(_ number: Int, of size: PixelSize) {
            let (width, height) = (max(1, size.width * 2 / 5), max(1, size.height * 2 / 5))
            guard let part = try? PixelSize(width: width, height: height) else { return nil }
            let place = (5 * number + 4) % 9
            (left, top) = ((size.width - width) * (place % 3) / 2, (size.height - height) * (place / 3) / 2)
            self.size = part
        }
    }
}

/// A picture at smaller scales, created on first use. Memory is reused.
final class PicturePyramid {
    enum Scale: Int, CaseIterable {
        case whole, half, quarter, eighth

        /// The number of pixels of the whole picture per pixel of this scale.
        var pixels: Float { Float(1 << rawValue) }
    }

    private let planes = [Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>()]
    private var views: [GrayView] = []

    /// - Parameter view: Must stay valid as long as scales are requested.
    func start(_ view: GrayView) {
        views.removeAll(keepingCapacity: true)
        views.append(view)
    }

    /// Returns `nil` if the picture is too small.
    func view(_ scale: Scale) -> GrayView? {
        while views.count <= scale.rawValue {
            guard let last = views.last, let half = halved(last, into: planes[views.count - 1]) else { return nil }
            views.append(half)
        }
        return views[scale.rawValue]
    }

    private func halved(_ view: GrayView, into plane: Plane<UInt8>) -> GrayView? {
        guard let size = try? PixelSize(width: view.width / 2, height: view.height / 2) else { return nil }
        plane.reshape(width: size.width, height: size.height)
        // SAFETY: the plane has the size's pixels.
        halve(
            view.plane, channels: 1,
            into: MutablePlaneView(plane.base, stride: size.width, width: view.width / 2, height: view.height / 2))
        return try? GrayView(base: plane.base, byteCount: size.area, size: size, stride: size.width)
    }
}
