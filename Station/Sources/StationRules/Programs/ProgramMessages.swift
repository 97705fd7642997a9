package import StationIdentity

/// Messages about programs with a token of their own.
package enum ProgramMessages {
    package static var title: String { localized("Programs") }
    package static var removed: String { localized("Token revoked") }
    package static let nameCharacters = 1...60

    package static func label(_ scope: ProgramScope) -> String {
        switch scope {
        case .read: localized("Read documents")
        case .add: localized("Add documents")
        case .all: localized("Everything")
        }
    }

    package static func description(_ scope: ProgramScope) -> String {
        switch scope {
        case .read: localized("Finds, shows and exports the documents that everybody sees.")
        case .add: localized("Adds documents, and sees none.")
        case .all: localized("Does everything but manage people, devices, programs and sign-ins.")
        }
    }

    /// - Parameter time: The time of the last use, such as "5 minutes ago"; `nil` if there was none.
    package static func use(_ time: String?) -> String {
        time.map { localized("Last used \($0)") } ?? localized("Never used")
    }
}

extension Confirmation {
    /// The question before a program's token is revoked.
    package static func revoke(_ name: String) -> Confirmation {
        Confirmation(
            title: localized("Revoke the token of “\(name)”?"), text: localized("The program can no longer use Recto."),
            confirm: localized("Revoke"), cancel: localized("Cancel"))
    }
}
