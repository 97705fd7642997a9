/// The owner's mail server, the only place that reminders are sent to.
public struct MailServer: Hashable, Codable, Sendable {
    public enum Security: String, Hashable, Codable, Sendable, CaseIterable {
        /// Encrypted after the initial commands. A server that does not support it gets no mail.
        case startTLS
        /// Encrypted from the first byte.
        case tls
        /// Not encrypted: for a server on this machine or network, without a password.
        case none

        public var label: String {
            switch self {
            case .startTLS: "STARTTLS"
            case .tls: "TLS"
            case .none: localized("No Encryption")
            }
        }

        public var port: Int {
            switch self {
            case .startTLS: 587
            case .tls: 465
            case .none: 25
            }
        }
    }

    public enum Field: String, Hashable, Sendable, CaseIterable {
        case host
        case port
        case security
        case user
        case sender
        case password
    }

    /// The errors by field, each a sentence that says how to correct it.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let reasons: [Field: String]
        public var description: String { Field.allCases.compactMap { reasons[$0] }.joined(separator: " ") }
    }

    public let host: String
    public let port: Int
    public let security: Security
    /// Empty for a server without authentication.
    public let user: String
    public let sender: MailAddress

    /// - Parameters:
    ///   - port: Empty for the default port.
    ///   - hasPassword: Whether there is a password, which is stored separately.
    public init(
        host: String, port: String, security: String, user: String, sender: String, hasPassword: Bool
    ) throws(Failure) {
        var reasons: [Field: String] = [:]
        let chosen = Security(rawValue: security)
        if chosen == nil { reasons[.security] = localized("Choose one of the encryptions.") }
        if !Self.isHost(host) {
            reasons[.host] = localized("Enter the name of the mail server, such as mail.example.org.")
        }
        let number = port.isEmpty ? chosen?.port : Int(port)
        // Without encryption there is no default port, which has already been reported.
        if !(number.map { 1...65_535 ~= $0 } ?? (port.isEmpty && chosen == nil)) {
            reasons[.port] = localized("The port must be a number from 1 to 65535, or empty.")
        }
        if user.utf8.count > 255 || user.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
            reasons[.user] = localized("The user name must be a line of at most 255 characters.")
        }
        if hasPassword, user.isEmpty { reasons[.user] = localized("A password needs a user name.") }
        if !user.isEmpty, chosen == Security.none {
            reasons[.security] = localized("A password is sent over an encrypted connection alone.")
        }
        let address = MailAddress(sender)
        if address == nil { reasons[.sender] = MailAddress.refusal }
        guard reasons.isEmpty, let chosen, let number, let address else { throw Failure(reasons: reasons) }
        (self.host, self.port, self.security, self.user, self.sender) = (host, number, chosen, user, address)
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}

/// An e-mail address such as `ada@example.org`. It contains nothing that ends a line or a command.
public struct MailAddress: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The limit of RFC 5321, section 4.5.3.1.
    private static let maximumCharacters = 254
    private static let maximumLocal = 64

    public let description: String

    public static var refusal: String { localized("Enter an address such as ada@example.org.") }

    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= Self.maximumCharacters, 1...Self.maximumLocal ~= parts[0].utf8.count,
            parts[1].contains("."), !parts[1].hasPrefix("."), !parts[1].hasSuffix("."),
            text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.special.contains($0) })
        else { return nil }
        description = text
    }

    /// The characters with a meaning in commands and headers.
    private static let special: Set<UInt8> = Set("<>()[]\\,;:\" ".utf8)

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = MailAddress(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no address"))
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
