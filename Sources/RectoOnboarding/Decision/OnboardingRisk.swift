/// What may be wrong with a code. The raw values are stable names for files, logs and protocols.
public enum OnboardingRisk: String, Hashable, Codable, Sendable, CaseIterable {
    // The message as such.
    /// The bytes are no UTF-8, and the code names no other encoding.
    case invalidUTF8
    /// Longer than the policy allows.
    case tooLong
    /// One part of a message that spreads over several codes.
    case partOfSeries
    /// Control characters, plain, escaped in JSON or percent-encoded.
    case controlCharacters
    /// Characters that turn the direction of writing, so that a text reads otherwise than it is.
    case bidirectionalControls
    /// Characters without a shape.
    case invisibleCharacters
    /// No kind of code that the policy accepts.
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
    /// A key, parameter or field that is given twice: readers differ in which they take.
    case duplicateKey
    /// A field of a known kind that is missing, or not of its form.
    case malformedField

    // Addresses.
    /// No address by RFC 3986, or one that programs read in different ways.
    case malformedAddress
    /// No host name.
    case malformedHost
    /// A scheme that the policy does not name.
    case schemeNotAllowed
    /// A scheme that runs code, reads files or calls somebody.
    case dangerousScheme
    /// A connection that anybody on the way can read and change.
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
    /// An IP address in place of a host name, in whatever spelling.
    case addressLiteral
    /// A host that means something else in each network: without a dot, or below `local` and the like.
    case localHost
    /// An address that leads on to another one.
    case redirector
    /// A host with percent-encoded characters.
    case encodedHost
    /// A host in characters that only look like letters, digits and dots of another form: `ｅｘａｍｐｌｅ。ｃｏｍ`.
    case disguisedHost
    /// A host in other letters than ASCII; its ASCII form is the one to show.
    case internationalHost
    /// A host that mixes scripts which no language mixes.
    case mixedScriptHost
    /// A host that looks like another one.
    case lookAlikeHost

    // Signature and time.
    /// The policy requires a signature, and there is none.
    case signatureMissing
    /// A signature that is not one of this message.
    case signatureInvalid
    /// A signature by a key that nobody knows.
    case signatureUnknownKey
    /// A signature that nobody could check.
    case signatureUnchecked
    /// The policy requires a time of expiry, and there is none.
    case expiryMissing
    /// The code has expired.
    case expired
    /// The code is not valid yet.
    case notYetValid
    /// A time of expiry that nobody could check, for want of a clock.
    case expiryUnchecked

    // Networks, keys, devices.
    /// A network that anybody can listen to.
    case openNetwork
    /// A network with a protection that was broken long ago.
    case weakNetwork
    /// A network that does not tell its name, so that devices call it wherever they are.
    case hiddenNetwork
    /// A proxy, which sees and may change the traffic.
    case proxySet
    /// A one-time-password key of less than 80 bits.
    case weakKey
    /// The label and the parameter name different issuers.
    case issuerMismatch
    /// A program that is to be loaded without a checksum.
    case checksumMissing
    /// A checksum of a broken kind.
    case weakChecksum
    /// The device's storage is to stay in the clear.
    case encryptionSkipped
    /// A program that the policy does not name.
    case packageNotAllowed

    /// How a risk counts where the policy says nothing of it.
    enum Weight {
        /// The code is refused, whatever the policy tolerates.
        case fatal
        /// The code is refused.
        case refusal
        /// The code is taken, and the risk told.
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

    /// Whether a policy may tolerate the risk. Others have a key of their own in the policy, or no remedy.
    public var isTolerable: Bool { weight != .fatal }
}
