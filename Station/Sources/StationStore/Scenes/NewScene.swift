public import FoundationEssentials
public import RectoCore

/// What is to become a scene.
public struct NewScene: Sendable {
    public var title: String
    public var created: Date
    /// The anchor: a PNG or JPEG file.
    public var picture: [UInt8]
    public var size: PixelSize
    /// A database of this one anchor, as bytes.
    public var features: [UInt8]
    /// Of the print, in metres, where that is known.
    public var physicalWidth: Double?
    /// How well the anchor is found, `0...100`.
    public var score: Int

    public init(
        title: String, created: Date, picture: [UInt8], size: PixelSize, features: [UInt8], physicalWidth: Double?,
        score: Int
    ) {
        self.title = title
        self.created = created
        self.picture = picture
        self.size = size
        self.features = features
        self.physicalWidth = physicalWidth
        self.score = score
    }
}
