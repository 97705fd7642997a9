/// A failure of the station, which is shown instead of the screen.
public enum StationFailure: String, Hashable, Sendable, CaseIterable {
    case libraryUnreadable
    case libraryUnwritable
    case noAccess
    case diskFull
    case fileDamaged
    case other

    /// - Parameter reason: The error, without a period at the end.
    public func message(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, cause, title: title, description: description, details: reason,
            actions: [
                MessageAction(label: localized("Try Again"), destination: .reload),
                MessageAction(label: localized("Open Library"), destination: .library),
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
        case .libraryUnreadable: localized("The library cannot be read")
        case .libraryUnwritable: localized("The library cannot be changed")
        case .noAccess: localized("Recto has no access to its library")
        case .diskFull: localized("The disk is full")
        case .fileDamaged: localized("A stored file is damaged")
        case .other: localized("Something went wrong")
        }
    }

    private var description: String {
        switch self {
        case .libraryUnreadable: localized("Check the disk of the station, then try again.")
        case .libraryUnwritable: localized("Nothing was changed. Check the disk of the station, then try again.")
        case .noAccess: localized("Give it access to the folder of the library, then try again.")
        case .diskFull: localized("Nothing was changed. Free some space on the station, then try again.")
        case .fileDamaged: localized("Other documents are not affected. Restore it from a backup, then try again.")
        case .other: localized("Try again.")
        }
    }
}
