public import RectoCore
import Synchronization

/// Reads the text of pages with Tesseract's neural models.
///
/// libtesseract is loaded when the first reader is created. A reader may be used by any number of threads at once: each
/// gets a separate Tesseract instance from a pool, which loads its models on first use and keeps them. Each page is
/// read on its caller's thread. The same picture always gives the same text.
///
/// It reads a picture unchanged. ``PageTextReader`` prepares a page for the best reading.
public final class TextReader: Sendable {
    /// Expected layout of a page.
    public enum Layout: String, Hashable, Codable, Sendable, CaseIterable {
        /// Blocks of text are found and put into reading order.
        case automatic
        /// One column of lines of different sizes, such as a receipt.
        case column
        /// One block of uniform text.
        case block
        /// Text anywhere, in no particular order.
        case sparse
    }

    /// Tesseract's names of the languages, the most important one first.
    public let languages: [String]
    private let idle: Mutex<[TesseractHandle]>

    /// Loads the models.
    /// - Parameter languages: Tesseract's names (`eng`, `deu`, `chi_sim`), the most important one first.
    /// - Throws: ``TextError/missingLanguage(_:package:)`` with what to install, ``TextError/noLibrary(_:)`` without
    ///   libtesseract, ``TextError/languageName(_:)`` for an unknown language or a name that is not Tesseract's.
    public init(languages: [String] = ["eng"]) throws(TextError) {
        guard !languages.isEmpty else { throw .languageName("") }
        for language in languages where !LanguageNames.isName(language) { throw .languageName(language) }
        self.languages = languages
        idle = Mutex([try TesseractHandle(languages: languages)])
    }

    /// - Parameter names: Languages separated by `+`, such as `eng+deu`.
    /// - Throws: As ``init(languages:)``.
    public convenience init(_ names: String) throws(TextError) {
        try self.init(languages: names.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// Reads a picture.
    /// - Parameters:
    ///   - image: An upright page, W × H of at most 32767 each. A 1-bit picture is read unchanged, otherwise Tesseract
    ///     binarizes it.
    ///   - dotsPerInch: Resolution of the picture; values outside `70...2400` are clamped.
    ///   - progress: For reading progress and canceling from other threads.
    /// - Returns: The text, its places in pixels of the picture; without blocks if there is none.
    /// - Throws: ``TextError/pictureTooLarge(width:height:limit:)``, ``TextError/cancelled``, ``TextError/failed``.
    /// - Complexity: About a second per page; memory grows by some 30 bytes per pixel.
    public func read(
        _ image: Raster, dotsPerInch: Double, layout: Layout = .automatic, progress: ReadingProgress? = nil
    ) throws(TextError) -> PageText {
        let size = image.size
        guard max(size.width, size.height) <= TesseractHandle.maximumSide else {
            throw .pictureTooLarge(width: size.width, height: size.height, limit: TesseractHandle.maximumSide)
        }
        // Smaller pictures have no room for a letter, and Tesseract requires some.
        guard min(size.width, size.height) >= 8 else { return PageText(size: size) }
        let handle: TesseractHandle
        if let waiting = idle.withLock({ $0.popLast() }) {
            handle = waiting
        } else {
            handle = try TesseractHandle(languages: languages)
        }
        defer { idle.withLock { $0.append(handle) } }
        let resolution = dotsPerInch.isFinite ? min(2400, max(70, dotsPerInch)) : 70
        return try handle.read(image, layout: layout, dotsPerInch: resolution, progress: progress)
    }
}
