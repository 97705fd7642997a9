/// A possible problem of a code. The raw values are stable names for files, logs and protocols.
public enum OnboardingRisk: String, Hashable, Codable, Sendable, CaseIterable {
    // The message.
    /// The bytes are not UTF-8, and the code names no other encoding.
    case invalidUTF8
    /// Longer than the policy allows.
    case tooLong
    /// One part of a message that is split over several codes.
    case partOfSeries
    /// Control characters, plain, escaped in JSON or percent-encoded.
    case controlCharacters
    /// Characters that change the writing direction, so that a text is displayed differently from its content.
    case bidirectionalControls
    /// Characters without a visible shape.
    case invisibleCharacters
    /// A kind of code that the policy does not accept.
    case kindNotAccepted
    /// Two different codes were in view.
    case severalCodes

    // JSON.
    /// Braces without JSON in them.
    case malformedJSON
    /// Nested more deeply than the policy allows.
    case tooDeep
    /// More values than the policy allows, or more addresses than any code has.
    case tooManyValues
    /// A key, parameter or field that occurs twice. Readers differ in which one they use.
    case duplicateKey
    /// A field of a known kind that is missing or malformed.
    case malformedField

    // Addresses.
    /// A text that is not an address by RFC 3986, or one that programs interpret differently.
    case malformedAddress
    /// An invalid host name.
    case malformedHost
    /// A scheme that the policy does not name.
    case schemeNotAllowed
    /// A scheme that runs code, reads files or calls somebody.
    case dangerousScheme
    /// A connection that anybody on the path can read and change.
    case insecureScheme
    /// A host that the policy does not name.
    case hostNotAllowed
    /// An address within the payload whose host the policy does not name.
    case nestedHostNotAllowed
    /// A port that the policy does not name.
    case portNotAllowed
    /// A path that the policy does not name.
    case pathNotAllowed
    /// A user name before the host: `https://example.com@evil.net/`.
    case userInfo
    /// An IP address in place of a host name, in any spelling.
    case addressLiteral
    /// A host that means something else in each network: without a dot, or below `local` and similar names.
    case localHost
    /// An address that redirects to another one.
    case redirector
    /// A host with percent-encoded characters.
    case encodedHost
    /// A host with characters that only resemble letters, digits and dots: `ｅｘａｍｐｌｅ。ｃｏｍ`.
    case disguisedHost
    /// A host with letters other than ASCII. Its ASCII form should be shown.
    case internationalHost
    /// A host that mixes scripts that no language mixes.
    case mixedScriptHost
    /// A host that looks like another one.
    case lookAlikeHost

    // Signature and time.
    /// A signature is required by the policy, but missing.
    case signatureMissing
    /// A signature that does not match this message.
    case signatureInvalid
    /// A signature by an unknown key.
    case signatureUnknownKey
    /// A signature that could not be checked.
    case signatureUnchecked
    /// An expiry time is required by the policy, but missing.
    case expiryMissing
    /// The code has expired.
    case expired
    /// The code is not valid yet.
    case notYetValid
    /// An expiry time that could not be checked because no clock was available.
    case expiryUnchecked

    // Networks, keys, devices.
    /// A network that anybody can listen to.
    case openNetwork
    /// A network with protection that was broken long ago.
    case weakNetwork
    /// A network that does not broadcast its name, so that devices call it everywhere.
    case hiddenNetwork
    /// A proxy, which sees and may change the traffic.
    case proxySet
    /// A one-time-password key of less than 80 bits.
    case weakKey
    /// Different issuers in the label and the parameter.
    case issuerMismatch
    /// A program to be downloaded without a checksum.
    case checksumMissing
    /// A checksum of a broken algorithm.
    case weakChecksum
    /// Device storage that stays unencrypted.
    case encryptionSkipped
    /// A program that the policy does not name.
    case packageNotAllowed

    /// The weight of a risk that the policy does not mention.
    enum Weight {
        /// The code is refused, whatever the policy tolerates.
        case fatal
        /// The code is refused.
        case refusal
        /// The code is accepted, and the risk reported.
        case warning
    }

    var weight: Weight {
        switch self {
        case .invalidUTF8, .tooLong, .partOfSeries, .kindNotAccepted, .malformedJSON, .tooDeep, .tooManyValues,
            .duplicateKey, .malformedField, .malformedAddress, .malformedHost, .schemeNotAllowed, .dangerousScheme,
            .hostNotAllowed, .portNotAllowed, .pathNotAllowed, .userInfo, .addressLiteral, .encodedHost,
            .disguisedHost, .signatureMissing, .signatureInvalid, .signatureUnknownKey, .expiryMissing, .expired,
            .notYetValid, .packageNotAllowed:
            .fatal
        case .controlCharacters, .bidirectionalControls, .severalCodes, .insecureScheme, .nestedHostNotAllowed,
            .localHost, .redirector, .mixedScriptHost, .lookAlikeHost, .openNetwork, .weakNetwork, .proxySet,
            .checksumMissing:
            .refusal
        case .invisibleCharacters, .internationalHost, .signatureUnchecked, .expiryUnchecked, .hiddenNetwork, .weakKey,
            .issuerMismatch, .weakChecksum, .encryptionSkipped:
            .warning
        }
    }

    /// Whether a policy may tolerate the risk. Others have a separate key in the policy, or no remedy.
    public var isTolerable: Bool { weight != .fatal }
}
