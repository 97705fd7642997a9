public import RectoCore

/// A flat picture that is recognized in frames.
public struct Anchor: Hashable, Sendable {
    /// Unique within its database.
    public let name: String
    /// Size of the picture that the anchor was made from, in pixels. The anchor's coordinates are those of that
    /// picture.
    public let size: PixelSize
    /// Width of the printed picture in meters, if known. It gives poses their scale.
    public let physicalWidth: Double?

    public init(name: String, size: PixelSize, physicalWidth: Double? = nil) {
        self.name = name
        self.size = size
        self.physicalWidth = physicalWidth
    }

    /// Height of the printed picture in meters. Pixels are square.
    public var physicalHeight: Double? {
        physicalWidth.map { $0 * Double(size.height) / Double(size.width) }
    }
}

extension Homography {
    /// The same map scaled so that i = 1; unchanged if i is 0.
    package var normalised: Homography {
        guard abs(i) > 1e-12 else { return self }
        let s = 1 / i
        return Homography(a * s, b * s, c * s, d * s, e * s, f * s, g * s, h * s, 1)
    }

    /// The map from a picture of one size to the same picture at another size.
    static func scaling(from size: PixelSize, to other: PixelSize) -> Homography {
        let (x, y) = (Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        return Homography(x, 0, 0, 0, y, 0, 0, 0, 1)
    }

    /// The mapped corners of a picture of the given size.
    package func corners(of size: PixelSize) -> Quad { Quad(size).map(map) }

    /// Whether a camera can see an anchor of this size under the map: all of it in front of the camera, not back to
    /// front, not tilted too much, and of a useful size.
    package func isView(of size: PixelSize) -> Bool {
        let (width, height) = (Double(size.width), Double(size.height))
        let depths = SIMD4(i, g * width + i, h * height + i, g * width + h * height + i)
        let (minimum, maximum) = (depths.min(), depths.max())
        guard minimum > ViewLimits.minimumDepth * abs(maximum), maximum <= ViewLimits.depthRatio * minimum else {
            return false
        }
        let outline = corners(of: size)
        guard outline.isFinite, outline.isConvexClockwise else { return false }
        return outline.area >= ViewLimits.minimumArea && outline.area < ViewLimits.maximumScale * width * height
    }
}

/// Limits of ``Homography/isView(of:)``.
private enum ViewLimits {
    /// Smallest depth of the nearest corner, as a share of the farthest one's, that counts as in front of the camera.
    static let minimumDepth = 1e-6
    /// Largest ratio of the farthest corner's depth to the nearest one's. The ratio grows with the anchor's tilt.
    static let depthRatio = 5.0
    /// Smallest area in the frame, in pixels.
    static let minimumArea = 900.0
    /// Largest ratio of the area in the frame to the anchor's area.
    static let maximumScale = 100.0
}
