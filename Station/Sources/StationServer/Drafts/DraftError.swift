import HTTPTypes
import StationRules

/// Why an operation on a draft failed.
enum DraftError: Error, Hashable, CustomStringConvertible {
    /// The page never existed or was deleted.
    case unknownPage(Int, of: DraftName)
    /// No page was ever added.
    case noScans
    /// It belongs to another person.
    case others
    /// No picture with this key was ever added.
    case unknownKey(String)
    /// The page does not share a fold with another one.
    case noSpread

    var description: String {
        switch self {
        case .unknownPage(let number, _): "the session has no scan \(number)"
        case .noScans: "the session has no scans"
        case .others: "the session has another owner"
        case .noSpread: "the session has no fold at this scan"
        case .unknownKey(let key): "the session has no scan of the key \(key)"
        }
    }
}

extension DraftError: AnsweredError {
    var answer: (HTTPResponse.Status, IllustratedMessage) {
        switch self {
        case .noScans, .others: (.notFound, LibraryMessages.unknownPlace)
        case .noSpread: (.conflict, LibraryMessages.failed(GalleryMessages.noFold))
        case .unknownKey: (.conflict, LibraryMessages.failed("\(self)."))
        case .unknownPage(_, let draft): (.notFound, GalleryMessages.unknownPage(of: draft.text))
        }
    }
}
