/// Why something could not be done with a draft.
enum DraftError: Error, Hashable, CustomStringConvertible {
    case unknownPage(Int)
    /// There is nothing to save.
    case noPages

    var description: String {
        switch self {
        case .unknownPage(let number): "the session has no scan \(number)"
        case .noPages: "the session has no scans"
        }
    }
}
