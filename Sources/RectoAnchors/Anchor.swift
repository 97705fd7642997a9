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
