/// Width and height of a picture in pixels; both at least 1.
///
/// The limits keep every product of a side, a stride and a pixel size far from overflow.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The longest allowed side of a picture, in pixels (the limit of JPEG).
    public static let maximumSide = 65_535
    /// The largest allowed number of pixels.
    public static let maximumArea = 1 << 30

    public let width: Int
    public let height: Int

    /// - Throws: ``ParameterError`` if a side is not in `1...65535` or the area is above `2³⁰` pixels.
    public init(width: Int, height: Int) throws(ParameterError) {
        guard 1...Self.maximumSide ~= width, 1...Self.maximumSide ~= height, width * height <= Self.maximumArea else {
            throw ParameterError(
                "picture size", found: "\(width) x \(height)",
                required: "sides 1...\(Self.maximumSide), at most \(Self.maximumArea) pixels")
        }
        self.width = width
        self.height = height
    }

    public var area: Int { width * height }
    /// Length of the diagonal in pixels.
    public var diagonal: Double { Point2D(x: Double(width), y: Double(height)).length }
    public var longSide: Int { max(width, height) }
    public var shortSide: Int { min(width, height) }
    /// Width and height exchanged.
    public var transposed: PixelSize { PixelSize(uncheckedWidth: height, height: width) }

    /// Half of both sides, rounded up: the size of a plane of 4:2:0 chroma.
    var halvedUp: PixelSize { PixelSize(uncheckedWidth: (width + 1) / 2, height: (height + 1) / 2) }

    public var description: String { "\(width) x \(height)" }

    private init(uncheckedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
