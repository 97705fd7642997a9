package import RectoCore

extension Homography {
    /// The same map with i = 1; unchanged where i is 0.
    package var normalised: Homography {
        guard abs(i) > 1e-12 else { return self }
        let s = 1 / i
        return Homography(a * s, b * s, c * s, d * s, e * s, f * s, g * s, h * s, 1)
    }

    /// Where the corners of a picture of a size go.
    package func corners(of size: PixelSize) -> Quad { Quad(size).map(map) }

    /// Whether a camera can see an anchor of a size like this: all of it before the camera, not back to front, tilted so
    /// little that its nearest corner is at most five times as near as the farthest, and of a useful size.
    package func isView(of size: PixelSize) -> Bool {
        let (width, height) = (Double(size.width), Double(size.height))
        let depths = SIMD4(i, g * width + i, h * height + i, g * width + h * height + i)
        let (minimum, maximum) = (depths.min(), depths.max())
        guard minimum > 1e-6 * abs(maximum), maximum <= 5 * minimum else { return false }
        let outline = corners(of: size)
        guard outline.isFinite, outline.isConvexClockwise else { return false }
        return outline.area >= 900 && outline.area < 100 * width * height
    }
}
