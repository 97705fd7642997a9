import FoundationEssentials
import RectoVision
package import StationRules
package import StationStore

/// A page to read, for the process that reads it.
struct TextOrder: Codable, Sendable {
    /// The path of the picture.
    let picture: String
    /// Its corners: eight coordinates; `nil` if the whole picture is the page.
    let corners: [Double]?
    let rotation: Rotation
    /// Places of words are those of the page as it is shown.
    let flattening: Flattening
    let languages: TextLanguages
    /// Whether a person waits for it.
    let isUrgent: Bool
}

/// How reading a page failed.
package enum ReadingFailure: Error, Hashable, Sendable {
    /// It says nothing of the page.
    case unavailable(TextTrouble)
    /// The page could not be read, for this reason. A sentence without its end.
    case page(String)
}

/// Reads pages, one at a time.
package protocol PageReader: Sendable {
    /// The languages that can be read, as Tesseract names them.
    func installedLanguages() async throws(ReadingFailure) -> [String]

    /// - Parameters:
    ///   - picture: The path of the page's picture.
    ///   - isUrgent: Whether a person waits for it; else it takes the time that nobody else wants.
    /// - Throws: ``ReadingFailure``, `CancellationError`.
    func read(
        _ page: PageRecord, picture: String, in languages: TextLanguages, isUrgent: Bool
    ) async throws -> StoredText
}
