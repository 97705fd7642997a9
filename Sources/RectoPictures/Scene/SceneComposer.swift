public import RectoCore

/// Composes photos of pages from seeds, with the page's exact corners.
///
/// A seed, a size and the options always give the same picture, byte for byte, with the same fonts installed.
///
/// Seeds are separated by use, so that no figure is reported on data used for training or tuning: ``trainingSeeds``,
/// ``tuningSeeds`` and ``reportSeeds``.
///
/// The camera is a true pinhole above the desk's plane. Edges are drawn by exact pixel coverage and the page is sampled
/// by area, so the corners are accurate to far below a pixel and the pictures have no rendering artifacts.
public struct SceneComposer: Sendable {
    /// Seeds for training parameters.
    public static let trainingSeeds: Range<UInt64> = 0..<1_000_000
    /// Seeds for choosing settings and examining failures.
    public static let tuningSeeds: Range<UInt64> = 1_000_000..<2_000_000
    /// Seeds for reported figures, never used otherwise.
    public static let reportSeeds: Range<UInt64> = 2_000_000..<UInt64.max

    /// Contents of a scene.
    public struct Options: Hashable, Sendable {
        /// The surface under the page; chosen by the seed by default.
        public var background: BackgroundKind?
        /// The kind of page; chosen by the seed by default.
        public var kind: PageKind?
        /// Language of the page's running text.
        public var language = PageLanguage.english
        /// Whether there is a page.
        public var hasPage = true
        /// Whether to draw only a white page on black, without light, lens or sensor; values are covered shares × 255.
        public var onlyGeometry = false
        /// Number of sheets, all of the page's kind and format. Of several, 2...12, each is entirely visible and
        /// separate.
        public var sheetCount = 1
        /// Whether pages may extend beyond the frame.
        public var allowsPartial = true
        /// Whether the frame is reduced so that one to three of its sides cut the page. The picture is then smaller.
        public var cutsPage = false

        /// Creates options for a page on a surface chosen by the seed.
        public init() {}
    }

    /// Size of the pictures.
    public let size: PixelSize
    /// Contents of the scenes.
    public let options: Options

    /// Creates a composer of pictures of one size.
    public init(size: PixelSize, options: Options = Options()) {
        self.size = size
        self.options = options
    }

    /// Composes the scene for a seed.
    ///
    /// - Throws: ``FontError`` if a font is not installed.
    public func compose(seed: UInt64) throws(FontError) -> Scene {
        let fonts = try FontLibrary()
        let draft = SceneDraft(seed: seed, size: size, options: options)
        let scene = try draft.render(fonts: fonts)
        return options.cutsPage ? scene.cut() : scene
    }
}
