/// An action that people may be allowed to do at the station.
package enum Permission: String, Hashable, Sendable, CaseIterable {
    case scan
    case readDocuments
    case editDocuments
    /// Moves documents to the trash, from which they can be restored.
    case deleteDocuments
    case deleteForGood
    case exportDocument
    case exportEverything
    /// Draws a signature on a page.
    case signPages
    /// Changes one's own name, picture, formats and consents.
    case changeOwnSettings
    /// Changes one's own passcode, recovery code and passkeys.
    case changeOwnSignIn
    /// Lists and ends one's own sessions.
    case endOwnSessions
    /// Invites and removes people, and assigns roles.
    case managePeople
    /// Lets people back in who lost their credentials.
    case recoverPeople
    case activateDevices
    case removeDevices
    /// Makes and revokes the tokens of programs.
    case managePrograms
    case changeStation
}

/// Who may do what, and which actions require a recent sign-in. No other code defines permissions.
package struct PermissionRule: Hashable, Sendable {
    package let permission: Permission
    package let roles: Set<Role>
    /// Whether the person must have authenticated recently.
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
        PermissionRule(.managePrograms, [.owner], asksAgain: true),
        PermissionRule(.changeStation, [.owner]),
    ]

    private static let byPermission = Dictionary(uniqueKeysWithValues: table.map { ($0.permission, $0) })

    /// Returns whether a person may perform an action now.
    /// - Parameters:
    ///   - isFresh: Whether the person authenticated recently.
    package static func verdict(on permission: Permission, of role: Role, isFresh: Bool) -> PermissionVerdict {
        // Actions without a row are forbidden.
        guard let rule = byPermission[permission], rule.roles.contains(role) else { return .refused }
        return rule.asksAgain && !isFresh ? .askAgain : .allowed
    }
}

package enum PermissionVerdict: Hashable, Sendable {
    case allowed
    /// Allowed after the person authenticates again.
    case askAgain
    case refused
}
