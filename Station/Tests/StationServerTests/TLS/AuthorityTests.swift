import Foundation
import NIOSSL
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// The station's authority and certificates, and certificates from files.
@Suite struct AuthorityTests {
    private let folder: TemporaryFolder
    private let now: Int64 = 1_800_000_000
    private let names: [CertificateName] = [
        .host("localhost"), .host("box"), .host("box.local"), .address("192.168.1.5"), .address("fd00::1"),
    ]

    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.path("authority.pem") }

    private func certificate() throws -> ServerCertificate {
        try ServerCertificate(authority: file, names: names, at: now)
    }

    private func mode(_ file: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber)?.intValue
    }

    private func openssl(_ arguments: String...) throws -> String {
        let result = try ProgramResult.runApart("openssl", arguments)
        return result.output + result.errors
    }

    private func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    @Test("SS-18: an authority is made once, for its owner alone; a file that others can read is closed to them")
    func authorityFile() throws {
        let fingerprint = try certificate().authority?.fingerprint
        #expect(try mode(file) == 0o600)
        chmod(file, 0o644)
        #expect(try certificate().authority?.fingerprint == fingerprint)
        #expect(try mode(file) == 0o600)
        #expect(fingerprint?.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
        for text in ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            _ = try write(text, "authority.pem")
            #expect(throws: StoreError.unreadable(file, reason: "it does not hold an authority's key and certificate"))
            {
                try certificate()
            }
        }
    }

    @Test("SS-18: its certificates satisfy phones: names and addresses, P-256, SHA-256, for servers, 91 days")
    func issued() throws {
        let authority = CertificateAuthority(
            name: "Recto on box", hosts: ["local", "box"], from: now - 60, until: now + 400 * 86_400)
        #expect(authority.hosts == ["local", "box"])
        #expect(authority.term.from == now - 60 && authority.term.until == now + 400 * 86_400)
        let again = try CertificateAuthority(pem: Array(authority.pem.utf8), file: "a")
        #expect(again.der == authority.der)
        let root = try write(authority.pem, "root.pem")
        func verify(_ host: String, _ checked: String) throws -> String {
            let issued = authority.issue(
                hosts: [host], addresses: ["192.168.1.5"], from: now - 60, until: now + 90 * 86_400)
            let leaf = try write(issued.certificate, "leaf.pem")
            return try openssl(
                "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", checked, "-attime", "\(now)",
                "-CAfile", root, leaf)
        }
        #expect(try verify("box.local", "box.local").contains("OK"))
        #expect(try verify("box.local", "other.local").contains("hostname mismatch"))
        #expect(try verify("bank.example", "bank.example").contains("permitted subtree violation"))
        let issued = authority.issue(
            hosts: ["box"], addresses: ["192.168.1.5", "fd00::1"], from: now - 60, until: now + 90 * 86_400)
        let text = try openssl("x509", "-noout", "-text", "-in", write(issued.certificate, "leaf.pem"))
        for part in [
            "Version: 3", "ecdsa-with-SHA256", "prime256v1",
            "DNS:box, IP Address:192.168.1.5, IP Address:FD00:0:0:0:0:0:0:1", "CA:FALSE",
            "TLS Web Server Authentication", "Digital Signature",
        ] { #expect(text.contains(part), "\(part)") }
        let signer = try openssl("x509", "-noout", "-text", "-in", root)
        for part in ["CA:TRUE, pathlen:0", "X509v3 Name Constraints: critical", "Certificate Sign", "DNS:local"] {
            #expect(signer.contains(part), "\(part)")
        }
    }

    @Test("SS-18: while the station runs, a certificate is replaced for other names and in time, by the same authority")
    func renewal() throws {
        let certificate = try certificate()
        let (first, fingerprint) = (certificate.context, certificate.authority?.fingerprint)
        try certificate.renew(names.reversed(), at: now + 86_400)
        #expect(certificate.context === first)
        try certificate.renew(names + [.address("192.168.1.6")], at: now)
        let second = certificate.context
        #expect(second !== first)
        try certificate.renew(names + [.address("192.168.1.6")], at: now + 89 * 86_400)
        #expect(certificate.context !== second)
        #expect(certificate.authority?.fingerprint == fingerprint && certificate.leftOut.isEmpty)
        // Other devices would not trust it.
        try certificate.renew(names + [.host("bank.example")], at: now)
        #expect(certificate.leftOut == [.host("bank.example")])
        try certificate.renew(names, at: now + 3640 * 86_400)
        #expect(certificate.authority?.fingerprint != fingerprint)
        #expect(
            try ServerCertificate(authority: file, names: names, at: now + 3640 * 86_400).authority?.fingerprint
                == certificate.authority?.fingerprint)
    }

    /// Creates certificate files from an authority.
    private func files(_ authority: CertificateAuthority) throws -> (certificate: String, key: String) {
        let issued = authority.issue(hosts: ["box"], addresses: [], from: now, until: now + 86_400)
        let key = try write(issued.key, "server.key")
        chmod(key, 0o640)
        return (try write(issued.certificate, "server.crt"), key)
    }

    @Test("SS-19: a certificate and key of one's own are used, and read again when they change")
    func ownFiles() throws {
        let authority = CertificateAuthority(name: "Elsewhere", hosts: ["box"], from: now, until: now + 86_400)
        let (file, key) = try files(authority)
        let certificate = try ServerCertificate(certificate: file, key: key)
        #expect(certificate.authority == nil)
        let first = certificate.context
        try certificate.renew(names, at: now + 1000 * 86_400)
        #expect(certificate.context === first)
        _ = try files(authority)
        try certificate.renew(names, at: now)
        let second = certificate.context
        #expect(second !== first)
        _ = try write("damaged", "server.crt")
        #expect(throws: StoreError.unreadable(file, reason: "it does not hold a certificate (PEM)")) {
            try certificate.renew(names, at: now)
        }
        #expect(certificate.context === second)
    }

    @Test("SS-19: what is wrong with them is told with the file's name")
    func wrongFiles() throws {
        let authority = CertificateAuthority(name: "Elsewhere", hosts: ["box"], from: now, until: now + 86_400)
        let (file, key) = try files(authority)
        func reason(_ certificate: String, _ key: String) -> String {
            do { _ = try ServerCertificate(certificate: certificate, key: key) } catch { return "\(error)" }
            return ""
        }
        #expect(reason("/none.crt", key).contains("/none.crt: it cannot be read"))
        #expect(reason(file, "/none.key").contains("/none.key: it cannot be read"))
        #expect(reason(key, key).contains("\(key): it does not hold a certificate"))
        #expect(reason(file, file).contains("\(file): everybody"))
        chmod(file, 0o600)
        #expect(reason(file, file).contains("\(file): it does not hold a private key"))
        let other = try write(
            authority.issue(hosts: ["box"], addresses: [], from: now, until: now + 1).key, "other.key")
        chmod(other, 0o600)
        #expect(reason(file, other).contains("\(other): it is not the key of the certificate in \(file)"))
        chmod(key, 0o644)
        #expect(reason(file, key).contains("\(key): everybody on this machine can use this key"))
    }
}
