public import RectoCore

/// Composes photos of pages from seeds, with the page's exact corners.
///
/// A seed, a size and the options always give the same picture, byte for byte, with the same fonts installed.
///
/// Seeds are kept apart by use, so that no figure is reported on what something was trained or tuned on:
/// ``trainingSeeds``, ``tuningSeeds`` and ``reportSeeds``.
///
/// The camera is a true pinhole above the desk's plane; edges are drawn by exact pixel coverage and the page is
/// sampled by area, so that the corners are true to far below a pixel and the pictures carry no artefacts of drawing.
public struct SceneComposer: Sendable {
    /// Seeds to learn parameters from.
    public static let trainingSeeds: Range<UInt64> = 0..<1_000_000
    /// Seeds to choose settings and look at failures with.
    public static let tuningSeeds: Range<UInt64> = 1_000_000..<2_000_000
    /// Seeds for figures that are reported, never used otherwise.
    public static let reportSeeds: Range<UInt64> = 2_000_000..<UInt64.max

    /// What a scene is to show.
    public struct Options: Hashable, Sendable {
        /// By default the seed decides.
        public var background: BackgroundKind?
        /// By default the seed decides.
        public var kind: PageKind?
        /// Of the page's running text.
        public var language = PageLanguage.english
        /// Off for page-free scenes.
        public var hasPage = true
        /// A white page on black and nothing else: no light, lens or sensor; values are the covered shares × 255.
        public var onlyGeometry = false
        /// Number of sheets, all of the page's kind and format. Of several, 2...12, each lies whole and by itself in view.
        public var sheetCount = 1
        /// Whether pages may reach outside the frame.
        public var allowsPartial = true

        /// A page on whatever the seed decides.
        public init() {}
    }

    /// Size of the pictures.
    public let size: PixelSize
    /// What the scenes are to show.
    public let options: Options

    /// A composer of pictures of one size.
    public init(size: PixelSize, options: Options = Options()) {
        self.size = size
        self.options = options
    }

    /// Composes the scene of a seed.
    ///
    /// - Throws: ``FontError`` if a font is not installed.
    public func compose(seed: UInt64) throws(FontError) -> Scene {
        let fonts = try FontLibrary()
        let draft = SceneDraft(seed: seed, size: size, options: options)
        return try draft.render(fonts: fonts)
    }
}
