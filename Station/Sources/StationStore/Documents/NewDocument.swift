public import FoundationEssentials
public import RectoCore
public import RectoVision

/// What is to become a document.
public struct NewDocument: Sendable {
    public struct Page: Sendable {
        /// A PNG or JPEG file.
        public var picture: [UInt8]
        public var size: PixelSize
        public var quad: Quad?
        public var rotation: Rotation
        public var filter: Filter

        public init(picture: [UInt8], size: PixelSize, quad: Quad?, rotation: Rotation = .none, filter: Filter = .color)
        {
            self.picture = picture
            self.size = size
            self.quad = quad
            self.rotation = rotation
            self.filter = filter
        }
    }

    public var title: String
    public var captured: Date
    /// The draft that it was scanned into: a draft becomes one document at most, however often it is saved.
    public var draft: String?
    public var pages: [Page]

    public init(title: String, captured: Date, draft: String? = nil, pages: [Page]) {
        self.title = title
        self.captured = captured
        self.draft = draft
        self.pages = pages
    }
}
