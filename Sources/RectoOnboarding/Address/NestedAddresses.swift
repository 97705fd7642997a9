/// Addresses within other texts: parameters of a link, strings of JSON.
enum NestedAddresses {
    /// Maximum number of percent-encodings of a text.
    private static let rounds = 3
    /// Maximum number of addresses reported per text.
    private static let maximum = 16

    /// - Parameter text: The text, percent-decoded once if it was percent-encoded.
    /// - Returns: Texts that are, or that programs interpret as, an address with a scheme or one that inherits the
    ///   scheme (`//host`).
    static func find(in text: String) -> [String] {
        var found: [String] = []
        var text = text
        for _ in 0...rounds {
            scan(text, &found)
            if text.hasPrefix("aHR0c"), let bytes = Base64.decoded(text),
                let inner = String(validating: bytes, as: UTF8.self)
            {
                // "http" in Base64.
                scan(inner, &found)
            }
            guard text.contains("%"), let decoded = PercentEncoding.decoded(text), decoded != text else { break }
            text = decoded
        }
        return Array(found.prefix(maximum))
    }

    private static func scan(_ text: String, _ found: inout [String]) {
        let start = text.utf8.drop { $0 <= 0x20 }
        if start.prefix(2).count == 2, start.prefix(2).allSatisfy(isSlash) {
            add("https://" + end(start.dropFirst(2)), &found)
        }
        var rest = text.utf8[...]
        while found.count < maximum, let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let after = rest[rest.index(after: colon)...]
            let before = rest[..<colon]
            let scheme = before.suffix { AddressReader.isSchemeCharacter($0) }
            if AddressReader.isScheme(scheme), leads(scheme, after, isFirst: scheme.startIndex == start.startIndex) {
                add(String(Substring(scheme)) + ":" + end(after), &found)
            }
            rest = after
        }
    }

    /// Whether programs follow a text that begins like this.
    private static func leads(_ scheme: Substring.UTF8View, _ after: Substring.UTF8View, isFirst: Bool) -> Bool {
        let name = Substring(scheme).lowercased()
        let isWeb = name == "http" || name == "https"
        let slashes = after.prefix(2).prefix(while: isSlash).count
        if slashes == 2 || isWeb && slashes == 1 { return true }
        return isFirst && (isWeb || AddressReader.dangerousSchemes.contains(name))
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func add(_ address: String, _ found: inout [String]) {
        if !found.contains(address) { found.append(address) }
    }

    private static func end(_ text: Substring.UTF8View) -> String {
        String(Substring(text.prefix { $0 > 0x20 && !"\"'<>".utf8.contains($0) }))
    }
}

extension Substring.UTF8View {
    /// The longest suffix in which every byte satisfies the condition.
    fileprivate func suffix(while condition: (UInt8) -> Bool) -> Self {
        self[(lastIndex { !condition($0) }.map(index(after:)) ?? startIndex)...]
    }
}

/// Services whose addresses redirect to hosts that they do not show.
enum Redirectors {
    static func contains(_ host: HostName) -> Bool { names.contains { host.isAtOrBelow($0) } }

    private static let names: Set<String> = [
        "adf.ly", "aka.ms", "bit.ly", "bitly.com", "buff.ly", "cutt.ly", "forms.gle", "fwd.cx", "g.page", "goo.gl",
        "goo.su", "is.gd", "l.facebook.com", "lnkd.in", "me-qr.com", "ow.ly", "page.link", "q-r.to", "qr.ae",
        "qr-code-generator.com", "qr1.be", "qrco.de", "qrcode-tiger.com", "qrfy.io", "qrs.ly", "rb.gy", "rebrand.ly",
        "s.id", "safelinks.protection.outlook.com", "scnv.io", "short.gy", "shorturl.at", "t.co", "t.ly", "t2m.io",
        "tiny.cc", "tinyurl.com", "trib.al", "urldefense.com", "v.gd", "wa.link", "youtu.be",
    ]
}
