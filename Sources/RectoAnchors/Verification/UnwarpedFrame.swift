internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The part of a frame at an anchor's place, unwarped to the anchor's shape. Memory is reused from frame to frame.
final class UnwarpedFrame {
    /// The pixels, with the requested padding after each row.
    let pixels = Plane<UInt8>()

    /// Unwarps a frame, using the level with about the same resolution.
    /// - Parameters:
    ///   - map: The map from the unwarped pixels to the frame.
    ///   - padding: Number of readable pixels after each row.
    /// - Returns: The place of the pixels in the frame.
    func load(_ map: Homography, _ size: PixelSize, padding: Int = 0, from frame: GrayPyramid) -> FrameWindow {
        let (picture, toLevel) = frame.level(for: map, width: size.width, height: size.height)
        let stride = size.width + padding
        pixels.reshape(width: stride, height: size.height)
        let (a, b, c) = (toLevel.a, toLevel.b, toLevel.c)
        let (d, e, f) = (toLevel.d, toLevel.e, toLevel.f)
        // SAFETY: the level is a view of its size, and the plane has the rows of the size.
        warpGray(
            picture.plane, map: (a, b, c, d, e, f, toLevel.g, toLevel.h, toLevel.i),
            into: MutablePlaneView(pixels.base, stride: stride, width: size.width, height: size.height))
        return FrameWindow(map: toLevel, size: picture.size)
    }
}

/// A level of a frame, and the map from the unwarped frame to it.
struct FrameWindow {
    let map: Homography
    let size: PixelSize

    /// Whether an upright square of the unwarped frame lies entirely within the frame.
    func shows(x: Int, y: Int, side: Int) -> Bool {
        let (left, top, right, bottom) = (Double(x), Double(y), Double(x + side), Double(y + side))
        return shows(left, top) && shows(right, top) && shows(right, bottom) && shows(left, bottom)
    }

    private func shows(_ x: Double, _ y: Double) -> Bool {
        let w: Double = map.g * x + map.h * y + map.i
        let u: Double = map.a * x + map.b * y + map.c
        let v: Double = map.d * x + map.e * y + map.f
        return u >= 0 && v >= 0 && u <= Double(size.width) * w && v <= Double(size.height) * w
    }
}
