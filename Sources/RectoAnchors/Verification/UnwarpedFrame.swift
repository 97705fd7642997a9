internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// What a frame shows in the place of an anchor, unwarped to the anchor's own shape. Memory is kept from frame to frame.
final class UnwarpedFrame {
    /// The pixels, and behind each row as many more as were asked for.
    let pixels = Plane<UInt8>()

    /// Unwarps a frame, from the level that has about as many pixels.
    /// - Parameters:
    ///   - map: From the pixels that are made to the frame.
    ///   - padding: Pixels behind each row that may be read.
    /// - Returns: Where the pixels lie in the frame.
    func load(_ map: Homography, _ size: PixelSize, padding: Int = 0, from frame: GrayPyramid) -> FrameWindow {
        let (picture, toLevel) = frame.level(for: map, width: size.width, height: size.height)
        let stride = size.width + padding
        pixels.reshape(width: stride, height: size.height)
        let (a, b, c) = (toLevel.a, toLevel.b, toLevel.c)
        let (d, e, f) = (toLevel.d, toLevel.e, toLevel.f)
        // SAFETY: the level is a view of its size, the plane has the rows of the size.
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

    /// Whether all of an upright square of the unwarped frame is within the frame.
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
