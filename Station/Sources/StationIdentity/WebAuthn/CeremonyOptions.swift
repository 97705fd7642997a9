import FoundationEssentials

/// A request to a browser, as the JSON that `PublicKeyCredential.parseCreationOptionsFromJSON` and
/// `parseRequestOptionsFromJSON` parse.
///
/// Source: W3C, "Web Authentication", Level 3, sections 5.4, 5.5 and 5.1.8.
package struct CeremonyOptions: Hashable, Sendable {
    /// The person as authenticators show them.
    package struct User: Hashable, Sendable {
        package let handle: UserHandle
        package let name: String
        package let displayName: String

        package init(handle: UserHandle, name: String, displayName: String) {
            (self.handle, self.name, self.displayName) = (handle, name, displayName)
        }
    }

    private let relyingParty: RelyingParty
    private let challenge: Challenge
    private let verification: UserVerification
    /// The time limit for the response.
    private let timeout: Duration

    /// - Parameter timeout: The time limit. Default 5 minutes, the lifetime of challenges.
    package init(
        _ relyingParty: RelyingParty, challenge: Challenge, verification: UserVerification = .required,
        timeout: Duration = ChallengeList<Never>.lifetime
    ) {
        (self.relyingParty, self.challenge) = (relyingParty, challenge)
        (self.verification, self.timeout) = (verification, timeout)
    }

    /// Options for registering a passkey that the authenticator can later find without its identifier.
    /// - Parameter existing: The person's passkeys. Authenticators that hold one do not create another.
    package func creation(for user: User, existing: [Passkey]) -> String {
        Self.json(
            Creation(
                rp: Creation.Party(id: relyingParty.id, name: relyingParty.name),
                user: Creation.User(
                    id: Base64URL.text(user.handle.bytes), name: user.name, displayName: user.displayName),
                challenge: Base64URL.text(challenge.bytes),
                pubKeyCredParams: SignatureAlgorithm.allCases.map { Creation.Parameters(alg: $0.rawValue) },
                timeout: milliseconds, excludeCredentials: existing.map { Descriptor($0) },
                authenticatorSelection: Creation.Selection(userVerification: verification)))
    }

    /// Options for using a passkey.
    /// - Parameter allowed: The person's passkeys; empty to let the authenticator offer its own.
    package func request(allowed: [Passkey]) -> String {
        Self.json(
            Request(
                challenge: Base64URL.text(challenge.bytes), timeout: milliseconds, rpId: relyingParty.id,
                allowCredentials: allowed.map { Descriptor($0) }, userVerification: verification))
    }

    private var milliseconds: Int { Int(timeout / .milliseconds(1)) }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(value) else { preconditionFailure("texts and numbers have a JSON") }
        return String(decoding: json, as: UTF8.self)
    }

    // MARK: JSON

    private struct Creation: Encodable {
        struct Party: Encodable {
            let id: String
            let name: String
        }
        struct User: Encodable {
            let id: String
            let name: String
            let displayName: String
        }
        struct Parameters: Encodable {
            var type = "public-key"
            let alg: Int
        }
        struct Selection: Encodable {
            var residentKey = "required"
            /// Needed by Level 1 browsers.
            var requireResidentKey = true
            let userVerification: UserVerification
        }

        let rp: Party
        let user: User
        let challenge: String
        let pubKeyCredParams: [Parameters]
        let timeout: Int
        let excludeCredentials: [Descriptor]
        let authenticatorSelection: Selection
        var attestation = "none"
    }

    private struct Request: Encodable {
        let challenge: String
        let timeout: Int
        let rpId: String
        let allowCredentials: [Descriptor]
        let userVerification: UserVerification
    }

    private struct Descriptor: Encodable {
        var type = "public-key"
        let id: String
        let transports: [AuthenticatorTransport]

        init(_ passkey: Passkey) {
            id = Base64URL.text(passkey.id)
            transports = passkey.transports
        }
    }
}
