public import RectoCore

/// What a program knows of an anchor: a flat picture that is recognised in frames.
public struct Anchor: Hashable, Sendable {
    /// Unique within its database.
    public let name: String
    /// Of the picture that the anchor was made from, in pixels. The anchor's coordinates are that picture's.
    public let size: PixelSize
    /// How wide the printed picture is, in metres, where that is known: it gives poses their scale.
    public let physicalWidth: Double?

    public init(name: String, size: PixelSize, physicalWidth: Double? = nil) {
        self.name = name
        self.size = size
        self.physicalWidth = physicalWidth
    }

    /// How high the printed picture is, in metres: pixels are square.
    public var physicalHeight: Double? {
        physicalWidth.map { $0 * Double(size.height) / Double(size.width) }
    }
}

extension Homography {
    /// The same map with i = 1; unchanged where i is 0.
    package var normalised: Homography {
        guard abs(i) > 1e-12 else { return self }
        let s = 1 / i
        return Homography(a * s, b * s, c * s, d * s, e * s, f * s, g * s, h * s, 1)
    }

    /// From a picture of one size to the same picture of another.
    static func scaling(from size: PixelSize, to other: PixelSize) -> Homography {
        let (x, y) = (Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        return Homography(x, 0, 0, 0, y, 0, 0, 0, 1)
    }

    /// Where the corners of a picture of a size go.
    package func corners(of size: PixelSize) -> Quad { Quad(size).map(map) }

    /// Whether a camera can see an anchor of a size like this: all of it before the camera, not back to front, not tilted too
    /// much, and of a useful size.
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

/// What ``Homography/isView(of:)`` takes for a view.
private enum ViewLimits {
    /// Depth of the nearest corner, as a share of the farthest one's, that counts as before the camera.
    static let minimumDepth = 1e-6
    /// The farthest corner is at most so many times as far as the nearest: the more, the more the anchor is tilted.
    static let depthRatio = 5.0
    /// Area in the frame, in pixels.
    static let minimumArea = 900.0
    /// Area in the frame over that of the anchor.
    static let maximumScale = 100.0
}
