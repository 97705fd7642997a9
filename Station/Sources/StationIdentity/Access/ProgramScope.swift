/// What a program with a token of its own may do.
package enum ProgramScope: String, Hashable, Sendable, CaseIterable {
    /// Finds and reads documents.
    case read
    /// Adds documents, and sees none.
    case add
    /// Does everything but manage people, devices, programs and sign-ins.
    case all

    package func permits(_ permission: Permission) -> Bool {
        switch self {
        case .read: permission == .readDocuments || permission == .exportDocument
        case .add: permission == .scan
        case .all: !Self.permissionsOfPeople.contains(permission)
        }
    }

    /// What requires proof of identity, which no program has.
    package static let permissionsOfPeople: Set<Permission> = [
        .changeOwnSignIn, .endOwnSessions, .managePeople, .recoverPeople, .activateDevices, .removeDevices,
        .managePrograms,
    ]
}
