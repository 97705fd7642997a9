import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationRules
import StationStore
import StationViews

/// Routes for trusting the station's authority, over plain HTTP: a device that does not trust it yet can open nothing
/// else. All other URLs redirect to the station.
struct JoinRoutes {
    let certificate: ServerCertificate
    let reach: StationReach

    func add(to router: Routes) {
        router.get(forAnyone: "/", .page, use: page)
        for file in JoinFile.allCases {
            router.get(forAnyone: file.path, .file) { _, _ in try answer(file) }
        }
        router.get(forAnyone: "**", .page, use: forward)
    }

    private func page(_ request: Request, _ context: StationContext) throws -> Response {
        let view = JoinView(
            device: JoinDevice(userAgent: request.headers[.userAgent]), fingerprint: try authority.fingerprint,
            station: reach.origin(host: request.head.authority ?? ""))
        return PageAnswer.html(
            PageShell(title: localized("Join"), place: nil, frame: .task, parts: ["join"], body: view.html))
    }

    private func answer(_ file: JoinFile) throws -> Response {
        let authority = try authority
        let bytes =
            switch file {
            case .certificate: authority.der
            case .profile:
                Array(AuthorityProfile(certificate: authority.der, fingerprint: authority.fingerprint).text.utf8)
            }
        return Response(
            status: .ok,
            headers: [
                .contentType: file.mediaType,
                .contentDisposition: "attachment; filename=\"\(file.path.dropFirst())\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Remove the query: a secret in it has just been sent unencrypted, and must not be used.
    private func forward(_ request: Request, _ context: StationContext) -> Response {
        let origin = reach.origin(host: request.head.authority ?? "")
        return Response(status: .temporaryRedirect, headers: [.location: origin + request.uri.path])
    }

    private var authority: CertificateAuthority {
        get throws {
            guard let authority = certificate.authority else { throw HTTPError(.notFound) }
            return authority
        }
    }
}

/// The authority's certificate as a configuration profile for iPhones.
///
/// Source: Apple, "Configuration Profile Reference", payload `com.apple.security.root`.
struct AuthorityProfile {
    let certificate: [UInt8]
    let fingerprint: String

    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>PayloadType</key><string>Configuration</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>recto.station.\(uuid(0))</string>
        <key>PayloadUUID</key><string>\(uuid(0))</string>
        <key>PayloadDisplayName</key><string>Recto</string>
        <key>PayloadDescription</key><string>Lets this device trust your Recto scan station. SHA-256: \(fingerprint)</string>
        <key>PayloadContent</key><array><dict>
        <key>PayloadType</key><string>com.apple.security.root</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>recto.station.\(uuid(0)).authority</string>
        <key>PayloadUUID</key><string>\(uuid(32))</string>
        <key>PayloadDisplayName</key><string>Recto</string>
        <key>PayloadCertificateFileName</key><string>recto.crt</string>
        <key>PayloadContent</key><data>\(Data(certificate).base64EncodedString())</data>
        </dict></array>
        </dict></plist>

        """
    }

    /// Derived from the fingerprint, so that the same authority is not installed twice.
    private func uuid(_ start: Int) -> String {
        let digits = Array(fingerprint.filter { $0 != ":" })[start...]
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[(start + $0.lowerBound)..<(start + $0.upperBound)]) }.joined(separator: "-")
    }
}
