/// What somebody may be allowed to do at the station.
package enum Permission: String, Hashable, Sendable, CaseIterable {
    case scan
    case readDocuments
    case editDocuments
    /// Moves documents to where they can be taken back from.
    case deleteDocuments
    case deleteForGood
    case exportDocument
    case exportEverything
    /// Draws a signature on a page.
    case signPages
    /// Their own name, picture, formats and consents.
    case changeOwnSettings
    /// Their own passcode, recovery code and passkeys.
    case changeOwnSignIn
    /// Their own sessions: lists and ends them.
    case endOwnSessions
    /// Invites people, gives them roles, removes them.
    case managePeople
    /// Gives people a new way in who lost theirs.
    case recoverPeople
    case activateDevices
    case removeDevices
    case changeStation
}

/// Who may do what, and what is asked for again before it: the only place where this is said.
package struct PermissionRule: Hashable, Sendable {
    package let permission: Permission
    package let roles: Set<Role>
    /// Whether the person must have shown who they are shortly before.
    package let asksAgain: Bool

    private init(_ permission: Permission, _ roles: Set<Role>, asksAgain: Bool = false) {
        (self.permission, self.roles, self.asksAgain) = (permission, roles, asksAgain)
    }

    private static let all: Set<Role> = [.owner, .member, .guest]
    private static let members: Set<Role> = [.owner, .member]

    /// One row for each permission.
    package static let table = [
        PermissionRule(.scan, all),
        PermissionRule(.readDocuments, members),
        PermissionRule(.editDocuments, members),
        PermissionRule(.deleteDocuments, members),
        PermissionRule(.deleteForGood, members, asksAgain: true),
        PermissionRule(.exportDocument, members),
        PermissionRule(.exportEverything, [.owner], asksAgain: true),
        PermissionRule(.signPages, members),
        PermissionRule(.changeOwnSettings, all),
        PermissionRule(.changeOwnSignIn, all, asksAgain: true),
        PermissionRule(.endOwnSessions, all),
        PermissionRule(.managePeople, [.owner], asksAgain: true),
        PermissionRule(.recoverPeople, [.owner], asksAgain: true),
        PermissionRule(.activateDevices, members),
        PermissionRule(.removeDevices, [.owner], asksAgain: true),
        PermissionRule(.changeStation, [.owner]),
    ]

    private static let byPermission = Dictionary(uniqueKeysWithValues: table.map { ($0.permission, $0) })

    /// Whether a person may do something now.
    /// - Parameters:
    ///   - isFresh: Whether they have shown who they are shortly before.
    package static func verdict(on permission: Permission, of role: Role, isFresh: Bool) -> PermissionVerdict {
        // What no row allows, nobody may do.
        guard let rule = byPermission[permission], rule.roles.contains(role) else { return .refused }
        return rule.asksAgain && !isFresh ? .askAgain : .allowed
    }
}

package enum PermissionVerdict: Hashable, Sendable {
    case allowed
    /// Allowed as soon as the person has shown again who they are.
    case askAgain
    case refused
}
