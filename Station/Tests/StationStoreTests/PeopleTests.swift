import Foundation
import GRDB
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// The people of a library, their credentials, sessions and consents.
@Suite struct PeopleStoreTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let cost: PasscodeHash.Cost

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        cost = try #require(PasscodeHash.Cost(logN: 4, r: 8, p: 1))
    }

    /// Opens the library again, as after a crash.
    private func again() throws -> Library { try Library(folder: folder.path("library")) }

    private func hash(_ text: String) -> PasscodeHash { PasscodeHash(of: Passcode(text), cost: cost) }

    private func onboard(_ person: Int64, _ name: String, in library: Library) throws {
        try library.agree(to: .terms, person, at: now)
        try library.setName(try PersonName(name), of: person, at: now)
        try library.choosePasscode(hash("\(name) 4711"), of: person, at: now)
        for step in [Onboarding.Step.place, .texts, .figures] { try library.agree(to: step, person, at: now) }
        try library.setRecoveryCodes([RecoveryCode().hash], of: person, at: now)
        try library.finishOnboarding(person, at: now)
    }

    private func invite(_ role: Role) throws -> SessionIdentifier {
        let code = SessionIdentifier()
        try library.invite(
            code, as: role, by: Library.builtInPerson, expires: now + 60, maximum: 20, at: now)
        return code
    }

    private func add(_ name: String, _ role: Role) throws -> Int64 {
        let person = try #require(try library.accept(try invite(role), at: now))
        try onboard(person, name, in: library)
        return person
    }

    @Test("a library without people has its built-in person, who cannot sign in")
    func withoutPeople() throws {
        #expect(try library.people().isEmpty)
        let person = try #require(try library.person(Library.builtInPerson))
        #expect(person.role == .owner && person.onboarded == nil && person.name.isEmpty)
        #expect(try library.person(named: "") == nil)
    }

    @Test("SU-2: each step is stored, so that a crash goes on where it was; after the last one nothing is repeated")
    func stepsSurviveACrash() throws {
        let person = Library.builtInPerson
        let steps: [(Onboarding.Step, (Library) throws -> Void)] = [
            (.terms, { try $0.agree(to: .terms, person, at: now) }),
            (.name, { try $0.setName(try PersonName("Ada"), of: person, at: now) }),
            (.passcode, { try $0.choosePasscode(hash("correct horse"), of: person, at: now) }),
            (.place, { try $0.agree(to: .place, person, at: now) }),
            (.texts, { try $0.agree(to: .texts, person, at: now) }),
            (.figures, { try $0.agree(to: .figures, person, at: now) }),
            (.codes, { try $0.finishOnboarding(person, at: now) }),
        ]
        for (place, (step, act)) in steps.enumerated() {
            #expect(try again().onboarding(of: person).next == step)
            #expect(try again().people().isEmpty)
            // Steps that are not due change nothing.
            for (later, other) in steps[(place + 1)...] {
                #expect(throws: StoreError.wrongStep(later.rawValue)) { try other(try again()) }
            }
            if step == .codes {
                #expect(throws: StoreError.wrongStep("codes")) { try act(try again()) }
                try library.setRecoveryCodes([RecoveryCode().hash], of: person, at: now)
            }
            try act(try again())
        }
        #expect(try again().onboarding(of: person).next == nil)
        #expect(try again().people().map(\.name) == ["Ada"])
        for (step, act) in steps { #expect(throws: StoreError.wrongStep(step.rawValue)) { try act(library) } }
    }

    @Test func namesThatLookAlikeAreOne() throws {
        try onboard(Library.builtInPerson, "Zoë  Núñez", in: library)
        #expect(try library.person(named: PersonName.key(" ZOE nunez "))?.id == Library.builtInPerson)
        let other = try #require(try library.accept(try invite(.guest), at: now))
        try library.agree(to: .terms, other, at: now)
        let same = try PersonName("zoe nunez")
        #expect(throws: StoreError.nameInUse("zoe nunez")) { try library.setName(same, of: other, at: now) }
        #expect(try library.onboarding(of: other).next == .name)
        // A name is available again after its person was removed.
        let owner = try add("Ben", .owner)
        try library.retire(Library.builtInPerson, leavingTo: Library.builtInPerson, at: now)
        try library.setName(same, of: other, at: now)
        #expect(try library.people().map(\.id) == [owner])
    }

    @Test("SU-14: an invitation makes one person, leads them on until they are through, and not after its time")
    func invitations() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let code = try invite(.guest)
        #expect(try library.isInvitation(code, at: now) && library.openInvitations(at: now).map(\.role) == [.guest])
        let person = try #require(try library.accept(code, at: now))
        #expect(try again().accept(code, at: now + 1) == person)
        #expect(try library.openInvitations(at: now).map(\.isUsed) == [true])
        #expect(try library.person(person)?.role == .guest)
        #expect(try library.accept(code, at: now + 60) == nil && library.accept(SessionIdentifier(), at: now) == nil)
        try onboard(person, "Gus", in: library)
        #expect(try !library.isInvitation(code, at: now) && library.accept(code, at: now) == nil)
        let withdrawn = try invite(.member)
        for invitation in try library.openInvitations(at: now) {
            try library.withdrawInvitation(invitation.id, at: now)
        }
        #expect(try library.accept(withdrawn, at: now) == nil)
        // Also while a person is using it, but not after the last step.
        let begun = try invite(.owner)
        let stranger = try #require(try library.accept(begun, at: now))
        let used = try #require(try library.openInvitations(at: now).first).id
        try library.withdrawInvitation(used, at: now)
        #expect(try library.accept(begun, at: now) == nil && library.person(stranger)?.retired != nil)
        #expect(try library.person(person)?.retired == nil && library.openInvitations(at: now).isEmpty)
    }

    @Test func ofManyWhoUseAnInvitationAtTheSameTimeOneIsMade() async throws {
        let code = try invite(.member)
        let (library, now) = (library, now)
        let people = try await withThrowingTaskGroup(of: Int64?.self) { tasks in
            for _ in 0..<20 { tasks.addTask { try library.accept(code, at: now) } }
            return try await tasks.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(people.count == 1 && people.first != nil)
    }

    @Test func theLastOwnerStays() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let member = try add("Ben", .member)
        #expect(throws: StoreError.lastOwner) { try library.setRole(.guest, of: Library.builtInPerson, at: now) }
        #expect(throws: StoreError.lastOwner) {
            try library.retire(Library.builtInPerson, leavingTo: Library.builtInPerson, at: now)
        }
        #expect(try library.person(Library.builtInPerson)?.role == .owner)
        #expect(try library.passcode(of: Library.builtInPerson) != nil)
        try library.setRole(.owner, of: member, at: now)
        try library.setRole(.guest, of: Library.builtInPerson, at: now)
        #expect(try library.people().map(\.role) == [.guest, .owner])
    }

    @Test func whoIsRemovedHasNoWayIn() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let member = try add("Ben", .member)
        try library.add(Session(SessionIdentifier().hash, of: member, by: .basic, at: now), device: "Browser")
        try library.retire(member, leavingTo: Library.builtInPerson, at: now)
        #expect(try library.passcode(of: member) == nil && library.recoveryCodes(of: member) == 0)
        #expect(try library.sessions().isEmpty && library.person(named: "ben") == nil)
        #expect(try library.person(member)?.name == "Ben")
    }

    @Test("what concerns somebody alone goes with them, and others keep theirs")
    func removalErases() throws {
        let ada = Library.builtInPerson
        try onboard(ada, "Ada", in: library)
        let ben = try add("Ben", .member)
        let document = try library.add(NewDocument(title: "Letter", captured: now, pages: []))
        let settings = ReminderSettings(address: try #require(MailAddress("a@example.org")), language: .english)
        for (person, name) in [(ada, "Ada"), (ben, "Ben")] {
            try library.rename(person, to: try PersonName(name), title: try PersonTitle("Accounting"))
            try library.setPicture(Array(name.utf8), of: person)
            try library.set(settings, of: person)
            try library.rememberSearch("rent", of: person, at: now)
            _ = try library.addView("Rent", ListQuery(), by: person, at: now)
            try library.pin(document, maximum: 1, of: person)
            try library.setCollapsed(true, group: "Library", of: person)
        }
        let picture = try #require(try library.person(ben)?.picture)
        try library.retire(ben, leavingTo: ada, at: now)

        let removed = try #require(try library.person(ben))
        #expect(removed.name == "Ben" && removed.title.isEmpty && removed.picture == nil)
        #expect(!library.hasOriginal(picture))
        #expect(try library.reminderSettings(of: ben) == nil && library.recentSearches(of: ben).isEmpty)
        #expect(try library.views(of: ben).isEmpty && library.pins(of: ben).isEmpty)
        #expect(try library.sidebar(of: ben).collapsed.isEmpty)
        let other = try #require(try library.person(ada))
        #expect(other.title == "Accounting" && other.picture.map(library.hasOriginal) == true)
        #expect(try library.reminderSettings(of: ada) == settings && library.recentSearches(of: ada) == ["rent"])
        #expect(try library.views(of: ada).map(\.name) == ["Rent"] && library.pins(of: ada) == [document])
        #expect(try library.sidebar(of: ada).collapsed == ["Library"])
    }

    @Test("MU-20: only a hash of a passcode is stored, and it is the passcode's own")
    func passcodes() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        #expect(try again().passcode(of: Library.builtInPerson)?.verify(Passcode("Ada 4711")) == true)
        #expect(try again().passcode(of: Library.builtInPerson)?.verify(Passcode("Ada 4712")) == false)
        // A checkpoint removes it from the database's log, too.
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path("library")) {
            let bytes = FileManager.default.contents(atPath: folder.path("library/\(file)")) ?? Data()
            #expect(bytes.range(of: Data("Ada 4711".utf8)) == nil, "\(file)")
        }
    }

    @Test func aNewPasscodeEndsOtherSessions() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let sessions = (0..<3).map { _ in
            Session(SessionIdentifier().hash, of: Library.builtInPerson, by: .basic, at: now)
        }
        for session in sessions { try library.add(session, device: "Browser") }
        try library.setPasscode(hash("another one"), of: Library.builtInPerson, keeping: sessions[1].hash, at: now)
        #expect(try again().sessions().map(\.session) == [sessions[1]])
        #expect(try library.passcode(of: Library.builtInPerson)?.verify(Passcode("another one")) == true)
        try library.setPasscode(hash("a third one"), of: Library.builtInPerson, keeping: nil, at: now)
        #expect(try library.sessions().isEmpty)
    }

    @Test("a recovery code opens its own person's account once, with a new passcode, and ends all sessions")
    func recovery() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let other = try add("Ben", .member)
        let codes = (0..<3).map { _ in RecoveryCode().hash }
        try library.setRecoveryCodes(codes, of: other, at: now)
        try library.add(Session(SessionIdentifier().hash, of: other, by: .basic, at: now), device: "Browser")
        #expect(try !library.recover(Library.builtInPerson, by: codes[0], passcode: hash("stolen"), at: now))
        #expect(try library.passcode(of: Library.builtInPerson)?.verify(Passcode("Ada 4711")) == true)
        #expect(try library.sessions().count == 1)
        #expect(try library.recover(other, by: codes[0], passcode: hash("new one"), at: now))
        #expect(try library.passcode(of: other)?.verify(Passcode("new one")) == true)
        #expect(try library.sessions().isEmpty && library.recoveryCodes(of: other) == 2)
        #expect(try !again().recover(other, by: codes[0], passcode: hash("again"), at: now))
        // New codes replace the printed ones.
        try library.setRecoveryCodes([RecoveryCode().hash], of: other, at: now)
        #expect(try !library.recover(other, by: codes[1], passcode: hash("again"), at: now))
        #expect(try library.passcode(of: other)?.verify(Passcode("new one")) == true)
    }

    @Test func ofManyWhoUseACodeAtTheSameTimeOneSucceeds() async throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let code = RecoveryCode().hash
        try library.setRecoveryCodes([code], of: Library.builtInPerson, at: now)
        let (library, now, hash) = (library, now, hash("new"))
        let count = try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask {
                    try library.recover(Library.builtInPerson, by: code, passcode: hash, at: now)
                }
            }
            return try await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }

    @Test("sessions come back as they were, whatever happened to them before")
    func sessionsComeBack() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var list = SessionList<Int64>()
            var (identifier, session) = list.begin(Library.builtInPerson, by: .basic, at: now)
            try library.add(session, device: "Browser")
            for second in 1...Int.random(in: 1...6, using: &generator) {
                let time = now + Double(second)
                let former = identifier.hash
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: _ = list.touch(identifier, at: time)
                case 1: list.lock(identifier)
                case 2: _ = list.confirm(identifier, as: Library.builtInPerson, by: .biometric, at: time)
                default:
                    let renewal = list.renew(identifier, at: time)
                    identifier = try #require(renewal).identifier
                }
                session = try #require(list.session(identifier, at: time)).session
                try library.update(session, former: former)
            }
            let stored = try again().sessions()
            #expect(stored.map(\.session) == [session] && stored.map(\.device) == ["Browser"])
            try library.endSession(session.hash, at: now)
            #expect(try library.sessions().isEmpty)
            // An ended session is not reopened.
            try library.update(session)
            #expect(try library.sessions().isEmpty)
        }
        try library.forgetSessions(before: now + 1)
        #expect(try count("session") == 0)
    }

    @Test("CF-1: decisions are stored with version and time, and none is changed or removed")
    func consents() throws {
        let decisions = (0..<20).map { number in
            ConsentRecord(
                kind: number % 3 == 0 ? "place" : "usage", version: number / 5, isGiven: number % 2 == 0,
                at: now + Double(number))
        }
        for decision in decisions { try library.decide(decision, of: Library.builtInPerson) }
        #expect(try again().consents(of: Library.builtInPerson) == decisions)
        #expect(try library.consents(of: 99).isEmpty)
        let queue = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        for sql in ["UPDATE consent SET given = 1", "DELETE FROM consent"] {
            #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: sql) } }
        }
        #expect(try again().consents(of: Library.builtInPerson) == decisions)
    }

    @Test func settingsAreAPersonsOwn() throws {
        try onboard(Library.builtInPerson, "Ada", in: library)
        let other = try add("Ben", .member)
        try library.set("units", of: Library.builtInPerson, to: ["a", "ü"])
        try library.set("units", of: other, to: ["b"])
        try library.set("units", of: Library.builtInPerson, to: ["c"])
        #expect(try again().setting("units", of: Library.builtInPerson, as: [String].self) == ["c"])
        #expect(try again().setting("units", of: other, as: [String].self) == ["b"])
        #expect(try library.setting("units", of: other, as: Int.self) == nil)
        #expect(try library.setting("none", of: other, as: Int.self) == nil)
    }

    @Test("what people do is theirs, and what nobody does is the first owner's")
    func acting() throws {
        func add(_ title: String) throws -> Int64 {
            try library.add(NewDocument(title: title, captured: now, pages: []))
        }
        let own = try Library.$actingPerson.withValue(7) { try add("a") }
        #expect(try library.document(own).person == 7 && library.document(try add("b")).person == 1)
        _ = try Library.$actingPerson.withValue(9) { try library.trash([own], at: now) }
        let people = try DatabaseQueue(path: folder.path("library/library.sqlite")).read {
            try Int64.fetchAll($0, sql: "SELECT person FROM event WHERE document = ?", arguments: [own])
        }
        #expect(people == [9])
    }

    private func count(_ table: String) throws -> Int? {
        try DatabaseQueue(path: folder.path("library/library.sqlite")).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
        }
    }
}
