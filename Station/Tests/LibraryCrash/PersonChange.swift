import FoundationEssentials
import GRDB
import StationIdentity
import StationRules
import StationStore

/// A one-time action: each onboarding step, a withdrawn consent, a passkey, and the removal of another person.
enum PersonChange: String, CaseIterable {
    case signUpTerms
    case signUpName
    case signUpPasscode
    case signUpConsent
    case signUpEnd
    case takeBackConsent
    case addPasskey
    case removePerson

    private static let person = Library.builtInPerson
    private static let date = Date(timeIntervalSince1970: 1_790_000_000)

    /// Prepares a library in which it is the next action.
    func prepare(_ library: Library) throws {
        for change in Self.allCases.prefix(while: { $0 != self }) {
            try change.make(in: library)
            guard change == .signUpConsent else { continue }
            for step in [Onboarding.Step.texts, .figures] { try Self.agree(to: step, in: library) }
            try library.setRecoveryCodes([Digest(of: [1]), Digest(of: [2])], of: Self.person, at: Self.date)
        }
        if self == .removePerson { try Self.addMember(to: library) }
    }

    /// Adds a person with all data that a removal erases or transfers.
    private static func addMember(to library: Library) throws {
        let code = SessionIdentifier()
        try library.invite(code, as: .member, by: person, expires: date + 60, maximum: 20, at: date)
        guard let member = try library.accept(code, at: date),
            let address = MailAddress("ben@example.org")
        else { throw Damaged() }
        try library.rename(member, to: try PersonName("Ben"), title: try PersonTitle("Accounting"))
        try library.setPasscode(try passcode, of: member, keeping: nil, at: date)
        try library.add(Session(SessionIdentifier().hash, of: member, by: .basic, at: date), device: "Phone")
        try library.setPicture(Array("Ben".utf8), of: member)
        try library.set(ReminderSettings(address: address, language: .english), of: member)
        try Library.$actingPerson.withValue(member) {
            try library.rememberSearch("rent", at: date)
            _ = try library.addView("Rent", ListQuery(), at: date)
            try library.setCollapsed(true, group: "pinned")
            let document = try library.add(NewDocument(title: "Letter", captured: date, pages: []))
            try library.pin(document, maximum: 1)
            _ = try library.file(document, try FilingEntry([.sharing: "onlyMe"]), at: date)
        }
    }

    func make(in library: Library) throws {
        let (person, date) = (Self.person, Self.date)
        switch self {
        case .signUpTerms: try Self.agree(to: .terms, in: library)
        case .signUpName: try library.setName(try PersonName("Ada"), of: person, at: date)
        case .signUpPasscode: try library.choosePasscode(try Self.passcode, of: person, at: date)
        case .signUpConsent: try Self.agree(to: .place, in: library)
        case .signUpEnd: try library.finishOnboarding(person, at: date)
        case .takeBackConsent:
            // This also removes the text of all pages.
            try library.decide(
                ConsentRecord(kind: ConsentForm.Kind.texts.rawValue, version: 1, isGiven: false, at: date), of: person)
        case .addPasskey: try library.add(try Self.passkey, of: person, name: "Phone", at: date)
        case .removePerson:
            guard let session = try library.sessions().first(where: { $0.session.person != person }) else {
                throw Damaged()
            }
            try library.retire(session.session.person, leavingTo: person, at: date)
        }
    }

    private static func agree(to step: Onboarding.Step, in library: Library) throws {
        guard let kind = step.consent else { preconditionFailure("\(step) has no form") }
        try library.decide(step, .standard(kind), isGiven: true, person, at: date)
    }

    /// The same in each child process.
    private static var passcode: PasscodeHash {
        get throws {
            guard let hash = PasscodeHash(stored: "$scrypt$ln=4,r=8,p=1$\(salt)$\(key)") else {
                throw Damaged()
            }
            return hash
        }
    }
    private static let salt = "MDEyMzQ1Njc4OTAxMjM0NQ"
    private static let key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"

    private static var passkey: Passkey {
        get throws {
            guard let handle = UserHandle([7]) else { throw Damaged() }
            return Passkey(
                id: [1, 2, 3], userHandle: handle, key: try CredentialKey(point),
                aaguid: [UInt8](repeating: 0, count: 16),
                transports: [.internal], isBackupEligible: false, isBackedUp: false, counter: 1)
        }
    }

    /// Ed25519 in COSE; the point is from RFC 8032, section 7.1, test 1.
    private static let point: [UInt8] = [
        0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20,
        0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a,
        0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
    ]

    private struct Damaged: Error {}

    // MARK: The state

    /// Tables missing from exports, except for the times of reading attempts.
    private static let tables = [
        "person", "onboarding_step", "consent", "passcode", "recovery_code", "passkey", "page_reading", "page_text",
        "document", "person_setting", "recent_search", "kept_view", "pin", "sidebar_place", "sidebar_collapsed",
        "session",
    ]

    /// Returns a digest of all rows in people's tables.
    static func state(of library: String) throws -> BlobName {
        let rows = try DatabaseQueue(path: library + "/library.sqlite").read { database in
            try tables.map { try Row.fetchAll(database, sql: "SELECT * FROM \($0)").map { "\($0)" } }
        }
        return BlobName(of: Array(rows.flatMap { $0 }.joined(separator: "\n").utf8))
    }
}
