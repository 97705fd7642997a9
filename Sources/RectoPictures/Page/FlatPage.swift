public import RectoCore

/// A page as drawn, before any camera sees it.
public struct FlatPage: Sendable {
    /// The page, upright.
    public let image: RGBImage
    /// The page's text in reading order, one line each; empty for pages without legible text.
    public let text: String
    /// Kind of the page.
    public let kind: PageKind
    /// The language of its running text.
    public let language: PageLanguage
    /// Size of the page.
    public let format: PaperFormat
    /// Resolution of the image in pixels per millimeter.
    public let pixelsPerMillimetre: Double
    /// Color of the unprinted paper.
    let paper: SRGB
}
