import StationIdentity
import Testing

@Suite struct PermissionTests {
    private func allowed(_ role: Role, isFresh: Bool = true) -> Set<Permission> {
        Set(Permission.allCases.filter { PermissionRule.verdict(on: $0, of: role, isFresh: isFresh) == .allowed })
    }

    @Test func eachPermissionHasOneRow() {
        #expect(
            PermissionRule.table.map(\.permission).sorted { $0.rawValue < $1.rawValue }
                == Permission.allCases.sorted { $0.rawValue < $1.rawValue })
    }

    @Test func ownersMayDoAllAndGuestsScanAlone() {
        #expect(allowed(.owner) == Set(Permission.allCases))
        #expect(allowed(.guest) == [.scan, .changeOwnSettings, .changeOwnSignIn, .endOwnSessions])
        #expect(allowed(.guest).isStrictSubset(of: allowed(.member)))
        #expect(
            allowed(.owner).subtracting(allowed(.member))
                == [
                    .exportEverything, .managePeople, .recoverPeople, .removeDevices, .managePrograms, .changeStation,
                ])
    }

    @Test(
        "AO-1: who somebody is is asked again before deleting for good, exporting everything, and what concerns sign-in and devices"
    )
    func askedAgain() {
        let asked = allowed(.owner).subtracting(allowed(.owner, isFresh: false))
        #expect(
            asked == [
                .deleteForGood, .exportEverything, .changeOwnSignIn, .managePeople, .recoverPeople, .removeDevices,
                .managePrograms,
            ])
        for permission in asked {
            #expect(PermissionRule.verdict(on: permission, of: .owner, isFresh: false) == .askAgain)
        }
        #expect(PermissionRule.verdict(on: .exportEverything, of: .member, isFresh: false) == .refused)
    }

    @Test("AO-2: there are three kinds of authentication, of which a signature opens nothing")
    func kinds() {
        #expect(AuthenticationKind.allCases == [.basic, .biometric, .signature])
        #expect(AuthenticationKind.allCases.filter(\.opensSession) == [.basic, .biometric])
    }
}
