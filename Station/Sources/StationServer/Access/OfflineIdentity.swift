import StationIdentity
import StationRules
import StationStore

/// The owner of a browser's outbox, as a name that reveals nothing and differs between libraries.
struct OfflineIdentity: Sendable {
    private let key: String

    init(_ key: SigningKey) { self.key = key.identifier }

    /// Returns the name; `nil` for programs and for visitors who have not signed in, for whom nothing is kept.
    func name(of visitor: Visitor) -> String? {
        switch visitor {
        case .stranger, .known, .program: nil
        case .signedIn: name("all")
        case .person(let visit): name("\(visit.person)")
        }
    }

    /// Returns the name of an earlier outbox that an owner takes over in the same browser: scans from before people
    /// signed in belong to nobody else. `nil` for other visitors.
    func former(of visitor: Visitor) -> String? {
        guard case .person = visitor, visitor.may(.managePeople) else { return nil }
        return name("all")
    }

    private func name(_ person: String) -> String {
        String(BlobName(of: Array("offline \(key) \(person)".utf8)).text.prefix(16))
    }
}
