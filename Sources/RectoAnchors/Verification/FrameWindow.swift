import RectoCore

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
