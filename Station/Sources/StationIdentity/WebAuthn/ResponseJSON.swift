import FoundationEssentials

/// The reason why a response's JSON is refused.
package enum ResponseJSONError: Error, Hashable, Sendable {
    /// The length exceeds a limit in bytes.
    case tooLong(maximum: Int)
    /// Not JSON, or without a required member.
    case notJSON
    /// Not a public key.
    case wrongType(String)
    /// The two forms of the identifier differ.
    case differentIDs
    case notBase64URL(member: String, Base64URLError)
}

/// The result of `PublicKeyCredential.toJSON()`. Source: W3C, "Web Authentication", Level 3, section 5.1.
private struct CredentialJSON<Response: Decodable>: Decodable {
    let id: String
    let rawId: String
    let type: String
    let response: Response

    init(json: [UInt8]) throws(ResponseJSONError) {
        guard json.count <= maximumResponseBytes else { throw .tooLong(maximum: maximumResponseBytes) }
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(json)) else { throw .notJSON }
        guard value.type == "public-key" else { throw .wrongType(value.type) }
        guard value.id == value.rawId else { throw .differentIDs }
        self = value
    }
}

/// The maximum size of a response. Identifiers have up to 1023 bytes, and the rest is short.
private let maximumResponseBytes = 64 << 10

private func bytes(_ member: String, _ text: String) throws(ResponseJSONError) -> [UInt8] {
    do { return try Base64URL.bytes(text) } catch { throw .notBase64URL(member: member, error) }
}

extension RegistrationResponse {
    private struct Members: Decodable {
        let clientDataJSON: String
        let attestationObject: String
        let transports: [String]?
    }

    /// Parses a browser's response without verifying it. Unknown transports are ignored.
    package init(json: [UInt8]) throws(ResponseJSONError) {
        let credential = try CredentialJSON<Members>(json: json)
        self.init(
            id: try bytes("id", credential.id),
            clientDataJSON: try bytes("clientDataJSON", credential.response.clientDataJSON),
            attestationObject: try bytes("attestationObject", credential.response.attestationObject),
            transports: (credential.response.transports ?? []).compactMap(AuthenticatorTransport.init(rawValue:)))
    }
}

extension AssertionResponse {
    private struct Members: Decodable {
        let clientDataJSON: String
        let authenticatorData: String
        let signature: String
        let userHandle: String?
    }

    /// Parses a browser's response without verifying it.
    package init(json: [UInt8]) throws(ResponseJSONError) {
        let credential = try CredentialJSON<Members>(json: json)
        self.init(
            id: try bytes("id", credential.id),
            clientDataJSON: try bytes("clientDataJSON", credential.response.clientDataJSON),
            authenticatorData: try bytes("authenticatorData", credential.response.authenticatorData),
            signature: try bytes("signature", credential.response.signature),
            userHandle: try bytes("userHandle", credential.response.userHandle ?? ""))
    }
}
