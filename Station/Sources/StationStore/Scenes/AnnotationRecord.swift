/// Something that hangs on a scene's anchor.
public struct AnnotationRecord: Hashable, Codable, Sendable {
    /// Where it is, as shares of the width and height of the anchor's picture: `0...1`.
    public var x: Double
    public var y: Double
    public var title: String
    /// Empty where there is none.
    public var subtitle: String
    /// Name of the icon.
    public var icon: String
    /// The document that it leads to, as long as that is in the library.
    public var document: Int64?

    public init(x: Double, y: Double, title: String, subtitle: String, icon: String, document: Int64?) {
        self.x = x
        self.y = y
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.document = document
    }
}

/// An annotation that is stored.
public struct StoredAnnotation: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let content: AnnotationRecord
}
