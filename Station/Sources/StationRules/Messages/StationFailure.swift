/// What failed in the station. A page tells it instead of the screen.
public enum StationFailure: String, Hashable, Sendable, CaseIterable {
    case libraryUnreadable
    case libraryUnwritable
    case noAccess
    case diskFull
    case fileDamaged
    case other

    /// - Parameter reason: The error, without a full stop.
    public func message(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, cause, title: title, description: description, details: reason,
            actions: [
                MessageAction(label: "Try Again", destination: .reload),
                MessageAction(label: "Open Library", destination: .library),
            ])
    }

    var cause: IllustratedMessage.Cause {
        switch self {
        case .noAccess: .permission
        case .diskFull: .configuration
        case .libraryUnreadable, .libraryUnwritable, .fileDamaged, .other: .system
        }
    }

    private var title: String {
        switch self {
        case .libraryUnreadable: "The library cannot be read"
        case .libraryUnwritable: "The library cannot be changed"
        case .noAccess: "Recto may not use its library"
        case .diskFull: "The disk is full"
        case .fileDamaged: "A stored file is damaged"
        case .other: "Something went wrong"
        }
    }

    private var description: String {
        switch self {
        case .libraryUnreadable: "Check the disk of the station, then try again."
        case .libraryUnwritable: "Nothing was changed. Check the disk of the station, then try again."
        case .noAccess: "Give it access to the folder of the library, then try again."
        case .diskFull: "Nothing was changed. Free some space on the station, then try again."
        case .fileDamaged: "Other documents are not affected. Restore it from a backup, then try again."
        case .other: "Try again."
        }
    }
}
