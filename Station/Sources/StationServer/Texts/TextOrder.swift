import FoundationEssentials
import RectoVision
package import StationRules
package import StationStore

/// A request to read a page, for the reader process.
struct TextOrder: Codable, Sendable {
    /// The path of the picture.
    let picture: String
    /// The page's corners as eight coordinates; `nil` if the whole picture is the page.
    let corners: [Double]?
    let rotation: Rotation
    /// Positions of words refer to the displayed page, which may be flattened.
    let flattening: Flattening
    let languages: TextLanguages
    /// Whether a person waits for it.
    let isUrgent: Bool
}

/// The reason why reading a page failed.
package enum ReadingFailure: Error, Hashable, Sendable {
    /// The failure is not related to the page.
    case unavailable(TextTrouble)
    /// The page could not be read for this reason, a sentence without a period.
    case page(String)
}

/// Reads pages, one at a time.
package protocol PageReader: Sendable {
    /// Returns the languages that can be read, by their Tesseract names.
    func installedLanguages() async throws(ReadingFailure) -> [String]

    /// - Parameters:
    ///   - picture: The path of the page's picture.
    ///   - isUrgent: Whether a person waits for it. Otherwise it only uses idle time.
    /// - Throws: ``ReadingFailure``, `CancellationError`.
    func read(
        _ page: PageRecord, picture: String, in languages: TextLanguages, isUrgent: Bool
    ) async throws -> StoredText
}
