/// Reads an address with a scheme, strictly by RFC 3986 and, after the host, RFC 3987, and reports its irregularities.
///
/// Constructs that programs interpret differently (backslashes, blanks, missing slashes, dot segments) are marked and
/// not corrected. Parts are found in the bytes, as other programs do: a combining mark after a slash does not make it
/// another character.
struct AddressReader {
    /// `nil` if the text has no scheme.
    private(set) var address: WebAddress?
    private(set) var risks: Set<OnboardingRisk> = []
    /// Everything after the host, decoded. It may hide another address.
    private(set) var texts: [String] = []
    /// Whether a parameter occurs twice.
    private(set) var hasDuplicates = false

    /// A part of the text.
    private typealias Part = Substring.UTF8View

    /// Schemes that run code, read files, or act at once.
    static let dangerousSchemes: Set<String> = [
        "javascript", "data", "vbscript", "file", "blob", "filesystem", "view-source", "about", "chrome", "resource",
        "jar",
        "content", "intent", "android-app", "ms-appinstaller", "ms-settings", "search-ms", "ms-msdt", "shell", "cmd",
        "itms-services", "tel", "telprompt", "sms", "smsto", "mmsto", "facetime", "ssh", "telnet", "vnc", "rdp", "ldap",
        "smb", "ftp",
    ]

    /// Schemes with a host to connect to.
    static let connectingSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp", "ftps"]

    /// - Parameter isHost: Whether the part after the two slashes is a host for this scheme, and not an app's action.
    init(_ text: String, isHost: (_ scheme: String) -> Bool = { _ in true }) {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else { return }
        let scheme = text[..<colon].lowercased()
        if text.unicodeScalars.contains(where: Self.isForbidden) { risks.insert(.malformedAddress) }
        var rest = bytes[bytes.index(after: colon)...]
        let isWeb = scheme == "http" || scheme == "https"
        let hasAuthority = rest.starts(with: "//".utf8)
        if hasAuthority {
            rest = rest.dropFirst(2)
        } else if isWeb {
            // Browsers correct this, each in a different way.
            risks.insert(.malformedAddress)
            rest = rest.drop { "/\\".utf8.contains($0) }
        }
        let authority = hasAuthority || isWeb ? rest.prefix { !"/\\?#".utf8.contains($0) } : rest.prefix(0)
        rest = rest[authority.endIndex...]
        let hasHost = isWeb || isHost(scheme)
        let place = hasHost ? readAuthority(authority) : (host: nil, port: nil)
        let action = hasHost ? nil : Secret(readAction(authority))
        let path = rest.prefix { !"?#".utf8.contains($0) }
        rest = rest[path.endIndex...]
        let query =
            rest.first == UInt8(ascii: "?") ? rest.dropFirst().prefix { $0 != UInt8(ascii: "#") } : rest.prefix(0)
        rest = rest[query.endIndex...]
        let fragment = rest.first == UInt8(ascii: "#") ? rest.dropFirst() : nil
        readPath(path)
        let parameters = readQuery(query)
        if let fragment { decode(fragment) }
        address = WebAddress(
            scheme: scheme, host: place.host, port: place.port, action: action, path: Self.secret(path),
            parameters: parameters, fragment: fragment.map(Self.secret), text: Secret(text))
    }

    private static func secret(_ part: Part) -> Secret { Secret(String(Substring(part))) }

    // MARK: Forms

    /// Whether the text is a letter followed by letters, digits, `+`, `-` and `.`; 64 at most.
    static func isScheme(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, text.count <= 64 else { return false }
        return isLetter(first) && text.allSatisfy(isSchemeCharacter)
    }

    static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}": true
        default: scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace
        }
    }

    /// - Returns: `nil` if the text is not a port: decimal digits, 1...65535.
    static func port(_ text: some StringProtocol) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(isDigit), let port = Int(text),
            (1...65535).contains(port)
        else { return nil }
        return port
    }

    // MARK: Parts

    private mutating func readAuthority(_ authority: Part) -> (host: HostName?, port: Int?) {
        guard !authority.isEmpty else { return (nil, nil) }
        var rest = authority
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            risks.insert(.userInfo)
            rest = rest[rest.index(after: at)...]
        }
        var port: Int?
        let bracket = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.startIndex
        if let colon = rest[bracket...].lastIndex(of: UInt8(ascii: ":")) {
            port = Self.port(Substring(rest[rest.index(after: colon)...]))
            if port == nil { risks.insert(.malformedAddress) }
            rest = rest[..<colon]
        }
        let reader = HostReader(Substring(rest))
        risks.formUnion(reader.risks)
        return (reader.host, port)
    }

    /// Reads the action that an app's scheme has in place of a host.
    private mutating func readAction(_ action: Part) -> String {
        if action.contains(UInt8(ascii: "@")) { risks.insert(.userInfo) }
        return decode(action) ?? ""
    }

    private mutating func readPath(_ path: Part) {
        guard let decoded = decode(path) else { return }
        let pieces = decoded.utf8.split(omittingEmptySubsequences: true) { "/\\".utf8.contains($0) }
        let climbs = pieces.contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
        if climbs || decoded.utf8.contains(UInt8(ascii: "\\")) { risks.insert(.malformedAddress) }
    }

    private mutating func readQuery(_ query: Part) -> [WebAddress.Parameter] {
        var parameters: [WebAddress.Parameter] = []
        var names: Set<String> = []
        for part in query.split(separator: UInt8(ascii: "&")) {
            let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = decode(pieces[0]) ?? String(Substring(pieces[0]))
            let value = pieces.count > 1 ? decode(pieces[1]) ?? String(Substring(pieces[1])) : ""
            if !names.insert(name.lowercased()).inserted { hasDuplicates = true }
            parameters.append(WebAddress.Parameter(name: Secret(name), value: Secret(value)))
        }
        return parameters
    }

    @discardableResult
    private mutating func decode(_ part: Part) -> String? {
        guard !part.isEmpty else { return "" }
        guard let decoded = PercentEncoding.decoded(Substring(part)) else {
            risks.insert(.malformedAddress)
            texts.append(String(Substring(part)))
            return nil
        }
        risks.formUnion(TextHazards(in: decoded).risks)
        texts.append(decoded)
        return decoded
    }
}
