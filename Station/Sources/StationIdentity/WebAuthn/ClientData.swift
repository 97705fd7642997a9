import FoundationEssentials

/// Why what a browser says of a ceremony is refused.
package enum ClientDataError: Error, Hashable, Sendable {
    /// In bytes.
    case tooLong(maximum: Int)
    /// Not an object of JSON in UTF-8 with the members that it needs.
    case notJSON
    case wrongType(String)
    case challengeNotBase64URL(Base64URLError)
    /// The answer to another challenge.
    case wrongChallenge
    /// A page elsewhere asked for it.
    case foreignOrigin(String)
    /// A page in a frame of another site asked for it.
    case crossOrigin
}

/// What a browser says of a ceremony, which the authenticator signs.
///
/// Source: W3C, "Web Authentication", Level 3, section 5.8.1.
package struct ClientData: Hashable, Sendable {
    package enum Ceremony: String, Hashable, Sendable {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    private struct Members: Hashable, Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }

    private static let maximumBytes = 8192

    private let members: Members
    /// What the browser was sent. Nothing is verified yet.
    package let challenge: [UInt8]

    /// Reads what a browser sent, to find out which challenge it answers.
    package init(_ json: [UInt8]) throws(ClientDataError) {
        guard json.count <= Self.maximumBytes else { throw .tooLong(maximum: Self.maximumBytes) }
        // The first byte rules out what JSON decoders take besides UTF-8.
        guard json.first == UInt8(ascii: "{"), !json.contains(0), String(validating: json, as: UTF8.self) != nil,
            let members = try? JSONDecoder().decode(Members.self, from: Data(json))
        else { throw .notJSON }
        do { challenge = try Base64URL.bytes(members.challenge) } catch { throw .challengeNotBase64URL(error) }
        self.members = members
    }

    /// Checks that it is of this ceremony, and of a page of the station.
    func check(
        _ ceremony: Ceremony, challenge: Challenge, relyingParty: RelyingParty
    ) throws(ClientDataError) {
        guard members.type == ceremony.rawValue else { throw .wrongType(members.type) }
        guard self.challenge.isSame(as: challenge.bytes) else { throw .wrongChallenge }
        guard relyingParty.origins.contains(members.origin) else { throw .foreignOrigin(members.origin) }
        guard members.crossOrigin != true, members.topOrigin == nil else { throw .crossOrigin }
    }
}
