import FoundationEssentials

/// The reason why the client data of a ceremony are refused.
package enum ClientDataError: Error, Hashable, Sendable {
    /// The length exceeds a limit in bytes.
    case tooLong(maximum: Int)
    /// Not a JSON object in UTF-8 with the required members.
    case notJSON
    case wrongType(String)
    case challengeNotBase64URL(Base64URLError)
    /// The response answers another challenge.
    case wrongChallenge
    /// A page of another origin asked for it.
    case foreignOrigin(String)
    /// A page in another site's frame asked for it.
    case crossOrigin
}

/// A browser's description of a ceremony, which the authenticator signs.
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
    /// The challenge that the browser was sent. Not yet verified.
    package let challenge: [UInt8]

    /// Parses a browser's data to find the challenge that it answers.
    package init(_ json: [UInt8]) throws(ClientDataError) {
        guard json.count <= Self.maximumBytes else { throw .tooLong(maximum: Self.maximumBytes) }
        // Checking the first byte excludes the other encodings that JSON decoders accept besides UTF-8.
        guard json.first == UInt8(ascii: "{"), !json.contains(0), String(validating: json, as: UTF8.self) != nil,
            let members = try? JSONDecoder().decode(Members.self, from: Data(json))
        else { throw .notJSON }
        do { challenge = try Base64URL.bytes(members.challenge) } catch { throw .challengeNotBase64URL(error) }
        self.members = members
    }

    /// Checks that the data belong to this ceremony and to a page of the station.
    func check(
        _ ceremony: Ceremony, challenge: Challenge, relyingParty: RelyingParty
    ) throws(ClientDataError) {
        guard members.type == ceremony.rawValue else { throw .wrongType(members.type) }
        guard self.challenge.isSame(as: challenge.bytes) else { throw .wrongChallenge }
        guard relyingParty.origins.contains(members.origin) else { throw .foreignOrigin(members.origin) }
        guard members.crossOrigin != true, members.topOrigin == nil else { throw .crossOrigin }
    }
}
