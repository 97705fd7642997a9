import StationIdentity
import StationRules
import StationStore

/// Whose a browser's outbox is. Its name tells nothing, and is another one in another library.
struct OfflineIdentity: Sendable {
    private let key: String

    init(_ key: SigningKey) { self.key = key.identifier }

    /// `nil` for whom nothing is kept: nobody has signed in.
    func name(of visitor: Visitor) -> String? {
        switch visitor {
        case .stranger, .known: nil
        case .signedIn: name("all")
        case .person(let visit): name("\(visit.person)")
        }
    }

    /// Whose outbox becomes an owner's who uses the same browser: what was scanned before people signed in is nobody else's. `nil` for
    /// others.
    func former(of visitor: Visitor) -> String? {
        guard case .person = visitor, visitor.may(.managePeople) else { return nil }
        return name("all")
    }

    private func name(_ person: String) -> String {
        String(BlobName(of: Array("offline \(key) \(person)".utf8)).text.prefix(16))
    }
}
