public import RectoCore
public import RectoVision

/// A page of a document: the picture as it came, and how it is to look.
public struct PageRecord: Hashable, Codable, Sendable {
    /// The picture: a PNG or JPEG file.
    public var original: BlobName
    /// Of the picture.
    public var width: Int
    public var height: Int
    /// Eight coordinates, x and y in turn, clockwise from the page's top-left; nothing if the picture is the page.
    public var corners: [Double]?
    public var rotation: Rotation
    public var filter: Filter

    public init(
        original: BlobName, size: PixelSize, quad: Quad?, rotation: Rotation = .none, filter: Filter = .color
    ) {
        self.original = original
        self.width = size.width
        self.height = size.height
        self.corners = quad.map { $0.corners.flatMap { [$0.x, $0.y] } }
        self.rotation = rotation
        self.filter = filter
    }

    /// Nothing where the page has none, or where what is stored is not four convex corners.
    public var quad: Quad? {
        guard let corners, corners.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point2D(x: corners[$0], y: corners[$0 + 1]) }
        guard let quad = try? Quad(corners: points), quad.isFinite, quad.isConvexClockwise else { return nil }
        return quad
    }
}
