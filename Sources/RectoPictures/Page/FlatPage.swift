public import RectoCore

/// A page as it was made, before any camera saw it.
public struct FlatPage: Sendable {
    /// The page, upright.
    public let image: RGBImage
    /// The page's text in reading order, a line each; empty for pages without legible text.
    public let text: String
    /// What the page is.
    public let kind: PageKind
    /// The language of its running text.
    public let language: PageLanguage
    /// Its size.
    public let format: PaperFormat
    /// Resolution of the image in pixels a millimetre.
    public let pixelsPerMillimetre: Double
    /// Color of the unprinted paper.
    let paper: SRGB
}
