/// Why an operation of the library failed.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be used.
    case folder(String, reason: String)
    /// The database was written by a later version, or is damaged.
    case database(reason: String)
    case unknownDocument(Int64)
    case unknownPage(document: Int64, position: Int)
    case unknownScene(Int64)
    case unknownAnnotation(Int64, scene: Int64)
    /// A file of the library is missing or damaged.
    case damagedBlob(String)
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)
    /// A request's key has been used for another request.
    case reusedKey(String)
    /// The maximum number of documents is pinned.
    case tooManyPins(maximum: Int)

    public var description: String {
        switch self {
        case .folder(let folder, let reason): "\(folder): \(reason)"
        case .database(let reason): "library: \(reason)"
        case .unknownDocument(let id): "no document \(id)"
        case .unknownPage(let document, let position): "document \(document) has no page \(position)"
        case .unknownScene(let id): "no scene \(id)"
        case .unknownAnnotation(let id, let scene): "scene \(scene) has no annotation \(id)"
        case .damagedBlob(let name): "a stored file is damaged: \(name)"
        case .unreadable(let file, let reason), .unwritable(let file, let reason): "\(file): \(reason)"
        case .reusedKey(let key): "The key “\(key)” was already used for another request"
        case .tooManyPins(let maximum): "You can pin up to \(maximum) documents. Unpin one first"
        }
    }
}
