import CRecto
import Foundation
import RectoCodecs
import RectoCore
import RectoSymbols
import TestSupport
import Testing

/// The rules of onboarding hold for codes of every kind, light, mirrored and split ones too.
@Suite("Onboarding by symbology")
struct OnboardingSymbologyTests {
    private static let policy = #"{"hosts": ["example.com"], "kinds": ["host", "wifi"]}"#
    /// Short enough for a Micro QR code, with the state that each has and a risk that is found.
    private static let payloads = [
        ("example.com", "successful", nil),
        // Its password is too short for a network.
        ("WIFI:S:a;P:q7;;", "invalid", nil),
        ("evil.net", "invalid", "hostNotAllowed"), ("10.0.0.1", "invalid", "addressLiteral"),
        // A Cyrillic letter.
        ("ex\u{430}mple.com", "invalid", "hostNotAllowed"), ("any text", "invalid", "kindNotAccepted"),
        ("example.com\u{202E}", "invalid", "disguisedHost"),
    ]

    private enum Symbology: CaseIterable {
        case qr, modelOne, micro, rectangular

        func modules(_ text: String) -> SymbolModules {
            let bytes = Array(text.utf8)
            return switch self {
            case .qr: QRSymbol(bytes: bytes, level: .low).modules
            case .modelOne:
                ModelOneSymbol(QRBits(bytes: bytes, version: 3), version: 3, level: .low, mask: 0).modules
            case .micro: MicroSymbol(text, kind: .m4Low, mask: 1).modules
            case .rectangular: RectangularSymbol(bytes, version: 18, isHigh: false).modules
            }
        }
    }

    private enum View: CaseIterable {
        case plain, light, mirrored
    }

    private func picture(_ symbols: [SymbolModules], _ view: View) -> QRPicture {
        let scale = 4.0
        let width = symbols.map(\.width).reduce(8) { $0 + $1 + 8 }
        let height = symbols.map(\.height).reduce(0, max) + 16
        return QRPicture(width: width * Int(scale), height: height * Int(scale), samples: 1) { x, y in
            var column = Int(x / scale) - 8
            let row = Int(y / scale) - 8
            for symbol in symbols {
                if 0..<symbol.width ~= column, 0..<symbol.height ~= row {
                    return symbol.isDark(view == .mirrored ? symbol.width - 1 - column : column, row)
                        != (view == .light)
                }
                column -= symbol.width + 8
            }
            return view == .light
        }
    }

    /// What the library for C reports on a picture.
    private func report(_ picture: QRPicture) throws -> [String: Any] {
        let all = "qrcode+microqr+rmqr"
        let reader = try all.withCString { names in
            var options = recto_code_reader_options()
            recto_code_reader_options_init(&options)
            options.symbologies = names
            return try CObject(free: { recto_code_reader_free($0) }, make: { recto_code_reader_new(&options, $0) })
        }
        let onboarding = try CObject(
            free: { recto_onboarding_free($0) }, make: { recto_onboarding_new(Self.policy, $0) })
        var report: UnsafePointer<CChar>?
        try picture.image.withView { view in
            var (frame, count) = (recto_frame(view), 0)
            try #require(recto_code_reader_read(reader.pointer, &frame, &count) == RECTO_OK)
            try #require(recto_onboarding_check(onboarding.pointer, reader.pointer, 0, &report) == RECTO_OK)
        }
        return try Self.object(Data(String(cString: try #require(report)).utf8))
    }

    private static func object(_ json: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    private func risks(_ report: [String: Any]) -> [String] {
        (report["risks"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
    }

    @Test("A payload is decided on alike in every symbology, light and mirrored")
    func payloadsAreDecidedOnAlike() throws {
        for (text, state, risk) in Self.payloads {
            let expected = try report(picture([Symbology.qr.modules(text)], .plain))
            #expect(expected["state"] as? String == state, "\(text)")
            if let risk { #expect(risks(expected).contains(risk), "\(text): \(risks(expected))") }
            #expect(!"\(expected)".contains("q7"))
            for symbology in Symbology.allCases {
                for view in View.allCases {
                    let found = try report(picture([symbology.modules(text)], view))
                    #expect(
                        NSDictionary(dictionary: found) == NSDictionary(dictionary: expected),
                        "\(text), \(symbology), \(view)")
                }
            }
        }
    }

    @Test("Codes of two symbologies in view are refused if they differ, and are one if they do not")
    func severalCodes() throws {
        for other in [Symbology.micro, .rectangular] {
            let code = Symbology.qr.modules("example.com")
            let differing = try report(picture([code, other.modules("www.example.com")], .plain))
            #expect(differing["state"] as? String == "invalid")
            #expect(risks(differing).contains("severalCodes"))
            let equal = try report(picture([code, other.modules("example.com")], .plain))
            #expect(equal["state"] as? String == "successful")
        }
    }

    @Test("A part of a payload is refused, whatever it says, and so are all parts together")
    func partsAreRefused() throws {
        func part(_ text: String, _ index: Int) -> SymbolModules {
            var bits = QRBits(version: 3)
            bits.appendStructure(index: index, count: 2, parity: 0)
            bits.append(bytes: Array(text.utf8))
            return QRSymbol(bits, version: 3, level: .low, mask: 3).modules
        }
        for view in View.allCases {
            for parts in [[part("example.com", 0)], [part("example.com", 0), part("/activate", 1)]] {
                let found = try report(picture(parts, view))
                #expect(found["state"] as? String == "invalid")
                #expect(risks(found).contains("partOfSeries"))
            }
        }
    }

    @Test("The program decides as the library for C does") func theProgramDecidesAlike() throws {
        let folder = try TemporaryFolder()
        try Self.policy.write(toFile: folder.path("policy.json"), atomically: true, encoding: .utf8)
        var (paths, expected): ([String], [NSDictionary]) = ([], [])
        for symbology in Symbology.allCases {
            for (index, payload) in Self.payloads.enumerated() {
                let picture = picture([symbology.modules(payload.0)], View.allCases[index % 3])
                paths.append(folder.path("\(symbology)-\(index).png"))
                try Data(try PNGWriter().encode(.gray(picture.image))).write(to: URL(filePath: paths[paths.count - 1]))
                expected.append(NSDictionary(dictionary: try report(picture)))
            }
        }
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["qr", "--json", "--symbology", "qrcode,microqr,rmqr", "--onboarding", folder.path("policy.json")] + paths)
        let found = try result.output.split(separator: "\n").map { line in
            NSDictionary(
                dictionary: try #require(try Self.object(Data(line.utf8))["onboarding"] as? [String: Any]))
        }
        #expect(found == expected)
    }
}
