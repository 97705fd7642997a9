public import RectoCore

/// A page as it was made, before any camera saw it.
public struct FlatPage: Sendable {
    public let image: RGBImage
    /// The page's text in reading order, a line each; empty for pages without legible text.
    public let text: String
    public let kind: PageKind
    public let format: PaperFormat
    /// Resolution of the image in pixels a millimetre.
    public let pixelsPerMillimetre: Double
}
