public import RectoCore
import Synchronization

/// Reads what is written on pages, with Tesseract's neural models.
///
/// libtesseract is opened when the first reader is made. A reader may be used by any number of threads at once: each gets
/// a Tesseract of its own from a pool, which loads its models when it is first needed and keeps them. Each page is read in one
/// thread, in its caller's. The same picture gives the same text.
///
/// It reads a picture as it is. ``PageTextReader`` brings a page into the form that is read best.
public final class TextReader: Sendable {
    /// What is expected of a page.
    public enum Layout: String, Hashable, Codable, Sendable, CaseIterable {
        /// Blocks of text are looked for, and put into reading order.
        case automatic
        /// One column of lines of different sizes, such as a receipt.
        case column
        /// One block of even text.
        case block
        /// Text anywhere, in no order.
        case sparse
    }

    /// As Tesseract names them, the most important one first.
    public let languages: [String]
    private let idle: Mutex<[TesseractHandle]>

    /// Loads the models.
    /// - Parameter languages: As Tesseract names them (`eng`, `deu`, `chi_sim`), the most important one first.
    /// - Throws: ``TextError/missingLanguage(_:package:)`` with what to install, ``TextError/noLibrary(_:)`` where there
    ///   is no libtesseract, ``TextError/languageName(_:)`` for what is no language, or one by another name than Tesseract's.
    public init(languages: [String] = ["eng"]) throws(TextError) {
        guard !languages.isEmpty else { throw .languageName("") }
        for language in languages where !LanguageNames.isName(language) { throw .languageName(language) }
        self.languages = languages
        idle = Mutex([try TesseractHandle(languages: languages)])
    }

    /// - Parameter names: Languages with `+` between them, such as `eng+deu`.
    /// - Throws: As ``init(languages:)``.
    public convenience init(_ names: String) throws(TextError) {
        try self.init(languages: names.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// Reads a picture.
    /// - Parameters:
    ///   - image: An upright page, W × H of at most 32767 each. Of one bit a pixel it is read as it is, else Tesseract looks
    ///     for the ink itself.
    ///   - dotsPerInch: Of the picture; values outside `70...2400` are brought into it.
    ///   - progress: To be asked and cancelled from other threads.
    /// - Returns: The text, its places in pixels of the picture; without blocks if there is none.
    /// - Throws: ``TextError/pictureTooLarge(width:height:limit:)``, ``TextError/cancelled``, ``TextError/failed``.
    /// - Complexity: About a second a page; memory grows by some 30 bytes a pixel.
    public func read(
        _ image: Raster, dotsPerInch: Double, layout: Layout = .automatic, progress: ReadingProgress? = nil
    ) throws(TextError) -> PageText {
        let size = image.size
        guard max(size.width, size.height) <= TesseractHandle.maximumSide else {
            throw .pictureTooLarge(width: size.width, height: size.height, limit: TesseractHandle.maximumSide)
        }
        // Below, there is no room for a letter, and Tesseract asks for some.
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
