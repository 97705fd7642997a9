public import FoundationEssentials

/// A scene of the library: an anchor, and what hangs on it.
public struct SceneRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    public let created: Date
    /// How many annotations there are.
    public let annotations: Int
    /// The anchor's picture: a PNG or JPEG file.
    public let picture: BlobName
    /// Of the picture, in pixels.
    public let width: Int
    public let height: Int
    /// What it is recognised by: a database of this one anchor.
    public let features: BlobName
    /// Of the print, in metres, where that is known.
    public let physicalWidth: Double?
    /// How well the anchor is found, `0...100`.
    public let score: Int
}
