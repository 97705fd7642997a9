import TestSupport

/// Generates codes: payloads of every kind, hostile ones, and mutants of both, with a marked secret in place of
/// secrets.
public struct PayloadSource {
    private var random: SeededGenerator

    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The marked secret: letters that occur in no other part of a payload.
    public static let secret = "QZXJVK7W"

    /// Positions of secrets in real payloads: in paths and values, never in hosts, names of networks, issuers and
    /// packages.
    public static let templates: [String] = [
        "https://example.com/activate?code=§",
        "https://example.com/activate/§#token=§",
        "https://login.example.com:443/a/b?AppId=com.example.app&ClientId=§&exp=1900000000&kid=1&sig=§",
        "com.example.app://?AppId=com.example.app&ClientId=§&ServerUrl=https://api.example.com&RedirectUrl=https%3A%2F%2Fexample.com%2F§",
        "com.example.app://activate/§?token=§",
        "https://user:§@example.com/§", "http://example.com/§", "https://evil.net/§?to=https://example.com",
        "https://example.com/go?url=https%253A%252F%252Fevil.net%252F§",
        "{\"host\":\"example.com\",\"port\":443,\"protocol\":\"https\",\"auth\":[{\"type\":\"saml2.web.post\",\"config\":{\"secret\":\"§\"}}],\"farmId\":\"§\"}",
        "{\"InstanceUrl\":\"https://example.com\",\"Name\":\"§\",\"big\":123456789012345678901234567890.5e10,\"list\":[1,2,[3,{\"a\":\"§\"}]]}",
        "{\"serverHost\":\"api.example.com\",\"https\":\"true\",\"serverPort\":\"443\",\"appID\":\"§\",\"exp\":1900000000}",
        "{\"android.app.extra.PROVISIONING_DEVICE_ADMIN_COMPONENT_NAME\":\"com.example.dpc/.Receiver\",\"android.app.extra.PROVISIONING_DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION\":\"https://example.com/§.apk\",\"android.app.extra.PROVISIONING_DEVICE_ADMIN_SIGNATURE_CHECKSUM\":\"gJD2YwtOiWJHkSMkkIfLRlj-quNqG1fb6v100QmzM9w=\",\"android.app.extra.PROVISIONING_WIFI_SSID\":\"Guests\",\"android.app.extra.PROVISIONING_WIFI_PASSWORD\":\"§§\",\"android.app.extra.PROVISIONING_ADMIN_EXTRAS_BUNDLE\":{\"token\":\"§\",\"serverurl\":\"https://mdm.example.com\"}}",
        "{\"host\":\"example.com\",\"more\":[{\"host\":\"evil.net\"},{\"url\":\"§\"}]}", "example.com",
        "example.com:8443", "https://example.com/", "EXAMPLE.COM", "bücher.example.com",
        "xn--bcher-kva.example.com",
        "WIFI:T:WPA;S:Guests;P:§§;;", "WIFI:S:Guests\\;Net;T:SAE;P:\"§\";H:true;;",
        "WIFI:T:WPA2-EAP;S:Staff;E:PEAP;I:§;P:§;;",
        "otpauth://totp/Example:§?secret=JBSWY3DPEHPK3PXP&issuer=Example&digits=6",
        "otpauth://hotp/§?secret=§&counter=7&algorithm=SHA256",
        "otpauth-migration://offline?data=§", "mailto:a@example.com?subject=§", "javascript:alert('§')", "tel:§",
        "BEGIN:VCARD\nVERSION:3.0\nN:§;;\nEND:VCARD", "§ and some more text",
        "eyJhbGciOiJFZERTQSJ9.eyJob3N0IjoiZXhhbXBsZS5jb20ifQ.§",
        "https://аррӏе.com/§", "http://①②⑦.0.0.1/§", "http://0x7f.1/§", "https://[::1]:443/§", "https://2130706433/§",
        "data:text/html;base64,§", "intent://example.com/#Intent;scheme=https;S.k=§;end",
    ]

    /// Fragments that are difficult for parsers.
    private static let pieces: [String] = [
        "\u{0}", "\u{8}", "\u{1B}[31m", "\u{7F}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{301}", "\u{20DD}",
        "\u{3002}", "\u{FF0E}",
        "\\", "/", "//", ":", "@", "?", "#", "&", "=", ";", ";;", "%", "%00", "%2e%2e/", "%ff", "%25", "..", "[", "]",
        "{", "}", "\"",
        "\\u0000", "\\ud800", "\\ud83d\\ude00", ",", "null", "1e999999", "-", "xn--", "xn--a",
        "xn--zzzzzzzzzzzzzzzz99999", "0x", "٣", "ß",
        "https://", "HTTPS://", "http:/\\", "javascript:", "evil.net", "example.com", "127.1", "[::ffff:1.2.3.4]",
        "localhost", "wifi:", "otpauth:",
        "\r\n", "\t", " ", "👩‍👩‍👧", "\u{E0041}", "\u{10FFFD}", "\u{2028}", "к", "ο", "中", "ア", "한",
    ]

    public mutating func next() -> ScannedCodeParts {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return parts(noise())
        case 1: return parts(Array(bomb().utf8))
        case 2...4: return parts(Array(template().utf8))
        default:
            var bytes = Array(template().utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes) }
            return parts(bytes)
        }
    }

    /// A damaged policy file.
    public mutating func nextPolicy() -> [UInt8] {
        var bytes = Array(Self.policy.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&bytes) }
        return bytes
    }

    private static let policy = """
        {"kinds": ["activationLink", "wifi"], "hosts": ["example.com", "*.bücher.de", "*"], "ports": [443], "paths": ["/a"],
         "appSchemes": ["com.example.app"], "maximumDepth": 3, "requiresSignature": true, "algorithms": ["EdDSA"],
         "tolerates": ["openNetwork"], "requiredReads": 3}
        """

    private mutating func parts(_ bytes: [UInt8]) -> ScannedCodeParts {
        let isDeclared = Int.random(in: 0..<10, using: &random) == 0
        return ScannedCodeParts(
            bytes: bytes, declaredText: isDeclared ? String(decoding: bytes, as: UTF8.self) : nil,
            isPart: Int.random(in: 0..<50, using: &random) == 0)
    }

    private mutating func template() -> String {
        let template = Self.templates.randomElement(using: &random) ?? ""
        return template.replacing("§", with: Self.secret)
    }

    private mutating func noise() -> [UInt8] {
        let count = Int.random(in: 0...64, using: &random)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private mutating func bomb() -> String {
        let count = Int.random(in: 1...4000, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return String(repeating: "[", count: count)
        case 1: return String(repeating: "{\"a\":", count: count)
        case 2: return "[" + String(repeating: "0,", count: count) + "0]"
        case 3: return "{\"host\":\"" + String(repeating: "a.", count: count) + "com\"}"
        case 4: return "https://" + String(repeating: "a", count: count) + ".com/"
        case 5: return "https://example.com/?" + String(repeating: "a=https://x.y&", count: count)
        case 6: return "WIFI:" + String(repeating: "S:\\;;", count: count)
        case 7: return "https://example.com/" + String(repeating: "%25", count: count)
        case 8: return "xn--" + String(repeating: "z9", count: count) + ".com"
        default: return String(repeating: Self.pieces.randomElement(using: &random) ?? "", count: count)
        }
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where at < bytes.count:
            bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &random)))
        case 2 where at < bytes.count:
            let end = Int.random(in: at...bytes.count, using: &random)
            bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 4:
            let other = Array(template().utf8)
            bytes = Array(bytes[..<at]) + other[Int.random(in: 0...other.count, using: &random)...]
        default: bytes.insert(contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: at)
        }
    }
}

/// The parts of a code.
public struct ScannedCodeParts: Sendable {
    public let bytes: [UInt8]
    public let declaredText: String?
    public let isPart: Bool
}
