import RectoCore
import RectoKernels

/// One pass of the search for finder patterns.
struct SearchPass {
    var rule: BinarizationRule
    var scale = PicturePyramid.Scale.whole
    /// Whether light patterns on dark ground are searched for as well.
    var seeksInverted = false
    /// Whether every second row is searched, as in tall pictures.
    var isSparse = false
    /// The part that is searched, in pixels of the whole picture; nil for all of it.
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

/// A picture at smaller scales, made when first asked for. Memory is kept from picture to picture.
final class PicturePyramid {
    enum Scale: Int, CaseIterable {
        case whole, half, quarter, eighth

        /// Pixels of the whole picture for each of this scale.
        var pixels: Float { Float(1 << rawValue) }
    }

    private let planes = [Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>()]
    private var views: [GrayView] = []

    /// - Parameter view: Outlives what is asked for.
    func start(_ view: GrayView) {
        views.removeAll(keepingCapacity: true)
        views.append(view)
    }

    /// Returns nil if the picture is too small.
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
