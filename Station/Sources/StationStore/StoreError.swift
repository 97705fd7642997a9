import FoundationEssentials
import GRDB
import Glibc
import RectoCodecs
import StationRules

/// The reason why an operation of the library failed.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be used.
    case folder(String, reason: String)
    /// Another process uses the library.
    case inUse(String, process: Int?)
    /// The database was written by a later version or is damaged.
    case database(reason: String)
    case unknownDocument(Int64)
    case unknownPage(document: Int64, position: Int)
    case unknownScene(Int64)
    case unknownAnnotation(Int64, scene: Int64)
    case unknownFolder(Int64)
    case unknownView(Int64)
    case unknownRule(Int64)
    /// No run of rules has this identifier, or it filed documents that the reader does not see.
    case unknownRun(Int64)
    case tooManyRules(maximum: Int)
    /// No tag, correspondent or type has this identifier.
    case unknownName(Int64)
    case unknownNote(Int64, document: Int64)
    case unknownAttachment(Int64, document: Int64)
    case unknownOriginal(Int64, document: Int64)
    /// No place, line, area, round or plan of the map has this identifier.
    case unknownMapObject(Int64)
    /// The name or label does not identify exactly one place.
    case unknownPlace(String)
    /// The map object was changed by somebody else since it was shown.
    case changedMapObject(Int64)
    /// The map has reached its maximum number of objects.
    case fullMap(maximum: Int)
    /// The event does not belong to a change that can be undone.
    case unknownEvent(Int64)
    /// A name cannot be changed because private documents of others use it.
    case usedByOthers(String)
    /// The name or number is already used by another one of the same kind.
    case nameInUse(String)
    /// A folder cannot be moved into itself or one of its subfolders.
    case folderInItself(String)
    /// The document was changed by somebody else since it was shown.
    case changedMeanwhile(Int64)
    /// A folder or view with this name has changed since, so that the change cannot be undone.
    case changedSince(String)
    /// The document is in the trash.
    case inTrash(Int64)
    /// A document must be in the trash before it is deleted permanently, so that others can restore it.
    case notInTrash(Int64)
    /// The document has no pages because they were moved to another one, which may be unknown.
    case emptied(Int64, into: Int64?)
    /// The document never had pages, only attachments.
    case withoutPages(Int64)
    /// Moving all pages to a new document would leave none.
    case noPageLeft(Int64)
    /// Only the person who added a document can make it private.
    case addedByOthers(Int64)
    /// Shared and private documents cannot be merged.
    case differentOwners
    /// A file of the library is missing or damaged.
    case damagedBlob(String)
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)
    /// The document's draft was discarded before.
    case discardedDraft(String)
    case diskFull(reason: String)
    /// The station has no permission to use its files.
    case noAccess(reason: String)
    /// A request's key was already used for another request.
    case reusedKey(String)
    /// The maximum number of documents is pinned.
    case tooManyPins(maximum: Int)
    /// An onboarding step that is not due or is already completed.
    case wrongStep(String)
    /// A station needs at least one owner.
    case lastOwner

    public var description: String {
        switch self {
        case .folder(let folder, let reason): "\(folder): \(reason)"
        case .inUse(let folder, let process):
            """
            The library in \(folder) is in use by another Recto station\(process.map { " (process \($0))" } ?? ""). Stop it, \
            or choose another folder.
            """
        case .database(let reason): "library: \(reason)"
        case .unknownDocument(let id): "no document \(id)"
        case .unknownPage(let document, let position): "document \(document) has no page \(position)"
        case .unknownScene(let id): "no scene \(id)"
        case .unknownAnnotation(let id, let scene): "scene \(scene) has no annotation \(id)"
        case .unknownFolder(let id): "no folder \(id)"
        case .unknownView(let id): "no view \(id)"
        case .unknownRule(let id): "no rule \(id)"
        case .unknownRun(let id): "no run \(id) of rules"
        case .tooManyRules(let maximum): localized("A library has at most \(maximum) rules. Delete one first")
        case .unknownName(let id): "no such name: \(id)"
        case .unknownNote(let id, let document): "document \(document) has no note \(id)"
        case .unknownAttachment(let id, let document): "document \(document) has no attachment \(id)"
        case .unknownOriginal(let id, let document): "document \(document) has no original file \(id)"
        case .unknownMapObject(let id): "the map has no object \(id)"
        case .unknownPlace(let name): localized("The map has no place “\(name)”, or several of that name")
        case .changedMapObject:
            localized("Somebody else has changed this object of the map. Look at it, then change it.")
        case .fullMap(let maximum): localized("The map has \(maximum) objects already. Delete some first.")
        case .unknownEvent(let id): "no event \(id) that can be undone"
        case .usedByOthers(let name):
            localized("“\(name)” cannot be changed: private documents of other people use it")
        case .nameInUse(let name): localized("“\(name)” is used already")
        case .folderInItself(let name): localized("The folder “\(name)” cannot be moved into itself")
        case .changedMeanwhile(let id): localized("Somebody else has changed document \(id)")
        case .changedSince(let name): localized("“\(name)” has been changed since")
        case .inTrash(let id): localized("Document \(id) is in the trash")
        case .notInTrash(let id): localized("Document \(id) is not in the trash. Move it there first")
        case .emptied(let id, _), .withoutPages(let id): "document \(id) has no pages"
        case .noPageLeft: localized("A document needs at least one page")
        case .addedByOthers: localized("Only the person who added a document can make it “Only me”")
        case .differentOwners:
            localized("Some of these documents are shared and others yours alone. Share all of them first, or none")
        case .damagedBlob(let name): "a stored file is damaged: \(name)"
        case .unreadable(let file, let reason), .unwritable(let file, let reason): "\(file): \(reason)"
        case .discardedDraft(let draft): "the draft \(draft) was discarded"
        case .diskFull(let reason), .noAccess(let reason): reason
        case .reusedKey(let key): localized("The key “\(key)” was already used for another request")
        case .tooManyPins(let maximum): localized("You can pin up to \(maximum) documents. Unpin one first")
        case .wrongStep(let step): "the step \(step) is not due"
        case .lastOwner: localized("The station needs at least one owner")
        }
    }
}

extension StoreError {
    /// - Parameter otherwise: Creates the error if the cause is unknown.
    init(_ error: any Error, otherwise: (String) -> StoreError) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError: self = Self.known(error) ?? otherwise("\(error)")
        case OutputError.unwritable(let reason): self = Self.known(reason) ?? otherwise("\(error)")
        default:
            let reason = Self.reason(error)
            self = Self.known(reason) ?? otherwise(reason)
        }
    }

    /// Returns the system's reason for an error of the file manager.
    package static func reason(_ error: any Error) -> String {
        ((error as? CocoaError)?.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
            ?? "\(error)"
    }

    private static func known(_ error: DatabaseError) -> StoreError? {
        switch error.resultCode {
        case .SQLITE_FULL: .diskFull(reason: "\(error)")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN: .noAccess(reason: "\(error)")
        default: nil
        }
    }

    /// - Parameter reason: The system's message for a file that could not be written.
    package init(unwritable file: String, reason: String) {
        self = Self.known(reason) ?? .unwritable(file, reason: reason)
    }

    /// - Parameter reason: The system's message for the last error.
    private static func known(_ reason: String) -> StoreError? {
        func isReason(_ codes: [Int32]) -> Bool { codes.contains { reason.contains(String(cString: strerror($0))) } }
        if isReason([ENOSPC, EDQUOT]) { return .diskFull(reason: reason) }
        return isReason([EACCES, EPERM, EROFS]) ? .noAccess(reason: reason) : nil
    }
}
