package enum AuthenticatorDataError: Error, Hashable, Sendable {
    /// The data ends within a field. Lengths are in bytes.
    case tooShort(found: Int, required: Int)
    case trailingBytes(Int)
    /// Lengths in bytes.
    case credentialIDLength(found: Int, maximum: Int)
    case key(CredentialKeyError)
    case extensions(CBORError)
    case extensionsNotMap
    /// The passkey is backed up although it is not eligible.
    case backedUpButNotEligible
    /// Created for another host name.
    case wrongRelyingParty
    case userNotPresent
    case userNotVerified
}

/// The data that an authenticator signs.
///
/// Source: W3C, "Web Authentication", Level 3, section 6.1.
package struct AuthenticatorData: Hashable, Sendable {
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A person touched the authenticator (UP).
        package static let userPresent = Flags(rawValue: 0x01)
        /// The authenticator verified the person by a fingerprint, a face or a PIN (UV).
        package static let userVerified = Flags(rawValue: 0x04)
        /// The passkey may be copied to other devices (BE).
        package static let backupEligible = Flags(rawValue: 0x08)
        /// The passkey is backed up (BS).
        package static let backedUp = Flags(rawValue: 0x10)
        /// The data of a new passkey follow (AT).
        package static let attestedCredential = Flags(rawValue: 0x40)
        /// Extensions follow (ED).
        package static let extensions = Flags(rawValue: 0x80)
    }

    /// A new passkey.
    package struct Credential: Hashable, Sendable {
        /// The authenticator's model, 16 bytes; zeros if it is not disclosed.
        package let aaguid: [UInt8]
        package let id: [UInt8]
        package let key: CredentialKey
    }

    /// The maximum length of a passkey's identifier in bytes.
    package static let maximumIDBytes = 1023
    private static let fixedBytes = 37

    package let relyingPartyHash: [UInt8]
    package let flags: Flags
    package let counter: UInt32
    package let credential: Credential?
    package let extensions: CBOR?

    package init(_ bytes: [UInt8]) throws(AuthenticatorDataError) {
        guard bytes.count >= Self.fixedBytes else {
            throw .tooShort(found: bytes.count, required: Self.fixedBytes)
        }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .backedUpButNotEligible }
        var rest = bytes[Self.fixedBytes...]
        credential = try flags.contains(.attestedCredential) ? Self.takeCredential(&rest) : nil
        extensions = try flags.contains(.extensions) ? Self.takeExtensions(&rest) : nil
        guard rest.isEmpty else { throw .trailingBytes(rest.count) }
    }

    private static func take(
        _ count: Int, of rest: inout ArraySlice<UInt8>
    ) throws(AuthenticatorDataError) -> [UInt8] {
        guard rest.count >= count else { throw .tooShort(found: rest.count, required: count) }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private static func takeCredential(_ rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) -> Credential {
        let aaguid = try take(16, of: &rest)
        let count = try take(2, of: &rest).reduce(0) { $0 << 8 | Int($1) }
        guard 1...maximumIDBytes ~= count else { throw .credentialIDLength(found: count, maximum: maximumIDBytes) }
        let id = try take(count, of: &rest)
        do throws(CredentialKeyError) {
            let keyCount = try Self.keyCount(Array(rest))
            let key = try CredentialKey(Array(rest.prefix(keyCount)))
            rest = rest.dropFirst(keyCount)
            return Credential(aaguid: aaguid, id: id, key: key)
        } catch { throw .key(error) }
    }

    private static func keyCount(_ rest: [UInt8]) throws(CredentialKeyError) -> Int {
        do { return try CBORDecoder.decodeFirst(rest).byteCount } catch { throw .cbor(error) }
    }

    private static func takeExtensions(_ rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) -> CBOR {
        let (value, count): (CBOR, Int)
        do { (value, count) = try CBORDecoder.decodeFirst(Array(rest)) } catch { throw .extensions(error) }
        guard case .map = value else { throw .extensionsNotMap }
        rest = rest.dropFirst(count)
        return value
    }

    /// Checks that the data are for this station, and that the person was present.
    func check(_ relyingParty: RelyingParty, _ verification: UserVerification) throws(AuthenticatorDataError) {
        guard relyingPartyHash.isSame(as: relyingParty.idHash.bytes) else { throw .wrongRelyingParty }
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard verification != .required || flags.contains(.userVerified) else { throw .userNotVerified }
    }
}

/// Whether an authenticator must verify the person. Touching it only proves that somebody is present.
package enum UserVerification: String, Hashable, Sendable, Encodable {
    case required
    /// In addition to a passcode.
    case preferred
}
